import { desc, eq } from "drizzle-orm";
import { readAssessmentQuestions } from "#app/content/assessment.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Ctx } from "#app/server/context.ts";
import { requireActor } from "#app/server/context.ts";
import type { AssessmentOutcome, AssessmentState } from "./assessment.answers.ts";
import { levelOf } from "./assessment.policy.ts";
import { type AssessmentInput, OPTION_IDS, type OptionId } from "./assessment.schema.ts";
import { assessmentAttempts } from "./assessment.table.ts";

const source = readAssessmentQuestions();

const questions = source.map(({ id, prompt, options }) => ({
  id,
  prompt,
  options: OPTION_IDS.map((option) => ({ id: option, text: options[option] })),
}));

type Attempt = typeof assessmentAttempts.$inferSelect;

const present = (attempt: Attempt): AssessmentOutcome => ({
  level: attempt.level,
  takenAt: attempt.createdAt.toISOString(),
  questions: questions.map((question, index) => ({
    ...question,
    chosen: attempt.answers[question.id] as OptionId,
    right: source[index]!.answer,
    why: source[index]!.why,
  })),
});

/** The questions, without their answers, and the member's last result. */
export async function readAssessment(ctx: Ctx): Promise<AssessmentState> {
  const actor = requireActor(ctx);
  const [last] = await ctx.db
    .select()
    .from(assessmentAttempts)
    .where(eq(assessmentAttempts.userId, actor.id))
    .orderBy(desc(assessmentAttempts.createdAt))
    .limit(1);
  return { questions, last: last ? present(last) : null };
}

/** Stores an attempt and the level that it suggests. @throws AppError too_many_tries */
export async function finishAssessment(ctx: Ctx, { answers }: AssessmentInput): Promise<AssessmentOutcome> {
  const actor = requireActor(ctx);
  await ctx.limits.take("assessment", actor.id);
  const level = levelOf(source, answers);
  const rightCount = source.filter((question) => answers[question.id] === question.answer).length;
  return ctx.db.transaction(async (tx) => {
    const [attempt] = await tx.insert(assessmentAttempts).values({ userId: actor.id, answers, rightCount, level }).returning();
    await tx.update(profiles).set({ level }).where(eq(profiles.id, actor.id));
    return present(attempt!);
  });
}
