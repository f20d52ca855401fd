import { Link, Navigate, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { LockNotice } from "../components/lock-notice.tsx";
import styles from "../components/module-row.module.css";
import type { LessonLine, ModuleDetail, NextStep } from "../courses.answers.ts";
import { READING_LIMIT } from "../courses.policy.ts";
import { useModule } from "../courses.queries.ts";

export default function ModulePage() {
  const moduleId = Number(useParams().moduleId);
  const module = useModule(moduleId);
  if (module.error instanceof ApiError && module.error.code === "not_found") return <Navigate to="/modulos" replace />;
  return (
    <div className="page">
      {!module.data && <title>Módulo · Academia</title>}
      {module.isPending && <Skeleton label="Carregando..." lines={6} />}
      {module.isError && (
        <ErrorState title="Erro ao carregar o módulo" error={module.error} onRetry={() => void module.refetch()} />
      )}
      {module.data && <Module module={module.data} />}
    </div>
  );
}

function Module({ module }: { module: ModuleDetail }) {
  const { id, title, description, degree, lessonCount, minutes, percent, status, lock, nextStep, lessons, nextLesson } = module;
  const started = lessons.some((lesson) => lesson.progress > 0);
  return (
    <div className={`deg-${degree}`}>
      <title>{`Módulo ${id} · Academia`}</title>
      <header className={`page-head ${styles.moduleHead}`}>
        <nav className="crumbs" aria-label="Você está em">
          <ol>
            <li>
              <Link to={`/modulos?nivel=${degree}`}>Módulos</Link>
            </li>
            <li>
              <span aria-current="page">Módulo {id}</span>
            </li>
          </ol>
        </nav>
        <h1>{title}</h1>
        <p className="lead">{description}</p>
        <p className={styles.facts}>
          <span className="badge">{DEGREE_LABEL[degree]}</span>
          <span>{plural(lessonCount, "lição", "lições")}</span>
          {minutes > 0 && <span>{minutes} minutos de estudo</span>}
        </p>
        {!lock && (
          <div className={styles.moduleProgress}>
            <SmallGauge value={percent} divisions={lessonCount} label="Progresso do módulo" />
            <span className="osf">{percent}%</span>
            {nextLesson && (
              <Link className="btn" to={`/modulo/${id}/licao/${nextLesson}`} prefetch="viewport">
                {started ? "Continuar de onde parei" : "Começar"}
              </Link>
            )}
          </div>
        )}
      </header>
      {lock && <LockNotice lock={lock} next={nextStep} />}
      {status === "completed" && <Completed next={nextStep} />}
      <ol className={styles.lessonList}>
        {lessons.map((lesson) => (
          <LessonRow key={lesson.number} moduleId={id} lesson={lesson} locked={lock !== null} />
        ))}
      </ol>
    </div>
  );
}

/** The end of a module is no dead end: what is open next, or that nothing is. */
function Completed({ next }: { next: NextStep | null }) {
  return (
    <div className={`note ${styles.lockNotice}`}>
      <Icon name="check" className="ico-box" />
      <div>
        <p>
          <strong>Módulo concluído.</strong>{" "}
          {next
            ? `A próxima lição é “${next.title}”, em ${next.moduleTitle}.`
            : "Não há outra lição aberta por concluir. Você pode reler quando quiser."}
        </p>
        <p>
          {next ? (
            <Link to={`/modulo/${next.moduleId}/licao/${next.number}`}>Seguir com {next.title}</Link>
          ) : (
            <Link to="/modulos">Ver os módulos</Link>
          )}
        </p>
      </div>
    </div>
  );
}

/** All read is not all done: the check question still waits. */
const readSoFar = (progress: number): string =>
  progress < READING_LIMIT ? `${Math.floor(progress * 100 + 1e-6)}% lida` : "Falta responder à questão";

function LessonRow({ moduleId, lesson, locked }: { moduleId: number; lesson: LessonLine; locked: boolean }) {
  const { number, title, minutes, progress, completed, novelty } = lesson;
  const address = `/modulo/${moduleId}/licao/${number}`;
  const state = completed ? "Concluída" : progress > 0 ? readSoFar(progress) : novelty ? "Novidade" : null;
  return (
    <li>
      <span className={styles.n} aria-hidden="true">
        {number}
      </span>
      <div>
        <h2>{locked ? title : <Link to={address}>{title}</Link>}</h2>
        <p className="meta">
          {minutes === null ? "Em redação" : `${minutes} minutos`}
          {state && (
            <span className={completed ? styles.done : undefined}>
              {completed && <Icon name="check" />} {state}
            </span>
          )}
        </p>
      </div>
      {!locked && minutes !== null && (
        <Link className="go" to={address} aria-label={`${completed ? "Revisar" : "Iniciar"}: ${title}`} prefetch="intent">
          {completed ? "Revisar" : "Iniciar"}
        </Link>
      )}
    </li>
  );
}
