import { sql } from "drizzle-orm";
import { bigserial, boolean, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

export const MENTORSHIP_SESSION_STATUSES = ["pending", "accepted", "completed", "cancelled"] as const;
export type MentorshipSessionStatus = (typeof MENTORSHIP_SESSION_STATUSES)[number];

/** The two sides of a session. */
export const SIDES = ["mentor", "mentee"] as const;
export type Side = (typeof SIDES)[number];

/** Who moves a session: one of its sides, or the program, which ends what nobody ends. */
export const ACTORS = [...SIDES, "system"] as const;
export type SessionActor = (typeof ACTORS)[number];

/**
 * Everything that can happen to a session. Decline and withdraw end a request, cancel ends an accepted session; propose, agree and keep are
 * about another date; miss says that it did not happen, and object that it was not so; the program's are expire, of a request, and close.
 */
export const MOVES = [
  "request",
  "accept",
  "decline",
  "withdraw",
  "propose",
  "agree",
  "keep",
  "cancel",
  "complete",
  "miss",
  "object",
  "rate",
  "expire",
  "close",
] as const;
export type Move = (typeof MOVES)[number];

/** Why a session did not happen: who could not come, or the call failed. */
export const ABSENCES = ["mentee", "mentor", "call"] as const;
export type Absence = (typeof ABSENCES)[number];

/**
 * Mentoring sessions. Accepted ones of one mentor, or of one mentee, never overlap: exclusion constraints of the database see to it
 * (`mentorship_sessions_mentor_hours` and `mentorship_sessions_mentee_hours`, migration 0040; drizzle has no words for them). `mentor_id` is the mentor's member id, not the id of their row in `mentors`.
 * When a party's account is deleted their id becomes null and the other party keeps the session, with the removed member's texts
 * masked by `maskMember` (masking.service.ts), which the deletion calls first.
 */
export const mentorshipSessions = pgTable(
  "mentorship_sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    mentorId: uuid("mentor_id").references(() => profiles.id, { onDelete: "set null" }),
    menteeId: uuid("mentee_id").references(() => profiles.id, { onDelete: "set null" }),
    title: text().notNull(),
    description: text().notNull(),
    /** What the mentee would like, until the mentor accepts and fixes it. */
    scheduledDate: moment("scheduled_date"),
    /** What the mentee asked for, kept for the history. */
    preferredDate: moment("preferred_date"),
    status: text().$type<MentorshipSessionStatus>().notNull().default("pending"),
    durationMinutes: integer("duration_minutes").notNull().default(60),
    /** Where it takes place, or the address of the call. */
    place: text(),
    /** Another date that one side proposes, while the other has not answered; all four or none. */
    proposedDate: moment("proposed_date"),
    proposedMinutes: integer("proposed_minutes"),
    proposedPlace: text("proposed_place"),
    proposedBy: text("proposed_by").$type<Side>(),
    /** How many dates were proposed: the answer to a proposal names it, so that it never agrees to another one. */
    proposals: integer().notNull().default(0),
    /** When it was completed or cancelled. */
    endedAt: moment("ended_at"),
    /** Set when it was arranged and did not happen, and when the mentee said that it was not so. */
    absence: text().$type<Absence>(),
    objectedAt: moment("objected_at"),
    /** What the mentor wrote down for the next time; both read it. */
    nextStep: text("next_step"),
    rating: smallint(),
    ratingComment: text("rating_comment"),
    /** When the mentor accepted or declined: what the reply time is measured by. */
    answeredAt: moment("answered_at"),
    /** How many of the reminders about an unanswered request were sent (after 2, 5 and 7 days). */
    remindersSent: smallint("reminders_sent").notNull().default(0),
    /** How many of the reminders of the date that stands were sent (a day and an hour before). */
    dateReminders: smallint("date_reminders").notNull().default(0),
    /** How often the mentor was asked whether it happened (after its end, and two days later). */
    outcomeAsked: smallint("outcome_asked").notNull().default(0),
    /** Number of the last message; and up to which number each side has read. */
    messageCount: integer("message_count").notNull().default(0),
    mentorRead: integer("mentor_read").notNull().default(0),
    menteeRead: integer("mentee_read").notNull().default(0),
    lastMessageAt: moment("last_message_at"),
    /** Up to which message each side got a letter about an unread message. */
    mentorTold: integer("mentor_told").notNull().default(0),
    menteeTold: integer("mentee_told").notNull().default(0),
    /** Set when a party's removal cancelled it, until the other one has got a letter. */
    tellRemoval: boolean("tell_removal").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("mentorship_sessions_mentor_idx").on(table.mentorId, table.createdAt),
    index("mentorship_sessions_mentee_idx").on(table.menteeId, table.createdAt),
    index("mentorship_sessions_status_idx").on(table.status, table.createdAt, table.id),
    index("mentorship_sessions_newest_idx").on(table.createdAt, table.id),
    index("mentorship_sessions_open_idx").on(table.mentorId, table.menteeId).where(sql`status in ('pending', 'accepted')`),
    index("mentorship_sessions_unread_idx")
      .on(table.lastMessageAt)
      .where(sql`mentor_read < message_count or mentee_read < message_count`),
    index("mentorship_sessions_date_idx").on(table.scheduledDate).where(sql`status = 'accepted'`),
    index("mentorship_sessions_removal_idx").on(table.id).where(sql`tell_removal`),
    uniqueIndex("mentorship_sessions_one_request").on(table.mentorId, table.menteeId).where(sql`status = 'pending'`),
    check("mentorship_sessions_status_check", oneOf("status", MENTORSHIP_SESSION_STATUSES)),
    check("mentorship_sessions_parties_differ", sql`${table.mentorId} <> ${table.menteeId}`),
    check("mentorship_sessions_duration_range", sql`${table.durationMinutes} between 15 and 480`),
    check(
      "mentorship_sessions_proposal_whole",
      sql`num_nonnulls(${table.proposedDate}, ${table.proposedMinutes}, ${table.proposedPlace}, ${table.proposedBy}) in (0, 4)`,
    ),
    check("mentorship_sessions_proposed_by_check", oneOf("proposed_by", SIDES)),
    check("mentorship_sessions_absence_check", oneOf("absence", ABSENCES)),
    check("mentorship_sessions_rating_range", sql`${table.rating} between 1 and 5`),
    check("mentorship_sessions_rated_when_completed", sql`${table.rating} is null or ${table.status} = 'completed'`),
    check(
      "mentorship_sessions_read_range",
      sql`${table.mentorRead} between 0 and ${table.messageCount} and ${table.menteeRead} between 0 and ${table.messageCount}`,
    ),
  ],
);

/** Every move of every session, oldest first by `id`; never changed but for masking. It goes with its session. */
export const mentorshipSessionEvents = pgTable(
  "mentorship_session_events",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    mentorshipSessionId: uuid("session_id")
      .notNull()
      .references(() => mentorshipSessions.id, { onDelete: "cascade" }),
    /** Null when the program moved, or the member who moved has been removed. */
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    side: text().$type<SessionActor>().notNull(),
    move: text().$type<Move>().notNull(),
    fromStatus: text("from_status").$type<MentorshipSessionStatus>(),
    toStatus: text("to_status").$type<MentorshipSessionStatus>().notNull(),
    reason: text(),
    /** The date that was fixed or proposed. */
    date: moment("date"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("mentorship_session_events_session_idx").on(table.mentorshipSessionId, table.id),
    index("mentorship_session_events_actor_idx").on(table.actorId),
    check("mentorship_session_events_side_check", oneOf("side", ACTORS)),
    check("mentorship_session_events_move_check", oneOf("move", MOVES)),
  ],
);
