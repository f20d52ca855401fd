import { asc, eq, or } from "drizzle-orm";
import type { ExportRecord, Person, PersonalTable, Section } from "#app/server/personal-data.ts";
import { AUDIT_ACTIONS, isAuditAction } from "./audit.schema.ts";
import { auditLog } from "./audit.table.ts";

/** What the member did to others, without their data, and what was done to them, without who did it. */
const entries: Section = {
  key: "auditEntries",
  title: "Registros de auditoria",
  labels: { at: "Em", byYou: "Feito por você", act: "Ato" },
  words: {},
  fieldColumns: {},
  columns: [auditLog.at, auditLog.actorId, auditLog.action, auditLog.memberId, auditLog.targetId, auditLog.details],
  read: async (db, person) => {
    const rows = await db
      .select()
      .from(auditLog)
      .where(or(eq(auditLog.actorId, person.id), eq(auditLog.memberId, person.id)))
      .orderBy(asc(auditLog.id));
    return rows.map((row) => presentEntry(row, person));
  },
};

function presentEntry(row: typeof auditLog.$inferSelect, { id }: Person): ExportRecord {
  const aboutHim = row.memberId === id;
  const pattern = isAuditAction(row.action) ? AUDIT_ACTIONS[row.action] : row.action;
  const word = (name: string) =>
    name === "member" ? (aboutHim ? "você" : "um membro") : aboutHim ? (row.details[name] ?? "…") : "…";
  return { at: row.at, byYou: row.actorId === id, act: pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(word(name))) };
}

export const AUDIT_DATA: PersonalTable[] = [
  {
    table: auditLog,
    holds: [auditLog.actorId, auditLog.targetId, auditLog.memberId],
    exported: entries,
    leftOut: [
      [auditLog.targetType, "follows from the act"],
      [auditLog.addressHash, "made when a member is deleted: none is left to export it to"],
    ],
    deleted: {
      by: "kept",
      why: "append-only; its ids lead to nobody once the profile is gone, and it holds no name, and of an address a keyed hash",
    },
  },
];
