import { Link } from "react-router";
import { READING_LIMIT } from "#app/features/courses/courses.policy.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { nearDate } from "#app/lib/format.ts";
import { opening } from "#app/lib/text.ts";
import type { Activity } from "../dashboard.answers.ts";
import styles from "../pages/dashboard.module.css";

/** "Atividades recentes" */
export function Activities({ activities }: { activities: Activity[] }) {
  return (
    <section aria-labelledby="t-atividades" className={styles.acts}>
      <h2 id="t-atividades">Atividades recentes</h2>
      {activities.length === 0 ? (
        <p className={`meta ${styles.actsEmpty}`}>Nada por aqui ainda. A sua primeira lição aparecerá nesta lista.</p>
      ) : (
        <ul>
          {activities.map((activity) => (
            <li key={activity.at}>
              <time dateTime={activity.at}>{opening(nearDate(new Date(activity.at)))}</time>
              <ActivityLine activity={activity} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ActivityLine({ activity }: { activity: Activity }) {
  if (activity.kind === "assessed") {
    return (
      <p>
        Você fez a <Link to="/avaliacao">avaliação de nível</Link>: {DEGREE_LABEL[activity.level]}.
      </p>
    );
  }
  if (activity.kind === "exam") {
    return (
      <p>
        Você {activity.passed ? "passou no" : "fez o"}{" "}
        <Link to={`/exame/${activity.degree}`}>exame de {DEGREE_LABEL[activity.degree]}</Link>.
      </p>
    );
  }
  const link = (
    <>
      “<Link to={`/modulo/${activity.moduleId}/licao/${activity.number}`}>{activity.title}</Link>”
    </>
  );
  if (activity.kind === "completed") return <p>Você concluiu {link}.</p>;
  if (activity.percent >= READING_LIMIT * 100) return <p>Você leu {link}. Falta responder à questão.</p>;
  return (
    <p>
      Você leu {activity.percent === 50 ? "metade" : `${activity.percent}%`} de {link}.
    </p>
  );
}
