import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { createTransport, type Transporter } from "nodemailer";
import type { Services } from "../context.ts";
import { type Env, isLoopback } from "../env.ts";
import type { Job } from "../jobs/queue.ts";
import { isWaiting, outboxMails } from "./mail.table.ts";

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
      await db
        .update(outboxMails)
        .set({ lastError: error instanceof Error ? error.message.slice(0, 500) : "unknown" })
        .where(eq(outboxMails.id, id));
      throw error;
    }
    await db
      .update(outboxMails)
      .set({
        [services.env.SMTP_URL ? "sentAt" : "filedAt"]: sql`now()`,
        html: null,
        text: null,
        replyTo: null,
        unsubscribeUrl: null,
        lastError: null,
      })
      .where(eq(outboxMails.id, id));
    const link = services.env.SMTP_URL || services.env.production ? undefined : /https?:\/\/\S+/.exec(mail.text)?.[0];
    log.info(
      { mail: id, kind: mail.kind, ...(link && { link }) },
      services.env.SMTP_URL ? "mail sent" : "mail written to a file",
    );
  },
};

type Outgoing = {
  id: string;
  from: string | { name: string; address: string };
  to: string;
  replyTo: string | undefined;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
};

/** The sender: the name that the house chose, at the server's address; without a choice what MAIL_FROM says. */
function senderOf({ env: { MAIL_FROM }, settings }: Pick<Services, "env" | "settings">): Outgoing["from"] {
  const name = settings().senderName;
  return name ? { name, address: /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM } : MAIL_FROM;
}

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
