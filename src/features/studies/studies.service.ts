import { and, desc, eq, sql } from "drizzle-orm";
import type { Root } from "mdast";
import { type LifeSource, readStudies, type StudySource } from "#app/content/studies.ts";
import { byEdits, textsNow, type WithEdits } from "#app/features/authoring/edited-texts.policy.ts";
import { studyOfBody } from "#app/features/authoring/study-bodies.policy.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { drawingsIn } from "#app/features/courses/content/render-lesson.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
import type { OpenAnswerInput } from "#app/features/courses/courses.schema.ts";
import { answerQuestion, presentQuestions } from "#app/features/courses/questions.service.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { documentsIn } from "#app/features/documents/document-sources.service.ts";
import { type Searchable, textOfHtml } from "#app/features/search/search-index.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { once, oncePer } from "#app/lib/once.ts";
import { SORT, STUDY_SORTS, type StudySort, studyAddress } from "#app/lib/study-sorts.ts";
import { spokenMinutes, studyMinutes } from "#app/lib/study-time.ts";
import { type Ctx, requireActor, requireDegree } from "#app/server/context.ts";
import { countWords, parseMarkdown } from "#app/server/markdown/markdown.ts";
import { type RenderedStudy, renderStudy } from "./content/render-study.ts";
import type { StudyCard, StudyList, StudyText } from "./studies.answers.ts";
import type { PositionInput, ReadingInput } from "./studies.schema.ts";
import { studyPositions, studyReadings } from "./studies.table.ts";

type Study = StudySource & {
  /** Of study; of a piece, those that it takes to say. */
  minutes: number;
  /** At which minute each part of a piece ends. */
  ends: number[];
};

/** The studies of this release, read once. */
export const studyFiles = once(() => readStudies());

/** The studies as members have them, sort by sort, each in its order: those of the files, and what was edited in the browser. */
const sourcesIn = byEdits((edits) =>
  textsNow(edits, "study", studyFiles(), studyOfBody).toSorted(
    (a, b) => STUDY_SORTS.indexOf(a.sort) - STUDY_SORTS.indexOf(b.sort) || a.order - b.order || a.id.localeCompare(b.id),
  ),
);

/** The titles of the studies that call an entry of the dictionary. */
export const studiesCalling = (edits: WithEdits, slug: string): string[] =>
  sourcesIn(edits)
    .filter(({ markdown }) => markdown.includes(`(termo:${slug})`))
    .map(({ title }) => title);

/** The same with their length. */
const studiesIn = byEdits((edits): Study[] => sourcesIn(edits).map((study) => ({ ...study, ...lengthOf(study) })));

/** How long a study takes, for which it is parsed once. */
const lengthOf = oncePer((study: StudySource): Pick<Study, "minutes" | "ends"> => {
  const tree = parseMarkdown(study.markdown);
  const ends = study.sort === "piece" ? spokenEnds(tree) : [];
  return { minutes: ends.at(-1) ?? studyMinutes(countWords(tree)), ends };
});

/** At which minute each part of a text that is read aloud ends: what comes before the first heading, then each part. */
function spokenEnds(tree: Root): number[] {
  const ends: number[] = [];
  let words = 0;
  for (const [at, node] of tree.children.entries()) {
    words += countWords({ type: "root", children: [node] });
    if (tree.children[at + 1]?.type === "heading") ends.push(spokenMinutes(words));
  }
  return [...ends, spokenMinutes(words)];
}

const ofSort = (edits: WithEdits, sort: StudySort): Study[] => studiesIn(edits).filter((study) => study.sort === sort);

/** By the catalogue, so that links follow lessons that move. */
const renderedOf = oncePer((_: Catalogue) => new Map<string, RenderedStudy>());

/** A study's text, rendered when it is first asked for: all at once would hold up every other request. */
function textOf(catalogue: Catalogue, study: Study): RenderedStudy {
  const { id, ends } = study;
  const texts = renderedOf(catalogue);
  const text = texts.get(id) ?? withMinutes(render(study, catalogue), ends);
  texts.set(id, text);
  return text;
}

const render = (study: StudySource, catalogue: Catalogue): RenderedStudy =>
  renderStudy(study.markdown, lessonTargets(catalogue)(study.degree), study.sort === "piece" ? study.questions : []);

/** The parts of what is read aloud are marked by their minutes, not by numbers. */
function withMinutes(text: RenderedStudy, ends: number[]): RenderedStudy {
  if (ends.length === 0) return text;
  const minutes = (part: number) => `Do minuto ${ends[part - 1]} ao ${ends[part]}`;
  return { ...text, html: text.html.replace(/(?<=<span class="sec">)§ (\d+)/g, (_, part: string) => minutes(Number(part))) };
}

const isLocked = (study: StudySource, degree: Degree): boolean => !coversDegree(degree, study.degree);

/** The studies that a degree may read. */
export const studiesOpenTo = (edits: WithEdits, degree: Degree): { id: string; title: string; sort: StudySort }[] =>
  sourcesIn(edits).filter((study) => !isLocked(study, degree));

type Piece = Extract<Study, { sort: "piece" }>;

/** The pieces that a degree may read, in their order. */
export const piecesOpenTo = (edits: WithEdits, degree: Degree): Piece[] =>
  studiesIn(edits).filter((study): study is Piece => study.sort === "piece" && !isLocked(study, degree));

/** The lives that a degree may read, in their order. */
export const livesOpenTo = (edits: WithEdits, degree: Degree): LifeSource[] =>
  sourcesIn(edits).filter((study): study is LifeSource => study.sort === "life" && !isLocked(study, degree));

/** All studies of a sort, those above the member's degree by title only. */
export function listStudies(ctx: Ctx, sort: StudySort): StudyList {
  const { degree } = requireActor(ctx);
  return { studies: ofSort(ctx.catalogue(), sort).map((study) => presentCard(study, degree)) };
}

/** @throws AppError not_found; locked when the degree is too low */
function openStudy(ctx: Ctx, id: string): Study {
  const study = studiesIn(ctx.catalogue()).find((each) => each.id === id);
  if (!study) throw new AppError("not_found");
  requireDegree(requireActor(ctx), study.degree);
  return study;
}

/** One study with its questions, and where the member stopped. @throws AppError not_found, locked */
export async function readStudy(ctx: Ctx, id: string): Promise<StudyText> {
  const { id: userId, degree } = requireActor(ctx);
  const study = openStudy(ctx, id);
  const all = ofSort(ctx.catalogue(), study.sort);
  const open = all.filter((each) => !isLocked(each, degree));
  const at = open.indexOf(study);
  const { html, headings, terms } = textOf(ctx.catalogue(), study);
  const [questions, [kept], readings] = await Promise.all([
    presentQuestions(ctx, { studyId: id }),
    ctx.db
      .select({ position: studyPositions.position })
      .from(studyPositions)
      .where(and(eq(studyPositions.userId, userId), eq(studyPositions.studyId, id))),
    study.sort === "piece" ? readingsOf(ctx, id) : [],
  ]);
  return {
    ...presentCard(study, degree),
    count: all.length,
    html,
    headings,
    terms: termsBySlug(ctx.catalogue(), terms),
    questions,
    position: kept?.position ?? 0,
    readings,
    piece: presentPiece(ctx.catalogue(), study),
    steps: study.sort === "life" ? study.steps.map(({ year, place, what }) => ({ year, place, what })) : [],
    previous: linkTo(open[at - 1]),
    next: linkTo(open[at + 1]),
  };
}

function presentPiece(catalogue: Catalogue, study: Study): StudyText["piece"] {
  if (study.sort !== "piece") return null;
  const lesson = catalogue.lessonById.get(study.lesson);
  const document = documentsIn(catalogue).find(({ id }) => id === study.document);
  return {
    ends: study.ends,
    lesson: lesson ? { title: lesson.title, path: `/modulo/${lesson.moduleId}/licao/${lesson.number}` } : null,
    document: document ? { title: document.title, path: `/documentos/${study.document}` } : null,
  };
}

/** From here on a study counts as read: what is being read is taken to be some lines above the end of the screen, and the sources come last. */
const READ_FROM = 0.85;

/** Writes down where the member is reading, and when they first came near the end. @throws AppError not_found, locked */
export async function savePosition(ctx: Ctx, id: string, { position }: PositionInput): Promise<{ ok: true }> {
  const { id: userId } = requireActor(ctx);
  openStudy(ctx, id);
  const readAt = position >= READ_FROM ? new Date() : null;
  await ctx.db
    .insert(studyPositions)
    .values({ userId, studyId: id, position, readAt })
    .onConflictDoUpdate({
      target: [studyPositions.userId, studyPositions.studyId],
      set: { position, readAt: sql`coalesce(study_positions.read_at, excluded.read_at)`, updatedAt: sql`now()` },
    });
  return { ok: true };
}

/** So many days of one piece are kept. */
const MOST_READINGS = 30;

async function readingsOf(ctx: Ctx, studyId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ readOn: studyReadings.readOn })
    .from(studyReadings)
    .where(and(eq(studyReadings.userId, requireActor(ctx).id), eq(studyReadings.studyId, studyId)))
    .orderBy(desc(studyReadings.readOn));
  return rows.map(({ readOn }) => readOn);
}

/** Keeps that the member's Lodge heard a piece on a day. @throws AppError not_found, locked; invalid_input for a day to come */
export async function keepReading(ctx: Ctx, studyId: string, { readOn }: ReadingInput): Promise<{ ok: true }> {
  const { id: userId } = requireActor(ctx);
  const { sort } = openStudy(ctx, studyId);
  if (sort !== "piece") throw new AppError("not_found");
  if (readOn > isoDayInBrasilia(new Date()))
    throw new AppError("invalid_input", {
      fields: { readOn: "Esse dia ainda não chegou. Escolha o dia em que a peça foi lida." },
    });
  if ((await readingsOf(ctx, studyId)).length >= MOST_READINGS)
    throw new AppError("conflict", { message: `Cabem ${MOST_READINGS} datas. Apague uma antes.` });
  await ctx.db.insert(studyReadings).values({ userId, studyId, readOn }).onConflictDoNothing();
  return { ok: true };
}

/** Takes such a day away; one that is not there is no error. */
export async function dropReading(ctx: Ctx, { studyId, readOn }: { studyId: string } & ReadingInput): Promise<{ ok: true }> {
  const { id: userId } = requireActor(ctx);
  const own = and(eq(studyReadings.userId, userId), eq(studyReadings.studyId, studyId), eq(studyReadings.readOn, readOn));
  await ctx.db.delete(studyReadings).where(own);
  return { ok: true };
}

/** Judges an answer to one of a study's questions. @throws AppError not_found, locked, too_many_tries */
export async function answerStudyQuestion(
  ctx: Ctx,
  { studyId, questionId }: { studyId: string; questionId: string },
  input: OpenAnswerInput,
): Promise<JudgedAnswer> {
  openStudy(ctx, studyId);
  return answerQuestion(ctx, { studyId }, questionId, input);
}

/** The studies, of degrees up to this one, that show or read a document. */
export const studiesShowing = (edits: WithEdits, documentId: string, degree: Degree): StudyLink[] =>
  studiesIn(edits)
    .filter(
      (study) =>
        !isLocked(study, degree) && (isReadFrom(study, documentId) || study.markdown.includes(`(documento:${documentId})`)),
    )
    .map(({ id, order, title, sort }) => ({ id, order, title, sort }));

export type StudyLink = Pick<Study, "id" | "order" | "title" | "sort">;

const isReadFrom = (study: Study, documentId: string): boolean => study.sort === "piece" && study.document === documentId;

/** The studies, each for its degree and those above. */
export const searchableStudies = (catalogue: Catalogue): Searchable[] =>
  sourcesIn(catalogue).map((study): Searchable => {
    const { id, sort, order, title, standfirst, degree, markdown } = study;
    return {
      kind: sort,
      id,
      degree,
      path: studyAddress({ sort, id }),
      title,
      context: `${SORT[sort].shelf} · ${order}`,
      source: `${standfirst} ${markdown}`,
      text: () => `${standfirst} ${textOfHtml(render(study, catalogue).html)}`,
    };
  });

/** Where a study is, and its text where it is open to this degree. */
export function studyForReader(catalogue: Catalogue, id: string, degree: Degree) {
  const studies = studiesIn(catalogue);
  const study = studies.find((each) => each.id === id);
  if (!study) return undefined;
  const html = isLocked(study, degree) ? null : textOf(catalogue, study).html;
  return { ...inBrief(study), order: studies.indexOf(study), html, document: study.sort === "piece" ? study.document : null };
}

const inBrief = ({ id, sort, title, degree }: StudySource) => ({
  sort,
  title,
  path: studyAddress({ sort, id }),
  shelf: SORT[sort].shelf,
  degree,
});

/** What a text that leads to a study needs of it, whoever reads; undefined for none. */
export function studyInBrief(edits: WithEdits, id: string) {
  const study = studiesIn(edits).find((each) => each.id === id);
  return study && inBrief(study);
}

/** The drawings of a study as its authors caption and describe them, for which it is parsed once; nothing is rendered. */
const drawingsOfStudy = oncePer(({ markdown }: StudySource) =>
  markdown.includes("(prancha:") ? drawingsIn(parseMarkdown(markdown)) : [],
);

/** The studies that show drawings, with these. */
export const studiesWithDrawings = byEdits((edits) =>
  sourcesIn(edits).flatMap((study) => {
    const drawings = drawingsOfStudy(study);
    return drawings.length > 0 ? [{ ...inBrief(study), id: study.id, drawings }] : [];
  }),
);

/** The title of the study that has this place among its sort already, or null. */
export const neighbourOf = (edits: WithEdits, { id, sort, order }: Pick<Study, "id" | "sort" | "order">): string | null =>
  ofSort(edits, sort).find((study) => study.order === order && study.id !== id)?.title ?? null;

/** The first free place at the end of a sort. */
export const nextPlace = (edits: WithEdits, sort: StudySort): number =>
  Math.max(0, ...ofSort(edits, sort).map(({ order }) => order)) + 1;

const linkTo = (study: Study | undefined) => (study ? { id: study.id, title: study.title } : null);

function presentCard(study: Study, degree: Degree): StudyCard {
  const { id, sort, order, title, standfirst, minutes } = study;
  return {
    id,
    sort,
    order,
    title,
    standfirst,
    degree: study.degree,
    york: study.york ?? null,
    minutes,
    years: study.sort === "life" ? study.years : null,
    locked: isLocked(study, degree),
  };
}
