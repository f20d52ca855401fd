import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { accountsOf, cookieOf } from "#tests/support/accounts.ts";
import { PASSWORD, testApp } from "#tests/support/app.ts";
import { expectError } from "#tests/support/server-log.ts";
import { sendWithWork } from "#tests/support/work.ts";
import { profiles, recoveryLinks, sessions } from "./account.table.ts";
import { recoverPassword } from "./recovery.service.ts";

const app = testApp();
const { newPerson, somewhere, sessionOf } = accountsOf(app);

const linkOf = (email: string) =>
  /reset-password#token=([\w%-]+)/.exec(
    app
      .mails()
      .filter((mail) => mail.to === email)
      .at(-1)?.text ?? "",
  )?.[1];

async function requestLink(email: string): Promise<string> {
  expect((await somewhere().post("/api/account/recovery", { email })).status).toBe(200);
  await app.runJobs(); // looks the address up
  await app.runJobs(); // hands the letter over
  return decodeURIComponent(linkOf(email)!);
}

test("a link sets a new password once, ends all sessions, signs in, and is announced by mail", async () => {
  const member = await app.member();
  const token = await requestLink(member.email);
  const answer = await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" });
  expect(answer.status).toBe(200);
  expect((await sessionOf(cookieOf(answer.headers))).id).toBe(member.id);
  expect((await member.get("/api/modules")).status).toBe(401);
  expect((await somewhere().post("/api/account/login", { email: member.email, password: PASSWORD })).status).toBe(401);
  expect((await somewhere().post("/api/account/login", { email: member.email, password: "Prumo&Nivel10x" })).status).toBe(200);
  expect((await somewhere().post("/api/account/reset", { token, password: "Outra&Senha10x" })).body.code).toBe(
    "reset_link_invalid",
  );
  await app.runJobs();
  expect(app.mails().some((mail) => mail.to === member.email && mail.subject === "Sua senha foi alterada")).toBe(true);
  const acts = await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, member.id));
  expect(acts.map(({ action }) => action)).toEqual(["account.password-reset"]);
});

test("the use of a link proves that the mailbox is the member's; asking for one proves nothing", async () => {
  const verified = async (email: string) => {
    const [row] = await app.services.db.select().from(profiles).where(eq(profiles.email, email));
    return row!.emailVerified;
  };
  const person = newPerson();
  await somewhere().post("/api/account/sign-up", person);
  const token = await requestLink(person.email);
  expect(await verified(person.email)).toBe(false);
  expect((await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" })).status).toBe(200);
  expect(await verified(person.email)).toBe(true);
});

test("the use of one link kills the others of its account, and of no other", async () => {
  const [member, neighbour] = [await app.member(), await app.member()];
  const [one, other, theirs] = [
    await requestLink(member.email),
    await requestLink(member.email),
    await requestLink(neighbour.email),
  ];
  expect((await somewhere().post("/api/account/reset", { token: one, password: "Prumo&Nivel10x" })).status).toBe(200);
  expect(await somewhere().post("/api/account/reset", { token: other, password: "Maco&Cinzel20y" })).toMatchObject({
    status: 400,
    body: { code: "reset_link_invalid" },
  });
  expect((await somewhere().post("/api/account/login", { email: member.email, password: "Prumo&Nivel10x" })).status).toBe(200);
  expect((await somewhere().post("/api/account/reset", { token: theirs, password: "Maco&Cinzel20y" })).status).toBe(200);
});

test("the owner's own data make no new password; the link still works with another, and tells a stranger nothing", async () => {
  const member = await app.member({ name: "Antônio Wexfirnado", email: "qzebuvlon@academia.test" });
  await app.services.db.update(profiles).set({ lodge: "Torfalgem Serena" }).where(eq(profiles.id, member.id));
  const token = await requestLink(member.email);
  for (const password of ["Wexfirnado9#", "Qzebuvlon9#", "Torfalgem9#"]) {
    expect(await somewhere().post("/api/account/reset", { token, password })).toMatchObject({
      status: 422,
      body: { fields: { password: "Esta senha é fácil de adivinhar. Escolha outra." } },
    });
    expect(await somewhere().post("/api/account/reset", { token: "x".repeat(24), password })).toMatchObject({
      status: 400,
      body: { code: "reset_link_invalid" },
    });
  }
  expect((await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" })).status).toBe(200);
});

test("an unknown link is refused before its password is looked at; twenty in half an hour from one network, then each use costs work", async () => {
  const member = await app.member();
  const token = await requestLink(member.email);
  const network = somewhere();
  const reset = (json: object) =>
    sendWithWork(network.send, "/api/account/reset", {
      method: "POST",
      body: JSON.stringify(json),
      headers: { "content-type": "application/json" },
    });
  const statuses = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push(
      (await network.post("/api/account/reset", { token: `x${count}`.padEnd(43, "x"), password: "Senha@123" })).status,
    );
  expect(statuses).toEqual([...Array(20).fill(400), 428]);
  expect((await reset({ token: "y".repeat(43), password: "Senha@123" })).status).toBe(400);
  expect((await reset({ token, password: "Senha@123" })).status).toBe(422);
  expect((await reset({ token, password: "Prumo&Nivel10x" })).status).toBe(200); // its owner is not shut out by them
});

test("fifty uses of one link at once: one wins", async () => {
  const member = await app.member();
  const token = await requestLink(member.email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => somewhere().post("/api/account/reset", { token, password: `Prumo&Nivel${index}x` })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("two links of one account used at once: one wins, and its password is the one that opens", async () => {
  const member = await app.member();
  const tokens = [await requestLink(member.email), await requestLink(member.email)];
  const passwords = ["Prumo&Nivel10x", "Maco&Cinzel20y"];
  const answers = await Promise.all(
    tokens.map((token, index) => somewhere().post("/api/account/reset", { token, password: passwords[index] })),
  );
  const won = answers.findIndex(({ status }) => status === 200);
  expect(answers[1 - won]).toMatchObject({ status: 400, body: { code: "reset_link_invalid" } });
  expect((await somewhere().post("/api/account/login", { email: member.email, password: passwords[won] })).status).toBe(200);
  expect((await sessionOf(cookieOf(answers[won]!.headers))).id).toBe(member.id);
});

test("logins with the old password that are being checked in the very moment of a reset leave no session that works", async () => {
  const member = await app.member();
  const token = await requestLink(member.email);
  const login = () => somewhere().post("/api/account/login", { email: member.email, password: PASSWORD });
  const early = Array.from({ length: 4 }, login);
  const reset = somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" });
  const answers = await Promise.all([...early, ...Array.from({ length: 4 }, login)]);
  expect((await reset).status).toBe(200);
  for (const { status, headers } of answers) {
    expect([200, 401]).toContain(status); // before the reset, or after it
    if (status === 200) expect(await sessionOf(cookieOf(headers))).toBeNull();
  }
  expect((await sessionOf(cookieOf((await reset).headers))).id).toBe(member.id);
  expect(await app.services.db.$count(sessions, eq(sessions.userId, member.id))).toBe(1);
});

test("a reset that cannot be finished changes nothing: password, sessions and link stay", async () => {
  const member = await app.member();
  const token = await requestLink(member.email);
  expectError(/Failed query/);
  await app.asOwner(`create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`);
  await app.asOwner("create trigger refuse_end before delete on sessions for each row execute function refuse_end()");
  try {
    expect((await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" })).status).toBe(500);
  } finally {
    await app.asOwner("drop function refuse_end cascade");
  }
  expect((await member.get("/api/modules")).status).toBe(200);
  expect((await somewhere().post("/api/account/login", { email: member.email, password: PASSWORD })).status).toBe(200);
  expect((await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" })).status).toBe(200);
});

test("an expired link, a forged one and a weak password are refused; the token is not stored in clear", async () => {
  const member = await app.member();
  const token = await requestLink(member.email);
  expect(JSON.stringify(await app.services.db.select().from(recoveryLinks))).not.toContain(token);
  expect((await somewhere().post("/api/account/reset", { token, password: "fraca" })).status).toBe(422);
  expect((await somewhere().post("/api/account/reset", { token: "x".repeat(24), password: "Prumo&Nivel10x" })).status).toBe(400);
  await app.services.db.update(recoveryLinks).set({ expiresAt: new Date(Date.now() - 1000) });
  expect((await somewhere().post("/api/account/reset", { token, password: "Prumo&Nivel10x" })).status).toBe(400);
});

test("a link is good for an hour", async () => {
  const member = await app.member();
  await requestLink(member.email);
  const links = await app.services.db.select().from(recoveryLinks).where(eq(recoveryLinks.userId, member.id));
  expect(links).toHaveLength(1);
  expect(links[0]!.expiresAt.getTime() - links[0]!.createdAt.getTime()).toBeCloseTo(3_600_000, -4);
});

test("a letter that cannot be written fails its task, which is tried again, and leaves no link", async () => {
  const member = await app.member();
  const { db } = app.services;
  await app.asOwner("alter table outbox_mails add constraint broken check (kind <> 'password-reset') not valid");
  try {
    await expect(recoverPassword.run(app.services, { email: member.email })).rejects.toThrow();
  } finally {
    await app.asOwner("alter table outbox_mails drop constraint broken");
  }
  expect(await db.$count(recoveryLinks, eq(recoveryLinks.userId, member.id))).toBe(0);
});

test("an unknown address is answered the same and gets no mail", async () => {
  const before = app.mails().length;
  const answer = await somewhere().post("/api/account/recovery", { email: "ninguem@academia.test" });
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  await app.runJobs();
  await app.runJobs();
  expect(app.mails()).toHaveLength(before);
});

test("twenty requests in half an hour from one network, for however many addresses; each further one costs work", async () => {
  const network = somewhere();
  const statuses = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push((await network.post("/api/account/recovery", { email: `rede${count}@academia.test` })).status);
  expect(statuses).toEqual([...Array(20).fill(200), 428]);
  expect((await somewhere().post("/api/account/recovery", { email: "rede20@academia.test" })).status).toBe(200);
});

test("one stranger's letters of all kinds are six an hour, and leave links to get in by for the owner", async () => {
  const person = newPerson();
  await somewhere().post("/api/account/sign-up", person);
  for (let count = 0; count < 4; count += 1) {
    await somewhere().post("/api/account/sign-up", person);
    await somewhere().post("/api/newsletter", { email: person.email });
    await app.runJobs();
  }
  const letters = () => app.mails().filter(({ to }) => to === person.email);
  await app.runJobs();
  expect(letters()).toHaveLength(3);
  for (let count = 0; count < 5; count += 1) await somewhere().post("/api/account/recovery", { email: person.email });
  await app.runJobs();
  await app.runJobs();
  expect(letters()).toHaveLength(6);
  expect(letters().filter(({ text }) => text.includes("reset-password"))).toHaveLength(3);
});

test("five links in half an hour for one address, known or not", async () => {
  for (const email of [(await app.member()).email, "desconhecido@academia.test"]) {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await somewhere().post("/api/account/recovery", { email })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  }
});
