import { z } from "zod";
import { lessonAhead, moduleCard } from "#app/features/courses/courses.answers.ts";
import { thisDay } from "#app/features/ephemerides/ephemerides.answers.ts";
import { examCard } from "#app/features/exam/exam.answers.ts";
import {
  mentoringSummary,
  nextMentorshipSession,
} from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.answers.ts";
import { groupLine } from "#app/features/reading-groups/reading-groups.answers.ts";
import { weekLine } from "#app/features/week/week.answers.ts";
import { count, degree, moment } from "#app/server/http/answers.ts";

/** One line of "Atividades recentes". */
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
  z.strictObject({ kind: z.literal("exam"), at: moment, degree, passed: z.boolean() }),
]);
export type Activity = z.output<typeof activity>;

export const dashboard = z.strictObject({
  name: z.string(),
  degree,
  level: degree.nullable(),
  /** When the visit before this one ended; null on the first, and while the member signs in again without a pause. */
  lastAccess: moment.nullable(),
  /** The member has just signed up, and has never been away. */
  firstAccess: z.boolean(),
  overall: z.strictObject({ percent: count.max(100), completedLessons: count, lessons: count, examPassed: z.boolean() }),
  /** The exam of the member's degree. */
  exam: examCard,
  modules: z.array(moduleCard),
  activities: z.array(activity).max(3),
  /** What to study next; null when every open lesson is complete. */
  next: lessonAhead.nullable(),
  /** The member's next mentorship session, and what waits for them in mentoring. */
  mentoring: z.strictObject({ next: nextMentorshipSession.nullable(), ...mentoringSummary.shape }),
  /** Cards of the daily review that wait today. */
  review: z.strictObject({ due: count }),
  /** "Neste dia": null where no date of the degree is left. */
  thisDay: thisDay.nullable(),
  /** What this week is about; null before the address is confirmed. */
  week: weekLine.nullable(),
  /** The reading group's text of this week; null for who is in none. */
  group: groupLine.nullable(),
  reflection: z.strictObject({ text: z.string(), source: z.string().nullable() }),
});
export type Dashboard = z.output<typeof dashboard>;
