import { Icon } from "#app/ui/icons.tsx";
import styles from "../pages/topic.module.css";
import { takeBack, type WaitingReply } from "../posts/outbox.ts";
import { readable } from "./mentions.ts";

type Props = { reply: WaitingReply; onEdit: (reply: WaitingReply) => void };

/** A reply on its way: written without a connection, or refused when it arrived. */
export function WaitingPost({ reply, onEdit }: Props) {
  const { id, source, quote } = reply.input;
  return (
    <article className={`${styles.post} ${styles.waits}`} aria-label="Sua resposta, ainda não publicada">
      <p className={styles.gone} role="status">
        <Icon name={reply.refusal ? "alert" : "wait"} />
        <span>{reply.refusal ?? "Espera a conexão. Sai sozinha quando a internet voltar, uma vez só."}</span>
      </p>
      {quote && <blockquote className={styles.quoted}>{quote.words}</blockquote>}
      <p className={styles.asWritten}>{readable(source).text}</p>
      <div className={styles.moves}>
        <button type="button" className="text-btn" onClick={() => onEdit(reply)}>
          Voltar a escrever
        </button>
        <button type="button" className="text-btn" onClick={() => takeBack(id)}>
          Descartar
        </button>
      </div>
    </article>
  );
}
