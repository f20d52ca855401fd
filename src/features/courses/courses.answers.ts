import { z } from "zod";
import { count, degree } from "#app/server/http/answers.ts";
import { QUESTION_FORMS } from "./question-forms.policy.ts";

const share = z.number().min(0).max(1);

/** Why a module is locked: the member's address is not confirmed, the degree is not theirs yet, or modules before it are not complete. */
const moduleLock = z.discriminatedUnion("reason", [
  z.strictObject({ reason: z.literal("address") }),
  z.strictObject({ reason: z.literal("degree"), degree }),
  z.strictObject({
    reason: z.literal("modules"),
    missing: z.array(z.strictObject({ id: count, title: z.string() })),
    /** The first open module on the way to what is missing. */
    step: z.strictObject({ id: count, title: z.string() }),
  }),
]);
export type ModuleLock = z.output<typeof moduleLock>;

export const moduleCard = z.strictObject({
  id: count,
  degree,
  title: z.string(),
  description: z.string(),
  status: z.enum(["completed", "in-progress", "locked"]),
  percent: count.max(100),
  completedLessons: count,
  lock: moduleLock.nullable(),
  lessonCount: count,
  /** Study time of the lessons that are written, in minutes. */
  minutes: count,
  /** First lesson that is not complete; null when all are, or when the module is locked. */
  nextLesson: count.nullable(),
  /** The first lesson that was begun and is not complete, and how much of it was read, in whole percent. */
  begun: z.strictObject({ number: count, percent: count.max(100) }).nullable(),
  /** Its place among the modules of its degree, from 1. */
  place: count,
});
export type ModuleCard = z.output<typeof moduleCard>;

/** How many of a module's lessons somebody has finished, for who may see their study. */
export const moduleProgress = z.strictObject({ id: count, title: z.string(), done: count, of: count });
export type ModuleProgress = z.output<typeof moduleProgress>;

/** Where a locked module's explanation leads, and where a finished one goes on. */
export const nextStep = z.strictObject({ moduleId: count, moduleTitle: z.string(), number: count, title: z.string() });
export type NextStep = z.output<typeof nextStep>;

/** A lesson to go on with: what it is, how long it takes, how much of it was read (whole percent), and the minutes that are left. */
export const lessonAhead = z.strictObject({
  ...nextStep.shape,
  lessonCount: count,
  minutes: count,
  percent: count.max(100),
  minutesLeft: count,
});
export type LessonAhead = z.output<typeof lessonAhead>;

/** Every module, and the lesson where the member goes on; null when every open one is complete. */
export const moduleList = z.strictObject({ modules: z.array(moduleCard), resume: lessonAhead.nullable() });
export type ModuleList = z.output<typeof moduleList>;

const lessonLine = z.strictObject({
  number: count,
  title: z.string(),
  /** Null while the lesson is being written, and while it is locked. */
  standfirst: z.string().nullable(),
  /** Null while the lesson is being written. */
  minutes: count.nullable(),
  progress: share,
  completed: z.boolean(),
  /** Added after the member had finished the module. */
  novelty: z.boolean(),
});
export type LessonLine = z.output<typeof lessonLine>;

export const moduleDetail = z.strictObject({
  ...moduleCard.shape,
  lessons: z.array(lessonLine),
  /** Of a locked module: the modules that it waits for. */
  missing: z.array(moduleCard),
  nextStep: nextStep.nullable(),
  /** The modules beside it. */
  previous: z.strictObject({ id: count, title: z.string() }).nullable(),
  next: z.strictObject({ id: count, title: z.string() }).nullable(),
});
export type ModuleDetail = z.output<typeof moduleDetail>;

const lessonLink = z.strictObject({ moduleId: count, number: count, title: z.string() });
export type LessonLink = z.output<typeof lessonLink>;

const answerPart = z.strictObject({ id: z.uuid(), text: z.string() });

/** `lefts` only in `match`, where `options` are the right sides; of `classify` the prompt is the sentence. */
export const checkDetail = z.strictObject({
  form: z.enum(QUESTION_FORMS),
  /** What happened, where the question is a case. */
  scene: z.string().nullable(),
  prompt: z.string(),
  lefts: z.array(answerPart).max(5),
  options: z.array(answerPart).min(3).max(6),
});
export type CheckDetail = z.output<typeof checkDetail>;

/** A question on the page of a document or a study. */
export const openQuestion = z.strictObject({
  id: z.string(),
  ...checkDetail.shape,
  /** Whether the member has answered it right already. */
  solved: z.boolean(),
  /** Whether it is in the member's exam that runs, and so takes no answer here. */
  inExam: z.boolean(),
});
export type OpenQuestion = z.output<typeof openQuestion>;

export const lessonDetail = z.strictObject({
  id: z.string(),
  number: count,
  title: z.string(),
  module: z.strictObject({ id: count, title: z.string(), degree, lessonCount: count }),
  previous: lessonLink.nullable(),
  next: lessonLink.nullable(),
  progress: z.strictObject({ value: share, position: share, furthest: share, completed: z.boolean() }),
  /** Null while the lesson is being written. */
  text: z
    .strictObject({
      standfirst: z.string(),
      headings: z.array(z.strictObject({ id: z.string(), title: z.string() })),
      minutes: count,
      check: checkDetail.nullable(),
    })
    .nullable(),
});
export type LessonDetail = z.output<typeof lessonDetail>;

export const lessonTerm = z.strictObject({ slug: z.string(), term: z.string(), grade: z.string(), definition: z.string() });
export type LessonTerm = z.output<typeof lessonTerm>;

/** What a lesson says, the same for every reader, and the dictionary's entries that it calls. */
export const lessonText = z.strictObject({ html: z.string(), terms: z.array(lessonTerm) });
export type LessonText = z.output<typeof lessonText>;

export const progressResult = z.strictObject({ progress: share, furthest: share, completed: z.boolean() });
export type ProgressResult = z.output<typeof progressResult>;

export const judgedAnswer = z.strictObject({
  right: z.boolean(),
  why: z.string(),
  /** Which of the given places are right. */
  placed: z.array(z.boolean()),
  /** Explains alternatives one by one: the remaining ones, once the right ones were found; those chosen, where they are several. */
  others: z.array(z.strictObject({ id: z.uuid(), why: z.string() })),
});
export type JudgedAnswer = z.output<typeof judgedAnswer>;

export const answerResult = z.strictObject({ ...judgedAnswer.shape, completed: z.boolean() });
export type AnswerResult = z.output<typeof answerResult>;
