import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { knownBrowsers } from "./account.table.ts";

const app = testApp();
const { browser, lettersTo } = accountsOf(app);

const NEWS = "Entrada em um aparelho novo";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("a member gets a letter about the first login in each browser, and about no later one in it", async () => {
  const member = await app.member();
  const [one, other] = [browser(FIREFOX), browser()];
  await one.login(member.email);
  await one.post("/api/account/logout");
  await one.login(member.email);
  expect(await lettersTo(member.email)).toEqual([NEWS]);
  const [letter] = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, member.email));
  expect(letter!.text).toMatch(/Firefox no Windows, em .*\(horário de Brasília\)/);
  await other.login(member.email);
  expect(await lettersTo(member.email)).toEqual([NEWS, NEWS]);
});

test("a browser is known to each of its members by themselves, and what it keeps says nothing of them", async () => {
  const [one, other] = [await app.member(), await app.member()];
  const shared = browser();
  await shared.login(one.email);
  const kept = /academia-navegador=[^;]+/.exec(shared.cookie())![0];
  await shared.login(other.email);
  expect(shared.cookie()).toContain(kept);
  expect(await lettersTo(other.email)).toEqual([NEWS]);
  const rows = await app.services.db.select().from(knownBrowsers);
  expect(JSON.stringify(rows)).not.toContain(decodeURIComponent(kept).split("=")[1]!.split(".")[0]);
});

test("a login that fails makes no browser known, and a browser cannot make itself known", async () => {
  const member = await app.member();
  const visitor = browser();
  await visitor.login(member.email, "errada");
  expect(visitor.cookie()).toBe("");
  const answer = await app.visitor.send("/api/account/login", {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `academia-navegador=${"A".repeat(43)}.forjado` },
    body: JSON.stringify({ email: member.email, password: "Esquadro&Compasso9" }),
  });
  expect(answer.status).toBe(200);
  expect(await app.services.db.$count(knownBrowsers, eq(knownBrowsers.userId, member.id))).toBe(1);
  expect(answer.headers.getSetCookie().join()).toContain("academia-navegador=");
  expect(answer.headers.getSetCookie().join()).not.toContain("AAAAAAAA");
});
