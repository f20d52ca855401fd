import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { gone, login, readyDatabase, realProcess, signUp } from "../support/process.ts";

/** The real program under kill -9 while a letter to more than four hundred members goes out, and started again. */
const MEMBERS = 400;
/** Letters that the program may have had at the mail server when it was killed: for these alone a second copy may come, as SMTP leaves it open. */
const AT_ONCE = 5;

const received: string[] = [];
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.write("220 correio.test\r\n");
  let letter: string | undefined;
  socket.on("data", async (chunk) => {
    if (letter === undefined) {
      const command = chunk.toString().slice(0, 4).toUpperCase();
      if (command === "DATA") letter = "";
      return void socket.write(command === "DATA" ? "354 escreva\r\n" : command === "QUIT" ? "221 até logo\r\n" : "250 bem\r\n");
    }
    letter += chunk.toString();
    if (!letter.endsWith("\r\n.\r\n")) return;
    received.push(letter);
    letter = undefined;
    await pause(20);
    if (socket.writable) socket.write("250 aceita\r\n");
  });
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => server.close());

const { folder, start } = realProcess();
const database = readyDatabase(folder);

const headerOf = (letter: string, name: string) => new RegExp(`^${name}: (.+)\\r$`, "m").exec(letter)?.[1];
const lettersTo = () => received.filter((letter) => letter.includes("Subject: Quinta-feira"));

test("a letter to 400 whose sender is killed in the middle reaches each of them, and nobody gets another one", async () => {
  const settings = { ...database(), SMTP_URL: `smtp://127.0.0.1:${port}` };
  const { address, process: program } = await start(settings).started;
  await signUp(address, "otavio@academia.test");
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  await client.query("update profiles set awaits_confirmation = false, email_verified = true, degree = 'mestre'");
  await client.query("insert into user_roles (user_id, role) select id, 'admin' from profiles on conflict do nothing");
  await client.query(`insert into profiles (email, full_name, email_verified)
    select 'membro' || n || '@academia.test', 'Membro ' || n, true from generate_series(1, ${MEMBERS}) n`);
  const cookie = (await login(address, "otavio@academia.test")).headers.get("set-cookie")!.split(";")[0]!;
  const answer = await fetch(`${address}/api/admin/announcements`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address, cookie },
    body: JSON.stringify({
      ...{ title: "Quinta-feira", source: "Na quinta, às 20:00, na sala de estudos.", audience: "everyone" },
      ...{ degree: null, lodgeId: null, asNotice: false, asLetter: true, startsAt: null, endsAt: null },
    }),
  });
  expect([answer.status, await answer.text()]).toMatchObject([200, expect.any(String)]);
  await vi.waitFor(() => expect(lettersTo().length).toBeGreaterThan(100), { timeout: 120_000, interval: 20 });
  program.kill("SIGKILL");
  await gone(program);
  expect(lettersTo().length).toBeLessThan(MEMBERS);

  await start(settings).started;
  const { rows } = await client.query<{ letters: number }>("select count(*)::int as letters from announcement_letters");
  const { letters } = rows[0]!;
  expect(letters).toBeGreaterThan(MEMBERS);
  const different = (header: string) => new Set(lettersTo().map((letter) => headerOf(letter, header))).size;
  const open = async () => (await client.query("select from outbox_mails where sent_at is null")).rowCount;
  await vi.waitFor(async () => expect([different("To"), await open()]).toEqual([letters, 0]), {
    timeout: 500_000,
    interval: 500,
  });
  expect(lettersTo().length - letters).toBeLessThanOrEqual(AT_ONCE);
  expect(different("Message-ID")).toBe(letters); // a copy is the same letter
  await client.end();
}, 900_000);
