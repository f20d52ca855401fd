import { and, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { newsletterSubscribers } from "#app/features/newsletter/newsletter.table.ts";
import type { Services } from "#app/server/context.ts";
import { takesPart } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { noticePreferences } from "#app/server/notify/notices.table.ts";
import { preferencesOf } from "#app/server/notify/preferences.ts";
import { endOfQuiet } from "#app/server/notify/timing.ts";
import { announcementLetters, announcements } from "./announcements.table.ts";
import { CHANNEL, isRecipient } from "./audience.service.ts";
import { queueWrittenLetter } from "./queue-written-letter.ts";

/**
 * Letters of one announcement that are written in a minute. Mail servers take only so many from one sender, and the links that members wait for go by the
 * same queue.
 */
export const LETTERS_A_MINUTE = 300;
/** Of these, in one transaction; a pause comes between two. */
const AT_ONCE = 50;

type Row = typeof announcements.$inferSelect;

/**
 * Begins what is due, writes the next letters of what is under way, and takes over what became of those before. Each minute, and whenever something is
 * published or resumed. Safe to repeat and to run twice at once: a letter is queued in the transaction that marks its recipient, under the lock
 * of the announcement's row.
 */
export const sendAnnouncements: Job<"send-announcements"> = {
  retries: 2,
  cron: "* * * * *",
  isLong: true,
  run: async (services) => {
    const { db } = services;
    const due = and(eq(announcements.state, "scheduled"), lte(announcements.startsAt, sql`now()`));
    for (const { id } of await db.select({ id: announcements.id }).from(announcements).where(due))
      await db.transaction((tx) => begin(services, tx, id));
    const sending = eq(announcements.state, "sending");
    for (const { id } of await db.select({ id: announcements.id }).from(announcements).where(sending)) {
      for (let [written, more] = [0, true]; more && written < LETTERS_A_MINUTE; written += AT_ONCE)
        more = await db.transaction((tx) => writeSome(services, tx, id));
    }
    await settle(db);
  },
};

/** Writes down whom an announcement goes to, and has a task tell those under their bell. */
async function begin({ jobs }: Services, tx: Db, id: string): Promise<void> {
  const [row] = await tx
    .update(announcements)
    .set({ state: "sending" })
    .where(and(eq(announcements.id, id), eq(announcements.state, "scheduled")))
    .returning();
  if (!row) return;
  if (row.asNotice) await jobs.send(tx, "tell-announcement", { announcementId: id });
  if (row.asLetter) await listRecipients(tx, row);
}

/** Who wants no letters is written down too: the result says of how many it is the result. */
async function listRecipients(tx: Db, row: Row): Promise<void> {
  if (row.audience === "subscribers")
    return void (await tx.execute(sql`
      insert into ${announcementLetters} (announcement_id, subscriber_id)
      select ${row.id}, ${newsletterSubscribers.id} from ${newsletterSubscribers}
      where ${newsletterSubscribers.status} = 'confirmed'
      on conflict do nothing`));
  await tx.execute(sql`
    insert into ${announcementLetters} (announcement_id, member_id, outcome)
    select ${row.id}, ${profiles.id}, case when ${CHANNEL} = 'email' then 'waiting' else 'unwanted' end
    from ${profiles} left join ${noticePreferences} on ${noticePreferences.userId} = ${profiles.id}
    where ${isRecipient(row)}
    on conflict do nothing`);
}

/** @returns whether there may be more */
async function writeSome(services: Services, tx: Db, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ announcement: announcements, author: profiles.name })
    .from(announcements)
    .leftJoin(profiles, eq(profiles.id, announcements.authorId))
    .where(and(eq(announcements.id, id), eq(announcements.state, "sending")))
    .for("update", { of: announcements });
  if (!found) return false;
  const waiting = await findWaiting(tx, id);
  const text = { ...found.announcement, author: found.author };
  for (const recipient of waiting) await writeTo(services, tx, text, recipient);
  return waiting.length === AT_ONCE;
}

const findWaiting = (tx: Db, id: string) =>
  tx
    .select({
      id: announcementLetters.id,
      memberId: announcementLetters.memberId,
      subscriberId: announcementLetters.subscriberId,
      name: profiles.name,
      memberAddress: profiles.email,
      isMember: sql<boolean | null>`${takesPart(profiles)}`,
      subscriberAddress: newsletterSubscribers.email,
      isSubscriber: sql<boolean | null>`${newsletterSubscribers.status} = 'confirmed'`,
      preferences: noticePreferences,
      channel: CHANNEL,
    })
    .from(announcementLetters)
    .leftJoin(profiles, eq(profiles.id, announcementLetters.memberId))
    .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, announcementLetters.subscriberId))
    .leftJoin(noticePreferences, eq(noticePreferences.userId, announcementLetters.memberId))
    .where(and(eq(announcementLetters.announcementId, id), eq(announcementLetters.outcome, "waiting")))
    .orderBy(announcementLetters.id)
    .limit(AT_ONCE);

type Recipient = Awaited<ReturnType<typeof findWaiting>>[number];

/** Queues the letter of a recipient, or says why there is none: they may have left, or left the letters, since they were listed. */
async function writeTo(services: Services, tx: Db, text: Row & { author: string | null }, recipient: Recipient): Promise<void> {
  const mark = (change: Partial<typeof announcementLetters.$inferInsert>) =>
    tx.update(announcementLetters).set(change).where(eq(announcementLetters.id, recipient.id));
  const { memberId, subscriberId, name, memberAddress, subscriberAddress, isMember, isSubscriber, channel } = recipient;
  const write = async (to: Parameters<typeof queueWrittenLetter>[4]) =>
    mark({ outcome: "written", mailId: await queueWrittenLetter(tx, services, "announcement", text, to) });
  if (memberId && isMember && memberAddress) {
    if (channel !== "email") return void (await mark({ outcome: "unwanted" }));
    const { quiet, timeZone } = preferencesOf(recipient.preferences);
    await write({ memberId, address: memberAddress, name: name ?? "", notBefore: endOfQuiet(quiet, timeZone, new Date()) });
  } else if (subscriberId && isSubscriber && subscriberAddress) await write({ subscriberId, address: subscriberAddress });
  else await mark({ outcome: "left" });
}

/** Takes over what became of the letters, and ends what has nothing left to send. What the mail server has not taken in five days came back. */
async function settle(db: Db): Promise<void> {
  await db.execute(sql`
    update ${announcementLetters} l set outcome = case
      when m.id is null then 'left'
      when m.sent_at is not null or m.filed_at is not null then 'delivered'
      else 'returned' end
    from ${announcementLetters} w left join ${outboxMails} m on m.id = w.mail_id
    where l.id = w.id and w.outcome = 'written' and (m.id is null or m.sent_at is not null or m.filed_at is not null
      or m.refused_at is not null or m.created_at < now() - interval '5 days')`);
  await db.execute(sql`
    update ${announcements} a set state = 'done', finished_at = now()
    where state = 'sending' and not exists (
      select from ${announcementLetters} l where l.announcement_id = a.id and l.outcome in ('waiting', 'written'))`);
}
