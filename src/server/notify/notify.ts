import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { nameInLetter } from "#app/lib/text.ts";
import { type Env, publicAddress } from "../env.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Letter } from "../mail/letter.ts";
import { queueLetter } from "../mail/outbox.ts";
import { type Facts, type Kind, NOTICES, type RecipientOf } from "./kinds.ts";

/**
 * Tells somebody that something happened, in the caller's transaction: what is rolled back is not sent. Nothing is sent to a
 * member who is gone.
 * @param kind from the registry (kinds.ts), which decides how it is sent: today by a letter
 */
export type Notify = <Of extends Kind>(tx: Db, kind: Of, recipient: RecipientOf<Of>, facts: Facts[Of]) => Promise<void>;

export function openNotify(env: Env, jobs: Jobs): Notify {
  return async (tx, kind, recipient, facts) => {
    const reader = await findReader(tx, recipient);
    if (!reader) return;
    const { letter, replyTo } = writeLetter(publicAddress(env), kind, reader, facts);
    await queueLetter(tx, jobs, { kind, recipient: reader.address, letter, replyTo });
  };
}

type Reader = { address: string; name: string; confirmed: boolean };

async function findReader(tx: Db, recipient: { memberId: string } | { address: string }): Promise<Reader | undefined> {
  if ("address" in recipient) return { address: recipient.address, name: "", confirmed: false };
  const [member] = await tx
    .select({ address: profiles.email, name: profiles.name, confirmed: profiles.emailVerified })
    .from(profiles)
    .where(eq(profiles.id, recipient.memberId));
  return member;
}

/** The letter of a kind. Sign-up proves no address, so that a name is written only to one that has been confirmed. */
export function writeLetter<Of extends Kind>(
  site: string,
  kind: Of,
  { name, confirmed }: Pick<Reader, "name" | "confirmed">,
  facts: Facts[Of],
): { letter: Letter; replyTo: string | undefined } {
  const notice = NOTICES[kind];
  const { label, path } = notice.link(facts);
  const { paragraphs, footer, replyTo } = notice.letter(facts, { confirmed });
  const known = confirmed && nameInLetter(name);
  const greeting = known ? `Olá, ${known}.` : "Olá.";
  const action = { label, url: `${site}${path}` };
  return { letter: { subject: notice.title, greeting, paragraphs, action, footer }, replyTo };
}
