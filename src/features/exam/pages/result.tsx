import type { CSSProperties } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import type { OwnCertificate } from "#app/features/certificates/certificates.answers.ts";
import { useOwnCertificates } from "#app/features/certificates/certificates.queries.ts";
import { CertificatePlate } from "#app/features/certificates/components/certificate-plate.tsx";
import { hoursAndMinutes } from "#app/features/certificates/sheet/sheet.ts";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL, type Degree, isDegree } from "#app/lib/degrees.ts";
import { dateAndTime } from "#app/lib/format.ts";
import { numberInWords, plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Blank, ErrorState, FormError, PageShell, Skeleton } from "#app/ui/states.tsx";
import styles from "../components/result.module.css";
import { ByKind } from "../components/result-kinds.tsx";
import { Again, Award, Opens } from "../components/result-next.tsx";
import { All, ToReview } from "../components/result-questions.tsx";
import type { ExamResult } from "../exam.answers.ts";
import { useExamResult } from "../exam.queries.ts";

const Shell = () => (
  <PageShell>
    <div className={`page ${styles.result}`}>
      <title>Resultado do exame · Academia</title>
      <header className={styles.head}>
        <p className="caps">
          <Blank letters={17} />
        </p>
        <h1>
          <Blank letters={28} />
        </h1>
        <p className="lead">
          <Blank letters={120} />
        </p>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function ExamResultPage() {
  const { degree, attemptId = "" } = useParams();
  const result = useExamResult(attemptId);
  if (!isDegree(degree)) return <Navigate to="/modulos" replace />;
  if (result.error instanceof ApiError && [403, 404].includes(result.error.status))
    return <Navigate to={`/exame/${degree}`} replace />;
  if (result.data) return <Result result={result.data} />;
  if (result.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Resultado do exame · Academia</title>
      <ErrorState title="Erro ao carregar o resultado" error={result.error} onRetry={() => void result.refetch()} />
    </div>
  );
}

function Result({ result }: { result: ExamResult }) {
  const { degree, passed, rightCount, questions, passMark, items } = result;
  const wrong = items.filter(({ right }) => right === false);
  const told = (useLocation().state as { told?: string } | null)?.told;
  return (
    <div className={`page ${styles.result} deg-${degree}`}>
      <title>Resultado do exame · Academia</title>
      <header className={styles.head}>
        {told && <FormError message={`${told} A última resposta não contou.`} />}
        <p className="caps caps-gold">Exame de {DEGREE_LABEL[degree]}</p>
        <h1>
          {passed ? "Você passou, com" : "Desta vez,"} {rightCount}&nbsp;de&nbsp;{questions}
        </h1>
        <p className="lead">{leadOf(result)}</p>
      </header>
      <Score right={rightCount} of={questions} passMark={passMark} />
      {passed && <OwnAward degree={degree} />}
      {passed ? <Opens result={result} /> : <Again result={result} />}
      {wrong.length > 0 && <ToReview wrong={wrong} />}
      <ByKind result={result} />
      <All result={result} />
    </div>
  );
}

function OwnAward({ degree }: { degree: Degree }) {
  const certificates = useOwnCertificates().data?.certificates;
  const own = certificates?.find((certificate) => certificate.degree === degree && certificate.revokedAt === null);
  return <Award figure={<CertificatePlate holderName={own?.holderName} />} studied={own && studiedFor(own)} />;
}

/** "30 lições, 5 módulos, 6 h 12 min de estudo e o exame" */
const studiedFor = ({ lessons, modules, minutes }: OwnCertificate): string =>
  `${plural(lessons, "lição", "lições")}, ${plural(modules, "módulo", "módulos")}, ${hoursAndMinutes(minutes)} de estudo e o exame`;

function leadOf({ passed, startedAt, finishedAt, ended, rightCount, passMark, degree }: ExamResult): string {
  const minutes = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 60_000));
  const end = ended === "delivered" ? "Entregue" : "Encerrado pelo tempo";
  const when = `${end} em ${dateAndTime(new Date(finishedAt)).replace(", ", ", às ")}, em ${plural(minutes, "minuto", "minutos")}.`;
  if (passed) return `${when} O caminho de ${DEGREE_LABEL[degree]} está completo.`;
  const short = passMark - rightCount;
  const lacking = short === 1 ? "Faltou uma resposta" : `Faltaram ${numberInWords(short, "f")} respostas`;
  return `${when} ${lacking} para as ${passMark} que o exame pede. As lições continuam concluídas; nada se perde.`;
}

/** The rule of twenty: one division a question, and where passing begins. */
function Score({ right, of, passMark }: { right: number; of: number; passMark: number }) {
  const percent = (count: number) => (count / of) * 100;
  const ticks = Array.from({ length: of - 1 }, (_, index) => index + 1);
  return (
    <section className={styles.score} aria-label="Resultado">
      <div
        className={`gauge ${styles.g20} ${percent(right) > 70 ? "gauge-late" : ""}`}
        style={{ "--v": percent(right) } as CSSProperties}
        role="img"
        aria-label={`${right} respostas certas de ${of}; ${passMark} bastam para passar`}
      >
        <div className="gauge-body">
          <div className="gauge-fill" />
          <svg className="gauge-ticks" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={ticks.map((tick) => `M${percent(tick)} 0V${tick % 5 === 0 ? 34 : 20}`).join("")} />
          </svg>
          {[5, 10, 15].map((number) => (
            <span key={number} className="gauge-num" style={{ left: `${percent(number)}%` }}>
              {number}
            </span>
          ))}
        </div>
        <div className={styles.pass} style={{ left: `${percent(passMark)}%` }}>
          <span>{passMark} para passar</span>
        </div>
        <div className="gauge-pin">
          <b>
            {right} <i>de {of}</i>
          </b>
        </div>
      </div>
    </section>
  );
}
