import { z } from "zod";
import type { Db } from "#app/db/client.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type Letter, renderLetter } from "./letter.ts";
import { outboxMails } from "./mail.table.ts";

/** One address and nothing else: no display name, no list, no line break that could begin another header. */
const address = z.email().max(255);

type Outgoing = {
  /** The occasion, for the log and the administrators. */
  kind: string;
  recipient: string;
  letter: Letter;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string | undefined;
  /** What takes the reader off letters like this one. */
  unsubscribe?: string | undefined;
  /** Not to leave before. */
  notBefore?: Date | undefined;
};

/** Puts a letter in the outbox, in the caller's transaction. It leaves when the transaction has committed. @returns its id there */
export async function queueLetter(
  db: Db,
  jobs: Jobs,
  { kind, recipient, letter, replyTo, unsubscribe, notBefore }: Outgoing,
): Promise<string> {
  const [mail] = await db
    .insert(outboxMails)
    .values({
      recipient: address.parse(recipient),
      replyTo: address.optional().parse(replyTo),
      unsubscribeUrl: unsubscribe,
      kind,
      subject: letter.subject,
      ...renderLetter(letter),
    })
    .returning({ id: outboxMails.id });
  await jobs.send(db, "deliver-mail", { id: mail!.id }, notBefore);
  return mail!.id;
}
