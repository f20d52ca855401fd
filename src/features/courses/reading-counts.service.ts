import { and, eq, isNotNull, sql } from "drizzle-orm";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import type { ModuleProgress } from "./courses.answers.ts";
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

/** The modules of a degree and those below it: how many lessons of each a member has finished, of how many. */
export async function readModuleProgress(
  ctx: Pick<Ctx, "db" | "catalogue">,
  userId: string,
  degree: Degree,
): Promise<ModuleProgress[]> {
  const finished = await ctx.db
    .select({ lessonId: lessonProgress.lessonId })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.userId, userId), isNotNull(lessonProgress.completedAt)));
  const ids = new Set(finished.map(({ lessonId }) => lessonId));
  return ctx
    .catalogue()
    .modules.filter((module) => coversDegree(degree, module.degree))
    .map(({ id, title, lessonIds }) => ({
      id,
      title,
      done: lessonIds.filter((each) => ids.has(each)).length,
      of: lessonIds.length,
    }));
}
