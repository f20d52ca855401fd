import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import type {
  AnswerResult,
  LessonDetail,
  LessonLine,
  LessonLink,
  LessonTerm,
  LessonText,
  ModuleCard,
  ModuleDetail,
  NextStep,
  ProgressResult,
} from "./courses.schema.ts";

/** What the course's routes answer, for the API's documentation; no browser loads it. */

const degree = z.enum(DEGREES);
const share = z.number().min(0).max(1);
const count = z.int().min(0);

export const moduleCard = z.strictObject({
  id: count,
  degree,
  title: z.string(),
  description: z.string(),
  status: z.enum(["completed", "in-progress", "locked"]),
  percent: count.max(100),
  completedLessons: count,
  lessonCount: count,
  minutes: count,
  nextLesson: count.nullable(),
  lock: z
    .discriminatedUnion("reason", [
      z.strictObject({ reason: z.literal("degree"), degree }),
      z.strictObject({ reason: z.literal("modules"), missing: z.array(z.strictObject({ id: count, title: z.string() })) }),
    ])
    .nullable(),
}) satisfies z.ZodType<ModuleCard>;

export const modulesAnswer = z.strictObject({ modules: z.array(moduleCard) });

const lessonLine = z.strictObject({
  number: count,
  title: z.string(),
  minutes: count.nullable(),
  progress: share,
  completed: z.boolean(),
}) satisfies z.ZodType<LessonLine>;

export const nextStepAnswer = z.strictObject({
  moduleId: count,
  moduleTitle: z.string(),
  number: count,
  title: z.string(),
}) satisfies z.ZodType<NextStep>;

export const moduleAnswer = z.strictObject({
  ...moduleCard.shape,
  lessons: z.array(lessonLine),
  nextStep: nextStepAnswer.nullable(),
}) satisfies z.ZodType<ModuleDetail>;

const link = z.strictObject({ moduleId: count, number: count, title: z.string() }) satisfies z.ZodType<LessonLink>;

export const lessonAnswer = z.strictObject({
  id: z.string(),
  number: count,
  title: z.string(),
  module: z.strictObject({ id: count, title: z.string(), degree, lessonCount: count }),
  previous: link.nullable(),
  next: link.nullable(),
  progress: z.strictObject({ value: share, position: share, furthest: share, completed: z.boolean() }),
  text: z
    .strictObject({
      standfirst: z.string(),
      headings: z.array(z.strictObject({ id: z.string(), title: z.string() })),
      minutes: count,
      check: z
        .strictObject({ prompt: z.string(), options: z.array(z.strictObject({ id: z.uuid(), text: z.string() })).length(4) })
        .nullable(),
    })
    .nullable(),
}) satisfies z.ZodType<LessonDetail>;

const term = z.strictObject({
  slug: z.string(),
  term: z.string(),
  grade: z.string(),
  definition: z.string(),
}) satisfies z.ZodType<LessonTerm>;

export const lessonTextAnswer = z.strictObject({ html: z.string(), terms: z.array(term) }) satisfies z.ZodType<LessonText>;

export const progressAnswer = z.strictObject({
  progress: share,
  furthest: share,
  completed: z.boolean(),
}) satisfies z.ZodType<ProgressResult>;

export const answerAnswer = z.strictObject({
  right: z.boolean(),
  why: z.string(),
  completed: z.boolean(),
  others: z.array(z.strictObject({ id: z.uuid(), why: z.string() })),
}) satisfies z.ZodType<AnswerResult>;
