import { useRef } from "react";
import { Link, Navigate, useParams } from "react-router";
import { DiscussLink } from "#app/features/community/components/discuss-link.tsx";
import { useAnnotating } from "#app/features/notes/components/annotate-button.tsx";
import { NoteLayer } from "#app/features/notes/components/note-layer.tsx";
import { FailedPage, KeepLater } from "#app/features/offline/components/late.tsx";
import { Contents } from "#app/features/reader/components/contents.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { ReaderShell } from "#app/features/reader/components/reader-shell.tsx";
import { ReadingBody } from "#app/features/reader/components/reading-body.tsx";
import { ReadingTools } from "#app/features/reader/components/reading-tools.tsx";
import { Resumed } from "#app/features/reader/components/resumed.tsx";
import type { NextText } from "#app/features/reader/voice.ts";
import { ApiError } from "#app/lib/api.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { numberInWords, ordinal } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Pager, PagerLink } from "#app/ui/pager.tsx";
import { ShareButton } from "#app/ui/share-button.tsx";
import { Blank, BlankCrumbs, Skeleton } from "#app/ui/states.tsx";
import { CheckQuestion } from "../components/check-question.tsx";
import { LessonEnd } from "../components/lesson-end.tsx";
import { LockNotice } from "../components/lock-notice.tsx";
import type { LessonDetail, LessonText } from "../courses.answers.ts";
import { useLesson, useLessonText, useModule, usePrefetchLesson } from "../courses.queries.ts";
import { useReading } from "../use-reading.ts";

const FIELDS = {
  title: "title",
  standfirst: "text.standfirst",
  minutes: "text.minutes",
  degree: "module.degree",
  colour: "module.degree",
  html: "html",
  place: "progress.position",
};

const Shell = () => (
  <ReaderShell
    title="Lição · Academia"
    fields={FIELDS}
    crumbs={
      <BlankCrumbs>
        <li>Módulos</li>
        <li>
          <Blank letters={24} field="module.title" />
        </li>
        <li>
          Lição <Blank letters={1} field="number" />
        </li>
      </BlankCrumbs>
    }
  />
);

export const handle: WaitingPage = { Shell };

export default function LessonPage() {
  const params = useParams();
  const place = { moduleId: Number(params.moduleId), number: Number(params.number) };
  const lesson = useLesson(place);
  const text = useLessonText(place);
  const code = lesson.error instanceof ApiError ? lesson.error.code : undefined;
  if (code === "not_found" || code === "locked") return <ClosedLesson place={place} locked={code === "locked"} />;
  if (lesson.data && (text.data || !lesson.data.text))
    return <Lesson key={lesson.data.id} lesson={lesson.data} body={text.data} />;
  const failed = [lesson, text].filter(({ isError }) => isError);
  if (!failed[0]) return <Shell />;
  return (
    <div className="page">
      <title>Lição · Academia</title>
      <FailedPage
        what="Esta lição"
        title="Erro ao carregar a lição"
        error={failed[0].error}
        onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
      />
    </div>
  );
}

/** A lock explains itself; an address that does not exist leads back to the module, or to the list. */
function ClosedLesson({ place, locked }: { place: { moduleId: number }; locked: boolean }) {
  const module = useModule(place.moduleId);
  if (module.isPending)
    return (
      <div className="page">
        <title>Lição · Academia</title>
        <Skeleton label="Carregando..." />
      </div>
    );
  if (!module.data) return <Navigate to="/modulos" replace />;
  if (!locked || !module.data.lock) return <Navigate to={`/modulo/${module.data.id}`} replace />;
  return (
    <div className="page">
      <title>Lição fechada · Academia</title>
      <header className="page-head">
        <p className="caps caps-gold">{module.data.title}</p>
        <h1>Lição ainda fechada</h1>
      </header>
      <LockNotice lock={module.data.lock} missing={module.data.missing} next={module.data.nextStep} />
      <Link className="go" to={`/modulo/${module.data.id}`}>
        Ver o módulo
      </Link>
    </div>
  );
}

function Lesson({ lesson, body }: { lesson: LessonDetail; body: LessonText | undefined }) {
  const { number, title, module, text } = lesson;
  return (
    <div className={`page ${readerStyles.lesson} deg-${module.degree}`}>
      <title>{`Lição ${number}, módulo ${module.id} · Academia`}</title>
      <header className={readerStyles.lessonHead}>
        <nav className="crumbs no-print" aria-label="Você está em">
          <ol>
            <li>
              <Link to={`/modulos?nivel=${module.degree}`}>Módulos</Link>
            </li>
            <li>
              <Link to={`/modulo/${module.id}`}>{module.title}</Link>
            </li>
            <li>
              <span aria-current="page">Lição {number}</span>
            </li>
          </ol>
        </nav>
        <p className={`caps ${readerStyles.running}`}>
          Lição {ordinal(number, "a")} de {numberInWords(module.lessonCount, "f")}
        </p>
        <h1>{title}</h1>
        {text && <p className={`lead ${readerStyles.standfirst}`}>{text.standfirst}</p>}
        <p className={readerStyles.facts}>
          {text && (
            <span>
              <Icon name="clock" />
              {text.minutes} minutos de estudo
            </span>
          )}
          <span className="badge">{DEGREE_LABEL[module.degree]}</span>
        </p>
      </header>
      {text && body ? <WrittenLesson lesson={lesson} text={text} body={body} /> : <Unwritten lesson={lesson} />}
    </div>
  );
}

function Unwritten({ lesson }: { lesson: LessonDetail }) {
  return (
    <article className={`text ${readerStyles.column}`}>
      <div className="note">
        <p>
          <strong>Em redação.</strong> O texto desta lição ainda está sendo escrito e revisto. Ela não pode ser concluída por
          enquanto.
        </p>
      </div>
      <Neighbours lesson={lesson} />
    </article>
  );
}

const nextToHear = ({ moduleId, number, title }: NonNullable<LessonDetail["next"]>): NextText => ({
  path: `/modulo/${moduleId}/licao/${number}`,
  title,
  words: "a próxima lição",
});

type WrittenProps = { lesson: LessonDetail; text: NonNullable<LessonDetail["text"]>; body: LessonText };

function WrittenLesson({ lesson, text, body }: WrittenProps) {
  const shown = useRef<HTMLDivElement>(null);
  const annotating = useAnnotating({ kind: "lesson", textId: lesson.id }, shown);
  const reading = useReading(lesson, text.minutes, shown);
  const headings = [...text.headings, ...(text.check ? [{ id: "questao", title: "Questão" }] : [])];
  return (
    <>
      <Contents title="Nesta lição" items={headings} className={readerStyles.contents} />
      <div className={readerStyles.column}>
        <ReadingTools
          text={shown}
          annotating={annotating}
          title={lesson.title}
          standfirst={text.standfirst}
          next={lesson.next ? nextToHear(lesson.next) : undefined}
          isCounted
        />
        <article className="text">
          <ReadingBody ref={shown} html={body.html} terms={body.terms} />
          <Resumed resumed={reading.resumed} restart={reading.restart} />
          <NoteLayer annotating={annotating} html={body.html} />
          {text.check && (
            <CheckQuestion
              lesson={{ moduleId: lesson.module.id, number: lesson.number, lessonId: lesson.id, title: lesson.title }}
              check={text.check}
              completed={lesson.progress.completed}
              beforeAnswer={reading.flush}
              hasUnread={reading.hasUnread}
              showUnread={reading.showUnread}
            >
              <LessonEnd lesson={lesson} />
            </CheckQuestion>
          )}
          <Link className="quiet when-writer no-print" to={`/admin/conteudo/licoes/${lesson.id}`}>
            Emendar esta lição
          </Link>
          <KeepLater kind="lesson" id={lesson.id} label="Baixar lição" />
          <DiscussLink kind="lesson" textId={lesson.id} />
          <ShareButton path={`/modulo/${lesson.module.id}/licao/${lesson.number}`} label="Enviar o endereço da lição" />
          <p className={readerStyles.disclaimer}>Conteúdo de apoio. Não substitui a instrução da sua Loja.</p>
          <Neighbours lesson={lesson} />
        </article>
      </div>
    </>
  );
}

function Neighbours({ lesson: { previous, next, module } }: { lesson: LessonDetail }) {
  const prefetch = usePrefetchLesson();
  return (
    <Pager label="Lições">
      {previous && (
        <PagerLink rel="prev" kind="Lição anterior" to={`/modulo/${previous.moduleId}/licao/${previous.number}`}>
          {previous.title}
        </PagerLink>
      )}
      {next ? (
        <PagerLink
          rel="next"
          kind="Próxima lição"
          to={`/modulo/${next.moduleId}/licao/${next.number}`}
          onPointerEnter={() => prefetch(next)}
          onFocus={() => prefetch(next)}
        >
          {next.title}
        </PagerLink>
      ) : (
        <PagerLink rel="next" kind="Concluir Módulo" to={`/modulo/${module.id}`} prefetch="none">
          {module.title}
        </PagerLink>
      )}
    </Pager>
  );
}
