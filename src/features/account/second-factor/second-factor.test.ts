import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { accountsOf, cookieOf } from "#tests/support/accounts.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import { codeOf } from "#tests/support/totp.ts";
import { sessions } from "../account.table.ts";
import { factorResets, factors, recoveryCodes, spentChallenges, trustedDevices } from "./factors.table.ts";
import { resetDueFactors } from "./resets.service.ts";

const app = testApp();
const { browser, lettersTo, somewhere, sessionOf } = accountsOf(app);

/** A member with an authenticator app, none of whose codes has been used. */
async function memberWithTotp(options?: Parameters<typeof app.member>[0]) {
  const member = await app.member(options);
  const begun = await member.post("/api/account/factors/totp", { name: "Celular" });
  expect(begun.status).toBe(200);
  const { id, key } = begun.body;
  const { status, body } = await member.post(`/api/account/factors/totp/${id}`, { code: codeOf(key) });
  expect(status).toBe(200);
  await app.services.db.update(factors).set({ lastStep: null }).where(eq(factors.id, id));
  return { member, id: id as string, key: key as string, codes: body.recoveryCodes as string[] };
}

const sessionsOf = (userId: string) =>
  app.services.db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.createdAt);

describe("an authenticator app", () => {
  test("counts once its first code has come; then there are ten codes, shown once and stored hashed", async () => {
    const member = await app.member();
    const { body } = await member.post("/api/account/factors/totp", { name: "Celular" });
    expect(body.uri).toContain("otpauth://totp/");
    expect(body.qr).toContain("<svg");
    const before = await member.get("/api/account/factors");
    expect(before.body.factors).toMatchObject([{ kind: "totp", name: "Celular", state: "unverified", lastUsedAt: null }]);
    expect((await browser().login(member.email)).body).toEqual({ next: "signed-in" });

    expect(await member.post(`/api/account/factors/totp/${body.id}`, { code: "000000" })).toMatchObject({
      status: 422,
      body: { fields: { code: expect.stringContaining("Código incorreto") } },
    });
    const confirmed = await member.post(`/api/account/factors/totp/${body.id}`, { code: codeOf(body.key) });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    const after = await member.get("/api/account/factors");
    expect(after.body).toMatchObject({
      factors: [{ state: "verified" }],
      recoveryCodesLeft: 10,
      required: false,
      resetDueAt: null,
    });

    const { db } = app.services;
    const kept = JSON.stringify([await db.select().from(recoveryCodes), await db.select().from(factors)]);
    for (const secret of [
      body.key.replaceAll(" ", ""),
      ...confirmed.body.recoveryCodes.map((code: string) => code.replaceAll("-", "")),
    ])
      expect(kept).not.toContain(secret);
    expect(await lettersTo(member.email)).toContain("Verificação em duas etapas: item adicionado");
    expect(await db.select().from(auditLog).where(eq(auditLog.actorId, member.id))).toMatchObject([
      { action: "account.factor-add" },
    ]);
  });

  test("its secret opens nowhere but in its own row", async () => {
    const { member, key } = await memberWithTotp();
    const other = await memberWithTotp();
    const [row] = await app.services.db.select().from(factors).where(eq(factors.userId, member.id));
    await app.services.db.update(factors).set({ secret: row!.secret }).where(eq(factors.userId, other.member.id));
    const visitor = browser();
    await visitor.login(other.member.email);
    expect((await visitor.second({ method: "totp", code: codeOf(key) })).status).toBe(422);
  });

  test("of another member is neither confirmed nor removed", async () => {
    const { id } = await memberWithTotp();
    const stranger = await app.member();
    expect((await stranger.post(`/api/account/factors/totp/${id}`, { code: "123456" })).status).toBe(404);
    expect((await stranger.delete(`/api/account/factors/${id}`)).status).toBe(404);
  });
});

describe("the second step", () => {
  test("is asked after the password: until then nothing is open, and the browser knows what is next", async () => {
    const { member, key } = await memberWithTotp();
    const visitor = browser();
    expect((await visitor.login(member.email)).body).toEqual({ next: "second-factor", methods: ["totp", "recovery-code"] });
    expect(await visitor.session()).toEqual({ member: null, secondStep: { methods: ["totp", "recovery-code"] } });
    expect((await app.visitor.get("/api/modules", { cookie: visitor.cookie() })).status).toBe(401);
    expect((await visitor.second({ method: "totp", code: codeOf(key) })).body).toEqual({ next: "signed-in" });
    expect((await visitor.session()).member.id).toBe(member.id);
    expect((await sessionsOf(member.id)).at(-1)).toMatchObject({ proof: "password", secondProof: "totp" });
    expect(visitor.cookie()).not.toContain("etapa");
  });

  test("takes a code once, in either browser, and no older one after it", async () => {
    const { member, key } = await memberWithTotp();
    const [one, other] = [browser(), browser()];
    await one.login(member.email);
    await other.login(member.email);
    const code = codeOf(key);
    expect((await one.second({ method: "totp", code })).status).toBe(200);
    for (const old of [code, codeOf(key, -1)])
      expect(await other.second({ method: "totp", code: old })).toMatchObject({ status: 422, body: { code: "invalid_input" } });
    expect((await other.second({ method: "totp", code: codeOf(key, 1) })).status).toBe(200);
  });

  test("eight answers with one code at once: one gets in", async () => {
    const { member, key } = await memberWithTotp();
    const visitors = Array.from({ length: 8 }, browser);
    for (const visitor of visitors) await visitor.login(member.email);
    const code = codeOf(key);
    const answers = await Promise.all(visitors.map((visitor) => visitor.second({ method: "totp", code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("a recovery code works once, as people type it; its owner is told how many are left", async () => {
    const { member, codes } = await memberWithTotp();
    const visitor = browser();
    await visitor.login(member.email);
    const code = ` ${codes[3]!.toLowerCase().replaceAll("-", " ")} `;
    expect((await visitor.second({ method: "recovery-code", code })).status).toBe(200);
    const again = browser();
    await again.login(member.email);
    expect((await again.second({ method: "recovery-code", code })).status).toBe(422);
    expect((await member.get("/api/account/factors")).body.recoveryCodesLeft).toBe(9);
    expect(await lettersTo(member.email)).toContain("Um código de recuperação foi usado");
  });

  test("another member's code opens nothing", async () => {
    const [one, other] = [await memberWithTotp(), await memberWithTotp()];
    const visitor = browser();
    await visitor.login(one.member.email);
    expect((await visitor.second({ method: "recovery-code", code: other.codes[0]! })).status).toBe(422);
    expect((await visitor.second({ method: "totp", code: codeOf(other.key) })).status).toBe(422);
  });

  test("without a first step, after ten minutes, or after a change of password there is none", async () => {
    const { member, key } = await memberWithTotp();
    const expired = { status: 401, body: { code: "sign_in_expired" } };
    expect(await browser().second({ method: "totp", code: codeOf(key) })).toMatchObject(expired);
    const [slow, overtaken, left] = [browser(), browser(), browser()];
    await slow.login(member.email);
    await app.services.db.execute(sql`update sign_in_steps set expires_at = now() - interval '1 second'`);
    expect(await slow.second({ method: "totp", code: codeOf(key) })).toMatchObject(expired);
    expect(await slow.session()).toEqual({ member: null });
    await overtaken.login(member.email);
    await left.login(member.email);
    await left.post("/api/account/second-step", undefined, "DELETE");
    expect(await left.session()).toEqual({ member: null });
    await member.put("/api/account/password", { currentPassword: PASSWORD, password: "Prumo&Nivel10x" });
    expect(await overtaken.second({ method: "totp", code: codeOf(key) })).toMatchObject(expired);
  });

  test("ten codes in a quarter of an hour, and no eleventh, even right; a recovery code still opens", async () => {
    const { member, key, codes } = await memberWithTotp();
    const visitor = browser();
    await visitor.login(member.email);
    const wrong = codeOf(key) === "000000" ? "000001" : "000000";
    for (let count = 0; count < 10; count += 1) expect((await visitor.second({ method: "totp", code: wrong })).status).toBe(422);
    expect((await visitor.second({ method: "totp", code: codeOf(key) })).status).toBe(429);
    expect((await visitor.second({ method: "recovery-code", code: codes[0]! })).status).toBe(200);
  });

  test("is asked after a recovery link too, also of a browser that was trusted", async () => {
    const { member, key } = await memberWithTotp();
    const visitor = browser();
    await visitor.login(member.email);
    await visitor.second({ method: "totp", code: codeOf(key, -1), trust: true });
    await visitor.post("/api/account/logout");
    await visitor.post("/api/account/recovery", { email: member.email });
    await app.runJobs();
    await app.runJobs();
    const token = /token=([\w-]+)/.exec(app.mails().findLast(({ to }) => to === member.email)!.text)![1]!;
    const reset = await visitor.post("/api/account/reset", { token, password: "Prumo&Nivel10x" });
    expect(reset.body.next).toBe("second-factor");
    expect((await visitor.session()).member).toBeNull();
    expect((await visitor.second({ method: "totp", code: codeOf(key) })).status).toBe(200);
    expect(await sessionsOf(member.id)).toMatchObject([{ proof: "recovery", secondProof: "totp" }]);
  });
});

describe("a trusted device", () => {
  async function trusted() {
    const setUp = await memberWithTotp();
    const visitor = browser();
    await visitor.login(setUp.member.email);
    const answer = await visitor.second({ method: "totp", code: codeOf(setUp.key), trust: true });
    const cookie = answer.headers.getSetCookie().find((set) => set.startsWith("academia-aparelho="))!;
    expect(cookie).toContain("Max-Age=2592000");
    expect(cookie).toContain("HttpOnly");
    await visitor.post("/api/account/logout");
    return { ...setUp, visitor };
  }

  test("is not asked for 30 days; other browsers, other members and this one later are", async () => {
    const { member, visitor } = await trusted();
    expect((await visitor.login(member.email)).body).toEqual({ next: "signed-in" });
    expect((await sessionsOf(member.id)).at(-1)).toMatchObject({ secondProof: "trusted-device" });
    expect((await browser().login(member.email)).body.next).toBe("second-factor");
    const other = await memberWithTotp();
    expect((await visitor.login(other.member.email)).body.next).toBe("second-factor");
    await app.services.db.update(trustedDevices).set({ expiresAt: new Date(Date.now() - 1000) });
    expect((await visitor.login(member.email)).body.next).toBe("second-factor");
  });

  test.each(["its owner says so", "the password changes"])("is asked again when %s", async (why) => {
    const { member, visitor } = await trusted();
    expect((await member.get("/api/account/factors")).body.trustedDevices).toBe(1);
    if (why === "its owner says so") await member.delete("/api/account/trusted-devices");
    else await member.put("/api/account/password", { currentPassword: PASSWORD, password: "Prumo&Nivel10x" });
    const password = why === "its owner says so" ? PASSWORD : "Prumo&Nivel10x";
    expect((await visitor.login(member.email, password)).body.next).toBe("second-factor");
  });
});

describe("proof again", () => {
  const age = (member: TestMember, minutes: number) =>
    app.services.db
      .update(sessions)
      .set({ provenAt: new Date(Date.now() - minutes * 60_000) })
      .where(eq(sessions.userId, member.id));

  test("by the password, for a member without a factor; it counts for ten minutes", async () => {
    const member = await app.member();
    await age(member, 11);
    expect(await member.post("/api/account/factors/totp", { name: "Celular" })).toMatchObject({
      status: 403,
      body: { code: "proof_required" },
    });
    expect((await member.get("/api/account/proof")).body).toEqual({ methods: ["password"] });
    expect(await member.post("/api/account/proof", { method: "password", password: "errada" })).toMatchObject({
      status: 422,
      body: { fields: { password: "Senha atual incorreta" } },
    });
    expect((await member.post("/api/account/proof", { method: "password", password: PASSWORD })).status).toBe(200);
    expect((await member.post("/api/account/factors/totp", { name: "Celular" })).status).toBe(200);
    await age(member, 9);
    expect((await member.post("/api/account/factors/totp", { name: "Celular" })).status).toBe(200);
  });

  test("by the factor, where there is one: the password is not enough to turn it off", async () => {
    const { member, id, key } = await memberWithTotp();
    await age(member, 11);
    expect((await member.delete(`/api/account/factors/${id}`)).body.code).toBe("proof_required");
    expect((await member.get("/api/account/proof")).body).toEqual({ methods: ["totp", "recovery-code"] });
    expect((await member.post("/api/account/proof", { method: "password", password: PASSWORD })).status).toBe(403);
    expect((await member.post("/api/account/proof", { method: "totp", code: codeOf(key) })).status).toBe(200);
    expect((await member.delete(`/api/account/factors/${id}`)).status).toBe(200);
    expect((await member.get("/api/account/factors")).body).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
      trustedDevices: 0,
    });
    expect((await browser().login(member.email)).body.next).toBe("signed-in");
    expect(await lettersTo(member.email)).toContain("Verificação em duas etapas: item excluído");
  });

  test("new recovery codes end the old ones", async () => {
    const { member, codes } = await memberWithTotp();
    const renewed = (await member.post("/api/account/recovery-codes")).body.recoveryCodes as string[];
    const visitor = browser();
    await visitor.login(member.email);
    expect((await visitor.second({ method: "recovery-code", code: codes[0]! })).status).toBe(422);
    expect((await visitor.second({ method: "recovery-code", code: renewed[9]! })).status).toBe(200);
    expect((await (await app.member()).post("/api/account/recovery-codes")).status).toBe(409);
  });
});

describe("an administrator's reset", () => {
  test("waits 24 hours, in which the member can object; a letter reports each step", async () => {
    const admin = await app.member({ role: "admin" });
    const { member } = await memberWithTotp();
    const path = `/api/admin/members/${member.id}/factors-reset`;
    expect((await (await app.member()).post(path)).status).toBe(403);
    expect((await admin.post(path)).status).toBe(200);
    expect((await admin.post(path)).status).toBe(409);
    const dueAt = new Date((await member.get("/api/account/factors")).body.resetDueAt).getTime();
    expect(dueAt - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await resetDueFactors.run(app.services, {});
    expect((await browser().login(member.email)).body.next).toBe("second-factor");
    expect((await member.delete("/api/account/factors/reset")).status).toBe(200);
    expect((await member.delete("/api/account/factors/reset")).status).toBe(404);
    expect(await lettersTo(member.email)).toEqual(
      expect.arrayContaining(["Pedido para desligar a verificação em duas etapas", "Pedido cancelado"]),
    );

    await admin.post(path);
    await app.services.db.update(factorResets).set({ dueAt: new Date(Date.now() - 1000) });
    await resetDueFactors.run(app.services, {});
    expect((await member.get("/api/modules")).status).toBe(401);
    expect((await browser().login(member.email)).body.next).toBe("signed-in");
    expect(await lettersTo(member.email)).toContain("A verificação em duas etapas foi desligada");
    const acts = await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(acts.map(({ action }) => action)).toEqual([
      "member.factors-reset-request",
      "member.factors-reset-request",
      "member.factors-reset",
    ]);
  });

  test("is for others, and for those who have a factor", async () => {
    const admin = await app.member({ role: "admin" });
    const [plain] = [await app.member()];
    expect((await admin.post(`/api/admin/members/${admin.id}/factors-reset`)).status).toBe(403);
    expect((await admin.post(`/api/admin/members/${plain!.id}/factors-reset`)).status).toBe(409);
    expect((await admin.post(`/api/admin/members/${crypto.randomUUID()}/factors-reset`)).status).toBe(404);
  });
});

describe("where administrators need a second factor", () => {
  test("one without it is a user until they set it up, and cannot take the last one off", async () => {
    await app.decide({ secondFactor: "administrators" });
    try {
      const admin = await app.member({ role: "admin" });
      const state = (await admin.get("/api/session")).body.member;
      expect(state).toMatchObject({ role: "user", secondFactorMissing: true, can: { administer: false } });
      expect((await admin.get("/api/admin/summary")).status).toBe(403);
      const { body } = await admin.post("/api/account/factors/totp", { name: "Celular" });
      await admin.post(`/api/account/factors/totp/${body.id}`, { code: codeOf(body.key) });
      expect((await admin.get("/api/session")).body.member).toMatchObject({ role: "admin", secondFactorMissing: false });
      expect((await admin.get("/api/admin/summary")).status).toBe(200);
      expect((await admin.get("/api/account/factors")).body.required).toBe(true);
      expect((await admin.delete(`/api/account/factors/${body.id}`)).status).toBe(403);
      const member = await memberWithTotp();
      expect((await member.member.delete(`/api/account/factors/${member.id}`)).status).toBe(200);
    } finally {
      await app.decide({});
    }
  });
});

describe("a passkey's challenge", () => {
  test("is made without a row, and an answer that is none opens nothing", async () => {
    const { body, status } = await somewhere().post("/api/account/passkey/options");
    expect(status).toBe(200);
    expect(body).toMatchObject({ rpId: "academia.test", userVerification: "required" });
    expect(await app.services.db.$count(spentChallenges)).toBe(0);
    const response = {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
    };
    const answer = await somewhere().post("/api/account/passkey", { response });
    expect(answer).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    expect(cookieOf(answer.headers)).toBe("");
    expect(await sessionOf("")).toBeNull();
  });
});
