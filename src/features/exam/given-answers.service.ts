import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireDegree } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import type { AnswerKept } from "./exam.answers.ts";
import type { ExamAnswerInput, FlagInput } from "./exam.schema.ts";
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
  requireDegree(actor, item.degree);
  return item;
}

const shown = sql`(${examItems.asked} -> 'shown')`;
const form = sql`(${examItems.asked} ->> 'form')`;
const given = sql`${sql.placeholder("given")}::jsonb`;

/** The answer has ids of the question's own options, one for each place. Pairs may wait for their right side, two alternatives for the second. */
const fitsQuestion = sql`(
  jsonb_array_length(${given}) = case ${form} when 'choice' then 1 when 'classify' then 1 when 'multiple' then 2
    else jsonb_array_length(${shown}) end
  and ${given} - '' <@ ${shown}
  and (${form} in ('match', 'multiple') or not ${given} ? ''))`;

/** The attempt that the answer belongs to, while it runs; it is locked, so that a marking waits and no answer is saved after it. */
const running = sql`(
  select a.id from ${examAttempts} a
  where a.id = ${sql.placeholder("attemptId")} and a.user_id = ${sql.placeholder("userId")} and ${covers(sql`${sql.placeholder("degree")}::text`, sql`a.degree`)}
    and a.finished_at is null and a.closes_at > now()
  for share)`;

const answerWrite = preparedOnce((db: Db) =>
  db
    .update(examItems)
    .set({ given, answeredAt: sql`now()` })
    .where(and(sql`${examItems.attemptId} = ${running}`, eq(examItems.place, sql.placeholder("place")), fitsQuestion))
    .returning({ answeredAt: examItems.answeredAt })
    .prepare("exam_answer"),
);

/**
 * Keeps an answer; a later one replaces it, from whichever browser. Why it kept nothing is looked for afterwards.
 * @throws AppError not_found, locked, answer_foreign, exam_over, exam_delivered
 */
export async function answerItem(ctx: Ctx, attemptId: string, place: number, { given }: ExamAnswerInput): Promise<AnswerKept> {
  const { id: userId, degree } = requireActor(ctx);
  const asked = { attemptId, place, userId, degree, given: JSON.stringify(given) };
  const [kept] = await answerWrite(ctx.db).execute(asked);
  if (kept) return { answeredAt: kept.answeredAt!.toISOString() };
  const { running } = await readItem(ctx, attemptId, place);
  if (running) throw new AppError("answer_foreign");
  return refuseEnded(ctx, attemptId);
}

/** Marks a question to be looked at again, or takes the mark off. @throws AppError not_found, locked, exam_over, exam_delivered */
export async function flagItem(ctx: Ctx, attemptId: string, place: number, { flagged }: FlagInput): Promise<{ ok: true }> {
  await readItem(ctx, attemptId, place);
  const open = sql`select id from ${examAttempts} where id = ${attemptId} and finished_at is null and closes_at > now() for share`;
  const rows = await ctx.db
    .update(examItems)
    .set({ flagged })
    .where(and(sql`${examItems.attemptId} = (${open})`, eq(examItems.place, place)))
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
