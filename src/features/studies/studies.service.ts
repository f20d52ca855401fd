import { readModules } from "#app/content/courses.ts";
import { readDocuments } from "#app/content/documents.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { readStudies, type StudySource } from "#app/content/studies.ts";
import { lessonTargets } from "#app/features/courses/content/sync-content.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { compareDegrees, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { countWords, parseMarkdown } from "#app/server/markdown/markdown.ts";
import { type RenderedStudy, renderStudy, type StudyTargets } from "./content/render-study.ts";
import type { StudyCard, StudyList, StudyText } from "./studies.answers.ts";

type Study = StudySource & { minutes: number };

/** The studies of this release, read once: nobody edits them but in the files. */
const studies = once((): Study[] =>
  readStudies().map((study) => ({ ...study, minutes: studyMinutes(countWords(parseMarkdown(study.markdown))) })),
);

const targets = once((): StudyTargets => {
  const documents = new Map(readDocuments().map((document) => [document.id, document]));
  return { ...lessonTargets(readModules(), CONTENT_FOLDER), document: (id) => documents.get(id) };
});

const texts = new Map<string, RenderedStudy>();

/** A study's text, rendered when it is first asked for: all at once would hold up every other request. */
function textOf({ id, markdown }: Study): RenderedStudy {
  const text = texts.get(id) ?? renderStudy(markdown, targets());
  texts.set(id, text);
  return text;
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

const isLocked = (study: Study, degree: Degree): boolean => compareDegrees(degree, study.degree) < 0;

/** All studies, those above the member's degree by title only. */
export function listStudies(ctx: Ctx): StudyList {
  const { degree } = requireActor(ctx);
  return { studies: studies().map((study) => presentCard(study, degree)) };
}

/** One study. @throws AppError not_found; locked when the member's degree is too low */
export function readStudy(ctx: Ctx, id: string): StudyText {
  const { degree } = requireActor(ctx);
  const all = studies();
  const study = all.find((each) => each.id === id);
  if (!study) throw new AppError("not_found");
  if (isLocked(study, degree)) throw new AppError("locked");
  const open = all.filter((each) => !isLocked(each, degree));
  const at = open.indexOf(study);
  const { html, headings, terms } = textOf(study);
  return {
    ...presentCard(study, degree),
    count: all.length,
    html,
    headings,
    terms: termsBySlug(terms),
    previous: linkTo(open[at - 1]),
    next: linkTo(open[at + 1]),
  };
}

const linkTo = (study: Study | undefined) => (study ? { id: study.id, title: study.title } : null);

function presentCard(study: Study, degree: Degree): StudyCard {
  const { id, order, title, standfirst, minutes } = study;
  return {
    id,
    order,
    title,
    standfirst,
    degree: study.degree,
    york: study.york ?? null,
    minutes,
    locked: isLocked(study, degree),
  };
}
