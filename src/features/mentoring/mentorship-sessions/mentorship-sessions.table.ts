import { sql } from "drizzle-orm";
import { bigserial, boolean, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";

export const MENTORSHIP_SESSION_STATUSES = ["pending", "accepted", "completed", "cancelled"] as const;
export type MentorshipSessionStatus = (typeof MENTORSHIP_SESSION_STATUSES)[number];

/** The two sides of a session. */
export const SIDES = ["mentor", "mentee"] as const;
export type Side = (typeof SIDES)[number];

/** Everything that can happen to a session. Decline and withdraw end a request, cancel ends an accepted session. */
export const MOVES = ["request", "accept", "decline", "withdraw", "cancel", "complete", "rate"] as const;
export type Move = (typeof MOVES)[number];

/**
 * Mentoring sessions. `mentor_id` is the mentor's member id, not the id of his row in `mentors`.
 * When a party's account is deleted his id becomes null and the other party keeps the session, with the removed member's texts
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
    rating: smallint(),
    ratingComment: text("rating_comment"),
    /** When the mentor accepted or declined: what the reply time is measured by. */
    answeredAt: moment("answered_at"),
    /** How many of the reminders about an unanswered request were sent (after 2, 5 and 7 days). */
    remindersSent: smallint("reminders_sent").notNull().default(0),
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
    index("mentorship_sessions_removal_idx").on(table.id).where(sql`tell_removal`),
    uniqueIndex("mentorship_sessions_one_request").on(table.mentorId, table.menteeId).where(sql`status = 'pending'`),
    check("mentorship_sessions_status_check", oneOf("status", MENTORSHIP_SESSION_STATUSES)),
    check("mentorship_sessions_parties_differ", sql`${table.mentorId} <> ${table.menteeId}`),
    check("mentorship_sessions_duration_range", sql`${table.durationMinutes} between 15 and 480`),
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
    /** Null when the member who moved has been removed. */
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    side: text().$type<Side>().notNull(),
    move: text().$type<Move>().notNull(),
    fromStatus: text("from_status").$type<MentorshipSessionStatus>(),
    toStatus: text("to_status").$type<MentorshipSessionStatus>().notNull(),
    reason: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("mentorship_session_events_session_idx").on(table.mentorshipSessionId, table.id),
    index("mentorship_session_events_actor_idx").on(table.actorId),
    check("mentorship_session_events_side_check", oneOf("side", SIDES)),
    check("mentorship_session_events_move_check", oneOf("move", MOVES)),
  ],
);
