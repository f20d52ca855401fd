import { z } from "zod";
import { QUESTION_KINDS } from "#app/content/questions.ts";
import { QUESTION_FORMS } from "#app/features/courses/question-forms.ts";
import { count, degree, moment } from "#app/server/http/answers.ts";

const form = z.enum(QUESTION_FORMS);
const part = z.strictObject({ id: z.uuid(), text: z.string() });
const place = count.min(1);

/** Where the member is with a degree's exam. Nothing of its questions is in it. */
export const examCard = z.strictObject({
  degree,
  status: z.enum(["degree", "modules", "open", "running", "waiting", "passed"]),
  /** Modules that must be finished first, in order. */
  missing: z.array(z.strictObject({ id: count, title: z.string() })),
  /** When the running attempt ends. */
  closesAt: moment.nullable(),
  /** When the next attempt may begin. */
  opensAt: moment.nullable(),
  /** The attempt that runs, or the one that was passed. */
  attemptId: z.uuid().nullable(),
});
export type ExamCard = z.output<typeof examCard>;

export const examList = z.strictObject({ exams: z.array(examCard) });
export type ExamList = z.output<typeof examList>;

const pastAttempt = z.strictObject({
  id: z.uuid(),
  startedAt: moment,
  finishedAt: moment,
  rightCount: count,
  passed: z.boolean(),
});

const examItem = z.strictObject({
  place,
  form,
  scene: z.string().nullable(),
  prompt: z.string(),
  /** What the question is about: the document, where there is one, else the lesson, whose title is null when it is no longer taught. */
  lesson: z.string().nullable(),
  document: z.strictObject({ title: z.string(), date: z.string() }).nullable(),
  lefts: z.array(part),
  options: z.array(part),
  given: z.array(z.string()).nullable(),
  answeredAt: moment.nullable(),
  flagged: z.boolean(),
});
export type ExamItem = z.output<typeof examItem>;

/** An attempt that runs. `now` is the server's clock, which alone counts. */
const runningAttempt = z.strictObject({
  id: z.uuid(),
  startedAt: moment,
  closesAt: moment,
  now: moment,
  items: z.array(examItem),
});
export type RunningAttempt = z.output<typeof runningAttempt>;

export const examState = z.strictObject({
  ...examCard.shape,
  questions: count,
  minutes: count,
  passMark: count,
  /** Finished attempts, newest first. */
  attempts: z.array(pastAttempt),
  running: runningAttempt.nullable(),
});
export type ExamState = z.output<typeof examState>;

export const answerKept = z.strictObject({ answeredAt: moment });
export type AnswerKept = z.output<typeof answerKept>;

const markedItem = z.strictObject({
  place,
  form,
  scene: z.string().nullable(),
  prompt: z.string(),
  /** What it asked of its reader; null for a question of before kinds were kept. */
  kind: z.enum(QUESTION_KINDS).nullable(),
  /** Words of the text on which the answer rests, where they are known. */
  passage: z.string().nullable(),
  moduleId: count,
  /** Null when the lesson is no longer taught. */
  lesson: z.strictObject({ moduleId: count, number: count, title: z.string() }).nullable(),
  /** What the question is about, where that is a document that there is. */
  document: z.strictObject({ id: z.string(), title: z.string() }).nullable(),
  /** Null while the question is in the member's exam that runs; nothing of its answers is told then. */
  right: z.boolean().nullable(),
  /** In words; null where nothing was answered. Of pairs one line each. */
  given: z.array(z.string()).nullable(),
  answer: z.array(z.string()),
  /** What the answer given has for or against it, where the question says so; then why the right one is right. `of`: the alternative. */
  why: z.array(z.strictObject({ of: z.string().nullable(), reason: z.string() })),
});
export type MarkedItem = z.output<typeof markedItem>;

export const examResult = z.strictObject({
  id: z.uuid(),
  degree,
  startedAt: moment,
  finishedAt: moment,
  ended: z.enum(["delivered", "time"]),
  rightCount: count,
  questions: count,
  passMark: count,
  passed: z.boolean(),
  /** Whether and when another attempt may begin; null after passing. */
  opensAt: moment.nullable(),
  modules: z.array(z.strictObject({ id: count, title: z.string() })),
  items: z.array(markedItem),
});
export type ExamResult = z.output<typeof examResult>;
