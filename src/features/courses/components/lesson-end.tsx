import { Link } from "react-router";
import { InstallOffer } from "#app/features/offline/components/install-offer.tsx";
import { plural } from "#app/lib/text.ts";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { LessonDetail } from "../courses.answers.ts";
import { useModule, usePrefetchLesson } from "../courses.queries.ts";
import styles from "../pages/lesson.module.css";
import { ModuleEnd } from "./module-end.tsx";

/** Who has finished so many lessons of a module comes again. */
const OFFERED_AFTER = 3;

/** After the right answer: the module's gauge moves by its tick, and the way on; a finished module shows its dressed face. */
export function LessonEnd({ lesson: { module, next } }: { lesson: LessonDetail }) {
  const { data, isFetching } = useModule(module.id);
  const prefetch = usePrefetchLesson();
  if (data?.status === "completed" && !isFetching) return <ModuleEnd module={data} />;
  return (
    <div className={styles.end}>
      {data && data.completedLessons >= OFFERED_AFTER && <InstallOffer />}
      {data && (
        <div className={styles.endGauge}>
          <SmallGauge value={data.percent} divisions={module.lessonCount} label="Progresso do módulo" />
          <span className="meta">
            {data.completedLessons} de {plural(module.lessonCount, "lição", "lições")}
          </span>
        </div>
      )}
      {next ? (
        <Link
          className="btn"
          to={`/modulo/${next.moduleId}/licao/${next.number}`}
          prefetch="intent"
          onPointerEnter={() => prefetch(next)}
          onFocus={() => prefetch(next)}
        >
          Próxima lição
          <Icon name="arrow" />
        </Link>
      ) : (
        <Link className="btn" to={`/modulo/${module.id}`}>
          Concluir Módulo
          <Icon name="arrow" />
        </Link>
      )}
    </div>
  );
}
