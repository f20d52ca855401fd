import { type ReactNode, useRef } from "react";
import { DiscussLink } from "#app/features/community/components/discuss-link.tsx";
import { OpenQuestions } from "#app/features/courses/components/open-questions.tsx";
import { useAnnotating } from "#app/features/notes/components/annotate-button.tsx";
import { NoteLayer } from "#app/features/notes/components/note-layer.tsx";
import { KeepLater } from "#app/features/offline/components/late.tsx";
import readerStyles from "#app/features/reader/components/reader.module.css";
import { ReadingBody } from "#app/features/reader/components/reading-body.tsx";
import { ReadingTools } from "#app/features/reader/components/reading-tools.tsx";
import { Resumed } from "#app/features/reader/components/resumed.tsx";
import { SORT, studyAddress } from "#app/lib/study-sorts.ts";
import { Pager, PagerLink } from "#app/ui/pager.tsx";
import type { StudyText } from "../studies.answers.ts";
import { useStudyPlace } from "../use-study-place.ts";

const NEIGHBOURS = {
  study: { previous: "Estudo anterior", next: "Próximo estudo", keep: "Baixar estudo", heard: "o próximo estudo" },
  piece: { previous: "Peça anterior", next: "Próxima peça", keep: "Baixar peça", heard: "a próxima peça" },
  life: { previous: "Vida anterior", next: "Próxima vida", keep: "Baixar esta vida", heard: "a próxima vida" },
} as const;

/**
 * The text of a study with all that one does with it: reading tools, notes, questions, a copy on the device, a topic, its neighbours.
 * @param before between the tools and the text
 */
export function StudyBody({ study, before }: { study: StudyText; before?: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null);
  const { id, sort, title, standfirst, html, terms, questions, previous, next } = study;
  const annotating = useAnnotating({ kind: "study", textId: id }, shown);
  const place = useStudyPlace(study, shown);
  const words = NEIGHBOURS[sort];
  return (
    <div className={readerStyles.column}>
      <ReadingTools
        text={shown}
        annotating={annotating}
        title={title}
        standfirst={standfirst}
        next={next ? { path: studyAddress({ sort, id: next.id }), title: next.title, words: words.heard } : undefined}
      />
      {before}
      <article className="text">
        <ReadingBody ref={shown} html={html} terms={terms} />
        <Resumed {...place} />
        <NoteLayer annotating={annotating} html={html} />
        {questions.length > 0 && <OpenQuestions questions={questions} name="Questão" source={{ kind: "studies", id, title }} />}
        <KeepLater kind="study" id={id} label={words.keep} />
        <DiscussLink kind="study" textId={id} />
        <p className={readerStyles.disclaimer}>Conteúdo de apoio. Não substitui a instrução do seu corpo.</p>
        <Pager label={SORT[sort].many}>
          {previous && (
            <PagerLink rel="prev" kind={words.previous} to={studyAddress({ sort, id: previous.id })}>
              {previous.title}
            </PagerLink>
          )}
          {next && (
            <PagerLink rel="next" kind={words.next} to={studyAddress({ sort, id: next.id })}>
              {next.title}
            </PagerLink>
          )}
        </Pager>
      </article>
    </div>
  );
}
