import { Tabs } from "@base-ui/react/tabs";
import { Link } from "react-router";
import styles from "../pages/login.module.css";
import { LoginForm } from "./login-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

export type AuthTab = "entrar" | "registrar";

type Props = { tab: AuthTab; onTab: (tab: AuthTab) => void /** Why the visitor was sent here. */; reason?: string | undefined };

/** "Entrar" and "Registrar". What was typed in one tab stays while the other is looked at. */
export function AuthCard({ tab, onTab, reason }: Props) {
  return (
    <section className={`${styles.auth} sheet`} id="acesso" aria-label="Acesso">
      {reason && <p className={styles.reason}>{reason}</p>}
      <Tabs.Root value={tab} onValueChange={(value) => onTab(value as AuthTab)}>
        <Tabs.List className="tabs" aria-label="Acesso">
          <Tabs.Tab value="entrar">Entrar</Tabs.Tab>
          <Tabs.Tab value="registrar">Registrar</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="entrar" keepMounted>
          <LoginForm />
        </Tabs.Panel>
        <Tabs.Panel value="registrar" keepMounted>
          <SignUpForm />
        </Tabs.Panel>
      </Tabs.Root>
      <p className={styles.legal}>
        Ao usar a Academia você aceita os <Link to="/termos">Termos de Serviço</Link> e a{" "}
        <Link to="/privacidade">Política de Privacidade</Link>.
      </p>
    </section>
  );
}
