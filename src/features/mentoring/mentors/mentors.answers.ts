import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";

const facts = {
  userId: z.uuid(),
  name: z.string(),
  bio: z.string(),
  specialties: z.array(z.string()),
  maxMentees: count,
  /** Mean of the ratings; 0 while there is none. */
  rating: z.number(),
  ratingCount: count,
  totalMentorshipSessions: count,
};

/** An active mentor, as members see them. */
const mentorCard = z.strictObject({
  ...facts,
  /** Null where the viewer has no session with them. */
  email: z.string().nullable(),
  lodge: z.string().nullable(),
  /** The first hour that the viewer could choose; null where there is none, or the mentor has said none. */
  nextHour: moment.nullable(),
  freePlaces: count,
  /** Median time until they answer a request, over their last ones; null before the first. */
  replyMinutes: count.nullable(),
  can: z.strictObject({ request: z.boolean() }),
  /** Why the viewer cannot ask them now. */
  refusal: z.enum(["own", "inactive", "full", "asked", "limit"]).nullable(),
});
export type MentorCard = z.output<typeof mentorCard>;

/** A page of mentors; `next` leads to the following one. */
export const mentorList = z.strictObject({ mentors: z.array(mentorCard), next: z.string().nullable() });
export type MentorList = z.output<typeof mentorList>;

/** Any mentor, as the administration sees them. */
export const mentorRecord = z.strictObject({
  ...facts,
  email: z.string(),
  id: z.uuid(),
  isActive: z.boolean(),
  /** `yyyy-mm-dd`, while on a pause. */
  pausedUntil: z.string().nullable(),
  /** Distinct members with a pending or accepted session. */
  occupied: count,
  replyMinutes: count.nullable(),
  /** Their hours of a week, in order: the day (0 is Sunday) and minutes since midnight, by the clock of their zone. */
  hours: z.array(z.strictObject({ weekday: count, startsAt: count, endsAt: count })),
  timeZone: z.string(),
  /** What a removal would end: requests, and sessions to come. */
  requests: count,
  ahead: count,
});
export type MentorRecord = z.output<typeof mentorRecord>;

/** A page of the mentors that were asked for, and how many these are in all. */
export const mentorRecords = z.strictObject({ mentors: z.array(mentorRecord), total: count, next: z.string().nullable() });
export type MentorRecords = z.output<typeof mentorRecords>;

/** A member who is not a mentor yet. */
const mentorCandidate = z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() });
export type MentorCandidate = z.output<typeof mentorCandidate>;

export const mentorCandidates = z.strictObject({ candidates: z.array(mentorCandidate) });
export type MentorCandidates = z.output<typeof mentorCandidates>;

export const mentorStatus = z.strictObject({ id: z.uuid(), isActive: z.boolean() });
export type MentorStatus = z.output<typeof mentorStatus>;
