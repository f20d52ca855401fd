import { and, desc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import type { StudyRecords } from "./courses.policy.ts";
import { lessonProgress, lessons, moduleCompletions } from "./courses.table.ts";

type ProgressRecord = { furthest: number; position: number; completed: boolean };
export type MemberRecords = StudyRecords<ProgressRecord>;

/**
 * One prepared query for all of a member's records: at most one row a lesson, each with the modules that they finished, which the
 * database looks up once. Without a lesson there is no finished module.
 */
const recordsQuery = preparedOnce((db: Db) =>
  db
    .select({
      lessonId: lessonProgress.lessonId,
      furthest: lessonProgress.furthest,
      position: lessonProgress.position,
      completed: sql<boolean>`${lessonProgress.completedAt} is not null`,
      finished: sql<number[] | null>`(
        select array_agg(${moduleCompletions.moduleId}) from ${moduleCompletions}
        where ${moduleCompletions.userId} = ${sql.placeholder("userId")})`,
    })
    .from(lessonProgress)
    .where(eq(lessonProgress.userId, sql.placeholder("userId")))
    .prepare(`${QUICK}progress_of_member`),
);

/** What the member read, completed and finished. */
export async function readRecords(db: Db, userId: string): Promise<MemberRecords> {
  const rows = await recordsQuery(db).execute({ userId });
  return {
    lessons: new Map(rows.map(({ lessonId, furthest, position, completed }) => [lessonId, { furthest, position, completed }])),
    finished: new Set(rows[0]?.finished),
  };
}

const recentQuery = preparedOnce((db: Db) =>
  db
    .select({
      lessonId: lessonProgress.lessonId,
      furthest: lessonProgress.furthest,
      completedAt: lessonProgress.completedAt,
      updatedAt: lessonProgress.updatedAt,
    })
    .from(lessonProgress)
    .innerJoin(lessons, and(eq(lessons.id, lessonProgress.lessonId), isNull(lessons.retiredAt)))
    .where(
      and(
        eq(lessonProgress.userId, sql.placeholder("userId")),
        or(gte(lessonProgress.furthest, 0.01), isNotNull(lessonProgress.completedAt)), // opened is not read
      ),
    )
    .orderBy(desc(lessonProgress.updatedAt))
    .limit(sql.placeholder("limit"))
    .prepare(`${QUICK}recent_lessons`),
);

/** The member's latest steps in lessons that are taught, newest first. */
export const readRecentLessons = (db: Db, userId: string, limit: number) => recentQuery(db).execute({ userId, limit });
