import { and, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { maskEmails } from "#app/lib/text.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import type { AuditEntry, AuditLogPage } from "./audit.answers.ts";
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditDetails,
  type AuditLogInput,
  type AuditTargetType,
  isAuditAction,
} from "./audit.schema.ts";
import { auditLog } from "./audit.table.ts";

const PAGE_SIZE = 50;
const newest = keyset("descending", [auditLog.id, "bigint"]);
const LONGEST_DETAIL = 300;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const REMOVED_MEMBER = "Membro removido";
/** The actor of what was done by a command on the server. */
const OPERATOR = "Operador do servidor";

export type { AuditAction, AuditDetails, AuditTargetType };

export type NewAuditEntry = {
  /** Who acts; null for a command of the server's operator. */
  actorId: string | null;
  action: AuditAction;
  targetType: AuditTargetType;
  targetId: string | null;
  /**
   * Facts of the act, such as `{ title }` or `{ from, to }`. When the target is not the member himself (a mentor, a degree
   * request), `memberId` says whom it concerns. Never names or e-mails: those would outlive the member.
   */
  details?: AuditDetails;
};

/** Records an act in the caller's transaction: it is in the log if and only if it happened. */
export async function recordAudit(db: Db, { details = {}, ...entry }: NewAuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, details: withoutEmails(details) });
}

/**
 * A last guard: titles and reasons are written by people, and an address in them must not outlive its owner. PostgreSQL refuses
 * JSON with half of a character (an emoji is cut, or came so), so a mark replaces it.
 */
const withoutEmails = (details: AuditDetails): AuditDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === "string" ? maskEmails(value).slice(0, LONGEST_DETAIL).toWellFormed() : value,
    ]),
  );

/** The looks at people's data that are registered, and what is looked at. */
const LOOKS = {
  "members.view": "members",
  "degree-requests.view": "degree-request",
  "mentor-candidates.view": "members",
  "sessions.view": "session",
  "contact-messages.view": "contact-message",
  "newsletter.view": "newsletter",
  "certificates.view": "certificate",
} as const satisfies Partial<Record<AuditAction, AuditTargetType>>;

/**
 * Registers that an administrator looked at people's data (LGPD), at most once an hour for each kind of look: paging and typing
 * add nothing. Every verb that shows an administrator whole lists of people calls it.
 */
export async function recordAccess(db: Db, actorId: string, action: keyof typeof LOOKS): Promise<void> {
  const [recent] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, actorId), eq(auditLog.action, action), gt(auditLog.at, sql`now() - interval '1 hour'`)))
    .limit(1);
  if (!recent) await recordAudit(db, { actorId, action, targetType: LOOKS[action], targetId: null });
}

/** The log, newest first, for administrators. @throws AppError forbidden */
export async function readAuditLog(ctx: Ctx, input: AuditLogInput): Promise<AuditLogPage> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ ...getTableColumns(auditLog), cursor: newest.cursor })
    .from(auditLog)
    .where(newest.behind(input.after))
    .orderBy(...newest.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const names = await namesOf(
    ctx.db,
    page.flatMap((row) => [row.actorId, memberOf(row)]),
  );
  return {
    entries: page.map((row) => presentEntry(row, names)),
    next,
  };
}

type Row = typeof auditLog.$inferSelect;

/** The id of the person whom an act concerns. */
const memberOf = ({ targetType, targetId, details }: Row): string | null =>
  typeof details.memberId === "string" ? details.memberId : targetType === "member" ? targetId : null;

async function namesOf(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && UUID.test(id)))] as string[];
  if (wanted.length === 0) return new Map();
  const rows = await db.select({ id: profiles.id, name: profiles.name }).from(profiles).where(inArray(profiles.id, wanted));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function presentEntry(row: Row, names: ReadonlyMap<string, string>): AuditEntry {
  const nameOf = (id: string | null) => (id && names.get(id)) || REMOVED_MEMBER;
  const pattern = isAuditAction(row.action) ? AUDIT_ACTIONS[row.action] : row.action;
  const text = pattern.replace(/\{(\w+)\}/g, (_, word: string) =>
    word === "member" ? nameOf(memberOf(row)) : String(row.details[word] ?? "—"),
  );
  const reason = typeof row.details.reason === "string" ? ` Motivo: ${row.details.reason}` : "";
  const alone = row.details.onlyAdministrator === true ? " Era o único administrador." : "";
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actorId === null ? OPERATOR : nameOf(row.actorId),
    text: `${text}.${reason}${alone}`,
  };
}
