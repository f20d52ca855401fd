import { Link } from "react-router";
import styles from "./consent-notice.module.css";

/** Changed words are a new CONSENT_VERSION (account.schema.ts); what was agreed to before stays recorded. */
/**
 * Changed words are a new CONSENT_VERSION (account.schema.ts); what was agreed to before stays recorded.
 * @param button what the button below says
 */
export function ConsentNotice({ button = "Criar Conta" }: { button?: string }) {
  return (
    <p className={styles.consent}>
      <strong>Seu consentimento.</strong> Ter conta aqui indica participação em uma ordem filosófica, o que a lei trata como dado
      sensível. Ao pressionar “{button}”, você autoriza a Academia a guardar seu nome, e-mail, Loja e registros de estudo, só para
      o seu estudo. Você pode exportar ou excluir tudo em Minha conta. Detalhes na{" "}
      <Link to="/privacidade">Política de Privacidade</Link>.
    </p>
  );
}
