import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { inWords, judge, rightWhy, solutionOf } from "#app/features/courses/questions.policy.ts";
import { questionsById, whysOfOthers } from "#app/features/courses/questions.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { dayOf } from "./calendar.ts";
import type { Comeback, Graded, ReviewJudged } from "./review.answers.ts";
import { reviewOf } from "./review.policy.ts";
import type { CardKind, Grade, GradeInput, ReviewAnswerInput } from "./review.schema.ts";
import { comebackOf, findCard, type OpenCard } from "./review.service.ts";
import { reviewCards, reviewLog } from "./review.table.ts";

const placeholders = {
  userId: sql.placeholder("userId"),
  kind: sql.placeholder("kind"),
  subject: sql.placeholder("subject"),
  seen: sql.placeholder("seen"),
};

const isCard = and(
  eq(reviewCards.userId, placeholders.userId),
  eq(reviewCards.kind, placeholders.kind),
  eq(reviewCards.subject, placeholders.subject),
  eq(reviewCards.reviews, placeholders.seen),
);

/**
 * The card's new memory and the line of the log, in one statement, which is one transaction; nothing when the card has been reviewed
 * since it was shown. Of two at once the second waits for the row, and then finds it reviewed.
 */
const reviewWrite = preparedOnce((db: Db) => {
  const moved = db.$with("moved").as(
    db
      .update(reviewCards)
      .set({
        due: sql`${sql.placeholder("due")}::timestamptz`,
        state: sql`${sql.placeholder("state")}::text`,
        stability: sql`${sql.placeholder("stability")}::float8`,
        difficulty: sql`${sql.placeholder("difficulty")}::float8`,
        scheduledDays: sql`${sql.placeholder("scheduledDays")}::int`,
        step: sql`${sql.placeholder("step")}::smallint`,
        reviews: sql`${reviewCards.reviews} + 1`,
        lapses: sql`${sql.placeholder("lapses")}::int`,
        lastReviewedAt: sql`${sql.placeholder("now")}::timestamptz`,
        answeredAt: null,
      })
      .where(isCard)
      .returning({
        userId: reviewCards.userId,
        kind: reviewCards.kind,
        subject: reviewCards.subject,
        reviews: reviewCards.reviews,
      }),
  );
  return db
    .with(moved)
    .insert(reviewLog)
    .select(
      sql`select user_id, kind, subject, reviews, ${sql.placeholder("grade")}::text, ${sql.placeholder("before")}::text,
        ${sql.placeholder("scheduledDays")}::int, ${sql.placeholder("now")}::timestamptz from moved`,
    )
    .returning({ number: reviewLog.number })
    .prepare("review_write");
});

/** Reviews a card. @returns when it comes back, or nothing when another answer was quicker @throws AppError review_early */
async function writeReview(ctx: Ctx, card: OpenCard, grade: Grade): Promise<Comeback | undefined> {
  const now = new Date();
  const { userId, kind, subject, reviews: seen, state: before, zone } = card;
  refuseEarly(card, now);
  const { due, state, stability, difficulty, scheduledDays, step, lapses } = reviewOf(card, now, zone)(grade);
  const memory = { due: due.toISOString(), state, stability, difficulty, scheduledDays, step, lapses };
  const [row] = await reviewWrite(ctx.db).execute({
    userId,
    kind,
    subject,
    seen,
    before,
    grade,
    now: now.toISOString(),
    ...memory,
  });
  return row && comebackOf({ due, scheduledDays }, now, zone);
}

/** @throws AppError review_early when the card is for a later day */
function refuseEarly({ due, zone }: OpenCard, now: Date): void {
  if (dayOf(due, zone) > dayOf(now, zone)) throw new AppError("review_early");
}

const loggedQuery = preparedOnce((db: Db) =>
  db
    .select({ grade: reviewLog.grade })
    .from(reviewLog)
    .where(
      and(
        eq(reviewLog.userId, placeholders.userId),
        eq(reviewLog.kind, placeholders.kind),
        eq(reviewLog.subject, placeholders.subject),
        sql`${reviewLog.number} = ${placeholders.seen}::int + 1`,
      ),
    )
    .prepare(`${QUICK}review_logged`),
);

/** Whether the review that followed this showing got this grade. Then it is the same answer, sent twice. */
async function isSameAnswer(ctx: Ctx, { userId, kind, subject }: OpenCard, seen: number, grade: Grade): Promise<boolean> {
  const [logged] = await loggedQuery(ctx.db).execute({ userId, kind, subject, seen });
  return logged?.grade === grade;
}

/** When a card that was reviewed meanwhile comes back. */
async function comebackNow(ctx: Ctx, actor: Actor, { kind, subject }: OpenCard): Promise<Comeback> {
  const card = await findCard(ctx, actor, kind, subject);
  return comebackOf(card, new Date(), card.zone);
}

/**
 * Takes the member's grade. The same one sent twice counts once, from however many taps and windows; another one to the same showing
 * is refused, as the first counts.
 * @throws AppError not_found, review_early, review_unanswered, review_stale, too_many_tries
 */
export async function gradeCard(ctx: Ctx, kind: CardKind, subject: string, { grade, seen }: GradeInput): Promise<Graded> {
  const actor = requireActor(ctx);
  await ctx.limits.take("review", actor.id);
  const card = await findCard(ctx, actor, kind, subject);
  if (card.reviews === seen) {
    if (kind === "question" && !card.answeredAt) throw new AppError("review_unanswered");
    const comeback = await writeReview(ctx, card, grade);
    if (comeback) return { comeback };
  }
  if (!(await isSameAnswer(ctx, card, seen, grade))) throw new AppError("review_stale");
  return { comeback: await comebackNow(ctx, actor, card) };
}

/**
 * Judges the answer to a question in review. A wrong one is a review that failed; a right one waits for the member's grade. The same
 * answer sent twice counts once.
 * @throws AppError not_found, answer_foreign, review_early, review_stale, too_many_tries
 */
export async function answerCard(ctx: Ctx, subject: string, { given, seen }: ReviewAnswerInput): Promise<ReviewJudged> {
  const actor = requireActor(ctx);
  await ctx.limits.take("review", actor.id);
  const card = await findCard(ctx, actor, "question", subject);
  const [question] = await questionsById(ctx.db, [subject]);
  const verdict = question && judge(question, given);
  if (!verdict) throw new AppError("answer_foreign");
  const { right, placed, chosen } = verdict;
  const judged = {
    right,
    why: verdict.why || rightWhy(question),
    placed,
    others: whysOfOthers(question, chosen?.id),
    answer: inWords(question, solutionOf(question)),
  };
  if (card.reviews === seen && right) {
    if (card.answeredAt || (await keepRightAnswer(ctx, card))) return { ...judged, comeback: null };
  } else if (card.reviews === seen && !card.answeredAt) {
    const comeback = await writeReview(ctx, card, "again");
    if (comeback) return { ...judged, comeback };
  }
  if (right || !(await isSameAnswer(ctx, card, seen, "again"))) throw new AppError("review_stale");
  return { ...judged, comeback: await comebackNow(ctx, actor, card) };
}

/** @returns whether it is kept; not when the card was reviewed meanwhile @throws AppError review_early */
async function keepRightAnswer(ctx: Ctx, card: OpenCard): Promise<boolean> {
  refuseEarly(card, new Date());
  const { userId, kind, subject, reviews } = card;
  const own = and(eq(reviewCards.userId, userId), eq(reviewCards.kind, kind), eq(reviewCards.subject, subject));
  const rows = await ctx.db
    .update(reviewCards)
    .set({ answeredAt: sql`now()` })
    .where(and(own, eq(reviewCards.reviews, reviews)))
    .returning({ reviews: reviewCards.reviews });
  return rows.length > 0;
}
