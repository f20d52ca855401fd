import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import {
  lessonProgress,
  lessons,
  moduleCompletions,
  modulePrerequisites,
  modules,
  questions,
} from "#app/features/courses/courses.table.ts";
import { documentFiles } from "#app/features/documents/document-sources.service.ts";
import { readMarked } from "#app/features/exam/analysis.service.ts";
import { type ItemMark, judgeItem } from "#app/features/exam/exam.policy.ts";
import { articleDegrees } from "#app/features/library/articles.service.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import { studyFiles } from "#app/features/studies/studies.service.ts";
import { coversDegree, DEGREES, type Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireDegree } from "#app/server/context.ts";
import type { Outline, OutlineLesson, OutlineReaders, QuestionsOfText } from "./authoring.answers.ts";
import { PARTS, type Part, type QuestionBody, type TextKind, titleOfBody } from "./authoring.schema.ts";
import { textVersions } from "./authoring.table.ts";
import { decidingParts, requireWriter } from "./authors.service.ts";
import { listDrafts } from "./drafts.service.ts";
import { readEditedTexts } from "./edited-texts.service.ts";
import { findAsked } from "./kinds/questions.service.ts";
import { endsOf } from "./positions.service.ts";
import { type AskedText, parentOfQuestion } from "./question-texts.policy.ts";
import { shelvesOf } from "./shelves.service.ts";

/** The course of a degree as those who write it see it; seven queries, whatever its length. @throws AppError forbidden, locked */
export async function readOutline(ctx: Ctx, degree: Degree): Promise<Outline> {
  const { actor, parts } = await requireWriter(ctx);
  requireDegree(actor, degree);
  const { db } = ctx;
  const degrees = DEGREES.filter((each) => coversDegree(actor.degree, each) && (actor.role === "admin" || parts.has(each)));
  if (!degrees.includes(degree)) throw new AppError("forbidden");
  const [moduleRows, requires, lessonRows, written, versions, edited, articles] = await Promise.all([
    db.select().from(modules).where(eq(modules.degree, degree)).orderBy(asc(modules.place)),
    db.select().from(modulePrerequisites).orderBy(asc(modulePrerequisites.requiresId)),
    db
      .select({ lesson: lessons })
      .from(lessons)
      .innerJoin(modules, eq(modules.id, lessons.moduleId))
      .where(eq(modules.degree, degree))
      .orderBy(asc(lessons.number), asc(lessons.title)),
    listDrafts(db, actor.degree),
    db
      .select({
        kind: textVersions.kind,
        id: textVersions.subjectId,
        number: sql<number>`max(${textVersions.number}) filter (where ${textVersions.publishedAt} is not null)`,
        broughtAt: sql<Date | null>`max(${textVersions.createdAt}) filter (where ${textVersions.publishedAt} is null and ${textVersions.settledAt} is null)`,
        title: sql<string>`coalesce((select l.title from lessons l where text_versions.kind = 'lesson' and l.id = text_versions.subject_id), (select q.prompt from questions q where text_versions.kind = 'question' and q.id = text_versions.subject_id), (select e.body ->> 'title' from edited_texts e where e.kind = text_versions.kind and e.subject_id = text_versions.subject_id), '')`,
        degree: sql<Degree | null>`coalesce((select e.degree from edited_texts e where e.kind = text_versions.kind and e.subject_id = text_versions.subject_id), (select m.degree from modules m join lessons l on l.module_id = m.id
          where l.id = coalesce((select q.lesson_id from questions q where text_versions.kind = 'question' and q.id = text_versions.subject_id), text_versions.subject_id)))`,
        askedOf: sql<
          string | null
        >`(select coalesce(q.document_id, q.study_id) from questions q where text_versions.kind = 'question' and q.id = text_versions.subject_id)`,
      })
      .from(textVersions)
      .groupBy(textVersions.kind, textVersions.subjectId),
    readEditedTexts(db),
    articleDegrees(db),
  ]);
  const keyOf = (kind: TextKind, id: string) => `${kind} ${id}`;
  const draftOf = new Map(written.map((row) => [keyOf(row.draft.kind, row.draft.subjectId), row]));
  const numberOf = new Map(versions.map(({ kind, id, number }) => [keyOf(kind, id), number]));
  const head = (row: (typeof written)[number] | undefined): OutlineLesson["draft"] =>
    row
      ? {
          state: row.draft.state,
          author: row.author,
          savedAt: row.draft.savedAt.toISOString(),
          publishAt: row.draft.publishAt?.toISOString() ?? null,
        }
      : null;
  const own = parts.get(degree) ?? new Set<Part>();
  const holdsOneOf = (wanted: readonly Part[]) => wanted.some((part) => own.has(part));
  const mayChange = (moduleId: number) => {
    const held = lessonRows.filter(({ lesson }) => lesson.moduleId === moduleId);
    const isDrafted = written.some(({ draft }) => draft.kind === "lesson" && draft.parentId === String(moduleId));
    return {
      edit: holdsOneOf(held.some(({ lesson }) => lesson.number !== null) ? decidingParts(ctx) : PARTS),
      remove: holdsOneOf(PARTS) && held.length === 0 && !isDrafted,
    };
  };
  const known = new Set(lessonRows.map(({ lesson }) => lesson.id));
  return {
    degree,
    degrees,
    can: {
      write: own.has("author"),
      review: own.has("reviewer"),
      appoint: actor.role === "admin",
    },
    modules: moduleRows.map(({ id, title, description }) => ({
      ...{ id, title, description },
      requires: requires.filter((row) => row.moduleId === id).map((row) => row.requiresId),
      may: mayChange(id),
      lessons: [
        ...lessonRows
          .filter(({ lesson }) => lesson.moduleId === id)
          .map(({ lesson }) => ({
            id: lesson.id,
            title: lesson.title,
            number: lesson.number,
            retiredAt: lesson.retiredAt?.toISOString() ?? null,
            version: lesson.publishedRevisionId === null ? null : (numberOf.get(keyOf("lesson", lesson.id)) ?? 1),
            draft: head(draftOf.get(keyOf("lesson", lesson.id))),
          })),
        ...written
          .filter(({ draft }) => draft.kind === "lesson" && draft.parentId === String(id) && !known.has(draft.subjectId))
          .map((row) => ({
            ...{ id: row.draft.subjectId, title: titleOfBody(row.draft.body), number: null, retiredAt: null, version: null },
            draft: head(row),
          })),
      ].toSorted((a, b) => (a.number ?? 99 + Number(a.retiredAt !== null)) - (b.number ?? 99 + Number(b.retiredAt !== null))),
    })),
    shelves: shelvesOf(
      degree,
      edited,
      written.map(({ draft }) => draft),
      articles,
    ).map(({ id, title, texts }) => ({
      ...{ id, title },
      texts: texts.map(({ kind, id: text, title: name, number, retiredAt, isPublished }) => ({
        ...{ kind, id: text, title: name, number, retiredAt },
        version: isPublished ? (numberOf.get(keyOf(kind, text)) ?? 1) : null,
        draft: head(draftOf.get(keyOf(kind, text))),
      })),
    })),
    waiting: written
      .filter(({ draft }) => draft.state === "review" && parts.has(draft.degree))
      .map(({ draft, author }) => ({
        kind: draft.kind,
        id: draft.subjectId,
        title: titleOfBody(draft.body),
        author,
        reason: draft.reason,
        submittedAt: (draft.submittedAt ?? draft.savedAt).toISOString(),
        own: draft.writers.includes(actor.id),
      }))
      .toSorted((a, b) => a.submittedAt.localeCompare(b.submittedAt)),
    conflicts: versions.flatMap(({ kind, id, title, broughtAt, degree: known, askedOf }) => {
      const of = known ?? degreeOfFile(askedOf);
      return broughtAt && of && degrees.includes(of) && parts.has(of)
        ? [{ kind, id, title, broughtAt: new Date(broughtAt).toISOString() }]
        : [];
    }),
  };
}

/** The degree of a document or a study of the files, of which the database has no row. */
const degreeOfFile = (id: string | null): Degree | undefined =>
  [...documentFiles(), ...studyFiles()].find((text) => text.id === id)?.degree;

/** Into how many stretches of a lesson its readers are counted. */
const STRETCHES = 50;
/** So many readers are needed before it is said where they stop, and such a share of them must stop there. */
const FEWEST_READERS = 10;
const SHARE_THAT_STOPS = 0.1;

/** How far the readers of a degree's lessons come, and how its questions do. @throws AppError forbidden, locked */
export async function readOutlineReaders(ctx: Ctx, degree: Degree): Promise<OutlineReaders> {
  const { actor, parts } = await requireWriter(ctx);
  requireDegree(actor, degree);
  if (actor.role !== "admin" && !parts.has(degree)) throw new AppError("forbidden");
  const { db } = ctx;
  const taught = ctx.catalogue().modules.filter((module) => module.degree === degree);
  const ids = taught.flatMap(({ lessonIds }) => lessonIds);
  const step = sql<number>`floor(${lessonProgress.furthest} * ${STRETCHES})::int`;
  const [read, completed, asked, marked] = await Promise.all([
    db
      .select({
        id: lessonProgress.lessonId,
        step,
        finished: sql<boolean>`${lessonProgress.completedAt} is not null`,
        readers: sql<number>`count(*)::int`,
      })
      .from(lessonProgress)
      .where(inArray(lessonProgress.lessonId, ids))
      .groupBy(lessonProgress.lessonId, sql`2`, sql`3`),
    db
      .select({ id: moduleCompletions.moduleId, members: sql<number>`count(*)::int` })
      .from(moduleCompletions)
      .groupBy(moduleCompletions.moduleId),
    db
      .select({ id: questions.id, lessonId: questions.lessonId })
      .from(questions)
      .where(and(isNull(questions.retiredAt), inArray(questions.lessonId, ids))),
    readMarked(db),
  ]);
  const sum = (rows: { readers: number }[]) => rows.reduce((all, { readers }) => all + readers, 0);
  const lessonFigures = taught.flatMap(({ lessons: own }) =>
    own.map(({ id, text }) => {
      const rows = read.filter((row) => row.id === id);
      const began = sum(rows);
      const parted = partsOfText(text);
      const reached = parted.map(({ end }) =>
        sum(rows.filter((row) => row.finished || row.step >= Math.floor(end * STRETCHES) - 1)),
      );
      const own = asked.filter(({ lessonId }) => lessonId === id);
      return {
        id,
        began,
        finished: sum(rows.filter(({ finished }) => finished)),
        reached,
        stopsAt: worstDrop(began, reached, parted),
        questions: own.length,
        weak: own.map((question) => markOf(marked.get(question.id))).find((mark) => mark !== undefined) ?? null,
      };
    }),
  );
  const ofModule = new Map(completed.map(({ id, members }) => [id, members]));
  return {
    modules: taught.map(({ id, lessonIds }) => ({
      id,
      began: Math.max(0, ...lessonFigures.filter((lesson) => lessonIds.includes(lesson.id)).map(({ began }) => began)),
      finished: ofModule.get(id) ?? 0,
    })),
    lessons: lessonFigures,
  };
}

type TextPart = { title: string; end: number };

/** The parts of a lesson between its headings, and where each ends as a share of its text. */
function partsOfText(text: { html: string; headings: { title: string }[] } | null): TextPart[] {
  if (!text) return [];
  const ends = endsOf(text.html.split(/(?=<h2\b)/).map((piece) => textOfHtml(piece).length));
  // what stands before the first heading is the opening
  return ends.map((end, index) => ({ title: index === 0 ? "a abertura" : (text.headings[index - 1]?.title ?? ""), end }));
}

/** The part in which most of the readers stop. */
function worstDrop(began: number, reached: number[], parted: TextPart[]): string | null {
  if (began < FEWEST_READERS) return null;
  const drops = reached.map((readers, index) => (reached[index - 1] ?? began) - readers);
  const most = Math.max(...drops);
  return most >= began * SHARE_THAT_STOPS ? (parted[drops.indexOf(most)]?.title ?? null) : null;
}

type Marked = { shown: number; rightCount: number; discrimination: number | null };

/** What the figures of a question speak against it. */
function markOf(figures: Marked | undefined): ItemMark | undefined {
  if (!figures || figures.shown === 0) return undefined;
  const { shown, rightCount, discrimination } = figures;
  return judgeItem({ shown, facility: rightCount / shown, discrimination })[0];
}

const COLUMN_OF = { lesson: questions.lessonId, document: questions.documentId, study: questions.studyId };

/** The questions of a text, with those that are drafted or retired. @throws AppError forbidden, locked, not_found */
export async function readQuestions(ctx: Ctx, of: AskedText): Promise<QuestionsOfText> {
  const { actor, parts } = await requireWriter(ctx);
  const { db } = ctx;
  const text = await findAsked(db, of);
  if (!text?.body) throw new AppError("not_found");
  requireDegree(actor, text.degree);
  const own = parts.get(text.degree);
  if (!own) throw new AppError("forbidden");
  const [stored, written] = await Promise.all([
    db.select().from(questions).where(eq(COLUMN_OF[of.kind], of.id)).orderBy(asc(questions.id)),
    listDrafts(db, actor.degree),
  ]);
  const marked = await readMarked(
    db,
    stored.map(({ id }) => id),
  );
  const drafted = new Map(
    written
      .filter(({ draft }) => draft.kind === "question" && draft.parentId === parentOfQuestion(of))
      .map(({ draft }) => [draft.subjectId, draft]),
  );
  const figures = (id: string) => marked.get(id) ?? { shown: 0, rightCount: 0, discrimination: null };
  const known = new Set(stored.map(({ id }) => id));
  return {
    text: { ...of, title: text.title, degree: text.degree },
    can: { write: own.has("author") },
    questions: [
      ...stored.map(({ id, prompt, form, use, scene, retiredAt, undrawnSince }) => ({
        id,
        prompt,
        form,
        use,
        isCase: scene !== null,
        state:
          drafted.get(id)?.state ??
          (retiredAt ? ("retired" as const) : undrawnSince ? ("undrawn" as const) : ("published" as const)),
        shown: figures(id).shown,
        rightCount: figures(id).rightCount,
        mark: markOf(marked.get(id)) ?? null,
      })),
      ...[...drafted.values()]
        .filter(({ subjectId }) => !known.has(subjectId))
        .map(({ subjectId, body, state }) => {
          const { prompt, form, use, scene } = body as QuestionBody;
          return { id: subjectId, prompt, form, use, isCase: scene !== "", state, shown: 0, rightCount: 0, mark: null };
        }),
    ],
  };
}
