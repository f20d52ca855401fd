import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { ABSENCES, ACTORS, MENTORSHIP_SESSION_STATUSES, MOVES, SIDES } from "./mentorship-sessions.table.ts";

const status = z.enum(MENTORSHIP_SESSION_STATUSES);
const side = z.enum(SIDES);

/** The other party; null when their account is gone. */
const party = z.strictObject({ name: z.string(), email: z.string() }).nullable();

const mentorshipSessionCard = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  status,
  /** Which side the viewer is. */
  side,
  other: party,
  scheduledDate: moment.nullable(),
  durationMinutes: count,
  createdAt: moment,
  /** Messages that the viewer has not read. */
  unread: count,
});
export type MentorshipSessionCard = z.output<typeof mentorshipSessionCard>;

/** A page of sessions, newest first; `next` leads to the following one. */
export const mentorshipSessionsPage = z.strictObject({
  mentorshipSessions: z.array(mentorshipSessionCard),
  next: z.string().nullable(),
});
export type MentorshipSessionsPage = z.output<typeof mentorshipSessionsPage>;

const mentorshipSessionEvent = z.strictObject({
  id: count,
  move: z.enum(MOVES),
  side: z.enum(ACTORS),
  mine: z.boolean(),
  reason: z.string().nullable(),
  /** The date that was fixed or proposed. */
  date: moment.nullable(),
  at: moment,
});
export type MentorshipSessionEvent = z.output<typeof mentorshipSessionEvent>;

export const mentorshipSessionDetail = z.strictObject({
  ...mentorshipSessionCard.shape,
  /** The mentor's member id; null when their account is gone. */
  mentorId: z.uuid().nullable(),
  place: z.string().nullable(),
  /** What the mentee asked for. */
  preferredDate: moment.nullable(),
  /** Another date that waits for an answer. */
  proposal: z
    .strictObject({
      number: count,
      by: side,
      date: moment,
      durationMinutes: count,
      place: z.string(),
      word: z.string().nullable(),
    })
    .nullable(),
  /** Until when one can write to a cancelled session; null for any other, and afterwards. */
  writableUntil: moment.nullable(),
  /** Why it did not happen. */
  absence: z.enum(ABSENCES).nullable(),
  /** What the mentor wrote down for the next time. */
  nextStep: z.string().nullable(),
  rating: count.nullable(),
  ratingComment: z.string().nullable(),
  history: z.array(mentorshipSessionEvent),
  /** Changes with every move; the stream names it, so that an open page knows whether it is behind. */
  updatedAt: moment,
  can: z.strictObject({
    accept: z.boolean(),
    decline: z.boolean(),
    withdraw: z.boolean(),
    complete: z.boolean(),
    miss: z.boolean(),
    agree: z.boolean(),
    propose: z.boolean(),
    keep: z.boolean(),
    cancel: z.boolean(),
    object: z.boolean(),
    rate: z.boolean(),
    write: z.boolean(),
  }),
});
export type MentorshipSessionDetail = z.output<typeof mentorshipSessionDetail>;

/** The viewer's accepted session that comes first, on either side. */
export const upcomingMentorshipSession = z.strictObject({ mentorshipSession: mentorshipSessionCard.nullable() });
export type UpcomingMentorshipSession = z.output<typeof upcomingMentorshipSession>;

/** What waits for the viewer: unread messages in all, requests to answer as a mentor, dates that the other side proposes, sessions to close. */
export const mentoringSummary = z.strictObject({
  unread: count,
  requests: count,
  proposals: count,
  toClose: count,
  upcoming: count,
  isMentor: z.boolean(),
});
export type MentoringSummary = z.output<typeof mentoringSummary>;

/** A session as an administrator sees it: its state and its parties, not its words. */
const mentorshipSessionState = z.strictObject({
  id: z.uuid(),
  mentor: z.string().nullable(),
  mentee: z.string().nullable(),
  status,
  scheduledDate: moment.nullable(),
  durationMinutes: count,
  createdAt: moment,
});
export type MentorshipSessionState = z.output<typeof mentorshipSessionState>;

export const mentorshipSessionStatesPage = z.strictObject({
  mentorshipSessions: z.array(mentorshipSessionState),
  next: z.string().nullable(),
});
export type MentorshipSessionStatesPage = z.output<typeof mentorshipSessionStatesPage>;

/** The member's next session as a mentee, for their dashboard. */
export const nextMentorshipSession = z.strictObject({
  id: z.uuid(),
  status,
  scheduledDate: moment.nullable(),
  durationMinutes: count,
  mentor: z.strictObject({
    name: z.string(),
    specialties: z.array(z.string()),
    rating: z.number(),
    ratingCount: count,
    totalMentorshipSessions: count,
    replyMinutes: count.nullable(),
  }),
});
export type NextMentorshipSession = z.output<typeof nextMentorshipSession>;
