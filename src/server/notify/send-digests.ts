import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { nameInLetter, plural } from "#app/lib/text.ts";
import type { Services } from "../context.ts";
import { publicAddress } from "../env.ts";
import type { Job } from "../jobs/queue.ts";
import type { Letter } from "../mail/letter.ts";
import { queueLetter } from "../mail/outbox.ts";
import { noticePreferences, notices } from "./notices.table.ts";
import { preferencesOf } from "./preferences.ts";
import { endOfQuiet, lastDigestTime } from "./timing.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";

const BATCH = 500;

/**
 * Writes the day's letter to every member for whom something waits for it since six in the evening, at their place. What they have read meanwhile is
 * left out. Safe to repeat: notices and letter are marked and queued in one transaction, and of two that run at once one finds nothing.
 */
export const sendDigests: Job<"send-digests"> = {
  retries: 2,
  isLong: true,
  cron: "*/10 * * * *",
  run: async (services) => {
    const now = new Date();
    for (let last: string | undefined, more = true; more; ) {
      const waiting = await findWaiting(services, last);
      for (const { memberId, oldest, preferences } of waiting) {
        const { timeZone, quiet } = preferencesOf(preferences);
        const isDue = new Date(oldest) <= lastDigestTime(timeZone, now) && !endOfQuiet(quiet, timeZone, now);
        if (isDue) await sendDigest(services, memberId);
      }
      last = waiting.at(-1)?.memberId;
      more = waiting.length === BATCH;
    }
  },
};

/** The next members for whom something waits, each with their preferences, which are looked up one by one (`limit`): joined, all would be read for every batch. */
function findWaiting({ db }: Services, after: string | undefined) {
  const some = db.$with("some").as(
    db
      .select({ memberId: notices.userId, oldest: sql<string>`min(${notices.createdAt})`.as("oldest") })
      .from(notices)
      .where(and(eq(notices.digestDue, true), after === undefined ? undefined : gt(notices.userId, after)))
      .groupBy(notices.userId)
      .orderBy(notices.userId)
      .limit(BATCH),
  );
  const { channels, quietFrom, quietTo, timeZone } = noticePreferences;
  const own = db
    .select({ channels, quietFrom, quietTo, timeZone })
    .from(noticePreferences)
    .where(eq(noticePreferences.userId, some.memberId))
    .limit(1)
    .as("own");
  return db
    .with(some)
    .select({
      memberId: some.memberId,
      oldest: some.oldest,
      preferences: { channels: own.channels, quietFrom: own.quietFrom, quietTo: own.quietTo, timeZone: own.timeZone },
    })
    .from(some)
    .leftJoinLateral(own, sql`true`)
    .orderBy(some.memberId);
}

async function sendDigest({ db, env, jobs, noticeKinds }: Services, memberId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const taken = await tx
      .select({
        id: notices.id,
        kind: notices.kind,
        count: notices.count,
        isUnread: sql<boolean>`${notices.isLatest} and ${notices.readAt} is null`,
      })
      .from(notices)
      .where(and(eq(notices.userId, memberId), eq(notices.digestDue, true)))
      .orderBy(notices.createdAt)
      .for("update", { skipLocked: true });
    const ids = taken.map(({ id }) => id);
    await tx.update(notices).set({ digestDue: false }).where(inArray(notices.id, ids));
    const lines = taken.flatMap(({ kind, count, isUnread }) => {
      const title = isUnread && noticeKinds[kind]?.title;
      return title ? [{ title, count }] : [];
    });
    const [member] = await tx
      .select({ address: profiles.email, name: profiles.name, confirmed: profiles.emailVerified })
      .from(profiles)
      .where(eq(profiles.id, memberId));
    if (!member || lines.length === 0) return;
    const titles = new Map<string, number>();
    for (const { title, count } of lines) titles.set(title, (titles.get(title) ?? 0) + count);
    const name = member.confirmed && nameInLetter(member.name);
    const letter: Letter = {
      subject: "Seu resumo do dia",
      greeting: name ? `Olá, ${name}.` : "Olá.",
      paragraphs: [
        `${plural(lines.length, "notificação espera", "notificações esperam")} por você:`,
        ...[...titles].map(([title, count]) => `• ${title}${count > 1 ? ` (${count})` : ""}`),
      ],
      action: { label: "Abrir as notificações", url: `${publicAddress(env)}/notificacoes` },
      footer: "Você pediu um resumo por dia. Para mudar isso, abra Notificações e escolha como quer ser avisado.",
    };
    const unsubscribe = unsubscribeUrl(env, memberId, "digest");
    await queueLetter(tx, jobs, { kind: "daily-digest", recipient: member.address, letter, unsubscribe });
  });
}
