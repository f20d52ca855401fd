import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import { lessonProgress } from "./courses.table.ts";

/** The ids of the lessons of a degree and those below it. */
export const lessonIdsUpTo = (ctx: Pick<Ctx, "catalogue">, degree: Degree): string[] =>
  ctx
    .catalogue()
    .modules.filter((module) => coversDegree(degree, module.degree))
    .flatMap((module) => module.lessonIds);

/** SQL: how many lessons that are taught today the member in the query's `profiles` row has finished. */
export const finishedLessons = (ctx: Pick<Ctx, "catalogue">) => {
  const taught = ctx.catalogue().modules.flatMap(({ lessonIds }) => lessonIds);
  return sql<number>`(select count(*)::int from ${lessonProgress} l
    where l.user_id = profiles.id and l.completed_at is not null and l.lesson_id = any(${sql.param(taught)}::text[]))`;
};

/** How many lessons of a degree and those below it a member has finished, of how many. */
export async function countReading(
  ctx: Pick<Ctx, "db" | "catalogue">,
  userId: string,
  degree: Degree,
): Promise<{ done: number; of: number }> {
  const lessonIds = lessonIdsUpTo(ctx, degree);
  const done = await ctx.db.$count(
    lessonProgress,
    and(eq(lessonProgress.userId, userId), isNotNull(lessonProgress.completedAt), inArray(lessonProgress.lessonId, lessonIds)),
  );
  return { done, of: lessonIds.length };
}
