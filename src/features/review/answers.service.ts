import { and, eq, type SQL, sql } from "drizzle-orm";
import { batchedWrite, givenRows, numbered } from "#app/db/batch.ts";
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
import { type CardState, reviewCards, reviewLog } from "./review.table.ts";

/** What a review makes of a card, as the statement takes it. */
type Review = Omit<Memory, "due" | "reviews" | "lastReviewedAt"> & {
  userId: string;
  kind: CardKind;
  subject: string;
  /** The reviews that the card had when it was shown. */
  seen: number;
  grade: Grade;
  /** The card's state before. */
  before: CardState;
  due: string;
  now: string;
};

/** The rows of a statement whose cards have not been reviewed since they were shown; the cards are locked. */
const cardsSeen = (columns: SQL, locked: SQL) => sql`(
  select r.* from ${givenRows(columns)}
  join ${reviewCards} c on c.user_id = r."userId" and c.kind = r.kind and c.subject = r.subject and c.reviews = r.seen
  for no key update of c ${locked}) r`;

/** The columns of a review. */
const given = sql`"userId" uuid, kind text, subject text, seen int, grade text, before text, state text, stability float8,
  difficulty float8, "scheduledDays" int, step smallint, lapses int, due timestamptz, now timestamptz`;

/**
 * The cards' new memory and the lines of the log, in one statement, which is one transaction; nothing for a card that has been reviewed
 * since it was shown. Of two at once the second waits for the row, and then finds it reviewed.
 */
const prepareReviews = (name: string, locked: SQL) =>
  preparedOnce((db: Db) => {
    const { userId, kind, subject, reviews } = reviewCards;
    const moved = db.$with("moved").as(
      db
        .update(reviewCards)
        .set({
          due: sql`r.due`,
          state: sql`r.state`,
          stability: sql`r.stability`,
          difficulty: sql`r.difficulty`,
          scheduledDays: sql`r."scheduledDays"`,
          step: sql`r.step`,
          reviews: sql`${reviews} + 1`,
          lapses: sql`r.lapses`,
          lastReviewedAt: sql`r.now`,
          answeredAt: null,
        })
        .from(cardsSeen(given, locked))
        .where(and(sql`${userId} = r."userId"`, sql`${kind} = r.kind`, sql`${subject} = r.subject`))
        .returning({
          userId,
          kind,
          subject,
          reviews,
          grade: sql`r.grade`.as("grade"),
          before: sql`r.before`.as("before"),
          days: sql`r."scheduledDays"`.as("days"),
          now: sql`r.now`.as("now"),
        }),
    );
    return db
      .with(moved)
      .insert(reviewLog)
      .select(sql`select user_id, kind, subject, reviews, grade, before, days, now from moved`)
      .returning({ userId: reviewLog.userId, kind: reviewLog.kind, subject: reviewLog.subject })
      .prepare(name);
  });

/** Of many members; it waits for nobody, and leaves a card that another transaction has to the other statement. */
const reviewsWrite = prepareReviews("review_writes", sql`skip locked`);
const reviewWrite = prepareReviews("review_write", sql``);

type Card = Pick<OpenCard, "userId" | "kind" | "subject">;

const keyOf = ({ userId, kind, subject }: Card) => `${userId} ${kind} ${subject}`;

/** @returns true for a card that had not been reviewed meanwhile */
const keepReview = batchedWrite<Review, true>(async (db, rows, waits) => {
  const write = waits ? reviewWrite(db) : reviewsWrite(db);
  return areKept(rows, await write.execute(numbered(rows)));
}, keyOf);

function areKept(rows: readonly Card[], kept: readonly Card[]): (true | undefined)[] {
  const keys = new Set(kept.map(keyOf));
  return rows.map((row) => keys.has(keyOf(row)) || undefined);
}

/** Notes of questions that they have been answered rightly, where their cards have not been reviewed since they were shown. */
const prepareRightAnswers = (name: string, locked: SQL) =>
  preparedOnce((db: Db) => {
    const { userId, kind, subject } = reviewCards;
    return db
      .update(reviewCards)
      .set({ answeredAt: sql`now()` })
      .from(cardsSeen(sql`"userId" uuid, kind text, subject text, seen int`, locked))
      .where(and(sql`${userId} = r."userId"`, sql`${kind} = r.kind`, sql`${subject} = r.subject`))
      .returning({ userId, kind, subject })
      .prepare(name);
  });

const rightAnswersWrite = prepareRightAnswers("review_right_answers", sql`skip locked`);
const rightAnswerWrite = prepareRightAnswers("review_right_answer", sql``);

/** @returns true for a card that had not been reviewed meanwhile */
const keepRightAnswer = batchedWrite<Card & { seen: number }, true>(async (db, rows, waits) => {
  const write = waits ? rightAnswerWrite(db) : rightAnswersWrite(db);
  return areKept(rows, await write.execute(numbered(rows)));
}, keyOf);

/** Reviews a card. @returns when it comes back, or nothing when another answer was quicker @throws AppError review_early */
async function writeReview(ctx: Ctx, card: OpenCard, grade: Grade): Promise<Comeback | undefined> {
  const now = new Date();
  const { userId, kind, subject, reviews: seen, state: before, zone } = card;
  refuseEarly(card, now);
  const { due, state, stability, difficulty, scheduledDays, step, lapses } = reviewOf(card, now, zone)(grade);
  const memory = { due: due.toISOString(), state, stability, difficulty, scheduledDays, step, lapses };
  const kept = await keepReview(ctx.db, { userId, kind, subject, seen, before, grade, now: now.toISOString(), ...memory });
  return kept ? comebackOf({ due, scheduledDays }, now, zone) : undefined;
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
async function waitsForGrade(ctx: Ctx, { answeredAt, ...card }: OpenCard): Promise<boolean> {
  if (answeredAt) return true;
  refuseEarly(card, new Date());
  const { userId, kind, subject, reviews: seen } = card;
  return (await keepRightAnswer(ctx.db, { userId, kind, subject, seen })) ?? false;
}
