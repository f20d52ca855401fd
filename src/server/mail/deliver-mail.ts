import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { createTransport, type Transporter } from "nodemailer";
import { type Env, isLoopback } from "../env.ts";
import type { Job } from "../jobs/queue.ts";
import { isWaiting, outboxMails } from "./mail.table.ts";
import { type Sender, senderOf } from "./sender.ts";

/** Hands one letter over. A failure is written down and thrown, so that the queue tries again later. */
export const deliverMail: Job<"deliver-mail"> = {
  retries: 110, // by growing pauses and then every hour: four days, as long as mail servers themselves go on (RFC 5321, 4.5.4.1)
  run: async (services, { id }) => {
    const { db, log } = services;
    const [mail] = await db
      .select()
      .from(outboxMails)
      .where(and(eq(outboxMails.id, id), isWaiting));
    if (!mail?.html || !mail.text) return;
    await db
      .update(outboxMails)
      .set({ attempts: sql`${outboxMails.attempts} + 1` })
      .where(eq(outboxMails.id, id));
    try {
      const { subject, html, text, unsubscribeUrl } = mail;
      const headers: Record<string, string> = unsubscribeUrl
        ? { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
        : {};
      await handOver(services.env, {
        id,
        from: senderOf(services),
        to: mail.recipient,
        replyTo: mail.replyTo ?? undefined,
        subject,
        html,
        text,
        headers,
      });
    } catch (error) {
      const lastError = error instanceof Error ? error.message.slice(0, 500) : "unknown";
      const refused = isAddressRefused(error);
      await db
        .update(outboxMails)
        .set({ lastError, ...(refused && { refusedAt: sql`now()`, ...EMPTIED }) })
        .where(eq(outboxMails.id, id));
      if (!refused) throw error;
      return log.info({ mail: id, kind: mail.kind }, "mail refused: no such address");
    }
    await db
      .update(outboxMails)
      .set({ [services.env.SMTP_URL ? "sentAt" : "filedAt"]: sql`now()`, lastError: null, ...EMPTIED })
      .where(eq(outboxMails.id, id));
    const link = services.env.SMTP_URL || services.env.production ? undefined : /https?:\/\/\S+/.exec(mail.text)?.[0];
    log.info(
      { mail: id, kind: mail.kind, ...(link && { link }) },
      services.env.SMTP_URL ? "mail sent" : "mail written to a file",
    );
  },
};

/** What a letter no longer needs that is not tried again. */
const EMPTIED = { html: null, text: null, replyTo: null, unsubscribeUrl: null };

/**
 * Whether the mail server said for good that the address does not exist (5.1.x) or that its mailbox takes nothing (5.2.1), by the codes of RFC 3463.
 * Everything else is tried again, also what such a server refuses for its own reasons: that is ours to mend, and the letter waits.
 */
const isAddressRefused = (error: unknown): boolean =>
  error instanceof Error &&
  "response" in error &&
  typeof error.response === "string" &&
  /^5\d\d[ -]5\.(1\.\d+|2\.1)\b/.test(error.response);

type Outgoing = {
  id: string;
  from: Sender;
  to: string;
  replyTo: string | undefined;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
};

let transport: { settings: string; transporter: Transporter } | undefined;

/** By SMTP when it is configured, else as an `.eml` file in the data folder's `outbox/`. */
async function handOver(env: Env, { id, ...mail }: Outgoing): Promise<void> {
  const domain = /@([^@>]+)>?$/.exec(env.MAIL_FROM)![1];
  const message = {
    ...mail,
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  if (env.SMTP_URL) {
    const settings = `${env.SMTP_TLS} ${env.SMTP_URL}`;
    if (transport?.settings !== settings) {
      const requireTLS = env.SMTP_TLS === "required" && !isLoopback(new URL(env.SMTP_URL).hostname);
      const options = {
        url: env.SMTP_URL,
        requireTLS,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      };
      transport = { settings, transporter: createTransport(options) };
    }
    await transport.transporter.sendMail(message);
    return;
  }
  const folder = join(env.DATA_DIR, "outbox");
  mkdirSync(folder, { recursive: true });
  const built = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  writeFileSync(join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${id}.eml`), built.message as Buffer, {
    mode: 0o600,
  });
}
