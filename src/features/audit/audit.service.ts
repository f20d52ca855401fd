import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { maskEmails } from "#app/lib/text.ts";
import type { AuditAction, AuditDetails, AuditTargetType } from "./audit.schema.ts";
import { auditLog } from "./audit.table.ts";

const LONGEST_DETAIL = 300;

export type { AuditAction, AuditDetails, AuditTargetType };

export type NewAuditEntry = {
  /** Who acts; null for a command of the server's operator. */
  actorId: string | null;
  action: AuditAction;
  targetType: AuditTargetType;
  targetId: string | null;
  /**
   * Facts of the act, such as `{ title }` or `{ from, to }`. When the target is not the member themselves (a mentor, a degree
   * request), `memberId` says whom it concerns. Never names or e-mails: those would outlive the member.
   */
  details?: AuditDetails;
  /** Of the address of a member who is deleted by the act (address-hash.service.ts). */
  addressHash?: string;
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
  "admissions.view": "members",
  "lodge-members.view": "members",
  "own-lodge.view": "members",
  "degree-requests.view": "degree-request",
  "mentor-candidates.view": "members",
  "moderator-candidates.view": "members",
  "mentorship-sessions.view": "mentorship-session",
  "contact-messages.view": "contact-message",
  "newsletter.view": "newsletter",
  "certificates.view": "certificate",
  "audit.view": "audit-log",
  "invitations.view": "invitation",
  "letters.view": "members",
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

/** The same for the page of one member, who reads it (features/oversight), with the office in which one looked: at most once an hour for each who looks. */
export async function recordLookAt(db: Db, actorId: string, userId: string, details: AuditDetails = {}): Promise<void> {
  const [recent] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.memberId, userId),
        eq(auditLog.actorId, actorId),
        eq(auditLog.action, "member.view"),
        gt(auditLog.at, sql`now() - interval '1 hour'`),
      ),
    )
    .limit(1);
  if (!recent) await recordAudit(db, { actorId, action: "member.view", targetType: "member", targetId: userId, details });
}
