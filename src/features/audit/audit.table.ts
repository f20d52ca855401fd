import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuditAction, AuditDetails, AuditTargetType } from "./audit.schema.ts";

/**
 * Who did what to whom, and when. Append-only: a trigger (src/db/migrations/0001_mend_edited_schema.sql) refuses UPDATE, DELETE and TRUNCATE, so there
 * are no foreign keys that could change a row. When a member is deleted his rows stay, with an id that no longer leads to
 * anybody; names and e-mails are never stored here, and the log shows "Membro removido".
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null for the commands of the server's operator. */
    actorId: uuid("actor_id"),
    action: text().$type<AuditAction>().notNull(),
    targetType: text("target_type").$type<AuditTargetType>().notNull(),
    targetId: text("target_id"),
    details: jsonb().$type<AuditDetails>().notNull().default(sql`'{}'::jsonb`),
  },
  (table) => [
    index("audit_log_actor_idx").on(table.actorId, table.action, table.at),
    index("audit_log_target_idx").on(table.targetType, table.targetId),
  ],
);
