import { Link, Navigate, useParams } from "react-router";
import { KeepStrip } from "#app/features/offline/components/keep-strip.tsx";
import { FailedPage } from "#app/features/offline/components/late.tsx";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { Pager, PagerLink } from "#app/ui/pager.tsx";
import { Blank, BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import { LockNotice } from "../components/lock-notice.tsx";
import { OpensNow } from "../components/module-end.tsx";
import { progressInWords } from "../components/progress-words.ts";
import { faceName, facePlate } from "../components/stone.tsx";
import { StoneFace } from "../components/stone-face.tsx";
import type { LessonLine, ModuleDetail } from "../courses.answers.ts";
import { READING_LIMIT } from "../courses.policy.ts";
import { useModule } from "../courses.queries.ts";
import styles from "./module.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Módulo · Academia</title>
      <BlankCrumbs />
      <header className={styles.head}>
        <div>
          <p className="caps">
            <Blank letters={14} />
          </p>
          <h1>
            <Blank letters={24} />
          </h1>
          <p className="lead">
            <Blank letters={90} />
          </p>
          <p className={styles.facts}>
            <Blank letters={40} />
          </p>
        </div>
        <figure className={`plate ${styles.plate}`}>
          <div className="plate-art">
            <svg viewBox="0 0 100 100" width="100%" aria-hidden="true" />
          </div>
          <figcaption>
            <Blank letters={24} />
          </figcaption>
        </figure>
      </header>
      <Skeleton label="Carregando..." lines={12} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ModulePage() {
  const moduleId = Number(useParams().moduleId);
  const module = useModule(moduleId);
  if (module.error instanceof ApiError && module.error.code === "not_found") return <Navigate to="/modulos" replace />;
  if (module.isPending) return <Shell />;
  return (
    <div className="page">
      {!module.data && <title>Módulo · Academia</title>}
      {module.isError && !module.data && (
        <FailedPage
          what="Este módulo"
          title="Erro ao carregar o módulo"
          error={module.error}
          onRetry={() => void module.refetch()}
        />
      )}
      {module.data && <Module module={module.data} />}
    </div>
  );
}

function Module({ module }: { module: ModuleDetail }) {
  const { id, title, description, degree, lessonCount, minutes, percent, status, lock, missing, nextStep, lessons, nextLesson } =
    module;
  const finished = status === "completed";
  return (
    <div className={`deg-${degree}`}>
      <title>{`Módulo ${id} · Academia`}</title>
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
      <header className={styles.head}>
        <div>
          <p className="caps caps-gold">{finished ? "Módulo concluído" : faceName(module)}</p>
          <h1>{title}</h1>
          <p className="lead">{description}</p>
          <p className={styles.facts}>
            <span className="badge">{DEGREE_LABEL[degree]}</span>
            <span>{plural(lessonCount, "lição", "lições")}</span>
            {minutes > 0 && <span>{minutes} minutos de estudo</span>}
          </p>
          {lock && <LockNotice lock={lock} missing={missing} next={nextStep} />}
          {!lock && (
            <>
              <div className={styles.gauge}>
                <SmallGauge value={percent} divisions={lessonCount} label="Progresso do módulo" />
                <span className="osf">{percent}%</span>
              </div>
              <p className="meta">
                {progressInWords(module)}.{!finished && ` ${leftInWords(lessons)}`}
              </p>
            </>
          )}
          {!lock && !finished && nextLesson && (
            <Link className="btn" to={`/modulo/${id}/licao/${module.begun?.number ?? nextLesson}`} prefetch="viewport">
              {lessons.some((lesson) => lesson.progress > 0) ? "Continuar de onde parei" : "Começar"}
            </Link>
          )}
        </div>
        <figure className={`plate ${styles.plate}`}>
          <div className={`plate-art ${lock ? styles.shut : ""}`}>
            <StoneFace face={id} share={percent / 100} emblem />
          </div>
          <figcaption>
            <span>{lock ? "Face por lavrar" : finished ? "Face lavrada" : "A margem conta o que foi lido"}</span>
            <b>Face {facePlate(id)}</b>
          </figcaption>
        </figure>
      </header>
      {!lock && <KeepStrip kind="module" id={String(id)} label="Baixar módulo" />}
      {finished && <OpensNow degree={degree} next={nextStep} />}
      <section className={styles.lessons} aria-labelledby="t-licoes">
        <h2 id="t-licoes">Lições</h2>
        <ol>
          {lessons.map((lesson) => (
            <LessonRow
              key={lesson.number}
              moduleId={id}
              lesson={lesson}
              locked={lock !== null}
              now={!lock && !finished && lesson.number === (module.begun?.number ?? nextLesson)}
            />
          ))}
        </ol>
      </section>
      <Neighbours module={module} />
    </div>
  );
}

/** "Faltam 2 lições, 24 minutos." */
function leftInWords(lessons: LessonLine[]): string {
  const left = lessons.filter(({ completed }) => !completed);
  const minutes = Math.round(left.reduce((sum, lesson) => sum + (lesson.minutes ?? 0) * (1 - lesson.progress), 0));
  return `${left.length === 1 ? "Falta" : "Faltam"} ${plural(left.length, "lição", "lições")}, ${plural(minutes, "minuto", "minutos")}.`;
}

/** All read is not all done: the check question still waits. */
const readSoFar = (progress: number): string =>
  progress < READING_LIMIT ? `${Math.floor(progress * 100 + 1e-6)}% lida` : "Falta responder à questão";

type RowProps = { moduleId: number; lesson: LessonLine; locked: boolean /** The one to go on with. */; now: boolean };

/** One inch of the module's rule. */
function LessonRow({ moduleId, lesson, locked, now }: RowProps) {
  const { number, title, standfirst, minutes, progress, completed, novelty } = lesson;
  const address = `/modulo/${moduleId}/licao/${number}`;
  const act = completed ? "Revisar" : progress > 0 ? "Continuar" : "Iniciar";
  const begun = progress > 0 ? readSoFar(progress) : now ? "Próxima lição" : novelty ? "Novidade" : null;
  return (
    <li className={completed ? styles.done : now ? styles.now : styles.todo}>
      <span className={`${styles.n} osf`} aria-hidden="true">
        {number}
      </span>
      <div>
        <h3 className="entry-title">{locked ? title : <Link to={address}>{title}</Link>}</h3>
        <p className="meta">
          <span>{minutes === null ? "Em redação" : `${minutes} minutos`}</span>
          {completed ? (
            <span className={styles.ok}>
              <Icon name="check" /> Concluída
            </span>
          ) : (
            begun && <span className={styles.part}>{begun}</span>
          )}
        </p>
      </div>
      <p className={styles.standfirst}>{standfirst}</p>
      {!locked && minutes !== null && (
        <Link className={now ? "btn" : "go"} to={address} aria-label={`${act}: ${title}`} prefetch="intent">
          {act}
        </Link>
      )}
    </li>
  );
}

function Neighbours({ module: { previous, next } }: { module: ModuleDetail }) {
  return (
    <Pager label="Módulos vizinhos">
      {previous && (
        <PagerLink rel="prev" kind={`Módulo ${previous.id}`} to={`/modulo/${previous.id}`}>
          {previous.title}
        </PagerLink>
      )}
      {next && (
        <PagerLink rel="next" kind={`Módulo ${next.id}`} to={`/modulo/${next.id}`}>
          {next.title}
        </PagerLink>
      )}
    </Pager>
  );
}
