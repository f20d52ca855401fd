import { and, eq, type SQL, sql } from "drizzle-orm";
import { batchedWrite, givenRows, inOrder, numbered } from "#app/db/batch.ts";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { type Degree, degreesUpTo } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { AnswerKept } from "./exam.answers.ts";
import type { ExamAnswerInput, FlagInput } from "./exam.schema.ts";
import { refuseHigherDegree } from "./exam.service.ts";
import { examAttempts, examItems } from "./exam.table.ts";
import { closeAttempt } from "./marking.service.ts";

const isItem = and(
  eq(examItems.attemptId, sql.placeholder("attemptId")),
  eq(examItems.place, sql.placeholder("place")),
  eq(examAttempts.userId, sql.placeholder("userId")),
);

const itemQuery = preparedOnce((db: Db) =>
  db
    .select({
      degree: examAttempts.degree,
      running: sql<boolean>`${examAttempts.finishedAt} is null and ${examAttempts.closesAt} > now()`,
    })
    .from(examItems)
    .innerJoin(examAttempts, eq(examAttempts.id, examItems.attemptId))
    .where(isItem)
    .prepare(`${QUICK}exam_item`),
);

/** A question of the member's own attempt, and whether that takes answers. @throws AppError not_found, locked */
async function readItem(ctx: Ctx, attemptId: string, place: number): Promise<{ running: boolean }> {
  const actor = requireActor(ctx);
  const [item] = await itemQuery(ctx.db).execute({ attemptId, place, userId: actor.id });
  if (!item) throw new AppError("not_found", { message: "Esta questão não faz parte do seu exame." });
  refuseHigherDegree(actor, item.degree);
  return item;
}

/** The answers of one statement, each with the attempt that it belongs to, while that runs. */
const answersGiven = (locked: SQL) => sql`(
  select r.n, r.place, r.given, a.id as attempt_id
  from ${givenRows(sql`"attemptId" uuid, place int, "userId" uuid, degrees text[], given jsonb`)}
  join ${examAttempts} a on a.id = r."attemptId" and a.user_id = r."userId" and a.degree = any(r.degrees)
    and a.finished_at is null and a.closes_at > now()
  for share of a ${locked}) g`;

const shown = sql`(${examItems.asked} -> 'shown')`;
const form = sql`(${examItems.asked} ->> 'form')`;

/** The answer has ids of the question's own options, one for each place. Pairs may wait for their right side, two alternatives for the second. */
const fitsQuestion = sql`(
  jsonb_array_length(g.given) = case ${form} when 'choice' then 1 when 'classify' then 1 when 'multiple' then 2
    else jsonb_array_length(${shown}) end
  and g.given - '' <@ ${shown}
  and (${form} in ('match', 'multiple') or not g.given ? ''))`;

/** Keeps answers. Their attempts are locked, so that a marking waits and no answer is saved after it. */
const prepareAnswers = (name: string, locked: SQL) =>
  preparedOnce((db: Db) =>
    db
      .update(examItems)
      .set({ given: sql`g.given`, answeredAt: sql`now()` })
      .from(answersGiven(locked))
      .where(and(sql`${examItems.attemptId} = g.attempt_id`, sql`${examItems.place} = g.place`, fitsQuestion))
      .returning({ n: sql<number>`g.n`, answeredAt: examItems.answeredAt })
      .prepare(name),
  );

/** Of many members; it waits for nobody's marking, and leaves such an answer to the other statement. */
const answersWrite = prepareAnswers("exam_answers", sql`skip locked`);
const answerWrite = prepareAnswers("exam_answer", sql``);

type GivenAnswer = { attemptId: string; place: number; userId: string; degrees: Degree[]; given: string[] };

/** @returns when the answer was kept */
const keepAnswer = batchedWrite<GivenAnswer, Date>(
  async (db, rows, waits) => {
    const write = waits ? answerWrite(db) : answersWrite(db);
    return inOrder(rows, await write.execute(numbered(rows))).map((kept) => kept?.answeredAt ?? undefined);
  },
  ({ attemptId, place }) => `${attemptId} ${place}`,
);

/**
 * Keeps an answer; a later one replaces it, from whichever browser. Why it kept nothing is looked for afterwards.
 * @throws AppError not_found, locked, answer_foreign, exam_over, exam_delivered
 */
export async function answerItem(ctx: Ctx, attemptId: string, place: number, { given }: ExamAnswerInput): Promise<AnswerKept> {
  const { id: userId, degree } = requireActor(ctx);
  const answeredAt = await keepAnswer(ctx.db, { attemptId, place, userId, degrees: degreesUpTo(degree), given });
  if (answeredAt) return { answeredAt: answeredAt.toISOString() };
  const { running } = await readItem(ctx, attemptId, place);
  if (running) throw new AppError("answer_foreign");
  return refuseEnded(ctx, attemptId);
}

/** Marks a question to be looked at again, or takes the mark off. @throws AppError not_found, locked, exam_over, exam_delivered */
export async function flagItem(ctx: Ctx, attemptId: string, place: number, { flagged }: FlagInput): Promise<{ ok: true }> {
  await readItem(ctx, attemptId, place);
  const running = sql`select id from ${examAttempts} where id = ${attemptId} and finished_at is null and closes_at > now() for share`;
  const rows = await ctx.db
    .update(examItems)
    .set({ flagged })
    .where(and(sql`${examItems.attemptId} = (${running})`, eq(examItems.place, place)))
    .returning({ place: examItems.place });
  if (rows.length === 0) return refuseEnded(ctx, attemptId);
  return { ok: true };
}

/** An attempt that takes no answers any more; one whose time is over is marked first. */
async function refuseEnded(ctx: Ctx, attemptId: string): Promise<never> {
  await ctx.db.transaction((tx) => closeAttempt(tx, ctx, attemptId));
  const [attempt] = await ctx.db.select({ ended: examAttempts.ended }).from(examAttempts).where(eq(examAttempts.id, attemptId));
  throw new AppError(attempt?.ended === "delivered" ? "exam_delivered" : "exam_over");
}
