import { Link } from "react-router";
import { useExams } from "#app/features/exam/exam.queries.ts";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";
import { ModuleEmblem } from "#app/ui/module-emblem.tsx";
import type { ModuleDetail, NextStep } from "../courses.answers.ts";
import { useModules } from "../courses.queries.ts";
import styles from "./module-end.module.css";
import { faceName, StoneStrip } from "./stone.tsx";
import { StoneFace } from "./stone-face.tsx";

/** What is open after a finished module; never a dead end. Where it was the degree's last one, that is the exam. */
export function OpensNow({ degree, next }: { degree: Degree; next: NextStep | null }) {
  const exam = useExams().data?.exams.find((one) => one.degree === degree);
  const card = useModules().data?.modules.find(({ id }) => id === next?.moduleId);
  if (exam?.status === "open" || exam?.status === "running") {
    return (
      <section className={styles.opens} aria-labelledby="t-abre">
        <div className={styles.whole}>
          <p className="caps caps-gold">O que se abre agora</p>
          <h2 id="t-abre">Exame de {DEGREE_LABEL[degree]}</h2>
          <p className="meta">Todos os módulos do grau estão concluídos. São vinte questões em quarenta minutos.</p>
        </div>
        <p className={styles.ways}>
          <Link className="btn" to={`/exame/${degree}`}>
            {exam.status === "running" ? "Voltar ao exame" : "Ir ao exame"}
          </Link>
          <Link className="go" to="/modulos">
            Ver os módulos
          </Link>
        </p>
      </section>
    );
  }
  if (!next) {
    return (
      <section className={styles.opens} aria-labelledby="t-abre">
        <div className={styles.whole}>
          <h2 id="t-abre">Tudo o que está aberto foi concluído</h2>
          <p className="meta">Com todos os módulos do grau concluídos, o exame se abre na página dos módulos.</p>
        </div>
        <p className={styles.ways}>
          <Link className="btn" to="/modulos">
            Ver os módulos
          </Link>
        </p>
      </section>
    );
  }
  return (
    <section className={styles.opens} aria-labelledby="t-abre">
      <ModuleEmblem id={next.moduleId} />
      <div>
        <p className="caps caps-gold">{next.number === 1 ? "O que se abre agora" : "Por onde seguir"}</p>
        <h2 id="t-abre">{next.moduleTitle}</h2>
        <p className="meta">
          Módulo {next.moduleId}, lição {next.number}: “{next.title}”
          {card && `. ${plural(card.lessonCount, "lição", "lições")}, ${card.minutes} minutos`}
        </p>
      </div>
      <p className={styles.ways}>
        <Link className="btn" to={`/modulo/${next.moduleId}/licao/${next.number}`} prefetch="intent">
          Próxima lição
        </Link>
        <Link className="go" to="/modulos">
          Ver os módulos
        </Link>
      </p>
    </section>
  );
}

/** The last question of a module was answered: its face of the stone is dressed, and what opens now. */
export function ModuleEnd({ module }: { module: ModuleDetail }) {
  const { id, degree, title, lessonCount, nextStep } = module;
  const modules = useModules();
  const own = modules.data?.modules.filter((card) => card.degree === degree) ?? [];
  return (
    <div className={styles.end}>
      <div className={styles.face}>
        <StoneFace face={id} share={1} emblem />
      </div>
      <div className={styles.words}>
        <p className="caps caps-gold">Módulo concluído</p>
        <h2>A pedra tem mais uma face.</h2>
        <p>
          Você leu {lessonCount === 1 ? "a lição" : `as ${lessonCount} lições`} de “{title}” e respondeu às questões.{" "}
          {faceName(module)}.
        </p>
        {!modules.isFetching && own.length > 0 && (
          <StoneStrip degree={degree} modules={own} examPassed={false} opening={nextStep?.moduleId} />
        )}
      </div>
      <OpensNow degree={degree} next={nextStep} />
    </div>
  );
}
