import { networkInterfaces } from "node:os";
import { eq, isNotNull, sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#app/db/client.ts";
import { deliverMail } from "#app/server/mail/deliver-mail.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { queueLetter } from "#app/server/mail/outbox.ts";
import { testApp } from "../support/app.ts";

/** A real SMTP dialogue: what arrives, and what happens while the server refuses. */
let refuse: string | false = false;
const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: (_, __, done) => done(refuse ? new Error(refuse) : undefined),
  onData: (stream, _, done) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      received.push(Buffer.concat(chunks).toString());
      done();
    });
  },
});

const PORT = 20_000 + Math.floor(Math.random() * 20_000);
const app = testApp({ SMTP_URL: `smtp://127.0.0.1:${PORT}` });

beforeAll(() => new Promise<void>((resolve) => server.listen(PORT, resolve)));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const letter = {
  subject: "Redefinição de senha",
  greeting: "Olá, Antônio.",
  paragraphs: ["Um parágrafo com ação & <sinais>."],
  action: { label: "Abrir", url: "http://academia.test/reset-password?token=abc" },
  footer: "Se não foi você, ignore.",
};

const put = (db: Db, recipient: string) => queueLetter(db, app.services.jobs, { kind: "test", recipient, letter });

const queue = async (recipient: string) => {
  await app.services.db.transaction((tx) => put(tx, recipient));
  const [mail] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, recipient));
  return mail!;
};

test("a letter arrives over SMTP, in text and HTML, and its body is erased from the outbox", async () => {
  const { id } = await queue("um@academia.test");
  await app.runJobs();
  expect(received).toHaveLength(1);
  expect(received[0]).toContain("To: um@academia.test");
  expect(received[0]).toContain("multipart/alternative");
  expect(received[0]).toContain(`Message-ID: <${id}@academia.example>`); // at the sender's domain, which filters of spam ask for
  expect(received[0]).toContain("&lt;sinais&gt;");
  const [mail] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.id, id));
  expect(mail).toMatchObject({ html: null, text: null, attempts: 1, lastError: null });
  expect(mail!.sentAt).not.toBeNull();
});

test("refused, it stays in the outbox with the reason; later it leaves once", async () => {
  refuse = "mailbox busy";
  const { id } = await queue("dois@academia.test");
  await expect(deliverMail.run(app.services, { id })).rejects.toThrow();
  const waiting = async () => (await app.services.db.select().from(outboxMails).where(eq(outboxMails.id, id)))[0]!;
  expect(await waiting()).toMatchObject({ sentAt: null, attempts: 1 });
  expect((await waiting()).lastError).toContain("mailbox busy");
  refuse = false;
  await deliverMail.run(app.services, { id });
  await deliverMail.run(app.services, { id });
  expect(received.filter((mail) => mail.includes("To: dois@academia.test"))).toHaveLength(1);
});

test.each(["5.1.1 No such user here", "5.2.1 Mailbox disabled"])(
  "an address that the server says is gone is not tried again, and the letter's text is erased: %s",
  async (answer) => {
    refuse = answer;
    const { id } = await queue(`quatro${answer.length}@academia.test`);
    await deliverMail.run(app.services, { id });
    refuse = false;
    await deliverMail.run(app.services, { id });
    const [mail] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.id, id));
    expect(mail).toMatchObject({ sentAt: null, attempts: 1, html: null, text: null, refusedAt: expect.any(Date) });
    expect(mail!.lastError).toContain(answer);
  },
);

test("what a server refuses for its own reasons is tried again", async () => {
  refuse = "5.7.1 Relaying denied";
  const { id } = await queue("cinco@academia.test");
  await expect(deliverMail.run(app.services, { id })).rejects.toThrow("Relaying denied");
  refuse = false;
  await deliverMail.run(app.services, { id });
  const [mail] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.id, id));
  expect(mail).toMatchObject({ refusedAt: null, attempts: 2, sentAt: expect.any(Date) });
});

test("letters leave encrypted or not at all, unless the mail server is this machine or a setting says so", async () => {
  const { db, env } = app.services;
  const other = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === "IPv4")!.address;
  const deliver = async (settings: Partial<typeof env>) => {
    await put(db, "tls@academia.test");
    const [mail] = await db.select({ id: outboxMails.id }).from(outboxMails).where(isNotNull(outboxMails.html));
    const started = received.length;
    const services = { ...app.services, env: { ...env, ...settings } };
    const error = await deliverMail.run(services, { id: mail!.id }).then(
      () => undefined,
      ({ message }: Error) => message,
    );
    await db.delete(outboxMails);
    return error ?? received.length - started;
  };
  const SMTP_URL = `smtp://${other}:${PORT}`;
  expect(await deliver({ SMTP_URL })).toMatch(/STARTTLS/);
  expect(await deliver({ SMTP_URL, SMTP_TLS: "optional" })).toBe(1);
  expect(await deliver({})).toBe(1);
});

test("a mail server may be away for four days before a letter is given up", async () => {
  const { rows } = await app.services.db.execute(
    sql`select retry_limit, retry_delay, retry_delay_max, retry_backoff from pgboss.queue where name = 'deliver-mail'`,
  );
  const queue = rows[0] as { retry_limit: number; retry_delay: number; retry_delay_max: number; retry_backoff: boolean };
  expect(queue.retry_backoff).toBe(true);
  let [waited, tries] = [0, 0];
  for (; tries < queue.retry_limit; tries += 1)
    waited += Math.min(queue.retry_delay_max, queue.retry_delay * 2 ** Math.min(16, tries));
  expect(waited).toBeGreaterThan(4 * 24 * 3600);
});

test("a letter whose transaction fails is never sent", async () => {
  const failing = app.services.db.transaction(async (tx) => {
    await put(tx, "tres@academia.test");
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await app.runJobs();
  expect(received.some((mail) => mail.includes("tres@academia.test"))).toBe(false);
});

test("a recipient that smuggles a header is refused", async () => {
  for (const recipient of ["a@academia.test\r\nBcc: b@academia.test", "a@academia.test, b@academia.test", "nada"]) {
    await expect(put(app.services.db, recipient)).rejects.toThrow();
  }
});
