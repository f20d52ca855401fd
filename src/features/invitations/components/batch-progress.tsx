import { hourAndMinute } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { InvitationBatch } from "../invitations.answers.ts";
import { useStopBatch } from "../invitations.queries.ts";
import styles from "../pages/invitations.module.css";

const LETTER = { waiting: "a caminho", delivered: "entregue", returned: "recusado pelo correio dele" } satisfies Record<
  InvitationBatch["latest"][number]["letter"],
  string
>;

/** How far the sending of a list has come; it goes on when the page is closed. */
export function BatchProgress({ batch }: { batch: InvitationBatch }) {
  const stop = useStopBatch();
  const { id, sent, total, endedAt, stopped, latest } = batch;
  const running = endedAt === null;
  const count = (value: number) => value.toLocaleString("pt-BR");
  return (
    <section className={styles.part} aria-labelledby="envio">
      <div className="ruled-head ruled-double">
        <h2 id="envio">{running ? "Enviando" : stopped ? "Envio parado" : "Envio terminado"}</h2>
        {endedAt && <p className="meta">às {hourAndMinute(new Date(endedAt))}</p>}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Convites enviados"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={sent}
        aria-valuetext={`${count(sent)} de ${count(total)}`}
      >
        <div style={{ width: `${(sent / total) * 100}%` }} />
      </div>
      <p>
        <strong>
          {count(sent)} de {count(total)}
        </strong>
      </p>
      {running && <p>Pode fechar esta página: o envio continua, e o sino avisa no fim.</p>}
      {stopped && (
        <p>
          {plural(total - sent, "pessoa não foi convidada", "pessoas não foram convidadas")}. A lista pode ser enviada de novo.
        </p>
      )}
      <ol className={styles.latest}>
        {latest.map(({ id, name, at, letter }) => (
          <li key={id}>
            <span>
              {name},{" "}
              <span className={letter === "delivered" ? styles.good : letter === "returned" ? styles.bad : undefined}>
                {LETTER[letter]}
              </span>
            </span>
            <time className="meta" dateTime={at}>
              {hourAndMinute(new Date(at))}
            </time>
          </li>
        ))}
      </ol>
      {running && (
        <Button
          look="secondary"
          busy={stop.isPending}
          busyLabel="Parando..."
          onClick={() => stop.mutate(id, { onError: (error) => toastFailure("Não foi possível parar.", error) })}
        >
          Parar depois deste
        </Button>
      )}
    </section>
  );
}
