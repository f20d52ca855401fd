import { and, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { renderForBoard } from "#app/features/community/posts/rendering.service.ts";
import { DEGREES, type Degree, degreesUpTo } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireAdmin, type Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { keyset, pageOf } from "#app/server/keyset.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import type { Announcement, AnnouncementList } from "./announcements.answers.ts";
import { mayReadAnnouncement } from "./announcements.policy.ts";
import type { AnnouncementInput, AnnouncementListInput, NewAnnouncementInput } from "./announcements.schema.ts";
import { announcements } from "./announcements.table.ts";

const PAGE_SIZE = 20;
/** Members that are told in one transaction; then the task looks again whether the announcement is still there. */
const BATCH = 50;

const newest = keyset("descending", [announcements.createdAt, "timestamptz"], [announcements.id, "uuid"]);

const selectAnnouncements = (db: Db) =>
  db
    .select({ announcement: announcements, author: profiles.name, cursor: newest.cursor })
    .from(announcements)
    .leftJoin(profiles, eq(profiles.id, announcements.authorId));

type Row = Pick<Awaited<ReturnType<typeof selectAnnouncements>>[number], "announcement" | "author">;

function presentAnnouncement(ctx: Ctx, { announcement, author }: Row): Announcement {
  const { id, title, html, source, degree, createdAt, editedAt } = announcement;
  const mayEdit = requireActor(ctx).role === "admin";
  return {
    id,
    title,
    html,
    source: mayEdit ? source : null,
    degree,
    author,
    at: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    can: { edit: mayEdit },
  };
}

/** What the member may read, newest first. @throws AppError invalid_input on `after` */
export async function listAnnouncements(ctx: Ctx, { after }: AnnouncementListInput): Promise<AnnouncementList> {
  const actor = requireActor(ctx);
  const { degree, authorId } = announcements;
  // the rule of mayReadAnnouncement
  const isHis = or(eq(authorId, actor.id), isNull(degree), inArray(degree, degreesUpTo(actor.degree)));
  const rows = await selectAnnouncements(ctx.db)
    .where(and(isHis, newest.behind(after)))
    .orderBy(...newest.orderBy)
    .limit(PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, PAGE_SIZE);
  return {
    announcements: page.map((row) => presentAnnouncement(ctx, row)),
    next,
    can: { publish: actor.role === "admin" },
  };
}

/** @throws AppError not_found, also for one that is above the member's degree */
export async function readAnnouncement(ctx: Ctx, id: string): Promise<Announcement> {
  const actor = requireActor(ctx);
  const [row] = await selectAnnouncements(ctx.db).where(eq(announcements.id, id));
  if (!row || !mayReadAnnouncement(row.announcement, actor)) throw new AppError("not_found");
  return presentAnnouncement(ctx, row);
}

/** Publishes an announcement; those whom it is for are told by a task. @throws AppError forbidden, too_many_tries, invalid_input */
export async function publishAnnouncement(ctx: Ctx, { title, source, degree }: NewAnnouncementInput): Promise<Announcement> {
  const actor = requireAdmin(ctx);
  await ctx.limits.take("announcement", actor.id);
  const html = await render(ctx, source, degree);
  const id = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(announcements)
      .values({ authorId: actor.id, title, source, html, degree })
      .returning({ id: announcements.id });
    await recordAudit(tx, {
      actorId: actor.id,
      action: "announcement.publish",
      targetType: "announcement",
      targetId: row!.id,
      details: { title, contentDegree: degree },
    });
    await ctx.jobs.send(tx, "tell-announcement", { announcementId: row!.id });
    return row!.id;
  });
  return readAnnouncement(ctx, id);
}

/** Changes what it says; nobody is told again. @throws AppError forbidden, not_found, invalid_input */
export async function changeAnnouncement(ctx: Ctx, id: string, { title, source }: AnnouncementInput): Promise<Announcement> {
  const actor = requireAdmin(ctx);
  const before = await readAnnouncement(ctx, id);
  const html = await render(ctx, source, before.degree);
  await ctx.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(announcements)
      .set({ title, source, html, editedAt: sql`now()` })
      .where(eq(announcements.id, id))
      .returning({ id: announcements.id });
    if (!changed) throw new AppError("not_found");
    await recordAudit(tx, {
      actorId: actor.id,
      action: "announcement.change",
      targetType: "announcement",
      targetId: id,
      details: { title, contentDegree: before.degree },
    });
  });
  return readAnnouncement(ctx, id);
}

/** Takes it back, with the notices of it. @throws AppError forbidden, not_found */
export async function deleteAnnouncement(ctx: Ctx, id: string): Promise<void> {
  const actor = requireAdmin(ctx);
  const { title, degree } = await readAnnouncement(ctx, id);
  await ctx.db.transaction(async (tx) => {
    const [deleted] = await tx.delete(announcements).where(eq(announcements.id, id)).returning({ id: announcements.id });
    if (!deleted) throw new AppError("not_found");
    await tx.delete(notices).where(and(eq(notices.kind, "announcement"), eq(notices.key, keyOf(id))));
    await recordAudit(tx, {
      actorId: actor.id,
      action: "announcement.delete",
      targetType: "announcement",
      targetId: id,
      details: { title, contentDegree: degree },
    });
  });
}

/** As it will be read. @throws AppError forbidden, invalid_input on `source` */
export async function previewAnnouncement(ctx: Ctx, { source }: { source: string }): Promise<{ html: string }> {
  requireAdmin(ctx);
  return { html: await render(ctx, source, null) };
}

async function render(ctx: Ctx, source: string, degree: Degree | null): Promise<string> {
  const { html, mentions, images } = await renderForBoard(ctx, source, degree);
  if (mentions.length > 0 || images.length > 0)
    throw new AppError("invalid_input", { fields: { source: "Um aviso não tem imagens nem cita irmãos. Retire-os do texto." } });
  return html;
}

/** As the notices of an announcement are marked (announcements.notices.ts). */
const keyOf = (announcementId: string): string => `announcement:${announcementId}`;

/**
 * Tells everybody whom an announcement is for, some in a transaction: when it is broken off, none of them has been told, and all are told by the
 * next try. Safe to repeat: who has been told is passed over. One that was taken back meanwhile is not told any further.
 */
export const tellAnnouncement: Job<"tell-announcement"> = {
  retries: 3,
  isLong: true,
  run: async (services, { announcementId }) => {
    for (let last: string | undefined, more = true; more; ) {
      const members = await services.db.transaction((tx) => tellSome(services, tx, announcementId, last));
      last = members.at(-1)?.id;
      more = members.length === BATCH;
    }
  },
};

async function tellSome({ notify }: Services, tx: Db, announcementId: string, after: string | undefined) {
  const [announcement] = await tx.select().from(announcements).where(eq(announcements.id, announcementId)).for("share");
  if (!announcement) return [];
  const members = await findAudience(tx, announcement, after);
  const { title, authorId } = announcement;
  for (const { id, told } of members)
    if (!told) await notify(tx, "announcement", { memberId: id, from: authorId ?? undefined }, { announcementId, title });
  return members;
}

/** The next members whom it is for. Who has been told is looked up for each: a condition on all would read everybody's notices for every batch. */
function findAudience(db: Db, { id, degree, authorId }: typeof announcements.$inferSelect, after: string | undefined) {
  const told = sql`(select true from ${notices} where ${notices.userId} = ${profiles.id} and ${notices.key} = ${keyOf(id)})`;
  return db
    .select({ id: profiles.id, told: sql<boolean>`${told} is true` })
    .from(profiles)
    .where(
      and(
        isNull(profiles.suspendedAt),
        eq(profiles.awaitsConfirmation, false),
        degree === null ? undefined : inArray(profiles.degree, DEGREES.slice(DEGREES.indexOf(degree))),
        authorId === null ? undefined : ne(profiles.id, authorId),
        after === undefined ? undefined : gt(profiles.id, after),
      ),
    )
    .orderBy(profiles.id)
    .limit(BATCH);
}
