import { Link } from "react-router";
import { plural } from "#app/lib/text.ts";
import { SmallGauge } from "#app/ui/gauge.tsx";
import { Icon } from "#app/ui/icons.tsx";
import type { LessonDetail } from "../courses.answers.ts";
import { useModule, usePrefetchLesson } from "../courses.queries.ts";
import styles from "../pages/lesson.module.css";

/** After the right answer: how far the module has come, what a finished one opens, and the way on. */
export function LessonEnd({ lesson: { module, next } }: { lesson: LessonDetail }) {
  const { data, isFetching } = useModule(module.id);
  const prefetch = usePrefetchLesson();
  const finished = data?.status === "completed" && !isFetching;
  const onward = finished ? data.nextStep : next;
  return (
    <div className={styles.end}>
      {data && (
        <div className={styles.endGauge}>
          <SmallGauge value={data.percent} divisions={module.lessonCount} label="Progresso do módulo" />
          <span className="meta">
            {data.completedLessons} de {plural(module.lessonCount, "lição", "lições")}
          </span>
        </div>
      )}
      {finished && (
        <p>
          <strong>Módulo concluído.</strong> {onward && `Agora está aberta a lição “${onward.title}”.`}
        </p>
      )}
      {onward ? (
        <Link
          className="btn"
          to={`/modulo/${onward.moduleId}/licao/${onward.number}`}
          prefetch="intent"
          onPointerEnter={() => prefetch(onward)}
          onFocus={() => prefetch(onward)}
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
