import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { LOCKS } from "#app/db/locks.ts";
import { writeQuestion } from "#app/features/courses/content/sync-questions.ts";
import { lessonAnswers, type OptionSide, questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { examAttempts, examItems } from "#app/features/exam/exam.table.ts";
import { AppError } from "#app/lib/errors.ts";
import { type BodyOf, type QuestionBody, questionBody } from "../authoring.schema.ts";
import { drafts } from "../authoring.table.ts";
import { changesMeaning } from "../question-bodies.policy.ts";
import { type AskedText, parentOfQuestion, textOfParent } from "../question-texts.policy.ts";
import { documentKind } from "./documents.service.ts";
import type { Kind, Subject } from "./kind.ts";
import { lessonKind, requirePool } from "./lessons.service.ts";
import { studyKind } from "./studies.service.ts";

/** The kinds of text that questions are asked of. */
const ASKED: { [Name in AskedText["kind"]]: Kind<Name> } = { lesson: lessonKind, document: documentKind, study: studyKind };

/** The text of a question, or undefined. */
export const findAsked = (db: Db, { kind, id }: AskedText): Promise<Subject<BodyOf<AskedText["kind"]>> | undefined> =>
  ASKED[kind].find(db, id);

/** A question of a lesson, a document or a study. */
export const questionKind: Kind<"question"> = {
  body: questionBody,
  find: findQuestion,
  parentTitle: async (db, id) => (await findAsked(db, textOfParent(id)))?.title ?? "",
  toCompose: async ({ db }, { ref, parent }, body) => {
    const of = textOfParent(parent.id);
    const text = await findAsked(db, of);
    return { kind: "question", id: ref.id, of, body, markdown: text?.body?.markdown ?? "" };
  },
  publish: async (tx, _, { ref, parent, body: before }, body, { question }) => {
    const isNew = before !== null && changesMeaning(before, body);
    const of = textOfParent(parent.id);
    if (body.use === "check") await refuseSecondCheck(tx, of.id, ref.id);
    if (!isNew) {
      await writeQuestion(tx, question!, "editor", before?.form);
      return ref;
    }
    await tx
      .update(questions)
      .set({ retiredAt: sql`coalesce(retired_at, now())`, origin: "editor" })
      .where(eq(questions.id, ref.id));
    const id = await nextQuestionId(tx, of.id);
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
    .select({ question: questions, option: questionOptions })
    .from(questions)
    .leftJoin(questionOptions, and(eq(questionOptions.questionId, questions.id), isNotNull(questionOptions.position)))
    .where(eq(questions.id, id))
    .orderBy(asc(questionOptions.position));
  const question = rows[0]?.question;
  const of = question && textOfQuestion(question);
  const text = of && (await findAsked(db, of));
  if (!text) return undefined;
  return {
    ref: { kind: "question", id },
    degree: text.degree,
    parent: { id: parentOfQuestion(of), title: text.title },
    title: question.prompt,
    retired: question.retiredAt !== null,
    body: bodyOfRow(
      question,
      rows.flatMap(({ option }) => option ?? []),
    ),
  };
}

/** What a question is asked of: one of the three, as the database sees to. */
export function textOfQuestion({
  lessonId,
  documentId,
  studyId,
}: Pick<typeof questions.$inferSelect, "lessonId" | "documentId" | "studyId">): AskedText {
  if (lessonId !== null) return { kind: "lesson", id: lessonId };
  return documentId !== null ? { kind: "document", id: documentId } : { kind: "study", id: studyId! };
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
export async function nextQuestionId(tx: Db, textId: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.publication})`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${questions} where id like ${`${textId}-e%`} union select subject_id from ${drafts} where subject_id like ${`${textId}-e%`}`);
  const numbers = rows.map(({ id }) => Number(id.slice(textId.length + 2))).filter(Number.isInteger);
  return `${textId}-e${Math.max(0, ...numbers) + 1}`;
}
