import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/db/columns.ts";
import type { AuditAction, AuditDetails, AuditTargetType } from "./audit.schema.ts";

/**
 * Who did what to whom, and when. Append-only: a trigger (src/db/migrations/0001_mend_edited_schema.sql) refuses UPDATE, DELETE and TRUNCATE, so there
 * are no foreign keys that could change a row. When a member is deleted their rows stay, with an id that no longer leads to
 * anybody; names and e-mails are never stored here, and the log shows "Membro removido".
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment("at").notNull().defaultNow(),
    /** Null for the commands of the server's operator. */
    actorId: uuid("actor_id"),
    action: text().$type<AuditAction>().notNull(),
    targetType: text("target_type").$type<AuditTargetType>().notNull(),
    targetId: text("target_id"),
    details: jsonb().$type<AuditDetails>().notNull().default(sql`'{}'::jsonb`),
    /** The member whom the act concerns. */
    memberId: text("member_id").generatedAlwaysAs(
      sql`coalesce(details ->> 'memberId', case when target_type = 'member' then target_id end)`,
    ),
    /** Of the address of the member who was deleted by the act (address-hash.service.ts). */
    addressHash: text("address_hash"),
  },
  (table) => [
    index("audit_log_at_idx").on(table.at, table.id),
    index("audit_log_actor_idx").on(table.actorId, table.at, table.id),
    index("audit_log_member_idx").on(table.memberId, table.at, table.id),
    index("audit_log_action_idx").on(table.action, table.at, table.id),
    index("audit_log_address_idx").on(table.addressHash).where(sql`address_hash is not null`),
  ],
);
