import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { questions } from "#app/features/courses/courses.table.ts";
import { meetLessons, meetQuestions } from "#app/features/review/meet.service.ts";
import { reviewOf } from "#app/features/review/review.policy.ts";
import { reviewCards, reviewLog } from "#app/features/review/review.table.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";

/** Cards that wait for the demo student. */
const DUE = 12;

/** The demo student's cards: what their lessons hold, and two questions that they missed. All but the last dozen were reviewed yesterday. */
export async function seedReview(tx: Db, userId: string): Promise<void> {
  await meetLessons(tx, userId);
  const closing = and(
    inArray(questions.lessonId, ["m01-l02", "m02-l03"]),
    eq(questions.use, "check"),
    isNull(questions.retiredAt),
  );
  const missed = await tx.select({ id: questions.id }).from(questions).where(closing);
  await meetQuestions(
    tx,
    userId,
    missed.map(({ id }) => id),
  );
  const cards = await tx
    .select()
    .from(reviewCards)
    .where(eq(reviewCards.userId, userId))
    .orderBy(asc(reviewCards.metAt), asc(reviewCards.subject));
  const yesterday = new Date(Date.now() - 86_400_000);
  const reviewed = cards.slice(0, -DUE).map((card, index) => {
    const grade = (["good", "easy"] as const)[index % 2]!;
    return { grade, row: { ...card, ...reviewOf(card, yesterday, DEFAULT_ZONE)(grade) } };
  });
  if (reviewed.length === 0) return;
  const excluded = (column: string) => sql.raw(`excluded.${column}`);
  await tx
    .insert(reviewCards)
    .values(reviewed.map(({ row }) => row))
    .onConflictDoUpdate({
      target: [reviewCards.userId, reviewCards.kind, reviewCards.subject],
      set: {
        due: excluded("due"),
        state: excluded("state"),
        stability: excluded("stability"),
        difficulty: excluded("difficulty"),
        scheduledDays: excluded("scheduled_days"),
        step: excluded("step"),
        reviews: excluded("reviews"),
        lastReviewedAt: excluded("last_reviewed_at"),
      },
    });
  await tx.insert(reviewLog).values(
    reviewed.map(({ grade, row: { kind, subject, scheduledDays } }) => ({
      userId,
      kind,
      subject,
      number: 1,
      grade,
      state: "new" as const,
      scheduledDays,
      reviewedAt: yesterday,
    })),
  );
}
