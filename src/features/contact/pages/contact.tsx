import { useState } from "react";
import { Link } from "react-router";
import folioStyles from "#app/features/reader/components/folio.module.css";
import { ContactForm } from "../components/contact-form.tsx";
import { MessageSent } from "../components/message-sent.tsx";
import styles from "./contact.module.css";

export default function ContactPage() {
  const [answerTo, setAnswerTo] = useState<string>();
  return (
    <div className={`page ${styles.contact}`}>
      <title>Contato · Academia</title>
      <meta
        name="description"
        content="Escreva aos administradores da Academia do Rito de York: dúvidas, correções de texto, acesso à conta e pedidos sobre os seus dados."
      />
      <header className={`${folioStyles.folioHead} ${styles.head}`}>
        <p className={folioStyles.folioRunning}>
          <span className="caps">Ajuda</span>
        </p>
        <h1>Contato</h1>
        <p className="lead">
          A mensagem chega aos administradores, e a resposta vai por <span className="unbroken">e-mail</span>. Muitas dúvidas já
          têm resposta nas <Link to="/faq">perguntas frequentes</Link>.
        </p>
      </header>
      {answerTo === undefined ? (
        <ContactForm onSent={setAnswerTo} />
      ) : (
        <MessageSent answerTo={answerTo} onAnother={() => setAnswerTo(undefined)} />
      )}
      <aside className={styles.contactNotes} aria-label="Antes de escrever">
        <section className="card">
          <h2>Discrição</h2>
          <p>
            Não escreva palavras, sinais nem textos de ritual, e não envie números de registro da Ordem. Nunca pedimos nada disso.
          </p>
        </section>
        <section className="card">
          <h2>Dados pessoais</h2>
          <p>
            Pedidos sobre os seus dados podem ir direto ao encarregado, indicado na{" "}
            <Link to="/privacidade#quem-e-responsavel">Política de Privacidade</Link>.
          </p>
        </section>
        <section className="card">
          <h2>O que guardamos</h2>
          <p>O que você escrever, até 30 dias depois de resolvido o assunto. Só os administradores leem.</p>
        </section>
      </aside>
    </div>
  );
}
