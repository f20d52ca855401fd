import { Link } from "react-router";
import { DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { fromDayAndHour, nearDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import { Icon } from "#app/ui/icons.tsx";
import type { ExamCard } from "../exam.answers.ts";
import { useExams } from "../exam.queries.ts";
import styles from "./exam.module.css";

/** At the end of a degree's modules: its exam, and what it waits for. */
export function ExamLine({ degree }: { degree: Degree }) {
  const exam = useExams().data?.exams.find((one) => one.degree === degree);
  if (!exam) return null;
  return (
    <section className={styles.line} aria-label={`Exame de ${DEGREE_LABEL[degree]}`}>
      <div>
        <h2>
          <Link to={`/exame/${degree}`}>Exame de {DEGREE_LABEL[degree]}</Link>
        </h2>
        <p className="meta">{standingOf(exam)}</p>
      </div>
      {exam.status !== "degree" && (
        <Link className="go" to={`/exame/${degree}`} aria-label={`${ACTION[exam.status]}: exame de ${DEGREE_LABEL[degree]}`}>
          {ACTION[exam.status]} <Icon name="arrow" />
        </Link>
      )}
    </section>
  );
}

const ACTION: Record<Exclude<ExamCard["status"], "degree">, string> = {
  modules: "Ver o que pede",
  open: "Ir ao exame",
  running: "Voltar ao exame",
  waiting: "Ver quando abre",
  passed: "Ver o resultado",
};

function standingOf({ degree, status, missing, opensAt, closesAt }: ExamCard): string {
  switch (status) {
    case "degree":
      return `Reservado ao grau de ${DEGREE_LABEL[degree]}.`;
    case "modules":
      return `Abre com todos os módulos do grau concluídos. ${missing.length === 1 ? "Falta" : "Faltam"} ${plural(missing.length, "módulo", "módulos")}.`;
    case "open":
      return "Aberto: vinte questões, quarenta minutos.";
    case "running":
      return `Em andamento; fecha ${nearDate(new Date(closesAt!))}.`;
    case "waiting":
      return `Abre de novo ${fromDayAndHour(new Date(opensAt!))}.`;
    case "passed":
      return "Você passou neste exame.";
  }
}
