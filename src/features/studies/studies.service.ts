import { and, eq, sql } from "drizzle-orm";
import { readStudies, type StudySource } from "#app/content/studies.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
import type { OpenAnswerInput } from "#app/features/courses/courses.schema.ts";
import { answerQuestion, presentQuestions } from "#app/features/courses/questions.service.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { once } from "#app/lib/once.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { type Ctx, requireActor, requireDegree } from "#app/server/context.ts";
import { countWords, parseMarkdown } from "#app/server/markdown/markdown.ts";
import { type RenderedStudy, renderStudy } from "./content/render-study.ts";
import type { StudyCard, StudyList, StudyText } from "./studies.answers.ts";
import type { PositionInput } from "./studies.schema.ts";
import { studyPositions } from "./studies.table.ts";

type Study = StudySource & { minutes: number };

/** The studies of this release, read once: nobody edits them but in the files. */
const sources = once(() => readStudies());

/** The same with their length, for which each is parsed. */
const studies = once((): Study[] =>
  sources().map((study) => ({ ...study, minutes: studyMinutes(countWords(parseMarkdown(study.markdown))) })),
);

/** By the catalogue, so that links follow lessons that move. */
const rendered = new WeakMap<Catalogue, Map<string, RenderedStudy>>();

/** A study's text, rendered when it is first asked for: all at once would hold up every other request. */
function textOf(catalogue: Catalogue, { id, markdown, degree }: StudySource): RenderedStudy {
  const texts = rendered.get(catalogue) ?? new Map<string, RenderedStudy>();
  rendered.set(catalogue, texts);
  const text = texts.get(id) ?? renderStudy(markdown, lessonTargets(catalogue)(degree));
  texts.set(id, text);
  return text;
}

const isLocked = (study: StudySource, degree: Degree): boolean => !coversDegree(degree, study.degree);

/** The studies that a degree may read. */
export const studiesOpenTo = (degree: Degree): { id: string; title: string }[] =>
  sources().filter((study) => !isLocked(study, degree));

/** All studies, those above the member's degree by title only. */
export function listStudies(ctx: Ctx): StudyList {
  const { degree } = requireActor(ctx);
  return { studies: studies().map((study) => presentCard(study, degree)) };
}

/** @throws AppError not_found; locked when the degree is too low */
function openStudy(id: string, degree: Degree): Study {
  const study = studies().find((each) => each.id === id);
  if (!study) throw new AppError("not_found");
  requireDegree({ degree }, study.degree);
  return study;
}

/** One study with its questions, and where the member stopped. @throws AppError not_found, locked */
export async function readStudy(ctx: Ctx, id: string): Promise<StudyText> {
  const { id: userId, degree } = requireActor(ctx);
  const study = openStudy(id, degree);
  const open = studies().filter((each) => !isLocked(each, degree));
  const at = open.indexOf(study);
  const { html, headings, terms } = textOf(ctx.catalogue(), study);
  const [questions, [kept]] = await Promise.all([
    presentQuestions(ctx, { studyId: id }),
    ctx.db
      .select({ position: studyPositions.position })
      .from(studyPositions)
      .where(and(eq(studyPositions.userId, userId), eq(studyPositions.studyId, id))),
  ]);
  return {
    ...presentCard(study, degree),
    count: studies().length,
    html,
    headings,
    terms: termsBySlug(terms),
    questions,
    position: kept?.position ?? 0,
    previous: linkTo(open[at - 1]),
    next: linkTo(open[at + 1]),
  };
}

/** Writes down where the member is reading. @throws AppError not_found, locked */
export async function savePosition(ctx: Ctx, id: string, { position }: PositionInput): Promise<{ ok: true }> {
  const { id: userId, degree } = requireActor(ctx);
  openStudy(id, degree);
  await ctx.db
    .insert(studyPositions)
    .values({ userId, studyId: id, position })
    .onConflictDoUpdate({ target: [studyPositions.userId, studyPositions.studyId], set: { position, updatedAt: sql`now()` } });
  return { ok: true };
}

/** Judges an answer to one of a study's questions. @throws AppError not_found, locked, too_many_tries */
export async function answerStudyQuestion(
  ctx: Ctx,
  { studyId, questionId }: { studyId: string; questionId: string },
  input: OpenAnswerInput,
): Promise<JudgedAnswer> {
  openStudy(studyId, requireActor(ctx).degree);
  return answerQuestion(ctx, { studyId }, questionId, input);
}

/** The studies, of degrees up to this one, that show a document. */
export const studiesShowing = (documentId: string, degree: Degree): { id: string; order: number; title: string }[] =>
  studies()
    .filter((study) => !isLocked(study, degree) && study.markdown.includes(`(documento:${documentId})`))
    .map(({ id, order, title }) => ({ id, order, title }));

/** The studies, each for its degree and those above. */
export const searchableStudies = (catalogue: Catalogue): Searchable[] =>
  sources().map(({ id, order, title, standfirst, degree, markdown }) => ({
    kind: "study",
    id,
    degree,
    path: `/estudos/${id}`,
    title,
    context: `Estudos do Rito de York · ${order}`,
    source: `${standfirst} ${markdown}`,
    text: () => `${standfirst} ${textOfHtml(renderStudy(markdown, lessonTargets(catalogue)(degree)).html)}`,
  }));

/** Where a study is, and its text where it is open to this degree. */
export function studyForReader(catalogue: Catalogue, id: string, degree: Degree) {
  const study = studies().find((each) => each.id === id);
  if (!study) return undefined;
  const html = isLocked(study, degree) ? null : textOf(catalogue, study).html;
  return { ...inBrief(study), order: study.order, html };
}

const inBrief = ({ id, title, degree }: Study) => ({ title, path: `/estudos/${id}`, degree });

/** What a text that leads to a study needs of it, whoever reads; undefined for none. */
export function studyInBrief(id: string) {
  const study = studies().find((each) => each.id === id);
  return study && inBrief(study);
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
