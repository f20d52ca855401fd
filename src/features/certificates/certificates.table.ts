import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Degree } from "#app/lib/degrees.ts";

/** A certificate of study, with what it says as it was when it was issued. It goes with its holder's account. */
export const certificates = pgTable(
  "certificates",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** 130 random bits in Crockford's base 32: nobody guesses one. */
    code: text().notNull().unique(),
    degree: text().$type<Degree>().notNull(),
    /** As the holder wants to be called on it. */
    holderName: text("holder_name").notNull(),
    lessons: smallint().notNull(),
    modules: smallint().notNull(),
    /** Study time of the lessons. */
    minutes: integer().notNull(),
    rightCount: smallint("right_count").notNull(),
    questions: smallint().notNull(),
    issuedAt: moment("issued_at").notNull().defaultNow(),
    /** Whether its public page shows what it says; the holder may close it. */
    open: boolean("is_open").notNull().default(true),
    revokedAt: moment("revoked_at"),
    /** Its place in the published list of what is still valid (credential-status.service.ts); never another's. */
    statusIndex: integer("status_index").notNull().generatedAlwaysAsIdentity({ startWith: 0, minValue: 0 }),
    /** For the holder alone. */
    revokedReason: text("revoked_reason"),
  },
  // one that is valid for each degree
  (table) => [
    uniqueIndex("certificates_valid").on(table.userId, table.degree).where(sql`${table.revokedAt} is null`),
    uniqueIndex("certificates_status_index").on(table.statusIndex),
    index("certificates_user_idx").on(table.userId, table.issuedAt),
    index("certificates_issued_idx").on(table.issuedAt, table.id),
  ],
);

/** The key that signs credentials, sealed by AUTH_SECRET: one row, so that every process signs with the same. */
export const credentialKeys = pgTable(
  "credential_keys",
  { id: smallint().primaryKey().default(1), sealed: text().notNull() },
  (table) => [check("credential_keys_one", sql`${table.id} = 1`)],
);
