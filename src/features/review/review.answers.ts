import { z } from "zod";
import { checkDetail, judgedAnswer } from "#app/features/courses/courses.answers.ts";
import { count, moment } from "#app/server/http/answers.ts";
import { PER_DAY } from "./review.schema.ts";

/** A day without a time, in the member's zone. */
const day = z.iso.date();

/** When a card comes back: today in some minutes, or on a day. */
const comeback = z.strictObject({ on: day, days: count, minutes: count.nullable() });
export type Comeback = z.output<typeof comeback>;

const cardHead = {
  subject: z.string(),
  /** How often it was reviewed; an answer says it, so that one to an older showing is found out. */
  seen: count,
  metAt: moment,
  lastReviewedAt: moment.nullable(),
  /** Where it was met. */
  source: z.strictObject({ kind: z.enum(["lesson", "document", "study"]), title: z.string(), path: z.string() }),
  /** What each grade would do to it now. */
  grades: z.strictObject({ again: comeback, hard: comeback, good: comeback, easy: comeback }),
};

const termCard = z.strictObject({
  kind: z.literal("term"),
  ...cardHead,
  term: z.string(),
  definition: z.string(),
});
const documentCard = z.strictObject({
  kind: z.literal("document"),
  ...cardHead,
  title: z.string(),
  author: z.string(),
  date: z.string(),
  /** What it says and what it does not say: sanitised HTML. */
  commentary: z.array(z.strictObject({ title: z.string(), html: z.string() })),
});
/** Nothing in it tells the right answer, until it was answered. */
const questionCard = z.strictObject({
  kind: z.literal("question"),
  ...cardHead,
  check: checkDetail,
  /** The right answer in words, when the member has given it and only their grade is missing. */
  answered: z.array(z.string()).nullable(),
});

export const reviewCard = z.discriminatedUnion("kind", [termCard, documentCard, questionCard]);
export type ReviewCard = z.output<typeof reviewCard>;
export type QuestionCard = z.output<typeof questionCard>;

/** Where the member's day ends; null until they have chosen, or their device has told it. */
const timeZone = z.string().nullable();

export const reviewState = z.strictObject({
  today: day,
  timeZone,
  perDay: count.min(PER_DAY.min).max(PER_DAY.max),
  /** The day on which the reviews come back, while they are paused. */
  pausedUntil: day.nullable(),
  /** Cards that are through for today, and those that are still to come. */
  done: count,
  left: count,
  /** Of today's cards, those that were forgotten at least once. */
  lapsed: count,
  /** All cards of the member, whenever they are due. */
  cards: count,
  /** The next of today's cards, at most twenty. */
  next: z.array(reviewCard),
  /** How many the next seven days ask. */
  week: z.array(z.strictObject({ day, count })),
  /** The next day with cards, when today has none left. */
  nextDay: day.nullable(),
  /** Reviews of learned cards, and the share that was remembered, once there are enough. */
  retention: z.strictObject({ reviews: count, share: z.number().min(0).max(1).nullable() }),
});
export type ReviewState = z.output<typeof reviewState>;

/** What a graded card does. */
export const graded = z.strictObject({ comeback });
export type Graded = z.output<typeof graded>;

/** A question's answer. A wrong one is graded already; a right one waits for its grade. */
export const reviewJudged = z.strictObject({
  ...judgedAnswer.shape,
  /** The right answer in words; of pairs one line each. */
  answer: z.array(z.string()),
  comeback: comeback.nullable(),
});
export type ReviewJudged = z.output<typeof reviewJudged>;

export const settingsState = z.strictObject({
  perDay: count.min(PER_DAY.min).max(PER_DAY.max),
  pausedUntil: day.nullable(),
  timeZone,
  /** The day on which the member changes them. */
  today: day,
});
export type ReviewSettings = z.output<typeof settingsState>;
