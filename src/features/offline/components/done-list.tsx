import { nearDate } from "#app/lib/format.ts";
import { type Done, useDone } from "#app/lib/outbox.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import styles from "./offline.module.css";

/** What was done without a connection: what waits, what was refused and why, what has gone out. */
export function DoneList() {
  const done = useDone();
  if (done.length === 0) return null;
  const pending = done.filter(({ sentAt, refusal }) => sentAt === undefined && refusal === undefined).length;
  const sent = done.filter(({ sentAt }) => sentAt !== undefined).length;
  return (
    <section aria-labelledby="t-feito">
      <div className={styles.rowHead}>
        <h2 id="t-feito">O que você fez</h2>
        <p className="meta">
          {plural(pending, "pendente", "pendentes")}, {plural(sent, "enviado", "enviados")}
        </p>
      </div>
      <ol className={styles.done}>
        {done.map((each) => (
          <DoneLine key={each.key} done={each} />
        ))}
      </ol>
    </section>
  );
}

function DoneLine({ done: { title, at, refusal, sentAt, drop } }: { done: Done }) {
  const state = refusal !== undefined ? "refused" : sentAt === undefined ? "waits" : "gone";
  return (
    <li>
      <span className={{ refused: styles.refused, waits: styles.waits, gone: styles.gone }[state]}>
        <Icon name={({ refused: "alert", waits: "wait", gone: "check" } as const)[state]} />
      </span>
      <div>
        <h3>{title}</h3>
        {refusal !== undefined && (
          <>
            <p className={styles.refused}>Recusado: {refusal}</p>
            <button type="button" className="quiet" onClick={drop}>
              Retirar da lista
            </button>
          </>
        )}
        {state === "waits" && <p className={styles.waits}>Pendente, de {nearDate(new Date(at)).replace("hoje, ", "")}</p>}
        {sentAt !== undefined && <p className={styles.gone}>Enviado {nearDate(new Date(sentAt)).replace("hoje, ", "às ")}</p>}
      </div>
    </li>
  );
}
