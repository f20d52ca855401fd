import { createServer, type Socket } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverMail } from "#app/server/mail/deliver-mail.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { queueLetter } from "#app/server/mail/outbox.ts";
import { testApp } from "../support/app.ts";

/** A mail server that is away, never answers, or ends in the worst moment; one that refuses: mail.test.ts. */
let mood: "well" | "silent" | "dies after DATA" = "well";
const received: string[] = [];
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined);
  if (mood === "silent") return;
  socket.write("220 correio.test\r\n");
  let letter: string | undefined;
  socket.on("data", (chunk) => {
    if (letter === undefined) {
      const command = chunk.toString().slice(0, 4).toUpperCase();
      if (command === "DATA") letter = "";
      socket.write(command === "DATA" ? "354 escreva\r\n" : command === "QUIT" ? "221 até logo\r\n" : "250 bem\r\n");
      return;
    }
    letter += chunk.toString();
    if (!letter.endsWith("\r\n.\r\n")) return;
    if (mood === "dies after DATA") return void socket.destroy();
    received.push(letter);
    letter = undefined;
    socket.write("250 aceita\r\n");
  });
});

const PORT = 20_000 + Math.floor(Math.random() * 20_000);
const app = testApp({ SMTP_URL: `smtp://127.0.0.1:${PORT}` });
const listen = () => new Promise<void>((resolve) => server.listen(PORT, "127.0.0.1", resolve));
const close = () =>
  new Promise<void>((resolve) => {
    for (const socket of sockets) socket.destroy();
    server.close(() => resolve());
  });
beforeAll(listen);
afterAll(close);

/** Tries a letter while the server is in trouble, then when it is well again. */
async function lettersSurvive(recipient: string, reason: RegExp, recover: () => void | Promise<void>): Promise<void> {
  const { db, jobs } = app.services;
  const letter = { subject: "Aviso", greeting: "Olá.", paragraphs: ["Um parágrafo."], footer: "Fim." };
  await db.transaction((tx) => queueLetter(tx, jobs, { kind: "test", recipient, letter }));
  const read = async () => (await db.select().from(outboxMails).where(eq(outboxMails.recipient, recipient)))[0]!;
  const { id } = await read();
  await expect(deliverMail.run(app.services, { id })).rejects.toThrow();
  const waiting = await read();
  expect(waiting).toMatchObject({ sentAt: null, attempts: 1, lastError: expect.stringMatching(reason) });
  expect(waiting.html).not.toBeNull();
  await recover();
  await deliverMail.run(app.services, { id });
  expect((await read()).sentAt).not.toBeNull();
  const copies = received.filter((text) => text.includes(`To: ${recipient}`));
  expect(copies).toHaveLength(1);
  expect(copies[0]).toContain(`Message-ID: <${id}@academia.example>`); // by which a reader's program knows a letter that came twice
}

test("away: the letter waits with the reason, and leaves once when the server is back", async () => {
  await close();
  await lettersSurvive("longe@academia.test", /ECONNREFUSED/, listen);
});

test("ended after DATA, before it said whether it took the letter: it is sent again, under the same number", async () => {
  mood = "dies after DATA";
  await lettersSurvive("data@academia.test", /closed|ECONNRESET/i, () => {
    mood = "well";
  });
});

test("never answering: given up after ten seconds, and nothing is lost", async () => {
  mood = "silent";
  const begun = Date.now();
  await lettersSurvive("lento@academia.test", /Greeting never received|timeout/i, () => {
    expect(Date.now() - begun).toBeLessThan(20_000);
    mood = "well";
  });
}, 60_000);
