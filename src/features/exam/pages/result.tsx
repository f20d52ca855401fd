import { type CSSProperties, type ReactNode, useState } from "react";
import { Link, Navigate, useLocation, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL, isDegree } from "#app/lib/degrees.ts";
import { dateAndTime, fromDayAndHour } from "#app/lib/format.ts";
import { numberInWords, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Emblem } from "#app/ui/emblems.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Blank, ErrorState, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { ExamResult, MarkedItem } from "../exam.answers.ts";
import { useExamResult } from "../exam.queries.ts";
import styles from "./result.module.css";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.result}`}>
      <title>Resultado do exame · Academia</title>
      <header className={styles.head}>
        <p className="caps">
          <Blank letters={17} />
        </p>
        <h1>
          <Blank letters={28} />
        </h1>
        <p className="lead">
          <Blank letters={120} />
        </p>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ExamResultPage() {
  const { degree, attemptId = "" } = useParams();
  const result = useExamResult(attemptId);
  if (!isDegree(degree)) return <Navigate to="/modulos" replace />;
  if (result.error instanceof ApiError && [403, 404].includes(result.error.status))
    return <Navigate to={`/exame/${degree}`} replace />;
  if (result.data) return <Result result={result.data} />;
  if (result.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Resultado do exame · Academia</title>
      <ErrorState title="Erro ao carregar o resultado" error={result.error} onRetry={() => void result.refetch()} />
    </div>
  );
}

function Result({ result }: { result: ExamResult }) {
  const { degree, passed, rightCount, questions, passMark, items } = result;
  const wrong = items.filter(({ right }) => !right);
  const told = (useLocation().state as { told?: string } | null)?.told;
  return (
    <div className={`page ${styles.result} deg-${degree}`}>
      <title>Resultado do exame · Academia</title>
      <header className={styles.head}>
        {told && <FormError message={`${told} A última resposta não contou.`} />}
        <p className="caps caps-gold">Exame de {DEGREE_LABEL[degree]}</p>
        <h1>
          {passed ? "Você passou, com" : "Desta vez,"} {rightCount}&nbsp;de&nbsp;{questions}
        </h1>
        <p className="lead">{leadOf(result)}</p>
      </header>
      <Score right={rightCount} of={questions} passMark={passMark} />
      {passed && <Award />}
      {passed ? <Opens result={result} /> : <Again result={result} />}
      {wrong.length > 0 && <ToReview wrong={wrong} />}
      <All result={result} />
    </div>
  );
}

function leadOf({ passed, startedAt, finishedAt, ended, rightCount, passMark, degree }: ExamResult): string {
  const minutes = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 60_000));
  const end = ended === "delivered" ? "Entregue" : "Encerrado pelo tempo";
  const when = `${end} em ${dateAndTime(new Date(finishedAt)).replace(", ", ", às ")}, em ${plural(minutes, "minuto", "minutos")}.`;
  if (passed) return `${when} O caminho de ${DEGREE_LABEL[degree]} está completo.`;
  const short = passMark - rightCount;
  const lacking = short === 1 ? "Faltou uma resposta" : `Faltaram ${numberInWords(short, "f")} respostas`;
  return `${when} ${lacking} para as ${passMark} que o exame pede. As lições continuam concluídas; nada se perde.`;
}

/** The rule of twenty: one division a question, and where passing begins. */
function Score({ right, of, passMark }: { right: number; of: number; passMark: number }) {
  const percent = (count: number) => (count / of) * 100;
  const ticks = Array.from({ length: of - 1 }, (_, index) => index + 1);
  return (
    <section className={styles.score} aria-label="Resultado">
      <div
        className={`gauge ${styles.g20} ${percent(right) > 70 ? "gauge-late" : ""}`}
        style={{ "--v": percent(right) } as CSSProperties}
        role="img"
        aria-label={`${right} respostas certas de ${of}; ${passMark} bastam para passar`}
      >
        <div className="gauge-body">
          <div className="gauge-fill" />
          <svg className="gauge-ticks" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={ticks.map((tick) => `M${percent(tick)} 0V${tick % 5 === 0 ? 34 : 20}`).join("")} />
          </svg>
          {[5, 10, 15].map((number) => (
            <span key={number} className="gauge-num" style={{ left: `${percent(number)}%` }}>
              {number}
            </span>
          ))}
        </div>
        <div className={styles.pass} style={{ left: `${percent(passMark)}%` }}>
          <span>{passMark} para passar</span>
        </div>
        <div className="gauge-pin">
          <b>
            {right} <i>de {of}</i>
          </b>
        </div>
      </div>
    </section>
  );
}

/** What passing gives. */
function Award() {
  return (
    <section className={styles.award} aria-labelledby="t-certificado">
      <p className="caps caps-gold">Emitido com a aprovação</p>
      <h2 id="t-certificado">Certificado de estudo</h2>
      <p>Uma folha A4 para imprimir, com um código que qualquer pessoa confere. Você escolhe o nome que aparece.</p>
      <Link className="btn" to="/certificados">
        Ver o certificado
      </Link>
    </section>
  );
}

/** What passing opens. */
function Opens({ result: { degree } }: { result: ExamResult }) {
  const next = ({ aprendiz: "companheiro", companheiro: "mestre", mestre: null } as const)[degree];
  return (
    <section className={styles.opens} aria-labelledby="t-abre">
      <SectionHead id="t-abre" title="O que se abre agora" />
      <ol>
        <li>
          <Emblem name="em-obra" />
          <h3>A face está pronta</h3>
          <p>A régua de {DEGREE_LABEL[degree]} chega à polegada 24: dezoito de lições, seis do exame.</p>
          <Go to="/dashboard">Ver no painel</Go>
        </li>
        {next && (
          <li>
            <Emblem name={next} />
            <h3>O caminho de {DEGREE_LABEL[next]}</h3>
            <p>Abre quando a sua Loja confirmar o grau. O exame mostra estudo; o grau, só a Loja confere.</p>
            <Go to="/conta#grau">Solicitar confirmação</Go>
          </li>
        )}
      </ol>
    </section>
  );
}

/** When the next attempt begins, and where to begin until then: the modules with most that is missing. */
function Again({ result: { degree, opensAt, modules, items } }: { result: ExamResult }) {
  const open = new Date(opensAt!) <= new Date();
  const weak = modules
    .map((module) => ({ ...module, items: items.filter(({ moduleId }) => moduleId === module.id) }))
    .map((module) => ({ ...module, missed: module.items.filter(({ right }) => !right) }))
    .filter(({ missed }) => missed.length > 0)
    .toSorted((a, b) => b.missed.length / b.items.length - a.missed.length / a.items.length)
    .slice(0, 3);
  return (
    <section className={styles.again}>
      <div className={styles.againWhen}>
        <p className="caps caps-gold">Próxima tentativa</p>
        <p className={styles.when}>{open ? "Já está aberta" : capitalised(fromDayAndHour(new Date(opensAt!)))}</p>
        <p>Vinte questões sorteadas de novo, os mesmos quarenta minutos.</p>
        <Link className="btn btn-2" to={open ? `/exame/${degree}` : "/dashboard"}>
          {open ? "Ir ao exame" : "Voltar ao painel"}
        </Link>
      </div>
      <div className={styles.againWhere}>
        <h2 className="caps">Até lá, por onde começar</h2>
        <ul>
          {weak.map(({ id, title, items: asked, missed }) => {
            const lesson = missed.find((item) => item.lesson)?.lesson;
            return (
              <li key={id}>
                <span className={styles.l}>{title}</span>
                <span className={styles.g}>
                  {asked.length - missed.length} de {asked.length}
                </span>
                {lesson && <Reread lesson={lesson} />}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How many are opened at first; the others at a touch. */
const OPEN_AT_FIRST = 2;

function ToReview({ wrong }: { wrong: MarkedItem[] }) {
  return (
    <section className={styles.review} aria-labelledby="t-rever">
      <SectionHead
        id="t-rever"
        title={wrong.length === 1 ? "Uma para rever" : `${capitalised(numberInWords(wrong.length, "f"))} para rever`}
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
  const { place, form, prompt, given, answer, why, lesson, right } = item;
  return (
    <details className={`fold ${styles.wrong}`} id={`questao-${place}`} open={open}>
      <summary>
        <span className={styles.num}>{place}</span>
        <span className={styles.tx}>{form === "classify" ? `“${prompt}”` : prompt}</span>
      </summary>
      <dl>
        {!right && (
          <div className={styles.you}>
            <dt>Você respondeu</dt>
            <dd>
              <Words words={given ?? ["Em branco"]} ordered={form === "order" && given !== null} />
            </dd>
          </div>
        )}
        <div className={styles.ans}>
          <dt>
            <Icon name="check" />
            {right ? "Sua resposta, certa" : "Resposta"}
          </dt>
          <dd>
            <Words words={answer} ordered={form === "order"} />
          </dd>
        </div>
      </dl>
      {why.map((reason) => (
        <p key={reason} className={styles.why}>
          {reason}
        </p>
      ))}
      {lesson && <Reread lesson={lesson} />}
    </details>
  );
}

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
function All({ result: { modules, items } }: { result: ExamResult }) {
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
                    {item.right ? (
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
                        {item.why.map((reason) => (
                          <p key={reason}>{reason}</p>
                        ))}
                        {item.lesson && <Reread lesson={item.lesson} />}
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
        <Icon name={right ? "check" : "close"} />
        {right ? "certa" : "errada"}
      </span>
    </>
  );
}

function Reread({ lesson: { moduleId, number, title } }: { lesson: NonNullable<MarkedItem["lesson"]> }) {
  return <Go to={`/modulo/${moduleId}/licao/${number}`}>Reler “{title}”</Go>;
}

function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="go" to={to}>
      <span>{children}</span> <Icon name="arrow" />
    </Link>
  );
}

function SectionHead({ id, title, note }: { id: string; title: string; note?: ReactNode }) {
  return (
    <div className={styles.sec}>
      <h2 id={id}>{title}</h2>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
