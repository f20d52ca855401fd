import { type Card, fsrs, Rating, State } from "ts-fsrs";
import { addDays } from "#app/lib/days.ts";
import { dayOf, startOfDay, wallClock } from "./calendar.ts";
import type { Grade } from "./review.schema.ts";
import type { CardState } from "./review.table.ts";

/** What FSRS knows of a card. */
export type Memory = {
  state: CardState;
  due: Date;
  stability: number;
  difficulty: number;
  scheduledDays: number;
  step: number;
  reviews: number;
  lapses: number;
  lastReviewedAt: Date | null;
};

/**
 * FSRS-6 with its published weights, aiming at nine of ten remembered. What was forgotten comes back once on the same day, ten minutes
 * later; no interval is longer than a year, but for the day or two by which the grades differ. Without fuzz, so that a button keeps the date that it shows.
 */
const scheduler = fsrs({
  request_retention: 0.9,
  maximum_interval: 365,
  enable_fuzz: false,
  learning_steps: ["10m"],
  relearning_steps: ["10m"],
});

const STATE = { new: State.New, learning: State.Learning, review: State.Review, relearning: State.Relearning } as const;
const STATE_NAME = ["new", "learning", "review", "relearning"] as const;
const RATING = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good, easy: Rating.Easy } as const;

/**
 * What a review now makes of a card's memory, for each grade that is asked about. The library takes whole days from UTC, so it is given the member's clock; an interval of days
 * ends when the member's day begins.
 */
export function reviewOf(memory: Memory, now: Date, zone: string): (grade: Grade) => Memory & { lastReviewedAt: Date } {
  const clock = wallClock(now, zone);
  const before: Card = {
    due: wallClock(memory.due, zone),
    stability: memory.stability,
    difficulty: memory.difficulty,
    elapsed_days: 0, // the library takes it from `last_review`
    scheduled_days: memory.scheduledDays,
    learning_steps: memory.step,
    reps: memory.reviews,
    lapses: memory.lapses,
    state: STATE[memory.state],
    ...(memory.lastReviewedAt && { last_review: wallClock(memory.lastReviewedAt, zone) }),
  };
  const today = dayOf(now, zone);
  return (grade) => {
    const { card } = scheduler.next(before, clock, RATING[grade]);
    const due =
      card.scheduled_days > 0
        ? startOfDay(addDays(today, card.scheduled_days), zone)
        : new Date(now.getTime() + card.due.getTime() - clock.getTime());
    return {
      state: STATE_NAME[card.state],
      due,
      stability: card.stability,
      difficulty: card.difficulty,
      scheduledDays: card.scheduled_days,
      step: card.learning_steps,
      reviews: card.reps,
      lapses: card.lapses,
      lastReviewedAt: now,
    };
  };
}

/** Of the cards that wait, how many are still asked today: the daily number, without those that were asked already. */
export const roomToday = ({ perDay, asked, waiting }: { perDay: number; asked: number; waiting: number }): number =>
  Math.min(waiting, Math.max(0, perDay - asked));

/**
 * How many cards each of the next days asks: never more than the daily number, and what is beyond it goes to the day after.
 * @param dueOn cards that become due, by day
 * @param left cards that today leaves over
 */
export function forecast(days: readonly string[], dueOn: ReadonlyMap<string, number>, left: number, perDay: number) {
  let waiting = left;
  return days.map((day) => {
    waiting += dueOn.get(day) ?? 0;
    const count = Math.min(waiting, perDay);
    waiting -= count;
    return { day, count };
  });
}

/** Reviews before a share of them says something. */
export const REVIEWS_FOR_RETENTION = 100;

/**
 * True retention: of the reviews of cards that had been learned (state `review`), the share that was not "Errei". First answers and the
 * repetitions of a day do not count: they say how new something is, not how well it is kept.
 *
 * kept / reviews, as "true retention" in the Anki manual (https://docs.ankiweb.net/stats.html), where FSRS's own measure comes from.
 * @returns 0 to 1, or null before 100 such reviews
 */
export const retention = ({ reviews, kept }: { reviews: number; kept: number }): number | null =>
  reviews < REVIEWS_FOR_RETENTION ? null : kept / reviews;
