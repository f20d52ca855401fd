import { type SQLWrapper, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";

/**
 * SQL: whether a question is in the member's exam that runs. Until that ends, the question is asked and judged in the exam alone, and its
 * right answer and its reasons are shown nowhere. Every path that judges a question or shows its answer asks this.
 */
export const isInRunningExam = (userId: SQLWrapper, questionId: SQLWrapper) => sql<boolean>`exists (
  select from exam_attempts running join exam_items item on item.attempt_id = running.id
  where running.user_id = ${userId} and running.finished_at is null and running.closes_at > now() and item.question_id = ${questionId})`;

const runningQuery = preparedOnce((db: Db) =>
  db
    .select({ id: sql<string>`q.id` })
    .from(sql`unnest(${sql.placeholder("ids")}::text[]) q (id)`)
    .where(isInRunningExam(sql`${sql.placeholder("userId")}::uuid`, sql`q.id`))
    .prepare(`${QUICK}running_questions`),
);

/** Those of the questions that are in the member's exam that runs. */
export const questionsInExam = async (db: Db, userId: string, ids: string[]): Promise<ReadonlySet<string>> =>
  new Set((await runningQuery(db).execute({ userId, ids })).map(({ id }) => id));

/** @throws AppError exam_question when the question is in the member's exam that runs */
export async function refuseQuestionInExam(db: Db, userId: string, questionId: string): Promise<void> {
  if ((await questionsInExam(db, userId, [questionId])).has(questionId)) throw new AppError("exam_question");
}

/** What the export says instead of an answer that would tell the right one. */
export const ANSWER_WAITS = "Aparece aqui quando o seu exame em curso terminar.";
