import { type ReactNode, useRef } from "react";
import { Link, useParams } from "react-router";
import { DiscussLink } from "#app/features/community/components/discuss-link.tsx";
import { OpenQuestions } from "#app/features/courses/components/open-questions.tsx";
import { useAnnotating } from "#app/features/notes/components/annotate-button.tsx";
import { NoteLayer } from "#app/features/notes/components/note-layer.tsx";
import { FailedPage, KeepLater } from "#app/features/offline/components/late.tsx";
import { Contents } from "#app/features/reader/components/contents.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { ReaderShell } from "#app/features/reader/components/reader-shell.tsx";
import { ReadingBody } from "#app/features/reader/components/reading-body.tsx";
import { ReadingTools } from "#app/features/reader/components/reading-tools.tsx";
import { Resumed } from "#app/features/reader/components/resumed.tsx";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Pager, PagerLink } from "#app/ui/pager.tsx";
import { Blank, BlankCrumbs } from "#app/ui/states.tsx";
import type { StudyText } from "../studies.answers.ts";
import { useStudies, useStudy } from "../studies.queries.ts";
import { useStudyPlace } from "../use-study-place.ts";

const FIELDS = {
  title: "title",
  standfirst: "standfirst",
  minutes: "minutes",
  degree: "degree",
  html: "html",
  place: "position",
};

const Shell = () => (
  <ReaderShell
    title="Estudo · Academia"
    fields={FIELDS}
    crumbs={
      <BlankCrumbs>
        <li>Rito de York</li>
        <li>Estudos</li>
        <li>
          Estudo <Blank letters={1} field="order" />
        </li>
      </BlankCrumbs>
    }
  />
);

export const handle: WaitingPage = { Shell };

export default function StudyPage() {
  const id = useParams().studyId!;
  const study = useStudy(id);
  const code = study.error instanceof ApiError ? study.error.code : undefined;
  if (code === "locked") return <LockedStudy id={id} />;
  if (code === "not_found") return <ClosedPage title="Estudo não encontrado" text="Talvez o endereço esteja errado." />;
  if (study.data) return <Study key={id} study={study.data} />;
  if (study.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Estudo · Academia</title>
      <FailedPage what="Este estudo" title="Erro ao carregar o estudo" error={study.error} onRetry={() => void study.refetch()} />
    </div>
  );
}

/** A lock explains itself and leads on. */
function LockedStudy({ id }: { id: string }) {
  const studies = useStudies();
  const degree = studies.data?.studies.find((study) => study.id === id)?.degree;
  return (
    <ClosedPage
      title="Estudo ainda fechado"
      text={degree ? `Reservado ao grau de ${DEGREE_LABEL[degree]}.` : "Reservado a um grau acima do seu."}
    >
      <Link to="/conta#grau">Solicitar confirmação de grau</Link>
    </ClosedPage>
  );
}

function ClosedPage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="page">
      <title>{`${title} · Academia`}</title>
      <header className="page-head">
        <p className="caps caps-gold">Estudos</p>
        <h1>{title}</h1>
        <p className="lead">{text}</p>
      </header>
      {children && <p>{children}</p>}
      <Link className="go" to="/estudos">
        Ver os estudos
      </Link>
    </div>
  );
}

function Study({ study }: { study: StudyText }) {
  const shown = useRef<HTMLDivElement>(null);
  const { id, order, count, title, standfirst, minutes, degree, headings, html, terms, questions } = study;
  const annotating = useAnnotating({ kind: "study", textId: id }, shown);
  const place = useStudyPlace(study, shown);
  return (
    <div className={`page ${readerStyles.lesson}`}>
      <title>{`Estudo ${order} · Academia`}</title>
      <header className={readerStyles.lessonHead}>
        <nav className="crumbs no-print" aria-label="Você está em">
          <ol>
            <li>
              <Link to="/rito-york">Rito de York</Link>
            </li>
            <li>
              <Link to="/estudos">Estudos</Link>
            </li>
            <li>
              <span aria-current="page">Estudo {order}</span>
            </li>
          </ol>
        </nav>
        <p className={`caps ${readerStyles.running}`}>
          Estudo {order} de {count}
        </p>
        <h1>{title}</h1>
        <p className={`lead ${readerStyles.standfirst}`}>{standfirst}</p>
        <p className={readerStyles.facts}>
          <span>
            <Icon name="clock" />
            {minutes} minutos de estudo
          </span>
          <span className="badge">{DEGREE_LABEL[degree]}</span>
        </p>
      </header>
      <Contents
        title="Neste estudo"
        items={[...headings, { id: "questoes", title: "Questões" }]}
        className={readerStyles.contents}
      />
      <div className={readerStyles.column}>
        <ReadingTools text={shown} annotating={annotating} title={title} standfirst={standfirst} />
        <article className="text">
          <ReadingBody ref={shown} html={html} terms={terms} />
          <Resumed {...place} />
          <NoteLayer annotating={annotating} html={html} />
          <OpenQuestions questions={questions} name="Questão" source={{ kind: "studies", id, title }} />
          <KeepLater kind="study" id={id} label="Baixar estudo" />
          <DiscussLink kind="study" textId={id} />
          <p className={readerStyles.disclaimer}>Conteúdo de apoio. Não substitui a instrução do seu corpo.</p>
          <Neighbours study={study} />
        </article>
      </div>
    </div>
  );
}

function Neighbours({ study: { previous, next } }: { study: StudyText }) {
  return (
    <Pager label="Estudos">
      {previous && (
        <PagerLink rel="prev" kind="Estudo anterior" to={`/estudos/${previous.id}`}>
          {previous.title}
        </PagerLink>
      )}
      {next && (
        <PagerLink rel="next" kind="Próximo estudo" to={`/estudos/${next.id}`}>
          {next.title}
        </PagerLink>
      )}
    </Pager>
  );
}
