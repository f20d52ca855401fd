import { expect, test } from "vitest";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { testApp } from "#tests/support/app.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const LINES = 5_000;

test("five thousand people are looked at, and written to, within a minute", async () => {
  const admin = await app.member({ role: "admin", degree: "mestre" });
  await app.services.db.insert(lodges).values(
    Array.from({ length: 400 }, (_, at) => ({
      name: "Estrela do Vale",
      number: String(at + 1),
      city: "São Paulo",
      state: "SP",
      jurisdiction: "Grande Loja",
    })),
  );
  const list = [
    "nome;e-mail;Loja;grau",
    ...Array.from({ length: LINES }, (_, at) => `Irmão Gil;i${at}@correio.test;${1 + (at % 400)};Mestre`),
  ].join("\n");
  const timed = async <Result>(name: string, act: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    const result = await act();
    // biome-ignore lint/suspicious/noConsole: the figure of docs/performance.md
    console.log(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    return result;
  };
  const begun = performance.now();
  const send = (path: string) => admin.send(`/api/admin/invitations/${path}`, { method: "POST", body: list });
  const check = await timed("looked at", () => send("check"));
  expect(((await check.json()) as { counts: object }).counts).toEqual({ ready: LINES, wrong: 0, member: 0, invited: 0 });
  expect((await timed("taken down", () => send(`batches?ready=${LINES}`))).status).toBe(200);
  await timed("written to", () => app.runJobs());
  expect(await app.services.db.$count(outboxMails)).toBe(LINES);
  expect(performance.now() - begun).toBeLessThan(60_000);
}, 300_000);
