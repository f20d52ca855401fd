import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { recordCompletions } from "#app/features/courses/completions.service.ts";
import { writeEditedRevision } from "#app/features/courses/content/sync-content.ts";
import { writeQuestion } from "#app/features/courses/content/sync-questions.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import {
  lessonRevisions,
  lessons,
  modules,
  type OptionSide,
  questionOptions,
  questions,
} from "#app/features/courses/courses.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import {
  type LessonBody,
  lessonBody,
  type QuestionBody,
  questionBody,
  type TextBody,
  type TextRef,
  titleOfBody,
} from "./authoring.schema.ts";
import { drafts, rowsOf } from "./authoring.table.ts";
import { type Composed, compose, type TaughtPlaces } from "./compose/compose.service.ts";
import { movePositions } from "./positions.service.ts";
import { changesMeaning } from "./question-bodies.policy.ts";
import { trimLines } from "./versions.service.ts";

/** A text that exists, or of which there is a draft. */
export type Subject = {
  ref: TextRef;
  degree: Degree;
  /** The module of a lesson, the lesson of a question. */
  parent: { id: string; title: string };
  title: string;
  retired: boolean;
  /** What members read, or read until it was retired; null for what was never published. */
  body: TextBody | null;
};

/** The body as this kind has it. @throws AppError invalid_input for one of another kind */
export function bodyOfKind(kind: TextRef["kind"], body: TextBody): TextBody {
  const parsed = (kind === "lesson" ? lessonBody : questionBody).safeParse(body);
  if (!parsed.success) throw new AppError("invalid_input", { fields: { form: "O que foi enviado não é deste tipo de texto." } });
  return parsed.data;
}

/** A published text, or undefined. */
export const findPublished = (db: Db, ref: TextRef): Promise<Subject | undefined> =>
  ref.kind === "lesson" ? findLesson(db, ref.id) : findQuestion(db, ref.id);

/** A text, published or only drafted. @throws AppError not_found */
export async function findSubject(db: Db, ref: TextRef): Promise<Subject> {
  const published = await findPublished(db, ref);
  if (published) return published;
  const [draft] = await db.select().from(drafts).where(rowsOf(drafts, ref));
  if (!draft) throw new AppError("not_found");
  const parent = await parentOf(db, ref.kind, draft.parentId);
  return { ref, degree: draft.degree, parent, title: titleOfBody(draft.body), retired: false, body: null };
}

async function parentOf(db: Db, kind: TextRef["kind"], id: string): Promise<Subject["parent"]> {
  const [row] =
    kind === "lesson"
      ? await db
          .select({ title: modules.title })
          .from(modules)
          .where(eq(modules.id, Number(id)))
      : await db.select({ title: lessons.title }).from(lessons).where(eq(lessons.id, id));
  return { id, title: row?.title ?? "" };
}

async function findLesson(db: Db, id: string): Promise<Subject | undefined> {
  const [row] = await db
    .select({ lesson: lessons, module: modules, standfirst: lessonRevisions.standfirst, source: lessonRevisions.source })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .leftJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(eq(lessons.id, id));
  if (!row) return undefined;
  const { title, retiredAt } = row.lesson;
  return {
    ref: { kind: "lesson", id },
    degree: row.module.degree,
    parent: { id: String(row.module.id), title: row.module.title },
    title,
    retired: retiredAt !== null,
    body: row.source === null ? null : { title, standfirst: row.standfirst!, markdown: trimLines(row.source) },
  };
}

async function findQuestion(db: Db, id: string): Promise<Subject | undefined> {
  const rows = await db
    .select({ question: questions, option: questionOptions, lesson: lessons, degree: modules.degree })
    .from(questions)
    .innerJoin(lessons, eq(lessons.id, questions.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .leftJoin(questionOptions, and(eq(questionOptions.questionId, questions.id), isNotNull(questionOptions.position)))
    .where(eq(questions.id, id))
    .orderBy(asc(questionOptions.position));
  const [first] = rows;
  if (!first) return undefined;
  const { question, lesson } = first;
  return {
    ref: { kind: "question", id },
    degree: first.degree,
    parent: { id: lesson.id, title: lesson.title },
    title: question.prompt,
    retired: question.retiredAt !== null,
    body: bodyOfRow(
      question,
      rows.flatMap(({ option }) => option ?? []),
    ),
  };
}

type OptionRow = typeof questionOptions.$inferSelect;

function bodyOfRow(question: typeof questions.$inferSelect, options: OptionRow[]): QuestionBody {
  const { form, use, kind, cluster, passage, scene, prompt, explanation } = question;
  const side = (of: OptionSide) => options.filter((option) => option.side === of);
  const shown = form === "match" ? side("left") : options;
  return {
    form,
    use,
    kind: kind ?? "uso",
    cluster: cluster ?? "",
    passage: passage ?? "",
    scene: scene ?? "",
    prompt,
    why: explanation ?? "",
    options: shown.map(({ text, right, why }, index) => ({
      text,
      pair: form === "match" ? (side("right")[index]?.text ?? "") : "",
      right: right ?? false,
      why: why ?? "",
    })),
  };
}

/** Where lessons are, as data that a thread can be given. */
const placesIn = ({ modules: list, retired }: Catalogue): TaughtPlaces => ({
  modules: list.map(({ id, degree, lessons: own }) => ({
    id,
    degree,
    lessons: own.map((lesson) => ({ id: lesson.id, title: lesson.title })),
  })),
  retired: [...retired],
});

/** Renders and checks a text as it would be published. @throws AppError invalid_input, superseded, too_many_tries, unavailable */
export async function composeText(
  services: Pick<Services, "db" | "catalogue">,
  turn: Turn,
  subject: Subject,
  body: TextBody,
): Promise<Composed> {
  const { ref, degree, parent } = subject;
  if ("markdown" in body)
    return compose(turn, { kind: "lesson", id: ref.id, degree, body, places: placesIn(services.catalogue()) });
  const lesson = await findLesson(services.db, parent.id);
  const lessonMarkdown = lesson?.body && "markdown" in lesson.body ? lesson.body.markdown : "";
  return compose(turn, { kind: "question", id: ref.id, lessonId: parent.id, body, lessonMarkdown });
}

/** @throws AppError invalid_input for a text that the checks keep back */
export function requirePublishable(composed: Composed): Composed {
  const first = composed.remarks.find(({ blocks }) => blocks);
  // the words of the remark are for who writes, and stand in the margin: others read this
  if (first || (!composed.lesson && !composed.question))
    throw new AppError("invalid_input", {
      fields: { form: "Há um reparo que impede a publicação. Veja-o na margem do texto e corrija." },
    });
  return composed;
}

/** Makes a composed text what members read. @returns the text that it became: a question whose meaning changed is another one */
export function writePublished(
  tx: Db,
  services: Pick<Services, "catalogue">,
  subject: Subject,
  body: TextBody,
  composed: Composed,
): Promise<TextRef> {
  return subject.ref.kind === "lesson"
    ? publishLesson(tx, services, subject, body as LessonBody, composed)
    : publishQuestion(tx, subject, body as QuestionBody, composed);
}

async function publishLesson(
  tx: Db,
  { catalogue }: Pick<Services, "catalogue">,
  { ref, degree, parent, body: before }: Subject,
  { title, standfirst, markdown }: LessonBody,
  { lesson: rendered }: Composed,
): Promise<TextRef> {
  const [former] = await tx
    .select({ html: lessonRevisions.html })
    .from(lessons)
    .innerJoin(lessonRevisions, eq(lessonRevisions.id, lessons.publishedRevisionId))
    .where(eq(lessons.id, ref.id));
  if (!before) {
    const moduleId = Number(parent.id);
    await recordCompletions(tx); // by the lessons as they were: who finished the module keeps it
    const number = (await countPlaces(tx, moduleId)) + 1;
    await tx.insert(lessons).values({ id: ref.id, moduleId, number, title });
  }
  const targets = lessonTargets(catalogue())(degree);
  const source = { id: ref.id, standfirst, markdown };
  await writeEditedRevision(tx, { title, source, targets, rendered: rendered! });
  if (former) await movePositions(tx, ref.id, former.html, rendered!.html);
  return ref;
}

async function countPlaces(tx: Db, moduleId: number): Promise<number> {
  const [row] = await tx
    .select({ places: sql<number>`count(*)::int` })
    .from(lessons)
    .where(and(eq(lessons.moduleId, moduleId), isNotNull(lessons.number)));
  return row!.places;
}

async function publishQuestion(
  tx: Db,
  { ref, parent, body: before }: Subject,
  body: QuestionBody,
  { question }: Composed,
): Promise<TextRef> {
  const isNew = before !== null && changesMeaning(before as QuestionBody, body);
  if (body.use === "check") await refuseSecondCheck(tx, parent.id, ref.id);
  if (!isNew) {
    await writeQuestion(tx, question!, "editor", before ? (before as QuestionBody).form : undefined);
    return ref;
  }
  await tx
    .update(questions)
    .set({ retiredAt: sql`coalesce(retired_at, now())`, origin: "editor" })
    .where(eq(questions.id, ref.id));
  const id = await nextQuestionId(tx, parent.id);
  await writeQuestion(tx, { ...question!, id }, "editor");
  return { kind: "question", id };
}

async function refuseSecondCheck(tx: Db, lessonId: string, ownId: string): Promise<void> {
  const [other] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(
      and(eq(questions.lessonId, lessonId), eq(questions.use, "check"), isNull(questions.retiredAt), ne(questions.id, ownId)),
    );
  if (other)
    throw new AppError("invalid_input", {
      fields: { use: "A lição já tem a questão do fim. Retire antes a outra, ou ponha esta no exame." },
    });
}

/** `m03-l02-e1`, `m03-l02-e2`: an id that no file uses and none has used. */
export async function nextQuestionId(tx: Db, lessonId: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.publication})`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${questions} where id like ${`${lessonId}-e%`} union select subject_id from ${drafts} where subject_id like ${`${lessonId}-e%`}`);
  const numbers = rows.map(({ id }) => Number(id.slice(lessonId.length + 2))).filter(Number.isInteger);
  return `${lessonId}-e${Math.max(0, ...numbers) + 1}`;
}
