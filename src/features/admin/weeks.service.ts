import { sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { AdminWeeks } from "./admin.answers.ts";

const WEEKS = 12;

/** How much was studied in each of the last twelve weeks: members who finished a lesson, lessons, and exams. @throws AppError forbidden */
export async function readWeeks(ctx: Ctx): Promise<AdminWeeks> {
  requireAdmin(ctx);
  const { db } = ctx;
  const weekOf = (at: typeof lessonProgress.completedAt | typeof examAttempts.finishedAt) =>
    sql`floor(extract(epoch from now() - ${at}) / 604800)::int`;
  const isRecent = (at: Parameters<typeof weekOf>[0]) => sql`${at} > now() - make_interval(weeks => ${WEEKS}) and ${at} <= now()`;
  const [members, lessons, exams] = await Promise.all([
    db.$count(profiles, takesPart(profiles)),
    db.execute(sql`select ${weekOf(lessonProgress.completedAt)} as week, count(*)::int as lessons, count(distinct user_id)::int as studied
      from ${lessonProgress} where ${isRecent(lessonProgress.completedAt)} group by 1`),
    db.execute(sql`select ${weekOf(examAttempts.finishedAt)} as week, count(*)::int as exams, (count(*) filter (where passed))::int as passed
      from ${examAttempts} where ${isRecent(examAttempts.finishedAt)} group by 1`),
  ]);
  /** The oldest week first; a week without rows is zero. */
  const series = ({ rows }: typeof lessons, name: string): number[] =>
    Array.from({ length: WEEKS }, (_, index) => Number(rows.find(({ week }) => week === WEEKS - 1 - index)?.[name] ?? 0));
  return {
    members,
    studied: series(lessons, "studied"),
    lessons: series(lessons, "lessons"),
    exams: series(exams, "exams"),
    passed: series(exams, "passed"),
  };
}
