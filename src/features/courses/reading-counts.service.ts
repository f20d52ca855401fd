import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import { lessonProgress } from "./courses.table.ts";

/** How many lessons of a degree and those below it a member has finished, of how many. */
export async function countReading(
  ctx: Pick<Ctx, "db" | "catalogue">,
  userId: string,
  degree: Degree,
): Promise<{ done: number; of: number }> {
  const lessonIds = ctx
    .catalogue()
    .modules.filter((module) => coversDegree(degree, module.degree))
    .flatMap((module) => module.lessonIds);
  const done = await ctx.db.$count(
    lessonProgress,
    and(eq(lessonProgress.userId, userId), isNotNull(lessonProgress.completedAt), inArray(lessonProgress.lessonId, lessonIds)),
  );
  return { done, of: lessonIds.length };
}
