import { readModules } from "#app/content/courses.ts";
import { readDocuments } from "#app/content/documents.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { readStudies, type StudySource } from "#app/content/studies.ts";
import { lessonTargets } from "#app/features/courses/content/sync-content.ts";
import { studyMinutes } from "#app/features/courses/study-time.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { compareDegrees, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { type RenderedStudy, renderStudy } from "./content/render-study.ts";
import type { StudyCard, StudyList, StudyText } from "./studies.answers.ts";

type Study = StudySource & RenderedStudy;

let rendered: Study[] | undefined;

/** The studies of this release, rendered when the first of them is asked for: nobody edits them but in the files. */
function studies(): Study[] {
  rendered ??= renderStudies();
  return rendered;
}

function renderStudies(): Study[] {
  const documents = new Map(readDocuments().map((document) => [document.id, document]));
  const targets = { ...lessonTargets(readModules(), CONTENT_FOLDER), document: (id: string) => documents.get(id) };
  return readStudies().map((study) => ({ ...study, ...renderStudy(study.markdown, targets) }));
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
  const { html, headings, terms } = study;
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
  const { id, order, title, standfirst, words } = study;
  return {
    id,
    order,
    title,
    standfirst,
    degree: study.degree,
    york: study.york ?? null,
    minutes: studyMinutes(words),
    locked: isLocked(study, degree),
  };
}
