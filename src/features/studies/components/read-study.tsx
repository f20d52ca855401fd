import type { ReactNode } from "react";
import { Link, Navigate, useParams } from "react-router";
import { FailedPage } from "#app/features/offline/components/late.tsx";
import { ReaderShell } from "#app/features/reader/components/reader-shell.tsx";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { SORT, type StudySort, studyAddress } from "#app/lib/study-sorts.ts";
import { Blank, BlankCrumbs } from "#app/ui/states.tsx";
import type { StudyText } from "../studies.answers.ts";
import { useStudies, useStudy } from "../studies.queries.ts";

const FIELDS = {
  title: "title",
  standfirst: "standfirst",
  minutes: "minutes",
  degree: "degree",
  html: "html",
  place: "position",
};

/** What is said of a study that is closed, is not there, or did not load. */
const WORDS: Record<StudySort, { closed: string; absent: string; what: string; failed: string; all: string }> = {
  study: {
    closed: "Estudo ainda fechado",
    absent: "Estudo não encontrado",
    what: "Este estudo",
    failed: "Erro ao carregar o estudo",
    all: "Ver os estudos",
  },
  piece: {
    closed: "Peça ainda fechada",
    absent: "Peça não encontrada",
    what: "Esta peça",
    failed: "Erro ao carregar a peça",
    all: "Ver as peças",
  },
  life: {
    closed: "Vida ainda fechada",
    absent: "Vida não encontrada",
    what: "Esta vida",
    failed: "Erro ao carregar a vida",
    all: "Ver as vidas",
  },
};

/** How long a name is, in letters: the title of a life is one, in one line on a phone. */
const A_NAME = 14;

/** The page of a study while it is on its way. */
export const StudyShell = ({ sort }: { sort: StudySort }) => (
  <ReaderShell
    title={`${SORT[sort].one} · Academia`}
    heading={sort === "life" ? A_NAME : undefined}
    fields={FIELDS}
    crumbs={
      <BlankCrumbs>
        <li>{SORT[sort].many}</li>
        <li>
          {SORT[sort].one} <Blank letters={1} field="order" />
        </li>
      </BlankCrumbs>
    }
  />
);

/** The page of one study, or what is in its way. An address of another sort leads to the right one. */
export function ReadStudy({ sort, children }: { sort: StudySort; children: (study: StudyText) => ReactNode }) {
  const id = useParams().studyId!;
  const study = useStudy(id);
  const words = WORDS[sort];
  const code = study.error instanceof ApiError ? study.error.code : undefined;
  if (code === "locked") return <Locked sort={sort} id={id} />;
  if (code === "not_found") return <Closed sort={sort} title={words.absent} text="Talvez o endereço esteja errado." />;
  if (study.data) return study.data.sort === sort ? children(study.data) : <Navigate to={studyAddress(study.data)} replace />;
  if (study.isPending) return <StudyShell sort={sort} />;
  return (
    <div className="page">
      <title>{`${SORT[sort].one} · Academia`}</title>
      <FailedPage what={words.what} title={words.failed} error={study.error} onRetry={() => void study.refetch()} />
    </div>
  );
}

/** A lock explains itself and leads on. */
function Locked({ sort, id }: { sort: StudySort; id: string }) {
  const studies = useStudies(sort);
  const degree = studies.data?.studies.find((study) => study.id === id)?.degree;
  return (
    <Closed
      sort={sort}
      title={WORDS[sort].closed}
      text={degree ? `Reservado ao grau de ${DEGREE_LABEL[degree]}.` : "Reservado a um grau acima do seu."}
    >
      <Link to="/conta#grau">Solicitar confirmação de grau</Link>
    </Closed>
  );
}

type ClosedProps = { sort: StudySort; title: string; text: string; children?: ReactNode };

const Closed = ({ sort, title, text, children }: ClosedProps) => (
  <div className="page">
    <title>{`${title} · Academia`}</title>
    <header className="page-head">
      <p className="caps caps-gold">{SORT[sort].many}</p>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
    </header>
    {children && <p>{children}</p>}
    <Link className="go" to={SORT[sort].path}>
      {WORDS[sort].all}
    </Link>
  </div>
);
