import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { AuditAction } from "#app/features/audit/audit.schema.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { lodgeName } from "#app/features/lodges/lodges.schema.ts";
import { requireActiveLodge } from "#app/features/lodges/lodges.service.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireAdmin } from "#app/server/context.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { renderMembersText } from "#app/server/markdown/render-members-text.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import type { Announcement, AnnouncementList } from "./announcements.answers.ts";
import type { AnnouncementInput, AnnouncementListInput, NewAnnouncementInput } from "./announcements.schema.ts";
import { announcements } from "./announcements.table.ts";
import { isReadBy } from "./audience.service.ts";
import { queueWrittenLetter } from "./queue-written-letter.ts";

const PAGE_SIZE = 20;

/** The order of both lists. */
export const newest = keyset("descending", [announcements.startsAt, "timestamptz"], [announcements.id, "uuid"]);

export const selectAnnouncements = (db: Db) =>
  db
    .select({ announcement: announcements, author: profiles.name, lodge: lodges, cursor: newest.cursor })
    .from(announcements)
    .leftJoin(profiles, eq(profiles.id, announcements.authorId))
    .leftJoin(lodges, eq(lodges.id, announcements.lodgeId));

type Row = Pick<Awaited<ReturnType<typeof selectAnnouncements>>[number], "announcement" | "author" | "lodge">;

export function presentAnnouncement({ announcement, author, lodge }: Row): Announcement {
  const { id, title, html, audience, degree, startsAt, editedAt } = announcement;
  return {
    id,
    title,
    html,
    to: { audience, degree, lodge: lodge && lodgeName(lodge) },
    author,
    at: startsAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  };
}

/** SQL: it is shown among the notices now. */
const isShown = and(
  eq(announcements.asNotice, true),
  lte(announcements.startsAt, sql`now()`),
  or(isNull(announcements.endsAt), gt(announcements.endsAt, sql`now()`)),
);

/** The notices that the member may read now, newest first. @throws AppError invalid_input on `after` */
export async function listAnnouncements(ctx: Ctx, { after }: AnnouncementListInput): Promise<AnnouncementList> {
  const rows = await selectAnnouncements(ctx.db)
    .where(and(isReadBy(requireActor(ctx)), isShown, newest.behind(after)))
    .orderBy(...newest.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return { announcements: page.map(presentAnnouncement), next };
}

/** @throws AppError not_found, also for one that is not for the member, or not shown now */
export async function readAnnouncement(ctx: Ctx, id: string): Promise<Announcement> {
  const [row] = await selectAnnouncements(ctx.db).where(and(eq(announcements.id, id), isReadBy(requireActor(ctx)), isShown));
  if (!row) throw new AppError("not_found");
  return presentAnnouncement(row);
}

/** Publishes an announcement, now or at its hour; a task tells those whom it is for. @throws AppError forbidden, too_many_tries, invalid_input */
export async function publishAnnouncement(ctx: Ctx, input: NewAnnouncementInput): Promise<{ id: string }> {
  const actor = requireAdmin(ctx);
  await ctx.limits.take("announcement", actor.id);
  const { title, source, degree, startsAt, endsAt, ...told } = input;
  const html = await render(ctx, source);
  return ctx.db.transaction(async (tx) => {
    if (input.lodgeId !== null) await requireActiveLodge(tx, input.lodgeId);
    const [row] = await tx
      .insert(announcements)
      .values({
        authorId: actor.id,
        title,
        source,
        html,
        degree,
        ...told,
        ...(startsAt !== null && { startsAt: new Date(startsAt) }),
        endsAt: endsAt === null ? null : new Date(endsAt),
      })
      .returning({ id: announcements.id });
    await recordAct(tx, actor.id, "announcement.publish", { id: row!.id, title, degree });
    await ctx.jobs.send(tx, "send-announcements", {});
    return row!;
  });
}

/** An announcement that the administrator may read, locked. @throws AppError not_found */
export async function lockAnnouncement(tx: Db, ctx: Ctx, id: string) {
  const [row] = await tx
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isReadBy(requireAdmin(ctx))))
    .for("update");
  if (!row) throw new AppError("not_found");
  return row;
}

/** Changes what it says: letters that are not written yet, and the notice. Nobody is told again. @throws AppError forbidden, not_found, invalid_input */
export async function changeAnnouncement(ctx: Ctx, id: string, { title, source }: AnnouncementInput): Promise<void> {
  const actor = requireAdmin(ctx);
  const html = await render(ctx, source);
  await ctx.db.transaction(async (tx) => {
    const { degree } = await lockAnnouncement(tx, ctx, id);
    await tx.update(announcements).set({ title, source, html, editedAt: sql`now()` }).where(eq(announcements.id, id));
    await recordAct(tx, actor.id, "announcement.change", { id, title, degree });
  });
}

/** Takes it back, with the notices of it and the letters that have not been written. @throws AppError forbidden, not_found */
export async function deleteAnnouncement(ctx: Ctx, id: string): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const { title, degree } = await lockAnnouncement(tx, ctx, id);
    await tx.delete(announcements).where(eq(announcements.id, id));
    await tx.delete(notices).where(and(eq(notices.kind, "announcement"), eq(notices.key, noticeKeyOf(id))));
    await recordAct(tx, actor.id, "announcement.delete", { id, title, degree });
  });
}

/** As the notices of an announcement are marked (announcements.notices.ts). */
export const noticeKeyOf = (announcementId: string): string => `announcement:${announcementId}`;

export const recordAct = (
  tx: Db,
  actorId: string,
  action: Extract<AuditAction, `announcement.${string}`>,
  { id, title, degree }: { id: string; title: string; degree: Degree | null },
): Promise<void> =>
  recordAudit(tx, { actorId, action, targetType: "announcement", targetId: id, details: { title, contentDegree: degree } });

/** As it will be read. @throws AppError forbidden, invalid_input on `source` */
export async function previewAnnouncement(ctx: Ctx, { source }: { source: string }): Promise<{ html: string }> {
  requireAdmin(ctx);
  return { html: await render(ctx, source, "preview") };
}

/** Sends the letter to its writer and to nobody else, as it will be sent. @throws AppError forbidden, too_many_tries, invalid_input */
export async function sendTestLetter(ctx: Ctx, { title, source }: AnnouncementInput): Promise<{ address: string }> {
  const actor = requireAdmin(ctx);
  await ctx.limits.take("announcement", actor.id);
  const html = await render(ctx, source);
  const { id: memberId, name, email: address } = actor;
  await ctx.db.transaction((tx) =>
    queueWrittenLetter(tx, ctx, "announcement-test", { title, source, html, author: name }, { memberId, name, address }),
  );
  return { address };
}

/** An announcement names nobody and shows no picture: its letter would have to load it from elsewhere. */
const render = async (ctx: Ctx, source: string, newest?: "preview"): Promise<string> =>
  (await renderMembersText(ctx, source, null, newest)).html;
