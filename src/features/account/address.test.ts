import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { PASSWORD, testApp } from "#tests/support/app.ts";
import { addressConfirmations, knownBrowsers, profiles, sessions } from "./account.table.ts";
import { factors } from "./second-factor/factors.table.ts";

const app = testApp();
const { browser, lettersTo, newPerson, somewhere } = accountsOf(app);

/** Code and token of the last letter to an address. */
async function lastLetter(email: string): Promise<{ code: string; token: string; text: string }> {
  const rows = await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
  const { text } = rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(-1)!;
  if (text === null) throw new Error("the letter has gone");
  return { text, code: /\b(\d{3} \d{3})\b/.exec(text)?.[1] ?? "", token: /token=([\w-]+)/.exec(text)?.[1] ?? "" };
}

const profileOf = async (id: string) => (await app.services.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const wrongFor = (code: string) => (code.startsWith("000") ? "111111" : "000000");

async function newMember() {
  const [person, visitor] = [newPerson(), browser()];
  expect((await visitor.post("/api/account/sign-up", person)).body).toEqual({ next: "signed-in" });
  const { member } = await visitor.session();
  return { person, visitor, id: member.id as string };
}

describe("a new member's address", () => {
  test("is confirmed by the code of the letter, as people type it; until then only a part is open", async () => {
    const { person, visitor, id } = await newMember();
    expect(await lettersTo(person.email)).toEqual(["Confirme o seu e-mail"]);
    expect((await visitor.session()).member).toMatchObject({ standing: "unconfirmed" });
    expect(await visitor.get("/api/mentoring/mentors")).toMatchObject({ status: 403, body: { code: "address_unconfirmed" } });
    const { code } = await lastLetter(person.email);
    expect((await visitor.post("/api/account/address/code", { code: wrongFor(code) })).body.fields).toHaveProperty("code");
    expect((await visitor.post("/api/account/address/code", { code })).status).toBe(200);
    expect((await visitor.session()).member).toMatchObject({ standing: "full" });
    expect((await visitor.get("/api/mentoring/mentors")).status).toBe(200);
    expect(await profileOf(id)).toMatchObject({ emailVerified: true, awaitsConfirmation: false });
    expect((await visitor.post("/api/account/address/code", { code })).status).toBe(422); // once
  });

  test("is confirmed by the link in the session that signed up, once; from then on the session lasts and its browser is known", async () => {
    const { person, visitor, id } = await newMember();
    const left = async () => {
      const [row] = await app.services.db.select().from(sessions).where(eq(sessions.userId, id));
      return Math.round((row!.expiresAt.getTime() - Date.now()) / 3_600_000);
    };
    const known = () => app.services.db.$count(knownBrowsers, eq(knownBrowsers.userId, id));
    expect([await left(), await known()]).toEqual([24, 0]);
    const { token } = await lastLetter(person.email);
    expect(await visitor.post("/api/account/address/confirm", { token })).toMatchObject({ body: { next: "confirmed" } });
    expect((await visitor.session()).member).toMatchObject({ standing: "full" });
    expect([await left(), await known()]).toEqual([30 * 24, 1]);
    expect(await visitor.post("/api/account/address/confirm", { token })).toMatchObject({ body: { code: "link_invalid" } });
    await visitor.post("/api/account/logout");
    await visitor.login(person.email);
    expect(await lettersTo(person.email)).not.toContain("Entrada em um aparelho novo");
  });

  test("is confirmed by the link elsewhere with a new password: whoever signed up is out, name and Lodge are those now given", async () => {
    const { person, visitor, id } = await newMember();
    const { token, code } = await lastLetter(person.email);
    const elsewhere = browser();
    expect((await elsewhere.post("/api/account/address/confirm", { token })).body).toEqual({ next: "new-password" });
    expect((await profileOf(id)).awaitsConfirmation).toBe(true); // nothing is done yet, and the code counts where the sign-up was
    const claim = { token, fullName: "Sicrano Dono", password: "Prumo&Nivel10x" };
    const common = await elsewhere.post("/api/account/address/claim", { ...claim, password: "Senha@123" });
    expect([common.status, Object.keys(common.body.fields)]).toEqual([422, ["password"]]);
    expect((await elsewhere.post("/api/account/address/claim", claim)).body).toEqual({ next: "signed-in" });
    expect((await elsewhere.session()).member).toMatchObject({
      id,
      name: "Sicrano Dono",
      lodge: null,
      standing: "full",
    });
    expect((await visitor.session()).member).toBeNull();
    expect((await visitor.login(person.email, person.password)).status).toBe(401);
    expect((await visitor.post("/api/account/address/code", { code })).status).toBe(401);
    expect(await elsewhere.post("/api/account/address/claim", claim)).toMatchObject({ body: { code: "link_invalid" } });
    expect((await elsewhere.get("/api/account/profile")).body.consents).toHaveLength(2);
  });

  test("of a claim: twenty unknown links of one network in half an hour, then each try costs work", async () => {
    const network = somewhere();
    const statuses = [];
    for (let count = 0; count < 21; count += 1) {
      const claim = { token: `x${count}`, fullName: "Sicrano Dono", password: "Senha@123" };
      statuses.push((await network.post("/api/account/address/claim", claim)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(400), 428]);
  });

  test("once confirmed by the code leaves no other session, and before it no factor and no device for notices is taken", async () => {
    const { person, visitor, id } = await newMember();
    const other = browser();
    await other.login(person.email, person.password);
    expect(await visitor.post("/api/account/factors/totp", { name: "Celular" })).toMatchObject({
      status: 403,
      body: { code: "address_unconfirmed" },
    });
    const push = { endpoint: "https://fcm.googleapis.com/fcm/send/x" };
    expect((await visitor.post("/api/notices/push", push, "PUT")).body.code).toBe("address_unconfirmed");
    const { code } = await lastLetter(person.email);
    expect((await visitor.post("/api/account/address/code", { code })).status).toBe(200);
    expect((await other.session()).member).toBeNull();
    expect((await visitor.session()).member).toMatchObject({ id });
    expect((await visitor.post("/api/account/factors/totp", { name: "Celular" })).status).toBe(200);
  });

  test("is asked for again: an older link still counts, an older code does not; after 24 hours neither", async () => {
    const { person, visitor, id } = await newMember();
    const first = await lastLetter(person.email);
    expect((await visitor.post("/api/account/address/resend")).status).toBe(200);
    const second = await lastLetter(person.email);
    expect(second.token).not.toBe(first.token);
    if (first.code !== second.code)
      expect((await visitor.post("/api/account/address/code", { code: first.code })).status).toBe(422);
    await app.services.db
      .update(addressConfirmations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(addressConfirmations.userId, id));
    expect((await visitor.post("/api/account/address/code", { code: second.code })).status).toBe(422);
    expect((await visitor.post("/api/account/address/confirm", { token: first.token })).status).toBe(400);
    await app.services.db
      .update(addressConfirmations)
      .set({ expiresAt: sql`now() + interval '1 hour'` })
      .where(eq(addressConfirmations.userId, id));
    expect((await visitor.post("/api/account/address/confirm", { token: first.token })).status).toBe(200);
    expect((await visitor.post("/api/account/address/resend")).status).toBe(409);
  });

  test("has ten tries of codes a day, and the link all the same; letters have their budget", async () => {
    const { person, visitor } = await newMember();
    const { code, token } = await lastLetter(person.email);
    for (let count = 0; count < 10; count += 1)
      expect((await visitor.post("/api/account/address/code", { code: wrongFor(code) })).status).toBe(422);
    expect((await visitor.post("/api/account/address/code", { code })).status).toBe(429);
    const statuses = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await visitor.post("/api/account/address/resend")).status);
    expect(statuses).toContain(429);
    expect((await visitor.post("/api/account/address/confirm", { token })).status).toBe(200);
  });

  test("is proved by a recovery link too; what is kept of link and code opens nothing", async () => {
    const { person, visitor, id } = await newMember();
    const { code, token } = await lastLetter(person.email);
    const kept = JSON.stringify(await app.services.db.select().from(addressConfirmations));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(code.replace(" ", ""));
    await visitor.post("/api/account/recovery", { email: person.email });
    await app.runJobs();
    const reset = await visitor.post("/api/account/reset", {
      token: (await lastLetter(person.email)).token,
      password: "Prumo&Nivel10x",
    });
    expect(reset.status).toBe(200);
    expect(await profileOf(id)).toMatchObject({ emailVerified: true, awaitsConfirmation: false });
    expect(await app.services.db.$count(addressConfirmations, eq(addressConfirmations.userId, id))).toBe(0);
  });

  test("another member's code and link confirm nothing of theirs", async () => {
    const [one, other] = [await newMember(), await newMember()];
    const { code, token } = await lastLetter(one.person.email);
    const own = await lastLetter(other.person.email);
    if (own.code !== code) expect((await other.visitor.post("/api/account/address/code", { code })).status).toBe(422);
    expect((await other.visitor.post("/api/account/address/confirm", { token })).body).toEqual({ next: "new-password" });
    expect((await profileOf(other.id)).awaitsConfirmation).toBe(true);
    expect((await profileOf(one.id)).awaitsConfirmation).toBe(true);
  });

  test("that was typed wrong is corrected, and whoever owns the wrong one cannot take the account", async () => {
    const { person, visitor, id } = await newMember();
    const right = `certo-${person.email}`;
    expect((await visitor.post("/api/account/address/change", { email: right })).status).toBe(200);
    expect((await visitor.post("/api/account/address/code", { code: (await lastLetter(right)).code })).status).toBe(200);
    expect(await profileOf(id)).toMatchObject({ email: right, awaitsConfirmation: false });
    expect(await lettersTo(person.email)).toEqual(["Confirme o seu e-mail"]);
  });
});

describe("a change of the address", () => {
  /** A member signed in in a browser, who has asked for a new address. */
  async function asked() {
    const member = await app.member();
    const [visitor, other] = [browser(), browser()];
    await visitor.login(member.email);
    await other.login(member.email);
    const email = `novo-${member.email}`;
    expect((await visitor.post("/api/account/address/change", { email })).status).toBe(200);
    return { member, visitor, other, email };
  }

  test("counts when the new address is confirmed; the other sessions end, the old address is told, the log has it", async () => {
    const { member, visitor, other, email } = await asked();
    expect((await visitor.session()).member.email).toBe(member.email);
    expect((await visitor.get("/api/account/profile")).body).toMatchObject({ email: member.email, pendingEmail: email });
    await visitor.post("/api/account/recovery", { email: member.email });
    const { token } = await lastLetter(email);
    await app.runJobs();
    const recovery = (await lastLetter(member.email)).token;
    expect((await visitor.post("/api/account/address/confirm", { token })).status).toBe(200);
    expect((await visitor.session()).member.email).toBe(email);
    expect((await other.session()).member).toBeNull();
    expect((await other.login(email)).status).toBe(200);
    expect((await browser().login(member.email)).status).toBe(401);
    expect((await visitor.post("/api/account/reset", { token: recovery, password: "Prumo&Nivel10x" })).status).toBe(400);
    expect(await lettersTo(member.email)).toContain("O e-mail da sua conta foi trocado");
    expect(
      (await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, member.id))).map((row) => row.action),
    ).toEqual(["account.email-change"]);
  });

  test("is undone from the old address within 72 hours: sessions and password of whoever made it are dead", async () => {
    const { member, visitor, email } = await asked();
    await visitor.post("/api/account/address/confirm", { token: (await lastLetter(email)).token });
    const { token } = await lastLetter(member.email);
    // the thief goes on to a third address; the undoing of that change is theirs
    const third = `outro-${member.email}`;
    await visitor.post("/api/account/address/change", { email: third });
    await visitor.post("/api/account/address/confirm", { token: (await lastLetter(third)).token });
    const thiefs = (await lastLetter(email)).token;
    const owner = browser();
    expect((await owner.post("/api/account/address/undo", { token })).status).toBe(200);
    expect(await profileOf(member.id)).toMatchObject({ email: member.email, emailVerified: true });
    expect((await visitor.session()).member).toBeNull();
    expect((await browser().login(member.email, PASSWORD)).status).toBe(401);
    for (const used of [token, thiefs]) expect((await owner.post("/api/account/address/undo", { token: used })).status).toBe(400);
    await app.runJobs();
    const reset = { token: (await lastLetter(member.email)).token, password: "Prumo&Nivel10x" };
    expect((await owner.post("/api/account/reset", reset)).status).toBe(200);
  });

  test("is not undone after 72 hours; until then nobody else gets the old address", async () => {
    const { member, visitor, email } = await asked();
    await visitor.post("/api/account/address/confirm", { token: (await lastLetter(email)).token });
    const { token } = await lastLetter(member.email);
    const stranger = { ...newPerson(), email: member.email };
    expect((await browser().post("/api/account/sign-up", stranger)).body.code).toBe("signup_refused");
    await app.services.db.execute(sql`update address_changes set undo_until = now() - interval '1 second'`);
    expect((await browser().post("/api/account/address/undo", { token })).status).toBe(400);
    expect((await browser().post("/api/account/sign-up", stranger)).status).toBe(200);
  });

  test("to an address that has an account answers the same, changes nothing, and tells its owner", async () => {
    const [member, owner] = [await app.member(), await app.member()];
    expect(await member.post("/api/account/address/change", { email: owner.email })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
    expect(await lettersTo(owner.email)).toEqual(["Pedido de troca para o seu e-mail"]);
    expect((await member.get("/api/account/profile")).body.pendingEmail).toBeNull();
    expect((await member.post("/api/account/address/change", { email: member.email })).status).toBe(422);
  });

  test("that two ask for to the same address is made for the first alone", async () => {
    const [one, other] = [await asked(), await app.member()];
    await other.post("/api/account/address/change", { email: one.email });
    const tokens = (await app.services.db.select().from(outboxMails).where(eq(outboxMails.recipient, one.email))).map(
      ({ text }) => /token=([\w-]+)/.exec(text!)![1]!,
    );
    expect(tokens).toHaveLength(2);
    const answers = await Promise.all(
      tokens.flatMap((token) => [one.visitor, other].map((member) => member.post("/api/account/address/confirm", { token }))),
    );
    // each member's own link is the only one that can confirm in their session
    const confirmed = answers.filter(({ body }) => body.next === "confirmed");
    expect(confirmed).toHaveLength(1);
    expect(await app.services.db.$count(profiles, eq(profiles.email, one.email))).toBe(1);
  });

  test("leaves the address that it names, which may be a stranger's, letters to get in by", async () => {
    const owner = await app.member();
    const rival = async () => (await app.member()).post("/api/account/address/change", { email: owner.email });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await rival()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await somewhere().post("/api/account/recovery", { email: owner.email });
    await app.runJobs();
    expect(await lettersTo(owner.email)).toContain("Redefinição de senha");
  });

  test("is confirmed by its link in the member's own session alone: the owner of the other mailbox gives it to nobody by a press", async () => {
    const { member, visitor, email } = await asked();
    const { token } = await lastLetter(email);
    const owner = browser();
    expect((await owner.post("/api/account/address/confirm", { token })).body).toEqual({ next: "own-session" });
    const claim = { token, fullName: "Sicrano Dono", password: "Prumo&Nivel10x" };
    expect((await owner.post("/api/account/address/claim", claim)).body.code).toBe("link_invalid");
    expect(await profileOf(member.id)).toMatchObject({ email: member.email });
    expect((await visitor.post("/api/account/address/confirm", { token })).body).toEqual({ next: "confirmed" });
  });

  test("that is undone takes the factors with it that came after it, and keeps those from before", async () => {
    const { member, visitor, email } = await asked();
    const factor = { userId: member.id, kind: "passkey" as const, name: "Chave", publicKey: "-", verifiedAt: new Date() };
    await app.services.db.insert(factors).values({ ...factor, credentialId: `antes ${member.id}` });
    await visitor.post("/api/account/address/confirm", { token: (await lastLetter(email)).token });
    await app.services.db.insert(factors).values({ ...factor, credentialId: `depois ${member.id}` });
    await browser().post("/api/account/address/undo", { token: (await lastLetter(member.email)).token });
    const left = await app.services.db.select().from(factors).where(eq(factors.userId, member.id));
    expect(left.map(({ credentialId }) => credentialId)).toEqual([`antes ${member.id}`]);
  });

  test("is given up", async () => {
    const { visitor, email } = await asked();
    const { token } = await lastLetter(email);
    expect((await visitor.post("/api/account/address/change", undefined, "DELETE")).status).toBe(200);
    expect((await visitor.post("/api/account/address/confirm", { token })).status).toBe(400);
  });
});
