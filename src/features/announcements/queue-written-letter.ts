import type { Db } from "#app/db/client.ts";
import { leaveUrl, oneClickUrl } from "#app/features/newsletter/link-tokens.service.ts";
import { nameInLetter } from "#app/lib/text.ts";
import type { Services } from "#app/server/context.ts";
import { type Env, publicAddress } from "#app/server/env.ts";
import { queueLetter } from "#app/server/mail/outbox.ts";
import { unsubscribeToken, unsubscribeUrl } from "#app/server/notify/unsubscribe.ts";

/** What somebody wrote: Markdown, the sanitised HTML made of it, and their name. */
type Written = { title: string; source: string; html: string; author: string | null };

/** Whom it goes to: a member, or who subscribed to the newsletter. */
type Recipient = { address: string } & (
  | { memberId: string; name: string; notBefore?: Date | undefined }
  | { subscriberId: string }
);

/**
 * Queues a letter that somebody wrote, whole, in the caller's transaction. Each has a page where its reader leaves such letters by one press, without a
 * password, and what the button of a mail program calls (RFC 8058).
 * @returns the mail's id
 */
export function queueWrittenLetter(
  tx: Db,
  { env, jobs }: Pick<Services, "env" | "jobs">,
  kind: "announcement" | "announcement-test",
  { title, source, html, author }: Written,
  to: Recipient,
): Promise<string> {
  const site = publicAddress(env);
  const isMember = "memberId" in to;
  const name = isMember ? nameInLetter(to.name) : "";
  return queueLetter(tx, jobs, {
    kind: isMember ? kind : "newsletter-issue",
    recipient: to.address,
    letter: {
      subject: title,
      greeting: name ? `Olá, ${name}.` : "Olá.",
      paragraphs: [],
      body: {
        html: html.replaceAll(/(<a [^>]*href=")(?=\/)/g, `$1${site}`),
        text: source.replaceAll("](/", `](${site}/`),
      },
      signature: author ?? "A administração",
      footer: isMember ? "Você a recebe porque tem uma conta aqui." : "Você a recebe porque se inscreveu no nosso boletim.",
      leave: {
        label: "Não receber mais cartas",
        url: isMember ? memberLeaveUrl(env, to.memberId) : leaveUrl({ env }, to.subscriberId),
      },
    },
    unsubscribe: isMember ? unsubscribeUrl(env, to.memberId, "announcements") : oneClickUrl({ env }, to.subscriberId),
    notBefore: isMember ? to.notBefore : undefined,
  });
}

const memberLeaveUrl = (env: Env, memberId: string): string =>
  `${publicAddress(env)}/cartas/sair#token=${unsubscribeToken(env, memberId, "announcements")}`;
