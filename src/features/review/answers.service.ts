import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { inWords, judge, solutionOf } from "#app/features/courses/questions.policy.ts";
import { questionById, whysBeside } from "#app/features/courses/questions.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { dayOf } from "./calendar.ts";
import type { Comeback, Graded, ReviewJudged } from "./review.answers.ts";
import { type Memory, reviewOf } from "./review.policy.ts";
import type { CardKind, Grade, GradeInput, ReviewAnswerInput } from "./review.schema.ts";
import { comebackOf, findCard, type OpenCard } from "./review.service.ts";
import { reviewCards, reviewLog } from "./review.table.ts";

/** The card, if it has not been reviewed since it was shown with so many reviews. */
const asSeen = ({ userId, kind, subject, reviews }: OpenCard) =>
  and(
    eq(reviewCards.userId, userId),
    eq(reviewCards.kind, kind),
    eq(reviewCards.subject, subject),
    eq(reviewCards.reviews, reviews),
  );

const given = (name: keyof Memory | "userId" | "kind" | "subject" | "seen" | "grade" | "before") => sql`${sql.placeholder(name)}`;

/**
 * A card's new memory and a line of the log, in one statement, which is one transaction; nothing for a card that has been reviewed since it was shown.
 * Of two at once the second waits for the row, and then finds it reviewed.
 */
const reviewWrite = preparedOnce((db: Db) => {
  const moved = db.$with("moved").as(
    db
      .update(reviewCards)
      .set({
        due: given("due"),
        state: given("state"),
        stability: given("stability"),
        difficulty: given("difficulty"),
        scheduledDays: given("scheduledDays"),
        step: given("step"),
        reviews: given("reviews"),
        lapses: given("lapses"),
        lastReviewedAt: given("lastReviewedAt"),
        answeredAt: null,
      })
      .where(
        and(
          eq(reviewCards.userId, given("userId")),
          eq(reviewCards.kind, given("kind")),
          eq(reviewCards.subject, given("subject")),
          eq(reviewCards.reviews, given("seen")),
        ),
      )
      .returning(),
  );
  return db
    .with(moved)
    .insert(reviewLog)
    .select(
      sql`select user_id, kind, subject, reviews, ${given("grade")}::text, ${given("before")}::text, scheduled_days, last_reviewed_at from moved`,
    )
    .returning({ number: reviewLog.number })
    .prepare("review_write");
});

/** Reviews a card. @returns when it comes back, or nothing when another answer was quicker @throws AppError review_early */
async function writeReview(ctx: Ctx, card: OpenCard, grade: Grade): Promise<Comeback | undefined> {
  const now = new Date();
  const { userId, kind, subject, reviews: seen, state: before, zone } = card;
  refuseEarly(card, now);
  const memory = reviewOf(card, now, zone)(grade);
  const { due, scheduledDays } = memory;
  const [kept] = await reviewWrite(ctx.db).execute({ userId, kind, subject, seen, before, grade, ...memory });
  return kept && comebackOf({ due, scheduledDays }, now, zone);
}

/** @throws AppError review_early when the card is for a later day */
function refuseEarly({ due, zone }: Pick<OpenCard, "due" | "zone">, now: Date): void {
  if (dayOf(due, zone) > dayOf(now, zone)) throw new AppError("review_early");
}

const loggedQuery = preparedOnce((db: Db) =>
  db
    .select({ grade: reviewLog.grade })
    .from(reviewLog)
    .where(
      and(
        eq(reviewLog.userId, sql.placeholder("userId")),
        eq(reviewLog.kind, sql.placeholder("kind")),
        eq(reviewLog.subject, sql.placeholder("subject")),
        sql`${reviewLog.number} = ${sql.placeholder("seen")}::int + 1`,
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
 * @throws AppError not_found, exam_question, review_early, review_unanswered, review_stale, too_many_tries
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
 * @throws AppError not_found, exam_question, answer_foreign, review_early, review_stale, too_many_tries
 */
export async function answerCard(ctx: Ctx, subject: string, { given, seen }: ReviewAnswerInput): Promise<ReviewJudged> {
  const actor = requireActor(ctx);
  await ctx.limits.take("review", actor.id);
  const [card, question] = await Promise.all([findCard(ctx, actor, "question", subject), questionById(ctx.db, subject)]);
  const verdict = question && judge(question, given);
  if (!verdict) throw new AppError("answer_foreign");
  const { right, why, placed } = verdict;
  const judged = {
    right,
    why,
    placed,
    others: whysBeside(question, verdict, true),
    answer: inWords(question, solutionOf(question)),
  };
  if (card.reviews === seen && right) {
    if (await waitsForGrade(ctx, card)) return { ...judged, comeback: null };
  } else if (card.reviews === seen && !card.answeredAt) {
    const comeback = await writeReview(ctx, card, "again");
    if (comeback) return { ...judged, comeback };
  }
  if (right || !(await isSameAnswer(ctx, card, seen, "again"))) throw new AppError("review_stale");
  return { ...judged, comeback: await comebackNow(ctx, actor, card) };
}

/** Of a question that was answered rightly: not when its card was reviewed meanwhile. @throws AppError review_early */
async function waitsForGrade(ctx: Ctx, card: OpenCard): Promise<boolean> {
  if (card.answeredAt) return true;
  refuseEarly(card, new Date());
  const { rowCount } = await ctx.db.update(reviewCards).set({ answeredAt: sql`now()` }).where(asSeen(card));
  return rowCount === 1;
}
