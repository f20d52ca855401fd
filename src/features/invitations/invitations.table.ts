import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";

/**
 * A list of people who are invited together: how many they are, and how far the task has come that writes to them. Kept for 90 days after its
 * end (invitations.service.ts).
 */
export const invitationBatches = pgTable(
  "invitation_batches",
  {
    id: uuid().primaryKey().defaultRandom(),
    invitedBy: uuid("invited_by").references(() => profiles.id, { onDelete: "set null" }),
    total: integer().notNull(),
    sent: integer().notNull().default(0),
    /** An administrator stopped it; who had not been written to was not invited. */
    stopped: boolean().notNull().default(false),
    startedAt: moment("started_at").notNull().defaultNow(),
    endedAt: moment("ended_at"),
  },
  (table) => [
    index("invitation_batches_newest_idx").on(table.startedAt),
    index("invitation_batches_invited_by_idx").on(table.invitedBy),
  ],
);

/**
 * People who were invited by letter, with the Lodge and the degree that they come with. An address has one that is open. What was accepted goes
 * with the member; what was not is deleted some time after it expired (invitations.service.ts).
 */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    name: text().notNull(),
    degree: text().$type<Degree>().notNull(),
    lodgeId: uuid("lodge_id").references(() => lodges.id, { onDelete: "set null" }),
    /** SHA-256 of the link's token in hexadecimal; sent again, it changes. */
    tokenHash: text("token_hash").notNull().unique(),
    invitedBy: uuid("invited_by").references(() => profiles.id, { onDelete: "set null" }),
    batchId: uuid("batch_id").references(() => invitationBatches.id, { onDelete: "set null" }),
    /** When the letter last was written; null while it waits in its batch. */
    sentAt: moment("sent_at"),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    acceptedBy: uuid("accepted_by").references(() => profiles.id, { onDelete: "cascade" }),
    withdrawnAt: moment("withdrawn_at"),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("invitations_one_open_idx").on(table.email).where(sql`accepted_at is null and withdrawn_at is null`),
    index("invitations_newest_idx").on(table.createdAt, table.id),
    index("invitations_open_idx").on(table.createdAt, table.id).where(sql`accepted_at is null and withdrawn_at is null`),
    index("invitations_accepted_idx").on(table.createdAt, table.id).where(sql`accepted_at is not null`),
    index("invitations_withdrawn_idx").on(table.createdAt, table.id).where(sql`withdrawn_at is not null`),
    index("invitations_batch_idx").on(table.batchId, table.sentAt),
    index("invitations_lodge_idx").on(table.lodgeId),
    index("invitations_invited_by_idx").on(table.invitedBy),
    index("invitations_accepted_by_idx").on(table.acceptedBy),
    index("invitations_expires_at_idx").on(table.expiresAt).where(sql`accepted_at is null`),
    check("invitations_degree_check", oneOf("degree", DEGREES)),
    check("invitations_accepted_check", sql`(accepted_at is null) = (accepted_by is null)`),
  ],
);
