import type { ReactNode } from "react";
import { Link } from "react-router";
import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { type StudySort, studyAddress } from "#app/lib/study-sorts.ts";
import { Icon } from "#app/ui/icons.tsx";
import { ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import type { StudyCard } from "../studies.answers.ts";
import { useStudies } from "../studies.queries.ts";
import styles from "./study-list.module.css";

type Props = {
  sort: StudySort;
  /** Above the title. */
  over: string;
  title: string;
  lead: ReactNode;
  failed: string;
  /** The shelves of what is open, in their order, and which a study stands on. */
  shelves: readonly string[];
  shelfOf: (study: StudyCard) => string;
};

type Shelf = { title: string; studies: StudyCard[]; locked: boolean };

/** What the reader may open, by shelf; then, by degree, what their degree does not open yet. */
function shelvesOf(studies: StudyCard[], { shelves, shelfOf }: Props): Shelf[] {
  const open = shelves.map((title) => ({
    title,
    studies: studies.filter((study) => !study.locked && shelfOf(study) === title),
    locked: false,
  }));
  const closed = DEGREES.map((degree) => ({
    title: `Abrem com o grau de ${DEGREE_LABEL[degree]}`,
    studies: studies.filter((study) => study.locked && study.degree === degree),
    locked: true,
  }));
  return [...open, ...closed].filter((shelf) => shelf.studies.length > 0);
}

type FrameProps = Pick<Props, "over" | "title" | "lead"> & { children: ReactNode };

const Frame = ({ over, title, lead, children }: FrameProps) => (
  <div className="page">
    <title>{`${title} · Academia`}</title>
    <header className="page-head">
      <p className="caps caps-gold">{over}</p>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
    </header>
    {children}
  </div>
);

/** The list while it is on its way. */
export const StudyListShell = (props: Omit<FrameProps, "children">) => (
  <PageShell>
    <Frame {...props}>
      <Skeleton label="Carregando..." lines={6} />
    </Frame>
  </PageShell>
);

/** All studies of a sort. */
export function StudyList(props: Props) {
  const studies = useStudies(props.sort);
  if (studies.isPending) return <StudyListShell {...props} />;
  return (
    <Frame {...props}>
      {studies.isError && <ErrorState title={props.failed} error={studies.error} onRetry={() => void studies.refetch()} />}
      {studies.data &&
        shelvesOf(studies.data.studies, props).map(({ title, studies: own, locked }, index) => (
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

const StudyLine = ({ study: { id, sort, order, title, standfirst, degree, minutes, years, locked } }: { study: StudyCard }) => (
  <li>
    <span className={`${styles.number} osf`} aria-hidden="true">
      {order}
    </span>
    <div>
      <h3>
        <Link to={studyAddress({ sort, id })} prefetch="intent">
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
        {years && <span className="osf">{years}</span>}
        <span>
          <Icon name="clock" /> {minutes} minutos
        </span>
      </p>
    </div>
  </li>
);
