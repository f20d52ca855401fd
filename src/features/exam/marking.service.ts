import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { issueCertificate } from "#app/features/certificates/certificates.service.ts";
import { judge } from "#app/features/courses/questions.policy.ts";
import { meetQuestions } from "#app/features/review/meet.service.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { EXAM_QUESTIONS, isComplete, passes } from "./exam.policy.ts";
import { type ExamEnd, examAttempts, examItems } from "./exam.table.ts";

/**
 * Ends and marks an attempt, with what was answered until then; what is blank is wrong. Of two who do it at once one waits, and nothing is
 * left for them to do. What was missed goes to the daily review; passing issues the certificate.
 * @param ended `time` ends only what is over; `delivered` whatever runs, but after its time it counts as ended by it
 */
export async function closeAttempt(tx: Db, services: Services, attemptId: string, ended: ExamEnd = "time"): Promise<void> {
  const [attempt] = await tx
    .select({
      userId: examAttempts.userId,
      degree: examAttempts.degree,
      over: sql<boolean>`${examAttempts.closesAt} <= now()`,
    })
    .from(examAttempts)
    .where(and(eq(examAttempts.id, attemptId), isNull(examAttempts.finishedAt)))
    .for("update");
  if (!attempt || (ended === "time" && !attempt.over)) return;
  const items = await tx
    .select({ place: examItems.place, questionId: examItems.questionId, asked: examItems.asked, given: examItems.given })
    .from(examItems)
    .where(eq(examItems.attemptId, attemptId));
  const right = items.filter(({ asked, given }) => isComplete(given) && judge(asked, given!)?.right).map(({ place }) => place);
  await tx
    .update(examItems)
    .set({ right: sql`${inArray(examItems.place, right)}` })
    .where(eq(examItems.attemptId, attemptId));
  const missed = items.filter(({ place }) => !right.includes(place)).map(({ questionId }) => questionId);
  await meetQuestions(tx, attempt.userId, missed);
  const passed = passes(right.length);
  await tx
    .update(examAttempts)
    .set({
      finishedAt: sql`least(now(), ${examAttempts.closesAt})`,
      ended: attempt.over ? "time" : ended,
      rightCount: right.length,
      passed,
    })
    .where(eq(examAttempts.id, attemptId));
  const { userId, degree } = attempt;
  if (passed) await issueCertificate(tx, services, { userId, degree, rightCount: right.length, questions: EXAM_QUESTIONS });
}

/** Marks the attempts whose time is over and that nobody has looked at since. */
export const closeExams: Job<"close-exams"> = {
  retries: 2,
  cron: "*/5 * * * *",
  run: async (services) => {
    const due = await services.db
      .select({ id: examAttempts.id })
      .from(examAttempts)
      .where(and(isNull(examAttempts.finishedAt), lte(examAttempts.closesAt, sql`now()`)));
    for (const { id } of due) await services.db.transaction((tx) => closeAttempt(tx, services, id));
  },
};
