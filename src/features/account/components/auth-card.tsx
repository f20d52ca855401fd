import { Tabs } from "@base-ui/react/tabs";
import { Link } from "react-router";
import styles from "./gate.module.css";
import { LoginForm } from "./login-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

export type AuthTab = "entrar" | "registrar";

/** "Entrar" and "Registrar". What was typed in one tab stays while the other is looked at. */
export function AuthCard({ tab, onTab }: { tab: AuthTab; onTab: (tab: AuthTab) => void }) {
  return (
    <>
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
    </>
  );
}
