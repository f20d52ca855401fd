import { z } from "zod";
import { moduleCard, nextStepAnswer } from "#app/features/courses/courses.answers.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import type { Activity, Dashboard } from "./dashboard.schema.ts";

/** What the dashboard's route answers, for the API's documentation; no browser loads it. */

const degree = z.enum(DEGREES);
const count = z.int().min(0);
const moment = z.iso.datetime();

const activity = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(["completed", "read"]),
    at: moment,
    moduleId: count,
    number: count,
    title: z.string(),
    percent: count.max(100),
  }),
  z.strictObject({ kind: z.literal("assessed"), at: moment, level: degree }),
]) satisfies z.ZodType<Activity>;

const nextMentorshipSession = z.strictObject({
  id: z.uuid(),
  status: z.enum(["pending", "accepted", "completed", "cancelled"]),
  scheduledDate: moment.nullable(),
  durationMinutes: count,
  mentor: z.strictObject({
    name: z.string(),
    specialties: z.array(z.string()),
    rating: z.number(),
    ratingCount: count,
    totalMentorshipSessions: count,
    replyMinutes: z.number().nullable(),
  }),
});

export const dashboardAnswer = z.strictObject({
  name: z.string(),
  degree,
  level: degree.nullable(),
  lastAccess: moment.nullable(),
  overall: z.strictObject({ percent: count.max(100), completedLessons: count, lessons: count, examPassed: z.boolean() }),
  modules: z.array(moduleCard),
  activities: z.array(activity).max(3),
  next: z.strictObject({ ...nextStepAnswer.shape, minutes: count, lessonCount: count, started: z.boolean() }).nullable(),
  mentoring: z.strictObject({ next: nextMentorshipSession.nullable(), upcoming: count, requests: count, unread: count }),
  reflection: z.strictObject({ text: z.string(), source: z.string().nullable() }),
}) satisfies z.ZodType<Dashboard>;
