import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { writeQuestion } from "#app/features/courses/content/sync-questions.ts";
import {
  lessonAnswers,
  lessons,
  modules,
  type OptionSide,
  questionOptions,
  questions,
} from "#app/features/courses/courses.table.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type QuestionBody, questionBody } from "../authoring.schema.ts";
import { drafts } from "../authoring.table.ts";
import { changesMeaning } from "../question-bodies.policy.ts";
import type { Kind, Subject } from "./kind.ts";
import { lessonKind, requirePool } from "./lessons.service.ts";

/** A question of a lesson. */
export const questionKind: Kind<"question"> = {
  body: questionBody,
  find: findQuestion,
  parentTitle: async (db, id) => {
    const [row] = await db.select({ title: lessons.title }).from(lessons).where(eq(lessons.id, id));
    return row?.title ?? "";
  },
  toCompose: async ({ db }, { ref, parent }, body) => {
    const lesson = await lessonKind.find(db, parent.id);
    return { kind: "question", id: ref.id, lessonId: parent.id, body, lessonMarkdown: lesson?.body?.markdown ?? "" };
  },
  publish: async (tx, _, { ref, parent, body: before }, body, { question }) => {
    const isNew = before !== null && changesMeaning(before, body);
    if (body.use === "check") await refuseSecondCheck(tx, parent.id, ref.id);
    if (!isNew) {
      await writeQuestion(tx, question!, "editor", before?.form);
      return ref;
    }
    await tx
      .update(questions)
      .set({ retiredAt: sql`coalesce(retired_at, now())`, origin: "editor" })
      .where(eq(questions.id, ref.id));
    const id = await nextQuestionId(tx, parent.id);
    await writeQuestion(tx, { ...question!, id }, "editor");
    return { kind: "question", id };
  },
  retire: async (tx, ctx, { ref, degree }, retired) => {
    if (retired) await requirePool(ctx, tx, degree, (question) => question.id === ref.id);
    await tx
      .update(questions)
      .set({ retiredAt: retired ? sql`now()` : null, origin: "editor" })
      .where(eq(questions.id, ref.id));
  },
  reach: async ({ db }, { ref, body }, after) => {
    if (!body) return {};
    const [[answered], [asked], [running]] = await Promise.all([
      db.select({ times: sql<number>`count(*)::int` }).from(lessonAnswers).where(eq(lessonAnswers.questionId, ref.id)),
      db
        .select({ times: sql<number>`count(*)::int` })
        .from(examItems)
        .where(and(eq(examItems.questionId, ref.id), isNotNull(examItems.right))),
      db
        .select({ exams: sql<number>`count(*)::int` })
        .from(examItems)
        .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
        .where(and(eq(examItems.questionId, ref.id), isNull(examAttempts.finishedAt))),
    ]);
    return { answers: answered!.times + asked!.times, exams: running!.exams, becomesNew: changesMeaning(body, after) };
  },
};

async function findQuestion(db: Db, id: string): Promise<Subject<QuestionBody> | undefined> {
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
