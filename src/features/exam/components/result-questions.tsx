import { useState } from "react";
import { Link } from "react-router";
import { isAnsweredBy, promptOf } from "#app/features/courses/question-forms.policy.ts";
import { numberInWords, opening } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Scene } from "#app/ui/scene.tsx";
import type { ExamResult, MarkedItem } from "../exam.answers.ts";
import styles from "./result.module.css";
import { Reread, SectionHead } from "./result-parts.tsx";

/** How many are opened at first; the others at a touch. */
const OPEN_AT_FIRST = 2;

export function ToReview({ wrong }: { wrong: MarkedItem[] }) {
  return (
    <section className={styles.review} aria-labelledby="t-rever">
      <SectionHead
        id="t-rever"
        title={wrong.length === 1 ? "Uma para rever" : `${opening(numberInWords(wrong.length, "f"))} para rever`}
        note={
          <>
            Com a resposta e o lugar onde está. Voltam também na <Link to="/revisao">revisão diária</Link>.
          </>
        }
      />
      {wrong.map((item, index) => (
        <Marked key={item.place} item={item} open={index < OPEN_AT_FIRST} />
      ))}
    </section>
  );
}

/** A question with the answer given, the right one, the reason, and its lesson. */
function Marked({ item, open }: { item: MarkedItem; open: boolean }) {
  const { place, form, scene, given, answer, why, right, document } = item;
  return (
    <details className={`fold ${styles.wrong}`} id={`questao-${place}`} open={open}>
      <summary>
        <span className={styles.num}>{place}</span>
        <span className={styles.tx}>
          {promptOf(item)}
          {document && <small className={styles.about}>Documento “{document.title}”</small>}
        </span>
      </summary>
      <Scene text={scene} />
      <dl>
        {!right && (
          <div className={styles.you}>
            <dt>Você respondeu</dt>
            <dd>
              <Words words={given ?? ["Em branco"]} ordered={isAnsweredBy(form, "order") && given !== null} />
            </dd>
          </div>
        )}
        <div className={styles.ans}>
          <dt>
            <Icon name="check" />
            {right ? "Sua resposta, certa" : "Resposta"}
          </dt>
          <dd>
            <Words words={answer} ordered={isAnsweredBy(form, "order")} />
          </dd>
        </div>
      </dl>
      <Reasons why={why} />
      <Reread item={item} />
    </details>
  );
}

/** Of several alternatives each reason is under its own. */
const Reasons = ({ why }: Pick<MarkedItem, "why">) =>
  why.map(({ of, reason }) => (
    <p key={of} className={styles.why}>
      {why.length > 1 && <span className={styles.of}>{of}</span>}
      {reason}
    </p>
  ));

function Words({ words, ordered }: { words: string[]; ordered: boolean }) {
  if (words.length === 1) return words[0];
  const List = ordered ? "ol" : "ul";
  return (
    <List className={ordered ? styles.numbered : undefined}>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </List>
  );
}

/** All questions by module; each opens what it was about. */
export function All({ result: { modules, items } }: { result: ExamResult }) {
  const [shown, setShown] = useState<number>();
  return (
    <section className={styles.all} aria-labelledby="t-todas">
      <SectionHead id="t-todas" title="As vinte questões" note="Por módulo, na ordem em que vieram." />
      <ol className={styles.mods}>
        {modules.map(({ id, title }) => {
          const own = items.filter(({ moduleId }) => moduleId === id);
          return (
            <li key={id}>
              <h3>{title}</h3>
              <p className={styles.modN}>
                {own.filter(({ right }) => right).length} de {own.length}
              </p>
              <ol>
                {own.map((item) => (
                  <li key={item.place} className={item.right ? styles.y : styles.n}>
                    {item.right === null ? (
                      <p>
                        <Line item={item} />
                      </p>
                    ) : item.right ? (
                      <button
                        type="button"
                        aria-expanded={shown === item.place}
                        onClick={() => setShown(shown === item.place ? undefined : item.place)}
                      >
                        <Line item={item} />
                      </button>
                    ) : (
                      <a href={`#questao-${item.place}`} onClick={() => openDetails(item.place)}>
                        <Line item={item} />
                      </a>
                    )}
                    {shown === item.place && (
                      <div className={styles.explained}>
                        <p>
                          <b>{item.answer.join(" · ")}</b>
                        </p>
                        <Reasons why={item.why} />
                        <Reread item={item} />
                      </div>
                    )}
                  </li>
                ))}
              </ol>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const openDetails = (place: number) => document.getElementById(`questao-${place}`)?.setAttribute("open", "");

function Line({ item: { place, prompt, right } }: { item: MarkedItem }) {
  return (
    <>
      <span className={styles.num}>{place}</span>
      <span className={styles.tx}>{prompt}</span>
      <span className={styles.st}>
        <Icon name={right === null ? "lock" : right ? "check" : "close"} />
        {right === null ? "no exame em curso" : right ? "certa" : "errada"}
      </span>
    </>
  );
}
