import { and, asc, eq, gt, isNotNull, lt, or, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess } from "#app/features/audit/audit.service.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { isWaiting, outboxMails } from "#app/server/mail/mail.table.ts";
import type { StuckLetters } from "./system.answers.ts";

const LIST_SIZE = 100;

/**
 * SQL: a letter does not arrive: it has been tried in vain for an hour, or its address does not exist, which stays told for a week. A greeting that a
 * server asks to repeat in ten minutes is none.
 */
export const isStuck = or(
  and(isWaiting, isNotNull(outboxMails.lastError), lt(outboxMails.createdAt, sql`now() - interval '1 hour'`)),
  gt(outboxMails.refusedAt, sql`now() - interval '7 days'`),
);

/** The letters that do not arrive, oldest first, with what the mail server said. @throws AppError forbidden */
export async function listStuckLetters(ctx: Ctx): Promise<StuckLetters> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "letters.view");
  const [rows, total] = await Promise.all([
    ctx.db
      .select({
        id: outboxMails.id,
        address: outboxMails.recipient,
        kind: outboxMails.kind,
        subject: outboxMails.subject,
        at: outboxMails.createdAt,
        error: outboxMails.lastError,
        refusedAt: outboxMails.refusedAt,
        memberId: profiles.id,
        name: profiles.name,
      })
      .from(outboxMails)
      .leftJoin(profiles, eq(profiles.email, outboxMails.recipient))
      .where(isStuck)
      .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id))
      .limit(LIST_SIZE),
    ctx.db.$count(outboxMails, isStuck),
  ]);
  return {
    letters: rows.map(({ at, error, refusedAt, memberId, name, ...letter }) => ({
      ...letter,
      at: at.toISOString(),
      error: error ?? "",
      gone: refusedAt !== null,
      member: memberId && name ? { id: memberId, name } : null,
    })),
    total,
  };
}
