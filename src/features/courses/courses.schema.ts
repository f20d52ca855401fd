import { z } from "zod";
import type { Degree } from "#app/lib/degrees.ts";
import type { ModuleState } from "./courses.policy.ts";

/** As it is written in an address: one way for each number. */
const place = z
  .string()
  .regex(/^[1-9]\d?$/)
  .transform(Number);

export const moduleParams = z.strictObject({ moduleId: place });
export const lessonParams = z.strictObject({ moduleId: place, number: place });

/** Where the member is in the text, and the furthest point reached, both 0 to 1. */
export const progressInput = z.strictObject({ position: z.number().min(0).max(1), furthest: z.number().min(0).max(1) });
export const answerInput = z.strictObject({ optionId: z.uuid() });

export type ProgressInput = z.output<typeof progressInput>;
export type AnswerInput = z.output<typeof answerInput>;

export type ModuleCard = ModuleState & {
  id: number;
  degree: Degree;
  title: string;
  description: string;
  lessonCount: number;
  /** Study time of the lessons that are written, in minutes. */
  minutes: number;
  /** First lesson that is not complete; null when all are, or when the module is locked. */
  nextLesson: number | null;
};

export type LessonLine = {
  number: number;
  title: string;
  /** Null while the lesson is being written. */
  minutes: number | null;
  progress: number;
  completed: boolean;
};

/** Where a locked module's explanation leads, and where a finished one goes on. */
export type NextStep = { moduleId: number; moduleTitle: string; number: number; title: string };

export type ModuleDetail = ModuleCard & { lessons: LessonLine[]; nextStep: NextStep | null };

export type LessonTerm = { slug: string; term: string; grade: string; definition: string };
export type LessonLink = { moduleId: number; number: number; title: string };

export type LessonDetail = {
  id: string;
  number: number;
  title: string;
  module: { id: number; title: string; degree: Degree; lessonCount: number };
  previous: LessonLink | null;
  next: LessonLink | null;
  progress: { value: number; position: number; furthest: number; completed: boolean };
  /** Null while the lesson is being written. */
  text: {
    standfirst: string;
    headings: { id: string; title: string }[];
    minutes: number;
    check: { prompt: string; options: { id: string; text: string }[] } | null;
  } | null;
};

/** What a lesson says, the same for every reader, and the dictionary's entries that it calls. */
export type LessonText = { html: string; terms: LessonTerm[] };

export type ProgressResult = { progress: number; furthest: number; completed: boolean };

/** `others` explains the remaining options, once the right one was found. */
export type AnswerResult = {
  right: boolean;
  why: string;
  completed: boolean;
  others: { id: string; why: string }[];
};
