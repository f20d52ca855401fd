import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAccess } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin } from "#app/server/context.ts";
import { pageOf } from "#app/server/keyset.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { nameOfSender } from "#app/server/mail/sender.ts";
import type { ManagedAnnouncement, ManagedList, ReturnedLetters } from "./announcements.answers.ts";
import { type AnnouncementListInput, OUTCOMES, type Outcome } from "./announcements.schema.ts";
import { lockAnnouncement, newest, presentAnnouncement, recordAct, selectAnnouncements } from "./announcements.service.ts";
import { announcementLetters, announcements } from "./announcements.table.ts";
import { isReadBy } from "./audience.service.ts";
import { LETTERS_A_MINUTE } from "./send-announcements.ts";

const PAGE_SIZE = 10;
const MINUTE_MS = 60_000;

/** What the administration has sent and is sending, newest first. @throws AppError forbidden, invalid_input on `after` */
export async function listManaged(ctx: Ctx, { after }: AnnouncementListInput): Promise<ManagedList> {
  const actor = requireAdmin(ctx);
  const rows = await selectAnnouncements(ctx.db)
    .where(and(isReadBy(actor), newest.behind(after)))
    .orderBy(...newest.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  const letters = await countLetters(
    ctx,
    page.map(({ announcement }) => announcement.id),
  );
  const present = (row: (typeof page)[number]): ManagedAnnouncement => {
    const { id, source, state, asNotice, asLetter, endsAt, finishedAt } = row.announcement;
    const counts = Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, letters.find((each) => each.id === id && each.outcome === outcome)?.letters ?? 0]),
    ) as Record<Outcome, number>;
    return {
      ...presentAnnouncement(row),
      source,
      state,
      asNotice,
      asLetter,
      endsAt: endsAt?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
      letters: counts,
      lastLeavesAt:
        state === "sending" && counts.waiting > 0
          ? new Date(Date.now() + Math.ceil(counts.waiting / LETTERS_A_MINUTE) * MINUTE_MS).toISOString()
          : null,
    };
  };
  return { announcements: page.map(present), next, delivers: ctx.env.SMTP_URL !== undefined, sender: nameOfSender(ctx) };
}

const countLetters = ({ db }: Ctx, ids: string[]) =>
  db
    .select({ id: announcementLetters.announcementId, outcome: announcementLetters.outcome, letters: count() })
    .from(announcementLetters)
    .where(inArray(announcementLetters.announcementId, ids))
    .groupBy(announcementLetters.announcementId, announcementLetters.outcome);

/**
 * Holds what has not been written yet. What has is with the mail server, and a letter does not come back.
 * @throws AppError forbidden, not_found, conflict when it is not under way
 */
export const pauseAnnouncement = (ctx: Ctx, id: string): Promise<void> => move(ctx, id, "pause");

/** Goes on with those who have not been written to. @throws AppError forbidden, not_found, conflict when it is not held */
export const resumeAnnouncement = (ctx: Ctx, id: string): Promise<void> => move(ctx, id, "resume");

async function move(ctx: Ctx, id: string, act: "pause" | "resume"): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const { state, title, degree, asNotice, startsAt } = await lockAnnouncement(tx, ctx, id);
    const isPausing = act === "pause";
    if (isPausing ? state !== "sending" && state !== "scheduled" : state !== "paused")
      throw new AppError("conflict", {
        message: isPausing
          ? "Não há mais o que pausar: outro administrador já o fez, ou tudo saiu."
          : "Este envio não está pausado: outro administrador já o retomou.",
      });
    // one that was held before it began begins, if its hour has come
    await tx
      .update(announcements)
      .set({
        state: isPausing
          ? "paused"
          : sql`case when exists (
        select from ${announcementLetters} l where l.announcement_id = ${id}) then 'sending' else 'scheduled' end`,
      })
      .where(eq(announcements.id, id));
    await recordAct(tx, actor.id, `announcement.${act}`, { id, title, degree });
    await ctx.jobs.send(tx, "send-announcements", {});
    // who has been told is passed over
    if (!isPausing && asNotice && startsAt <= new Date()) await ctx.jobs.send(tx, "tell-announcement", { announcementId: id });
  });
}

/** The letters that came back, at most two hundred. @throws AppError forbidden, not_found */
export async function readReturned(ctx: Ctx, id: string): Promise<ReturnedLetters> {
  const actor = requireAdmin(ctx);
  const [found] = await ctx.db
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.id, id), isReadBy(actor)));
  if (!found) throw new AppError("not_found");
  await recordAccess(ctx.db, actor.id, "letters.view");
  const rows = await ctx.db
    .select({
      name: profiles.name,
      memberId: announcementLetters.memberId,
      address: outboxMails.recipient,
      why: outboxMails.lastError,
    })
    .from(announcementLetters)
    .innerJoin(outboxMails, eq(outboxMails.id, announcementLetters.mailId))
    .leftJoin(profiles, eq(profiles.id, announcementLetters.memberId))
    .where(and(eq(announcementLetters.announcementId, id), eq(announcementLetters.outcome, "returned")))
    .orderBy(profiles.name, outboxMails.recipient)
    .limit(200);
  return { returned: rows.map((row) => ({ ...row, why: row.why ?? "" })) };
}

/** Keeps of letters that left 90 days ago how many they were, and not whose: as long as the mail itself is on record. */
export async function forgetRecipients(db: Db): Promise<void> {
  await db.execute(sql`
    update ${announcementLetters} l set member_id = null, subscriber_id = null, mail_id = null
    from ${announcements} a
    where a.id = l.announcement_id and a.finished_at < now() - interval '90 days'
      and (l.member_id is not null or l.subscriber_id is not null)`);
}
