import type { ReactNode } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { StudyCard } from "../studies.answers.ts";
import { useStudies } from "../studies.queries.ts";
import styles from "./studies.module.css";

/** The parts of the series: by the body of the York Rite whose degrees they are about, and history. */
const PARTS = [
  { title: "Os graus do Capítulo", from: 4, to: 7 },
  { title: "O Conselho", from: 8, to: 10 },
  { title: "As ordens", from: 11, to: 13 },
] as const;
const HISTORY = "Como o rito se fez";

const partOf = ({ york }: StudyCard) =>
  PARTS.find(({ from, to }) => york !== null && york >= from && york <= to)?.title ?? HISTORY;

type Shelf = { title: string; studies: StudyCard[]; locked: boolean };

/** What the reader may open, by part; then, by degree, what their degree does not open yet. */
function shelvesOf(studies: StudyCard[]): Shelf[] {
  const open = [...PARTS.map(({ title }) => title), HISTORY].map((title) => ({
    title,
    studies: studies.filter((study) => !study.locked && partOf(study) === title),
    locked: false,
  }));
  const closed = DEGREES.map((degree) => ({
    title: `Abrem com o grau de ${DEGREE_LABEL[degree]}`,
    studies: studies.filter((study) => study.locked && study.degree === degree),
    locked: true,
  }));
  return [...open, ...closed].filter((shelf) => shelf.studies.length > 0);
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page">
    <title>Estudos · Academia</title>
    <header className="page-head">
      <p className="caps caps-gold">Rito de York</p>
      <h1>Estudos</h1>
      <p className="lead">
        Ensaios sobre os graus e a história do rito, cada um com os documentos em que se apoia. Dizem o que é documento, o que é
        tradição, o que é leitura e o que varia.
      </p>
    </header>
    {children}
  </div>
);

const Shell = () => (
  <PageShell>
    <Frame>
      <Skeleton label="Carregando..." lines={6} />
    </Frame>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function StudiesPage() {
  const studies = useStudies();
  if (studies.isPending) return <Shell />;
  return (
    <Frame>
      {studies.isError && (
        <ErrorState title="Erro ao carregar os estudos" error={studies.error} onRetry={() => void studies.refetch()} />
      )}
      {studies.data &&
        shelvesOf(studies.data.studies).map(({ title, studies: own, locked }, index) => (
          <section key={title} className={`${styles.part} ${locked ? styles.locked : ""}`} aria-labelledby={`parte-${index}`}>
            <h2 className="caps" id={`parte-${index}`}>
              {title}
            </h2>
            <ol>
              {own.map((study) => (
                <StudyLine key={study.id} study={study} />
              ))}
            </ol>
          </section>
        ))}
    </Frame>
  );
}

function StudyLine({ study: { id, order, title, standfirst, degree, minutes, locked } }: { study: StudyCard }) {
  return (
    <li>
      <span className={`${styles.number} osf`} aria-hidden="true">
        {order}
      </span>
      <div>
        <h3>
          <Link to={`/estudos/${id}`} prefetch="intent">
            {title}
          </Link>
        </h3>
        <p>{standfirst}</p>
        <p className={`meta ${styles.facts}`}>
          {locked && (
            <span>
              <Icon name="lock" /> Reservado ao grau de {DEGREE_LABEL[degree]}.
            </span>
          )}
          <span>
            <Icon name="clock" /> {minutes} minutos
          </span>
        </p>
      </div>
    </li>
  );
}
