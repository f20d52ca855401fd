import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { noticeKeyOf } from "./announcements.service.ts";
import { announcements } from "./announcements.table.ts";
import { isRecipient } from "./audience.service.ts";

/** Members that are told in one transaction; then the task looks again whether the announcement is still there, and not held. */
const BATCH = 50;

/**
 * Tells those whom an announcement is for under their bell, some in a transaction: when it is broken off, none of them has been told, and all are told
 * by the next try. Safe to repeat: who has been told is passed over. One that was taken back meanwhile is not told any further.
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
  const [announcement] = await tx
    .select()
    .from(announcements)
    .where(
      and(
        eq(announcements.id, announcementId),
        ne(announcements.state, "paused"),
        or(isNull(announcements.endsAt), gt(announcements.endsAt, sql`now()`)),
      ),
    )
    .for("share");
  if (!announcement) return [];
  const members = await findSome(tx, announcement, after);
  const { title, authorId } = announcement;
  for (const { id, told } of members)
    if (!told) await notify(tx, "announcement", { memberId: id, from: authorId ?? undefined }, { announcementId, title });
  return members;
}

/** The next members whom it is for. Who has been told is looked up for each: a condition on all would read everybody's notices for every batch. */
function findSome(db: Db, announcement: typeof announcements.$inferSelect, after: string | undefined) {
  const { id, authorId } = announcement;
  const told = sql`(select true from ${notices} where ${notices.userId} = ${profiles.id} and ${notices.key} = ${noticeKeyOf(id)})`;
  return db
    .select({ id: profiles.id, told: sql<boolean>`${told} is true` })
    .from(profiles)
    .where(
      and(
        isRecipient(announcement),
        authorId === null ? undefined : ne(profiles.id, authorId),
        after === undefined ? undefined : gt(profiles.id, after),
      ),
    )
    .orderBy(profiles.id)
    .limit(BATCH);
}
