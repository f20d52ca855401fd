import { Link } from "react-router";
import { aheadInWords } from "#app/features/courses/components/progress-words.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { nearDate } from "#app/lib/format.ts";
import type { Dashboard } from "../dashboard.answers.ts";
import styles from "../pages/dashboard.module.css";

/** The exam, where it is what comes next: it waits, or it runs already. */
function ExamStep({ exam: { degree, status, closesAt } }: { exam: Dashboard["exam"] }) {
  const running = status === "running";
  return (
    <section className={styles.next} aria-labelledby="t-proximo">
      <p className="caps caps-gold" id="t-proximo">
        Próximo passo
      </p>
      <h2>{running ? "O seu exame está em andamento" : `Exame de ${DEGREE_LABEL[degree]}`}</h2>
      <p className={styles.nextMeta}>
        {running
          ? `As respostas dadas estão guardadas. Fecha ${nearDate(new Date(closesAt!))}.`
          : "Todos os módulos do grau estão concluídos. São vinte questões em quarenta minutos."}
      </p>
      <Link className="btn" to={`/exame/${degree}`}>
        {running ? "Voltar ao exame" : "Ir ao exame"}
      </Link>
    </section>
  );
}

/** What to study next, the exam before anything else. */
export function NextStep({ dashboard: { degree, next, level, overall, exam } }: { dashboard: Dashboard }) {
  if (exam.status === "running" || exam.status === "open") return <ExamStep exam={exam} />;
  if (!next) {
    return (
      <section className={styles.next} aria-labelledby="t-proximo">
        <p className="caps caps-gold" id="t-proximo">
          Próximo passo
        </p>
        <h2>Todas as lições abertas estão concluídas</h2>
        <p className={styles.nextMeta}>
          {degree === "mestre"
            ? "Releia com calma, siga pela biblioteca ou acompanhe quem começa."
            : "Releia com calma, ou peça a confirmação do grau seguinte quando a Loja o conferir."}
        </p>
        <Link className="btn" to="/modulos">
          Ver os módulos
        </Link>
      </section>
    );
  }
  const first = overall.completedLessons === 0 && next.percent === 0;
  return (
    <section className={styles.next} aria-labelledby="t-proximo">
      <p className="caps caps-gold" id="t-proximo">
        {first ? "Primeiro passo" : "Próximo passo"}
      </p>
      <h2>{next.title}</h2>
      <p className={styles.nextMeta}>
        Lição {next.number} de {next.lessonCount}, em “<Link to={`/modulo/${next.moduleId}`}>{next.moduleTitle}</Link>”.{" "}
        {aheadInWords(next)}
        {first && !level && (
          <>
            {" "}
            Se preferir, comece pela <Link to="/avaliacao">avaliação de nível</Link>.
          </>
        )}
      </p>
      <Link className="btn" to={`/modulo/${next.moduleId}/licao/${next.number}`} prefetch="viewport">
        {first ? "Começar" : "Continuar"}
      </Link>
    </section>
  );
}
