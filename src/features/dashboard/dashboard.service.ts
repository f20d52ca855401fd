import { desc, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { assessmentAttempts } from "#app/features/assessment/assessment.table.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import type { ModuleCard } from "#app/features/courses/courses.answers.ts";
import { lessonPercent, overallPercent } from "#app/features/courses/courses.policy.ts";
import { lessonToResume, presentCards } from "#app/features/courses/modules.service.ts";
import { readRecentLessons, readRecords } from "#app/features/courses/records.service.ts";
import { readThisDay } from "#app/features/ephemerides/ephemerides.service.ts";
import type { AttemptOutline } from "#app/features/exam/exam.policy.ts";
import { presentExamCards, readAttempts } from "#app/features/exam/exam.service.ts";
import {
  readNextMentorshipSession,
  readSummary,
} from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.service.ts";
import { readGroupLine } from "#app/features/reading-groups/reading-groups.service.ts";
import { countDue } from "#app/features/review/review.service.ts";
import { readWeekLine } from "#app/features/week/week.service.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { Activity, Dashboard } from "./dashboard.answers.ts";
import { reflectionOf } from "./reflections.ts";

const ACTIVITIES = 3;
/** Lessons finished long ago that were opened again stand before newer steps: so many are looked through. */
const LOOKED_THROUGH = 12;

/** All that the dashboard shows, from the member's records: eight queries, whatever they have studied. */
export async function readDashboard(ctx: Ctx): Promise<Dashboard> {
  const actor = requireActor(ctx);
  const catalogue = ctx.catalogue();
  const [records, attempts, { studied, lastRead }, nextMentorshipSession, waiting, due, group] = await Promise.all([
    readRecords(ctx.db, actor.id),
    readAttempts(ctx, actor.id),
    readActivities(ctx, actor.id, catalogue),
    readNextMentorshipSession(ctx.db, actor.id),
    readSummary(ctx),
    actor.standing === "full" ? countDue(ctx, actor) : 0,
    readGroupLine(ctx),
  ]);
  const modules = presentCards(catalogue, actor, records);
  const path = modules.filter((module) => module.degree === actor.degree);
  const lessons = path.reduce((total, module) => total + module.lessonCount, 0);
  const completedLessons = path.reduce((total, module) => total + countedLessons(module), 0);
  const exam = presentExamCards(catalogue, actor, records, attempts).find(({ degree }) => degree === actor.degree)!;
  const examPassed = exam.status === "passed";
  return {
    name: actor.name,
    degree: actor.degree,
    level: actor.level,
    lastAccess: actor.previousAccessAt?.toISOString() ?? null,
    firstAccess: actor.previousAccessAt === null && actor.proof === "sign-up",
    overall: { percent: overallPercent(completedLessons, lessons, examPassed), completedLessons, lessons, examPassed },
    exam,
    modules: path,
    activities: latest([...studied, ...attempts.flatMap(presentExam)]),
    next: lessonToResume(catalogue, actor, records, lastRead),
    mentoring: { next: nextMentorshipSession, ...waiting },
    review: { due },
    thisDay: readThisDay(ctx),
    week: readWeekLine(ctx),
    group,
    reflection: reflectionOf(new Date()),
  };
}

/** Lessons of a module that count as complete: all of a finished one, so that novelties do not lower the path. */
const countedLessons = ({ status, lessonCount, completedLessons }: ModuleCard) =>
  status === "completed" ? lessonCount : completedLessons;

const latestAttemptQuery = preparedOnce((db: Db) =>
  db
    .select({ level: assessmentAttempts.level, createdAt: assessmentAttempts.createdAt })
    .from(assessmentAttempts)
    .where(eq(assessmentAttempts.userId, sql.placeholder("userId")))
    .orderBy(desc(assessmentAttempts.createdAt))
    .limit(1)
    .prepare(`${QUICK}latest_attempt`),
);

const latest = (activities: Activity[]) => activities.sort((a, b) => b.at.localeCompare(a.at)).slice(0, ACTIVITIES);

/** An exam that has ended. */
const presentExam = ({ degree, finishedAt, passed }: Pick<AttemptOutline, "degree" | "finishedAt" | "passed">): Activity[] =>
  finishedAt ? [{ kind: "exam", at: finishedAt.toISOString(), degree, passed: passed === true }] : [];

/** The latest steps, lessons read or completed and assessments, and the lesson that was read last. */
async function readActivities(ctx: Ctx, userId: string, catalogue: Catalogue) {
  const [recent, attempts] = await Promise.all([
    readRecentLessons(ctx.db, userId, LOOKED_THROUGH),
    latestAttemptQuery(ctx.db).execute({ userId }),
  ]);
  const steps = recent.flatMap((row): Activity[] => {
    const lesson = catalogue.lessonById.get(row.lessonId);
    if (!lesson) return [];
    const { moduleId, number, title } = lesson;
    return [
      {
        kind: row.completedAt ? "completed" : "read",
        at: (row.completedAt ?? row.updatedAt).toISOString(),
        moduleId,
        number,
        title,
        percent: lessonPercent({ furthest: row.furthest, completed: row.completedAt !== null }),
      },
    ];
  });
  const assessed = attempts.map((row): Activity => ({ kind: "assessed", at: row.createdAt.toISOString(), level: row.level }));
  return { studied: [...steps, ...assessed], lastRead: recent[0]?.lessonId };
}
