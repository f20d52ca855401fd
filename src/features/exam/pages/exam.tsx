import { useCallback, useEffect, useRef, useState } from "react";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import { AnswerControls } from "#app/features/courses/components/answer-controls.tsx";
import { MissingModules } from "#app/features/courses/components/lock-notice.tsx";
import { useModules } from "#app/features/courses/courses.queries.ts";
import { isAway } from "#app/lib/api.ts";
import { DEGREE_LABEL, type Degree, isDegree } from "#app/lib/degrees.ts";
import { fromDayAndHour, longDate } from "#app/lib/format.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { Emblem } from "#app/ui/emblems.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Blank, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import styles from "../components/exam.module.css";
import { RunningExam } from "../components/running-exam.tsx";
import type { ExamItem, ExamState } from "../exam.answers.ts";
import { HOURS_BETWEEN } from "../exam.policy.ts";
import { type Exam, useExam, useForgetBeforeEnd, useStartExam } from "../exam.queries.ts";

const partsOf = (item: ExamItem, given: string[], onChange: (given: string[]) => void) => (
  <AnswerControls key={item.place} check={item} given={given} result={undefined} onChange={onChange} />
);

const LEAD = "Vinte questões sobre o caminho inteiro. Quem passa recebe o certificado de estudo.";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Exame · Academia</title>
      <header className="page-head">
        <p className="caps">
          <Blank letters={8} />
        </p>
        <h1>
          <Blank letters={17} />
        </h1>
        <p className="lead">{LEAD}</p>
      </header>
      <Skeleton label="Carregando..." />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ExamPage() {
  const { degree } = useParams();
  if (!isDegree(degree)) return <Navigate to="/modulos" replace />;
  return <ExamOf key={degree} degree={degree} />;
}

function ExamOf({ degree }: { degree: Degree }) {
  const exam = useExam(degree);
  const [begun, setBegun] = useState(false);
  const navigate = useNavigate();
  const running = exam.data?.running?.id;
  const forgetBeforeEnd = useForgetBeforeEnd();
  const last = useRef<string>(undefined);
  const told = useRef<string>(undefined);
  const { refetch } = exam;
  const resultPath = useCallback((attemptId: string) => `/exame/${degree}/resultado/${attemptId}`, [degree]);
  // What ran here and runs no more has been marked: in time, or from another browser.
  useEffect(() => {
    if (exam.data && !running && last.current) {
      forgetBeforeEnd();
      void navigate(resultPath(last.current), { replace: true, state: { told: told.current } });
    }
    last.current = running;
  }, [exam.data, running, navigate, resultPath, forgetBeforeEnd]);
  const onEnd = useCallback(
    (why?: string) => {
      told.current = why;
      void refetch();
    },
    [refetch],
  );
  return (
    <>
      <title>Exame · Academia</title>
      {exam.data?.running ? (
        <RunningExam
          degree={degree}
          attempt={exam.data.running}
          ahead={exam.data.ahead}
          begun={begun}
          parts={partsOf}
          onEnd={onEnd}
        />
      ) : (
        <div className={`page deg-${degree}`}>
          <header className={`page-head ${styles.door}`}>
            <div>
              <p className="caps caps-gold">{DEGREE_LABEL[degree]}</p>
              <h1>Exame de {DEGREE_LABEL[degree]}</h1>
              <p className="lead">{LEAD}</p>
            </div>
            <Emblem name={degree} />
          </header>
          {exam.isPending && <Skeleton label="Carregando..." />}
          {exam.isError && (
            <ErrorState
              title={isAway(exam.error) ? "O exame pede rede do começo ao fim" : "Erro ao carregar o exame"}
              error={exam.error}
              onRetry={() => void refetch()}
            />
          )}
          {exam.data && <Door exam={exam.data} onBegin={() => setBegun(true)} />}
        </div>
      )}
    </>
  );
}

/** What the exam asks, and whether it can begin. */
function Door({ exam, onBegin }: { exam: Exam; onBegin: () => void }) {
  const { degree, status, missing, opensAt, attemptId, attempts } = exam;
  const start = useStartExam(degree);
  return (
    <>
      {status === "degree" && (
        <Notice title={`Reservado ao grau de ${DEGREE_LABEL[degree]}.`}>
          <Link to="/conta#grau">Solicitar confirmação de grau</Link>
        </Notice>
      )}
      {status === "modules" && (
        <>
          <Notice title="O exame abre quando todos os módulos do grau estiverem concluídos.">Faltam estes:</Notice>
          <h2 className="visually-hidden">Módulos que faltam</h2>
          <Missing ids={missing.map(({ id }) => id)} />
        </>
      )}
      {status === "waiting" && (
        <Notice title="O próximo exame abre um dia depois do começo do anterior.">
          Abre {fromDayAndHour(new Date(opensAt!))}.
        </Notice>
      )}
      {status === "passed" && (
        <Notice title="Você passou neste exame.">
          <Link to={`/exame/${degree}/resultado/${attemptId}`}>Ver o resultado</Link>
        </Notice>
      )}
      <Rules exam={exam} />
      {status === "open" && (
        <p className="calls">
          <Button
            busy={start.isPending}
            busyLabel="Sorteando as questões..."
            onClick={() => {
              onBegin();
              start.mutate(undefined, { onError: (error) => toastFailure("O exame não começou", error) });
            }}
          >
            Começar o exame
          </Button>
        </p>
      )}
      {attempts.length > 0 && <Past degree={degree} attempts={attempts} />}
    </>
  );
}

/** The modules without which the exam does not open. */
function Missing({ ids }: { ids: number[] }) {
  const { data, error, isPending, refetch } = useModules();
  if (isPending) return <Skeleton label="Carregando..." lines={4} />;
  if (!data) return <ErrorState title="Erro ao carregar os módulos" error={error} onRetry={() => void refetch()} />;
  return <MissingModules modules={data.modules.filter(({ id }) => ids.includes(id))} />;
}

function Notice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="note">
      <p>
        <strong>{title}</strong> {children}
      </p>
    </div>
  );
}

function Rules({ exam: { questions, minutes, passMark } }: { exam: Exam }) {
  return (
    <dl className={`terms ${styles.rules}`}>
      <div>
        <dt>{questions} questões</dt>
        <dd>Sorteadas de todos os módulos do grau. As que você já encontrou num exame vêm por último.</dd>
      </div>
      <div>
        <dt>{minutes} minutos</dt>
        <dd>Contam a partir do começo, também com a página fechada. No fim do tempo, o que estiver guardado é entregue.</dd>
      </div>
      <div>
        <dt>{passMark} certas</dt>
        <dd>Bastam para passar. Questão em branco conta como errada.</dd>
      </div>
      <div>
        <dt>Uma tentativa</dt>
        <dd>A cada {HOURS_BETWEEN} horas. Cada resposta fica guardada no momento em que é dada.</dd>
      </div>
    </dl>
  );
}

function Past({ degree, attempts }: { degree: Degree; attempts: ExamState["attempts"] }) {
  return (
    <section className={styles.past} aria-labelledby="t-anteriores">
      <h2 id="t-anteriores">Tentativas</h2>
      <ul className={styles.missing}>
        {attempts.map(({ id, startedAt, rightCount, passed }) => (
          <li key={id}>
            <Link className="go" to={`/exame/${degree}/resultado/${id}`}>
              {longDate(new Date(startedAt))}: {rightCount} certas{passed && ", aprovado"} <Icon name="arrow" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
