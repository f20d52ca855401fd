import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import type { Catalogue, CatalogueQuestion } from "#app/features/courses/catalogue.ts";
import { inWords, solutionOf } from "#app/features/courses/questions.policy.ts";
import { presentCheck, questionsById } from "#app/features/courses/questions.service.ts";
import { termsBySlug } from "#app/features/dictionary/dictionary.service.ts";
import { commentaryOf, readableIn } from "#app/features/documents/documents.service.ts";
import { refuseQuestionInExam } from "#app/features/exam/running-questions.service.ts";
import { addDays, daysBetween } from "#app/lib/days.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import { type Actor, type Ctx, requireActor, type Services } from "#app/server/context.ts";
import { readGroup, waitsInGroup } from "#app/server/notify/write-notice.ts";
import { dayOf } from "./calendar.ts";
import { isOpen, sourceOfCard, sourcesOf } from "./gate.service.ts";
import type { Comeback, ReviewCard, ReviewState } from "./review.answers.ts";
import { REVIEW_GROUP } from "./review.notices.ts";
import { forecast, type Memory, retention, reviewOf, roomToday } from "./review.policy.ts";
import { type CardKind, PER_DAY } from "./review.schema.ts";
import { reviewCards, reviewLog, reviewSettings } from "./review.table.ts";

/** Cards sent at a time. */
const BATCH = 20;

type Card = typeof reviewCards.$inferSelect;

const userId = sql.placeholder("userId");

/** One row: the member's settings, and when their day begins and ends. */
const day = sql`(
  select per_day, paused_until, time_zone, zone_known, today, today::timestamp at time zone time_zone as starts,
    (today + 1)::timestamp at time zone time_zone as ends
  from (
    select per_day, paused_until, time_zone, zone_known, (now() at time zone time_zone)::date as today
    from (
      select coalesce(max(${reviewSettings.perDay}), ${sql.raw(String(PER_DAY.default))}) as per_day,
        max(${reviewSettings.pausedUntil}) as paused_until,
        coalesce(max(${reviewSettings.timeZone}), ${sql.raw(`'${DEFAULT_ZONE}'`)}) as time_zone,
        count(*) > 0 as zone_known
      from ${reviewSettings} where ${reviewSettings.userId} = ${userId}
    ) s
  ) t
)`;

/** The member's day: what they asked for, and how far they are. One query, by the index of what is due. */
const dayQuery = preparedOnce((db: Db) =>
  db
    .select({
      perDay: sql<number>`d.per_day::int`,
      pausedUntil: sql<string | null>`d.paused_until::text`,
      zone: sql<string>`d.time_zone`,
      zoneKnown: sql<boolean>`d.zone_known`,
      today: sql<string>`d.today::text`,
      starts: sql<Date>`d.starts`.mapWith(reviewCards.due),
      ends: sql<Date>`d.ends`.mapWith(reviewCards.due),
      /** Cards that were asked today, of these those that were forgotten, and those that come once more. */
      asked: sql<number>`l.asked::int`,
      lapsed: sql<number>`l.lapsed::int`,
      again: sql<number>`c.again::int`,
      waiting: sql<number>`c.waiting::int`,
      /** Whether the bell tells of the day's reviews. */
      told: waitsInGroup(userId, REVIEW_GROUP),
    })
    .from(sql`${day} d`)
    .innerJoin(
      sql`lateral (
        select count(distinct (kind, subject)) as asked, count(distinct (kind, subject)) filter (where grade = 'again') as lapsed
        from ${reviewLog} where user_id = ${userId} and reviewed_at >= d.starts
      ) l`,
      sql`true`,
    )
    .innerJoin(
      sql`lateral (
        select count(*) filter (where last_reviewed_at >= d.starts) as again,
          count(*) filter (where last_reviewed_at >= d.starts is not true) as waiting
        from ${reviewCards} where user_id = ${userId} and due < d.ends and ${isOpen}
      ) c`,
      sql`true`,
    )
    .prepare(`${QUICK}review_day`),
);

type Reviewer = Pick<Actor, "id" | "degree">;

async function readDay(db: Db, actor: Reviewer) {
  const [row] = await dayQuery(db).execute({ userId: actor.id, degree: actor.degree });
  const today = row!;
  const paused = today.pausedUntil !== null && today.pausedUntil > today.today;
  const left = paused ? 0 : today.again + roomToday(today);
  return { ...today, pausedUntil: paused ? today.pausedUntil : null, left };
}

/** How many cards a member has to review today. */
export const countDue = async ({ db }: Pick<Services, "db">, member: Reviewer): Promise<number> =>
  (await readDay(db, member)).left;

/** Today's cards: those that come once more first, so that they are never cut off, then as they became due. */
const queueQuery = preparedOnce((db: Db) =>
  db
    .select({ card: reviewCards, source: sourceOfCard })
    .from(reviewCards)
    .where(and(eq(reviewCards.userId, userId), lt(reviewCards.due, sql.placeholder("ends")), isOpen))
    .orderBy(
      desc(sql`coalesce(${reviewCards.lastReviewedAt} >= ${sql.placeholder("starts")}, false)`),
      asc(reviewCards.due),
      asc(reviewCards.subject),
    )
    .limit(sql.placeholder("limit"))
    .prepare(`${QUICK}review_queue`),
);

/** One card, by what it is about, with the zone whose midnight ends its member's day. */
const cardQuery = preparedOnce((db: Db) =>
  db
    .select({ card: reviewCards, zone: reviewSettings.timeZone })
    .from(reviewCards)
    .leftJoin(reviewSettings, eq(reviewSettings.userId, reviewCards.userId))
    .where(
      and(
        eq(reviewCards.userId, userId),
        eq(reviewCards.kind, sql.placeholder("kind")),
        eq(reviewCards.subject, sql.placeholder("subject")),
        isOpen,
      ),
    )
    .prepare(`${QUICK}review_card`),
);

export type OpenCard = Card & { zone: string };

/** A card that the member may see. @throws AppError not_found, also when it is above their degree; exam_question */
export async function findCard(ctx: Ctx, actor: Actor, kind: CardKind, subject: string): Promise<OpenCard> {
  const [row] = await cardQuery(ctx.db).execute({ userId: actor.id, kind, subject, degree: actor.degree });
  if (!row && kind === "question") await refuseQuestionInExam(ctx.db, actor.id, subject);
  if (!row) throw new AppError("not_found", { message: "Esta ficha não está na sua revisão." });
  return { ...row.card, zone: row.zone ?? DEFAULT_ZONE };
}

/** How many cards become due on each later day, and in every row what the retention is computed from: one row at least. */
const aheadQuery = preparedOnce((db: Db) => {
  const log = db
    .select({
      reviews: sql<number>`count(*)::int`.as("reviews_logged"),
      kept: sql<number>`(count(*) filter (where ${reviewLog.grade} <> 'again'))::int`.as("kept"),
    })
    .from(reviewLog)
    .where(and(eq(reviewLog.userId, userId), eq(reviewLog.state, "review")))
    .as("log");
  const ahead = db
    .select({
      day: sql<string>`(${reviewCards.due} at time zone ${sql.placeholder("zone")}::text)::date::text`.as("day"),
      cards: sql<number>`count(*)::int`.as("cards"),
      later: sql<boolean>`bool_and(${gte(reviewCards.due, sql.placeholder("ends"))})`.as("later"),
    })
    .from(reviewCards)
    .where(and(eq(reviewCards.userId, userId), isOpen))
    .groupBy(sql`1`)
    .as("ahead");
  const { day, cards, later } = ahead;
  return db
    .select({ reviews: log.reviews, kept: log.kept, ahead: { day, cards, later } })
    .from(log)
    .leftJoin(ahead, sql`true`)
    .orderBy(asc(ahead.day))
    .prepare("review_ahead");
});

/**
 * What the member reviews today, and what the days ahead bring: three queries and one for the questions, however many cards they have. The
 * bell's line of the day is read with it.
 */
export async function readReview(ctx: Ctx): Promise<ReviewState> {
  const actor = requireActor(ctx);
  const sources = sourcesOf(ctx.catalogue(), actor.degree);
  const { degree } = actor;
  const today = await readDay(ctx.db, actor);
  const { perDay, pausedUntil, zone, zoneKnown, starts, ends, asked, lapsed, again, waiting, left, told } = today;
  const [queue, rows] = await Promise.all([
    queueQuery(ctx.db).execute({ userId: actor.id, starts, ends, limit: Math.min(BATCH, left), degree }),
    aheadQuery(ctx.db).execute({ userId: actor.id, zone, ends, degree }),
    told && !ctx.isKeeping ? readGroup(ctx.db, actor.id, REVIEW_GROUP) : undefined,
  ]);
  const ahead = rows.flatMap((row) => row.ahead ?? []);
  const cards = queue.flatMap(({ card, source }) => {
    const place = sources.get(source);
    return place ? [{ card, source: place }] : [];
  });
  const later = ahead.filter((row) => row.later);
  const days = Array.from({ length: 7 }, (_, index) => addDays(today.today, index + 1));
  const over = pausedUntil ? 0 : again + waiting - left;
  const week = forecast(days, new Map(later.map((row) => [row.day, row.cards])), over, perDay);
  return {
    today: today.today,
    timeZone: zoneKnown ? zone : null,
    perDay,
    pausedUntil,
    done: asked - again,
    left,
    lapsed,
    cards: ahead.reduce((sum, row) => sum + row.cards, 0),
    next: await presentCards(
      ctx,
      actor,
      cards.toSorted((a, b) => a.card.due.getTime() - b.card.due.getTime()),
      zone,
    ),
    week,
    nextDay: left > 0 ? null : (pausedUntil ?? week.find(({ count }) => count > 0)?.day ?? later[0]?.day ?? null),
    retention: { reviews: rows[0]!.reviews, share: retention(rows[0]!) },
  };
}

type PlacedCard = { card: Card; source: ReviewCard["source"] };

/** The cards as they are asked. What has no text any more is left out. */
async function presentCards(ctx: Ctx, actor: Actor, cards: PlacedCard[], zone: string): Promise<ReviewCard[]> {
  const asked = await questionsById(
    ctx.db,
    cards.filter(({ card }) => card.kind === "question").map(({ card }) => card.subject),
  );
  const byId = new Map(asked.map((question) => [question.id, question]));
  const now = new Date();
  const today = dayOf(now, zone);
  return cards.flatMap(({ card, source }): ReviewCard[] => {
    const { subject, reviews, metAt, lastReviewedAt } = card;
    const after = reviewOf(card, now, zone);
    const head = {
      subject,
      seen: reviews,
      metAt: metAt.toISOString(),
      lastReviewedAt: lastReviewedAt?.toISOString() ?? null,
      source,
      grades: {
        again: comebackOf(after("again"), now, zone, today),
        hard: comebackOf(after("hard"), now, zone, today),
        good: comebackOf(after("good"), now, zone, today),
        easy: comebackOf(after("easy"), now, zone, today),
      },
    };
    if (card.kind === "question") return presentQuestionCard(head, card, byId.get(subject), actor.id);
    if (card.kind === "document") return presentDocumentCard(head, subject, ctx.catalogue(), actor.degree);
    return termsBySlug(ctx.catalogue(), [subject]).map(({ term, definition }) => ({ kind: "term", ...head, term, definition }));
  });
}

type Head = Pick<ReviewCard, "subject" | "seen" | "metAt" | "lastReviewedAt" | "source" | "grades">;

/** Each showing has an order of its own, so that a place is not what is remembered. */
function presentQuestionCard(head: Head, card: Card, question: CatalogueQuestion | undefined, id: string): ReviewCard[] {
  if (!question) return [];
  const answered = card.answeredAt && inWords(question, solutionOf(question));
  return [{ kind: "question", ...head, check: presentCheck(question, `${id}:${card.reviews}`), answered }];
}

function presentDocumentCard(head: Head, id: string, catalogue: Catalogue, degree: Degree): ReviewCard[] {
  const document = readableIn(catalogue, degree).find((each) => each.id === id);
  if (!document) return [];
  const { title, author, date } = document;
  return [{ kind: "document", ...head, title, author, date, commentary: commentaryOf(document).slice(0, 2) }];
}

/** When a card comes back, as a button says it. */
export function comebackOf(
  { due, scheduledDays }: Pick<Memory, "due" | "scheduledDays">,
  now: Date,
  zone: string,
  today = dayOf(now, zone),
): Comeback {
  const on = dayOf(due, zone);
  const days = Math.max(0, daysBetween(today, on));
  const minutes = scheduledDays > 0 ? null : Math.max(0, Math.round((due.getTime() - now.getTime()) / 60_000));
  return { on, days, minutes };
}
