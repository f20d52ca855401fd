import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment, oneOf } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { OFFICES, type Office } from "#app/features/lodges/lodges.schema.ts";
import { ADMISSION_STATUSES, type AdmissionStatus } from "./admission.schema.ts";

/**
 * A person's request to be admitted, while the house admits with approval; an officer of the Lodge or an administrator decides it. Whether
 * they wait is said by `profiles.awaits_admission`; after a refusal they still do, and may ask again. One open request a person.
 */
export const admissionRequests = pgTable(
  "admission_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    status: text().$type<AdmissionStatus>().notNull().default("pending"),
    /** A word to who decides, where the person wrote one. */
    message: text(),
    decidedBy: uuid("decided_by").references(() => profiles.id, { onDelete: "set null" }),
    /** The office in which it was decided; null for an administrator. */
    decidedAs: text("decided_as").$type<Office>(),
    decidedAt: moment("decided_at"),
    /** Why it was refused, for the person to read. */
    reason: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("admission_requests_one_pending_idx").on(table.userId).where(sql`status = 'pending'`),
    index("admission_requests_user_idx").on(table.userId, table.createdAt),
    index("admission_requests_status_idx").on(table.status, table.createdAt, table.id),
    index("admission_requests_decided_idx").on(table.decidedAt).where(sql`decided_at is not null`),
    index("admission_requests_decided_by_idx").on(table.decidedBy),
    check("admission_requests_status_check", oneOf("status", ADMISSION_STATUSES)),
    check("admission_requests_office_check", oneOf("decided_as", OFFICES)),
    check("admission_requests_decided_check", sql`(status = 'pending') = (decided_at is null)`),
    check("admission_requests_reason_check", sql`status <> 'refused' or reason is not null`),
  ],
);
