import type { CSSProperties, Ref } from "react";
import { Link } from "react-router";
import { monthDay, weekday, weekdayAndDay } from "#app/lib/format.ts";
import { numberInWords, plural } from "#app/lib/text.ts";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { ReviewState } from "../review.answers.ts";
import { dayAhead } from "../words.ts";
import styles from "./review.module.css";

/** When nothing is left for today: what was done, what comes, and how well it is kept. */
export function EndOfDay({ state, titleRef }: { state: ReviewState; titleRef: Ref<HTMLHeadingElement> }) {
  const { today, done, lapsed, nextDay, pausedUntil } = state;
  return (
    <section className={styles.end} aria-labelledby="t-fim">
      <div>
        <p className="caps caps-gold">{weekdayAndDay(today)}</p>
        <h2 id="t-fim" ref={titleRef} tabIndex={-1} className={styles.endTitle}>
          {pausedUntil ? "A revisão está em pausa" : titleOf(done)}
        </h2>
        <p className="lead">
          {done > 0 && !pausedUntil && `${firstTimeInWords(done, lapsed)} `}
          {nextDay && nextInWords(state, dayAhead(nextDay, today))}
        </p>
        {done > 0 && !pausedUntil && <SmallGauge value={100} divisions={done} label={`${done} de ${done} fichas revistas`} />}
        <p className={styles.endActs}>
          <Link className="btn" to="/continuar">
            Continuar a lição
          </Link>
          <Link className="go" to="/dashboard">
            Voltar ao painel <Icon name="arrow" />
          </Link>
        </p>
        <Kept state={state} />
      </div>
      <Week state={state} />
    </section>
  );
}

function titleOf(done: number): string {
  if (done === 0) return "Nada para rever hoje";
  return done === 1 ? "A ficha de hoje está revista" : `As ${numberInWords(done, "f")} de hoje estão revistas`;
}

function firstTimeInWords(done: number, lapsed: number): string {
  if (lapsed === 0) return done === 1 ? "Você a lembrou." : "Você lembrou todas.";
  const kept = done - lapsed;
  const again = lapsed === 1 ? "uma voltou" : `${numberInWords(lapsed, "f")} voltaram`;
  return kept === 0
    ? `Hoje ${again} a ser perguntada${lapsed === 1 ? "" : "s"}.`
    : `Você lembrou ${numberInWords(kept, "f")}; ${again} a ser perguntada${lapsed === 1 ? "" : "s"}.`;
}

const nextInWords = ({ pausedUntil }: ReviewState, when: string): string =>
  pausedUntil ? `As fichas voltam ${when}, tantas por dia como antes.` : `As próximas vêm ${when}.`;

/** The one figure: how much of what was learned is remembered. */
function Kept({ state: { retention } }: { state: ReviewState }) {
  if (retention.share !== null)
    return (
      <p className="meta">
        Das fichas já aprendidas, você lembrou {Math.round(retention.share * 100)}% em{" "}
        {plural(retention.reviews, "revisão", "revisões")}. O intervalo é escolhido para ficar perto de 90%.
      </p>
    );
  return retention.reviews === 0 ? null : (
    <p className="meta">
      Quanto você lembra aparece depois de cem revisões de fichas já aprendidas. Até agora{" "}
      {retention.reviews === 1 ? "houve uma" : `houve ${retention.reviews}`}.
    </p>
  );
}

/** How many cards each of the next seven days asks. */
function Week({ state: { week, perDay } }: { state: ReviewState }) {
  return (
    <figure className={styles.week}>
      <figcaption>
        <h3 className="caps">Os próximos sete dias</h3>
      </figcaption>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th>Dia</th>
            <th>Fichas</th>
          </tr>
        </thead>
        <tbody>
          {week.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">
                {weekday(day)} <b>{monthDay(day)}</b>
              </th>
              <td>
                <span className={styles.bar} style={{ "--v": (count / perDay) * 100 } as CSSProperties} aria-hidden="true">
                  {count > 0 && <i />}
                </span>
                <b>{count}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="meta">
        Nunca mais de {perDay} por dia. O que passar disso fica para o dia seguinte.{" "}
        <Link to="/conta#revisao">Mudar o número ou fazer uma pausa</Link>
      </p>
    </figure>
  );
}
