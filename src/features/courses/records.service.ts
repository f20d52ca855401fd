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

/** Opened is not read. */
const wasRead = or(gte(lessonProgress.furthest, 0.01), isNotNull(lessonProgress.completedAt))!;
const isTaught = and(eq(lessons.id, lessonProgress.lessonId), isNull(lessons.retiredAt))!;

/** What the member read, completed and finished. */
export async function readRecords(db: Db, userId: string): Promise<MemberRecords> {
  const rows = await recordsQuery(db).execute({ userId });
  return {
    lessons: new Map(rows.map(({ lessonId, furthest, position, completed }) => [lessonId, { furthest, position, completed }])),
    finished: new Set(rows[0]?.finished),
  };
}

/** The same of several members in one query, each with the lesson that they read last. */
export async function readRecordsOf(
  db: Db,
  userIds: string[],
): Promise<Map<string, { records: MemberRecords; last: string | undefined }>> {
  type Row = { id: string; lessons: [string, number, number, boolean][]; finished: number[]; last: string | null };
  const { rows } = await db.execute<Row>(sql`
    select m.id,
      coalesce((select json_agg(json_build_array(p.lesson_id, p.furthest, p.position, p.completed_at is not null))
        from lesson_progress p where p.user_id = m.id), '[]') as lessons,
      coalesce((select json_agg(c.module_id) from module_completions c where c.user_id = m.id), '[]') as finished,
      (select ${lessonProgress.lessonId} from ${lessonProgress} join ${lessons} on ${isTaught}
        where ${lessonProgress.userId} = m.id and ${wasRead} order by ${lessonProgress.updatedAt} desc limit 1) as last
    from unnest(${sql.param(userIds)}::uuid[]) m(id)`);
  return new Map(
    rows.map(({ id, lessons: read, finished, last }) => [
      id,
      {
        records: {
          lessons: new Map(
            read.map(([lessonId, furthest, position, completed]) => [lessonId, { furthest, position, completed }]),
          ),
          finished: new Set(finished),
        },
        last: last ?? undefined,
      },
    ]),
  );
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
    .innerJoin(lessons, isTaught)
    .where(and(eq(lessonProgress.userId, sql.placeholder("userId")), wasRead))
    .orderBy(desc(lessonProgress.updatedAt))
    .limit(sql.placeholder("limit"))
    .prepare(`${QUICK}recent_lessons`),
);

/** The member's latest steps in lessons that are taught, newest first. */
export const readRecentLessons = (db: Db, userId: string, limit: number) => recentQuery(db).execute({ userId, limit });
