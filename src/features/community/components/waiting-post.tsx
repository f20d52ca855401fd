import { Icon } from "#app/ui/icons.tsx";
import { isTopic, takeBack, type Waiting } from "../posts/outbox.ts";
import { readable } from "./mentions.ts";
import styles from "./post.module.css";

type Props<Each extends Waiting> = { waiting: Each; onEdit: (waiting: Each) => void };

/** A reply or a topic on its way: written without a connection, or refused when it arrived. */
export function WaitingPost<Each extends Waiting>({ waiting, onEdit }: Props<Each>) {
  const { input, refusal } = waiting;
  const quote = isTopic(waiting) ? null : waiting.input.quote;
  const what = isTopic(waiting) ? "Seu assunto, ainda não publicado" : "Sua resposta, ainda não publicada";
  return (
    <article className={`${styles.post} ${styles.waits}`} aria-label={what}>
      <p className={styles.gone} role="status">
        <Icon name={refusal ? "alert" : "wait"} />
        <span>
          {refusal ?? `Espera a conexão. Sai ${isTopic(waiting) ? "sozinho" : "sozinha"} quando a internet voltar, uma vez só.`}
        </span>
      </p>
      {isTopic(waiting) && <h2>{waiting.input.title}</h2>}
      {quote && <blockquote className={styles.quoted}>{quote.words}</blockquote>}
      <p className={styles.asWritten}>{readable(input.source).text}</p>
      <div className={styles.moves}>
        <button type="button" className="text-btn" onClick={() => onEdit(waiting)}>
          Voltar a escrever
        </button>
        <button type="button" className="text-btn" onClick={() => takeBack(input.id)}>
          Descartar
        </button>
      </div>
    </article>
  );
}
