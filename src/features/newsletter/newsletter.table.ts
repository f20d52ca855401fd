import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";

export const SUBSCRIBER_STATUSES = ["pending", "confirmed", "unsubscribed"] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

/**
 * Addresses that asked for the newsletter. Only a confirmed one is ever sent an issue; one that left keeps its mark, so that it
 * is not written to again. No account is needed, so no row points at a profile: deleting a member deletes the row of their address
 * when they have proved that it is their (newsletter.personal.ts).
 */
export const newsletterSubscribers = pgTable(
  "newsletter_subscribers",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique(),
    status: text().$type<SubscriberStatus>().notNull().default("pending"),
    /** Version of the privacy notice that was valid when the owner confirmed. */
    consentVersion: text("consent_version"),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** When the form was last filled in with this address. */
    requestedAt: moment("requested_at").notNull().defaultNow(),
    confirmedAt: moment("confirmed_at"),
    unsubscribedAt: moment("unsubscribed_at"),
  },
  (table) => [
    check("newsletter_status_check", sql`${table.status} in ('pending', 'confirmed', 'unsubscribed')`),
    index("newsletter_subscribers_newest_idx").on(table.createdAt, table.id),
    index("newsletter_subscribers_status_idx").on(table.status, table.createdAt, table.id),
    index("newsletter_subscribers_pending_idx").on(table.requestedAt).where(sql`status = 'pending'`),
    index("newsletter_subscribers_search_idx").on(table.email.op("text_pattern_ops")),
  ],
);

/**
 * Links that were mailed for an address to be confirmed with, as hashes. Each letter has its own, so that the first still works
 * when a second was asked for; the first use removes them all.
 */
export const newsletterConfirmations = pgTable(
  "newsletter_confirmations",
  {
    tokenHash: text("token_hash").primaryKey(),
    subscriberId: uuid("subscriber_id")
      .notNull()
      .references(() => newsletterSubscribers.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("newsletter_confirmations_subscriber_idx").on(table.subscriberId),
    index("newsletter_confirmations_expires_at_idx").on(table.expiresAt),
  ],
);
