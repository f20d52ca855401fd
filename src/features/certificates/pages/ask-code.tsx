import { CodeForm } from "../components/code-form.tsx";
import { KeystoneArch } from "../components/keystone-arch.tsx";
import styles from "./certificates.module.css";

/** The address that a printed sheet names beside its code. */
export default function AskCodePage() {
  return (
    <div className={`page ${styles.verify}`}>
      <title>Conferência de certificado · Academia</title>
      <section className={`${styles.verdict} ${styles.mute}`}>
        <div className={styles.arch} aria-hidden="true">
          <KeystoneArch closed={false} />
        </div>
        <div className={styles.title}>
          <p className="caps caps-gold">Certificado de estudo</p>
          <h1>Conferência de certificado</h1>
        </div>
        <div className={`${styles.words} ${styles.asks}`}>
          <p className="lead">
            Escreva o código da folha, com ou sem hifens, em letras maiúsculas ou minúsculas. A página diz se o certificado foi
            emitido pela Academia e se está em vigor.
          </p>
          <CodeForm />
        </div>
      </section>
    </div>
  );
}
