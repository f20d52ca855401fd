import { and, count, eq, getTableColumns, like, type SQL } from "drizzle-orm";
import { recordAccess, recordAudit } from "#app/features/audit/audit.service.ts";
import { toCsv } from "#app/lib/csv.ts";
import { AppError } from "#app/lib/errors.ts";
import { spreadsheetTime } from "#app/lib/format.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { leaveUrl } from "./link-tokens.service.ts";
import type { Subscriber, SubscriberList } from "./newsletter.answers.ts";
import type { SubscriberExportInput, SubscriberSearchInput } from "./newsletter.schema.ts";
import { newsletterSubscribers, type SubscriberStatus } from "./newsletter.table.ts";

const PAGE_SIZE = 50;
const newest = keyset("descending", [newsletterSubscribers.createdAt, "timestamptz"], [newsletterSubscribers.id, "uuid"]);

/** Addresses of the newsletter, newest first, for administrators. @throws AppError forbidden */
export async function searchSubscribers(ctx: Ctx, { status, search, after }: SubscriberSearchInput): Promise<SubscriberList> {
  const actor = requireAdmin(ctx);
  await recordAccess(ctx.db, actor.id, "newsletter.view");
  const filter = and(ofStatus(status), search ? beginningWith(search) : undefined);
  const [rows, counts] = await Promise.all([
    ctx.db
      .select({ ...getTableColumns(newsletterSubscribers), cursor: newest.cursor })
      .from(newsletterSubscribers)
      .where(and(filter, newest.behind(after)))
      .orderBy(...newest.orderBy)
      .limit(PAGE_SIZE + 1),
    ctx.db
      .select({ status: newsletterSubscribers.status, total: count() })
      .from(newsletterSubscribers)
      .groupBy(newsletterSubscribers.status),
  ]);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const countOf = (wanted: SubscriberStatus) => counts.find((row) => row.status === wanted)?.total ?? 0;
  return {
    subscribers: page.map(presentSubscriber),
    next,
    counts: { pending: countOf("pending"), confirmed: countOf("confirmed"), unsubscribed: countOf("unsubscribed") },
  };
}

const ofStatus = (status: SubscriberStatus | undefined): SQL | undefined => status && eq(newsletterSubscribers.status, status);

/** The characters that `like` reads as wildcards are taken literally. */
const beginningWith = (search: string): SQL =>
  like(newsletterSubscribers.email, `${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`);

const presentSubscriber = (row: typeof newsletterSubscribers.$inferSelect): Subscriber => ({
  id: row.id,
  email: row.email,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  unsubscribedAt: row.unsubscribedAt?.toISOString() ?? null,
});

const STATUS_IN_CSV: Record<SubscriberStatus, string> = {
  pending: "a confirmar",
  confirmed: "confirmado",
  unsubscribed: "cancelado",
};

const timeInCsv = (date: Date | null): string => (date ? spreadsheetTime(date) : "");

/**
 * The addresses as a CSV file; the last column is each one's link to leave, which every issue must carry. Taking the list out
 * of the house is written down in the audit log.
 * @throws AppError forbidden
 */
export async function exportSubscribers(ctx: Ctx, { status }: SubscriberExportInput): Promise<string> {
  const actor = requireAdmin(ctx);
  const rows = await ctx.db.transaction(async (tx) => {
    const found = await tx
      .select()
      .from(newsletterSubscribers)
      .where(ofStatus(status))
      .orderBy(newsletterSubscribers.createdAt, newsletterSubscribers.id);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "newsletter.export",
      targetType: "newsletter",
      targetId: null,
      details: { status: status ?? "todos", count: found.length },
    });
    return found;
  });
  return toCsv(
    ["E-mail", "Situação", "Pedido em", "Confirmado em", "Cancelado em", "Link para sair"],
    rows.map((row) => [
      row.email,
      STATUS_IN_CSV[row.status],
      timeInCsv(row.requestedAt),
      timeInCsv(row.confirmedAt),
      timeInCsv(row.unsubscribedAt),
      leaveUrl(ctx, row.id),
    ]),
  );
}

/** Deletes an address at its owner's wish; afterwards nothing shows that it was here. @throws AppError forbidden, not_found */
export async function deleteSubscriber(ctx: Ctx, id: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, id))
      .returning({ id: newsletterSubscribers.id });
    if (!deleted) throw new AppError("not_found");
    await recordAudit(tx, { actorId: actor.id, action: "newsletter.delete", targetType: "newsletter", targetId: id });
  });
}
