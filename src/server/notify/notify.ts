import { eq, sql } from "drizzle-orm";
import { type Facts, type Kind, NOTICES, type RecipientOf } from "#app/composition/notice-kinds.ts";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { nameInLetter } from "#app/lib/text.ts";
import { type Env, publicAddress } from "../env.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Letter } from "../mail/letter.ts";
import { queueLetter } from "../mail/outbox.ts";
import { noticePreferences } from "./notices.table.ts";
import { channelOf, NO_PREFERENCES, type Preferences, preferencesOf } from "./preferences.ts";
import { endOfQuiet } from "./timing.ts";
import { TOPIC_RULES, type Topic } from "./topics.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";
import { writeNotice } from "./write-notice.ts";

/**
 * Tells somebody that something happened, in the caller's transaction: what is rolled back is not told. A member who is gone is told
 * nothing, and nobody is told twice of what has the same key.
 * @param kind from the registry (src/composition/notice-kinds.ts), which decides how it is told, within what the member has chosen
 */
export type Notify = <Of extends Kind>(tx: Db, kind: Of, recipient: RecipientOf<Of>, facts: Facts[Of]) => Promise<void>;

export function openNotify(env: Env, jobs: Jobs): Notify {
  return async (tx, kind, recipient, facts) => {
    const reader = await findReader(tx, recipient);
    if (!reader) return;
    const { topic } = NOTICES[kind];
    const way: Way =
      "memberId" in recipient && topic
        ? await tellMember(tx, jobs, { kind, topic, recipient, reader, facts })
        : { byLetter: true };
    if (!way.byLetter) return;
    const isSwitchable = "memberId" in recipient && topic && TOPIC_RULES[topic].channel !== "fixed";
    const unsubscribe = isSwitchable ? unsubscribeUrl(env, recipient.memberId, topic) : undefined;
    const written = writeLetter(publicAddress(env), kind, reader, facts);
    if (written)
      await queueLetter(tx, jobs, { kind, recipient: reader.address, ...written, unsubscribe, notBefore: way.notBefore });
  };
}

/** Whether a letter goes out as well, and not before when. */
type Way = { byLetter: boolean; notBefore?: Date | undefined };

type Telling<Of extends Kind> = {
  kind: Of;
  topic: Topic;
  recipient: { memberId: string; from?: string | undefined };
  reader: Reader;
  facts: Facts[Of];
};

/** Tells a member as they have chosen for the topic: under the bell, on their devices, by the day's letter. */
async function tellMember<Of extends Kind>(
  tx: Db,
  jobs: Jobs,
  { kind, topic, recipient, reader: { preferences, hasDevices }, facts }: Telling<Of>,
): Promise<Way> {
  const channel = channelOf(topic, preferences);
  if (channel === "never") return { byLetter: false };
  const written = await writeNotice(tx, kind, recipient, facts, channel === "digest");
  if (!written) return { byLetter: false };
  const urgent = TOPIC_RULES[topic].channel === "fixed";
  const notBefore = urgent ? undefined : endOfQuiet(preferences.quiet, preferences.timeZone, new Date());
  if (written.id && hasDevices) await jobs.send(tx, "push-notice", { noticeId: written.id }, notBefore);
  return { byLetter: channel === "email", notBefore };
}

type Reader = { address: string; name: string; confirmed: boolean; preferences: Preferences; hasDevices: boolean };

async function findReader(tx: Db, recipient: { memberId: string } | { address: string }): Promise<Reader | undefined> {
  if ("address" in recipient)
    return { address: recipient.address, name: "", confirmed: false, preferences: NO_PREFERENCES, hasDevices: false };
  const [member] = await tx
    .select({
      address: profiles.email,
      name: profiles.name,
      confirmed: profiles.emailVerified,
      preferences: noticePreferences,
      hasDevices: sql<boolean>`exists (select from push_subscriptions p where p.user_id = ${profiles.id})`,
    })
    .from(profiles)
    .leftJoin(noticePreferences, eq(noticePreferences.userId, profiles.id))
    .where(eq(profiles.id, recipient.memberId));
  return member && { ...member, preferences: preferencesOf(member.preferences) };
}

/**
 * The letter of a kind; undefined where it has none. Sign-up proves no address, so that a name is written only to one that has been
 * confirmed.
 */
export function writeLetter<Of extends Kind>(
  site: string,
  kind: Of,
  { name, confirmed }: Pick<Reader, "name" | "confirmed">,
  facts: Facts[Of],
): { letter: Letter; replyTo: string | undefined } | undefined {
  const notice = NOTICES[kind];
  if (!notice.letter) return undefined;
  const { label, path } = notice.link(facts);
  const { paragraphs, footer, replyTo } = notice.letter(facts, { confirmed });
  const known = confirmed && nameInLetter(name);
  const greeting = known ? `Olá, ${known}.` : "Olá.";
  const action = { label, url: `${site}${path}` };
  return { letter: { subject: notice.title, greeting, paragraphs, action, footer }, replyTo };
}
