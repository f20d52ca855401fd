import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { profiles } from "./account.table.ts";

export const DEGREE_REQUEST_STATUSES = ["pending", "approved", "refused"] as const;
export type DegreeRequestStatus = (typeof DEGREE_REQUEST_STATUSES)[number];

/**
 * A member's request that a degree they received in their Lodge be confirmed; an administrator decides it. One open request a member.
 * Goes with the member; when the administrator who decided is deleted, the decision stays without their name.
 */
export const degreeRequests = pgTable(
  "degree_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    degree: text().$type<Degree>().notNull(),
    lodge: text().notNull(),
    /** The day on which the Lodge conferred the degree, `yyyy-mm-dd`. */
    receivedOn: date("received_on", { mode: "string" }).notNull(),
    status: text().$type<DegreeRequestStatus>().notNull().default("pending"),
    decidedBy: uuid("decided_by").references(() => profiles.id, { onDelete: "set null" }),
    decidedAt: moment("decided_at"),
    /** Why it was refused, for the member to read. */
    reason: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("degree_requests_one_pending_idx").on(table.userId).where(sql`status = 'pending'`),
    index("degree_requests_user_idx").on(table.userId, table.createdAt),
    index("degree_requests_status_idx").on(table.status, table.createdAt),
    index("degree_requests_decided_idx").on(table.decidedAt).where(sql`decided_at is not null`),
    index("degree_requests_decided_by_idx").on(table.decidedBy),
    check("degree_requests_degree_check", oneOf("degree", DEGREES)),
    check("degree_requests_status_check", oneOf("status", DEGREE_REQUEST_STATUSES)),
    check("degree_requests_decided_check", sql`(status = 'pending') = (decided_at is null)`),
    check("degree_requests_reason_check", sql`status <> 'refused' or reason is not null`),
  ],
);
