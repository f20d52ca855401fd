import { Link } from "react-router";
import { DegreeStep } from "#app/features/courses/components/lock-notice.tsx";
import { facesInWords, StoneStrip } from "#app/features/courses/components/stone.tsx";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { Dashboard } from "../dashboard.answers.ts";
import styles from "../pages/dashboard.module.css";

/** Degree and level of study, with the stone that is being dressed. */
export function DegreeBox({ dashboard: { degree, level, modules, overall } }: { dashboard: Dashboard }) {
  return (
    <section className={`${styles.degreeBox} card-accent`} aria-labelledby="t-grau">
      <h2 id="t-grau" className="visually-hidden">
        Grau e nível
      </h2>
      <StoneStrip degree={degree} modules={modules} examPassed={overall.examPassed} />
      <p className={styles.stoneCaption}>{facesInWords(degree, modules, overall.examPassed)}</p>
      <dl>
        <div>
          <dt>Grau</dt>
          <dd>{DEGREE_LABEL[degree]}</dd>
        </div>
        <div>
          <dt>Nível de estudo</dt>
          <dd>{level ? DEGREE_LABEL[level] : <Link to="/avaliacao">Fazer a avaliação</Link>}</dd>
        </div>
      </dl>
      <p className="meta">O grau se recebe em Loja. {degree !== "mestre" && <DegreeStep />}</p>
    </section>
  );
}
