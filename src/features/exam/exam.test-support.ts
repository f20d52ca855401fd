import { and, eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { recordCompletions } from "#app/features/courses/completions.service.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { solutionOf } from "#app/features/courses/questions.policy.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type AskedQuestion, examItems } from "./exam.table.ts";

/** Writes down that a member has completed every lesson of a degree. */
export async function completeDegree(db: Db, catalogue: Catalogue, userId: string, degree: Degree): Promise<void> {
  const ids = catalogue.modules.filter((module) => module.degree === degree).flatMap(({ lessonIds }) => lessonIds);
  const rows = ids.map((lessonId) => ({ userId, lessonId, furthest: 1, position: 1, completedAt: new Date() }));
  await db.insert(lessonProgress).values(rows);
  await recordCompletions(db, userId);
}

/** What was asked in an attempt, with the answers, by place. */
export async function askedIn(db: Db, attemptId: string): Promise<AskedQuestion[]> {
  const rows = await db.select().from(examItems).where(eq(examItems.attemptId, attemptId)).orderBy(examItems.place);
  return rows.map(({ asked }) => asked);
}

/** The same; one of them at least is a choice of one of four, which few draws lack: then the last is the question of a lesson. */
export async function askedWithChoice(db: Db, catalogue: Catalogue, attemptId: string): Promise<AskedQuestion[]> {
  const asked = await askedIn(db, attemptId);
  if (asked.some(({ form }) => form === "choice")) return asked;
  const { form, prompt, explanation, options } = [...catalogue.lessonById.values()].find(({ check }) => check?.form === "choice")!
    .check!;
  const choice: AskedQuestion = { form, prompt, explanation, options, shown: options.map(({ id }) => id) };
  await db
    .update(examItems)
    .set({ asked: choice })
    .where(and(eq(examItems.attemptId, attemptId), eq(examItems.place, asked.length)));
  return asked.with(-1, choice);
}

/** An answer to a question: a right or a wrong one. */
export function answerTo(asked: AskedQuestion, right: boolean): string[] {
  const solution = solutionOf(asked);
  if (right) return solution;
  if (asked.form === "order" || asked.form === "match") return asked.shown; // what is shown is never the solution
  return asked.shown.filter((id) => !solution.includes(id)).slice(0, solution.length);
}
