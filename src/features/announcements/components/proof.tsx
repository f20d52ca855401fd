import { useState } from "react";
import { useSession } from "#app/features/account/account.queries.ts";
import { nameInLetter } from "#app/lib/text.ts";
import { usePause } from "#app/lib/use-pause.ts";
import { Views } from "#app/ui/views.tsx";
import { useAnnouncementPreview } from "../announcements.queries.ts";
import styles from "../pages/letters.module.css";

const VIEWS = { letter: "Carta", notice: "Aviso", phone: "Telefone" };
type View = keyof typeof VIEWS;

/** What is being written, as it will be read: as a letter, as a notice, and on a locked phone. */
export function Proof({ title, source, sender }: { title: string; source: string; sender: string | undefined }) {
  const [view, setView] = useState<View>("letter");
  const preview = useAnnouncementPreview(usePause(source));
  const session = useSession().data?.member;
  const author = session?.name ?? "";
  const subject = title.trim() || "Assunto";
  const text = preview.data ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server (members-text.ts)
    <div className={styles.text} dangerouslySetInnerHTML={{ __html: preview.data.html }} />
  ) : (
    <p className="meta">O texto aparece aqui enquanto é escrito.</p>
  );
  return (
    <section aria-labelledby="prova">
      <div className="ruled-head">
        <h2 id="prova">Prova</h2>
      </div>
      <Views views={VIEWS} shown={view} onShow={setView} />
      {preview.error && (
        <p className={styles.bad} role="alert">
          {preview.error.message}
        </p>
      )}
      {view === "letter" && (
        <div className={styles.letter}>
          <p className={styles.subject}>{subject}</p>
          <p>Olá, {nameInLetter(author) || "irmão"}.</p>
          {text}
          <p className={styles.signature}>{author}</p>
          <p className={styles.foot}>
            Você a recebe porque tem uma conta aqui. <u>Não receber mais cartas</u>.
          </p>
        </div>
      )}
      {view === "notice" && (
        <div className={styles.notice}>
          <p className="caps caps-gold">Aviso</p>
          <h3>{subject}</h3>
          {text}
        </div>
      )}
      {view === "phone" && (
        <div className={styles.phone}>
          <p className="meta">Na tela bloqueada, à vista de quem estiver perto</p>
          <p>
            <strong>{sender}</strong>
            <br />
            {subject}
          </p>
        </div>
      )}
    </section>
  );
}
