import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { accountsOf } from "#tests/support/accounts.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import type { OpenSession, Profile } from "./account.answers.ts";
import { EASY_PASSWORD } from "./account.schema.ts";
import { consents, passwords, sessions } from "./account.table.ts";

const app = testApp();
const { browser, lettersTo, newPerson } = accountsOf(app);

const NEW_PASSWORD = "Prumo&Nivel10x";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const elsewhere = () => `198.51.${randomInt(256)}.${randomInt(1, 255)}`;

const signInFrom = (email: string, password: string) =>
  app.visitorFrom(elsewhere()).send("/api/account/login", {
    method: "POST",
    body: JSON.stringify({ email, password }),
    headers: { "content-type": "application/json", "user-agent": FIREFOX },
  });

/** Signs the member in once more, as on another device. */
async function onAnotherDevice(member: TestMember) {
  const answer = await signInFrom(member.email, PASSWORD);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  return { get: (path: string) => app.visitor.get(path, { cookie }) };
}

describe("a visitor", () => {
  test.each([
    ["get", "/api/account/profile"],
    ["patch", "/api/account/profile"],
    ["put", "/api/account/password"],
    ["put", "/api/account/reading"],
    ["get", "/api/account/sessions"],
    ["delete", "/api/account/sessions"],
    ["delete", "/api/account/sessions/00000000-0000-4000-8000-000000000000"],
    ["get", "/api/account/degree-requests"],
    ["post", "/api/account/degree-requests"],
    ["delete", "/api/account/degree-requests/00000000-0000-4000-8000-000000000000"],
    ["get", "/api/account/export"],
    ["get", "/api/account/export/page"],
    ["post", "/api/account/deletion"],
  ] as const)("gets nothing from %s %s", async (method, path) => {
    expect((await app.visitor[method](path)).status).toBe(401);
  });
});

test("how the member reads is kept in their account, for every device, and nothing else can be kept there", async () => {
  const member = await app.member();
  const settings = { theme: "sepia", size: "130", leading: "wide", face: "sans", margins: "wide" };
  const session = () => member.get<{ member: { reading: unknown } }>("/api/session");
  expect((await session()).body.member.reading).toBeNull();
  expect(await member.put("/api/account/reading", settings)).toMatchObject({ status: 200, body: settings });
  expect((await session()).body.member.reading).toEqual(settings);
  for (const wrong of [{ ...settings, size: "900" }, { ...settings, note: "x" }, { theme: "dark" }])
    expect((await member.put("/api/account/reading", wrong)).status).toBe(422);
  const { body } = await (await onAnotherDevice(member)).get("/api/session");
  expect(body).toMatchObject({ member: { reading: settings } });
});

describe("the profile", () => {
  test("shows the member's own record and what they agreed to", async () => {
    const member = await app.member({ name: "Antônio Prado" });
    await app.services.db.insert(consents).values({ userId: member.id, purpose: "membership-data", textVersion: "2026-11" });
    const { status, body } = await member.get<Profile>("/api/account/profile");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Antônio Prado",
      email: member.email,
      lodge: null,
      degree: "aprendiz",
      consents: [{ textVersion: "2026-11", withdrawnAt: null }],
      can: { delete: true },
    });
  });

  test("changes name and Lodge, trimmed; an empty Lodge is none; the session shows the new name", async () => {
    const member = await app.member();
    const named = await member.patch<Profile>("/api/account/profile", {
      name: "  João  da\u00a0Mata ",
      lodge: " Luz do Vale, nº 3 ",
    });
    expect(named.body).toMatchObject({ name: "João da Mata", lodge: "Luz do Vale, nº 3" });
    expect((await member.get("/api/session")).body.member).toMatchObject({ name: "João da Mata", lodge: "Luz do Vale, nº 3" });
    expect((await member.patch<Profile>("/api/account/profile", { name: "João da Mata", lodge: " " })).body.lodge).toBeNull();
  });

  test.each([
    [{ name: "Jo", lodge: "" }, { name: "Nome deve ter no mínimo 3 caracteres" }],
    [{ name: "J".repeat(101), lodge: "" }, { name: "Nome muito longo" }],
    [{ name: "João", lodge: "L".repeat(101) }, { lodge: "Nome da loja muito longo" }],
    [{ name: "\u0000\u0001", lodge: "" }, { name: "Nome deve ter no mínimo 3 caracteres" }],
    [{ name: "Аntônio Lima", lodge: "" }, { name: "Use as letras do português, sem sinais invisíveis" }],
    [{ name: "Antônio\u202eamiL", lodge: "Luz\u200b" }, { lodge: "Use as letras do português, sem sinais invisíveis" }],
    [{ lodge: "" }, { name: "Nome deve ter no mínimo 3 caracteres" }],
  ])("refuses %j", async (json, fields) => {
    const member = await app.member();
    expect(await member.patch("/api/account/profile", json)).toMatchObject({ status: 422, body: { fields } });
    expect((await member.get<Profile>("/api/account/profile")).body.name).toBe("Membro de Teste");
  });

  test.each([{ email: "outro@academia.test" }, { role: "admin" }, { degree: "mestre" }, { id: "x" }])(
    "takes no other field: %j",
    async (extra) => {
      const member = await app.member();
      expect((await member.patch("/api/account/profile", { name: "João", lodge: "", ...extra })).status).toBe(422);
      expect((await member.get("/api/session")).body.member).toMatchObject({
        email: member.email,
        role: "user",
        degree: "aprendiz",
      });
    },
  );
});

describe("the password", () => {
  test("and its change give the session a new token: a copy of the old cookie is dead", async () => {
    const member = browser();
    const person = newPerson();
    await member.post("/api/account/sign-up", person);
    const stolen = member.cookie();
    const changed = await member.post(
      "/api/account/password",
      { currentPassword: person.password, password: NEW_PASSWORD },
      "PUT",
    );
    expect(changed.status).toBe(200);
    expect((await member.get("/api/modules")).status).toBe(200);
    expect((await app.visitor.get("/api/modules", { cookie: stolen })).status).toBe(401);
  });

  test("is changed: this session lives, the others die at once, the old password is dead, and a letter says so", async () => {
    const member = await app.member();
    const other = await onAnotherDevice(member);
    expect((await other.get("/api/account/profile")).status).toBe(200);
    const { status } = await member.put("/api/account/password", { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(status).toBe(200);
    expect((await other.get("/api/account/profile")).status).toBe(401);
    expect((await member.get("/api/account/profile")).status).toBe(200);
    expect((await signInFrom(member.email, PASSWORD)).status).toBe(401);
    expect((await signInFrom(member.email, NEW_PASSWORD)).status).toBe(200);
    await app.runJobs();
    expect(await lettersTo(member.email)).toContain("Sua senha foi alterada");
  });

  test("needs the current one", async () => {
    const member = await app.member();
    const other = await onAnotherDevice(member);
    const answer = await member.put("/api/account/password", { currentPassword: "Outra&Senha10x", password: NEW_PASSWORD });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "invalid_input", fields: { currentPassword: "Senha atual incorreta" } },
    });
    expect((await other.get("/api/account/profile")).status).toBe(200);
    expect((await signInFrom(member.email, PASSWORD)).status).toBe(200);
    expect(await lettersTo(member.email)).not.toContain("Sua senha foi alterada");
  });

  test.each([
    [{ currentPassword: PASSWORD, password: "abc" }, { password: "Senha deve ter no mínimo 8 caracteres" }],
    [{ currentPassword: PASSWORD, password: "abcdefg1!" }, { password: "Senha deve conter pelo menos uma letra maiúscula" }],
    [{ currentPassword: PASSWORD, password: "Academia#2026" }, { password: EASY_PASSWORD }],
    [{ currentPassword: PASSWORD, password: PASSWORD }, { password: "Escolha uma senha diferente da atual." }],
    [{ currentPassword: "", password: NEW_PASSWORD }, { currentPassword: "Senha é obrigatória" }],
    [{ password: NEW_PASSWORD }, { currentPassword: "Senha é obrigatória" }],
  ])("is refused: %j", async (json, fields) => {
    const member = await app.member();
    expect(await member.put("/api/account/password", json)).toMatchObject({ status: 422, body: { fields } });
    expect((await signInFrom(member.email, PASSWORD)).status).toBe(200);
  });

  test("can be tried ten times in ten minutes, and no eleventh, even rightly", async () => {
    const member = await app.member();
    for (let count = 0; count < 10; count += 1)
      expect((await member.put("/api/account/password", { currentPassword: "errada", password: NEW_PASSWORD })).status).toBe(422);
    const refused = await member.put("/api/account/password", { currentPassword: PASSWORD, password: NEW_PASSWORD });
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await member.post("/api/account/deletion", { currentPassword: PASSWORD })).status).toBe(429);
    const neighbour = await app.member();
    expect((await neighbour.put("/api/account/password", { currentPassword: PASSWORD, password: NEW_PASSWORD })).status).toBe(
      200,
    );
  });

  test("five changes at once make one", async () => {
    const member = await app.member();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((number) =>
        member.put("/api/account/password", { currentPassword: PASSWORD, password: `${NEW_PASSWORD}${number}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 409, 422]).toContain(status);
    expect(await app.services.db.$count(passwords, eq(passwords.userId, member.id))).toBe(1);
  });

  test("a change kills the recovery links that were sent before", async () => {
    const member = await app.member();
    await app.visitorFrom(elsewhere()).post("/api/account/recovery", { email: member.email });
    await app.runJobs(); // looks the address up, which writes the letter
    await app.runJobs(); // hands the letter over
    const letter = app.mails().find(({ to }) => to === member.email)!;
    const token = /reset-password#token=([\w-]+)/.exec(letter.text)![1];
    await member.put("/api/account/password", { currentPassword: PASSWORD, password: NEW_PASSWORD });
    const reset = await app.visitorFrom(elsewhere()).post("/api/account/reset", { token, password: "Maco&Cinzel20y" });
    expect(reset).toMatchObject({ status: 400, body: { code: "reset_link_invalid" } });
    expect((await signInFrom(member.email, NEW_PASSWORD)).status).toBe(200);
  });
});

describe("sessions", () => {
  test("are listed with their devices, this one first and marked; no token, no other member's", async () => {
    const [member, stranger] = [await app.member(), await app.member()];
    await onAnotherDevice(member);
    const { body } = await member.get<{ sessions: OpenSession[] }>("/api/account/sessions");
    expect(body.sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(body.sessions[1]!.device).toBe("Firefox no Windows");
    expect(Object.keys(body.sessions[0]!).sort()).toEqual(["current", "device", "id", "lastUsedAt", "signedInAt"]);
    const own = body.sessions.map(({ id }) => id);
    const theirs = (await stranger.get<{ sessions: OpenSession[] }>("/api/account/sessions")).body.sessions;
    expect(theirs.some(({ id }) => own.includes(id))).toBe(false);
  });

  test("that have run out, or were not used for 14 days, are not listed", async () => {
    const member = await app.member();
    const long = new Date(Date.now() + 86_400_000);
    await app.services.db.insert(sessions).values([
      { userId: member.id, tokenHash: crypto.randomUUID(), proof: "password" as const, expiresAt: new Date(Date.now() - 1_000) },
      {
        userId: member.id,
        tokenHash: crypto.randomUUID(),
        proof: "password" as const,
        expiresAt: long,
        updatedAt: new Date(Date.now() - 15 * 86_400_000),
      },
    ]);
    expect((await member.get("/api/account/sessions")).body.sessions).toHaveLength(1);
  });

  test("are listed up to fifty: this one and the latest used", async () => {
    const member = await app.member();
    const expiresAt = new Date(Date.now() + 86_400_000);
    await app.services.db.insert(sessions).values(
      Array.from({ length: 60 }, (_, index) => ({
        userId: member.id,
        tokenHash: crypto.randomUUID(),
        proof: "password" as const,
        expiresAt,
        updatedAt: new Date(Date.now() + (index - 30) * 60_000),
      })),
    );
    const listed = (await member.get<{ sessions: OpenSession[] }>("/api/account/sessions")).body.sessions;
    expect(listed).toHaveLength(50);
    expect(listed[0]!.current).toBe(true);
    const times = listed.slice(1).map(({ lastUsedAt }) => lastUsedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Date(times.at(-1)!).getTime()).toBeLessThan(Date.now());
    expect(new Date(times[0]!).getTime()).toBeGreaterThan(Date.now() + 28 * 60_000);
  });

  test("one is ended, and its cookie is dead on the next request", async () => {
    const member = await app.member();
    const [one, other] = [await onAnotherDevice(member), await onAnotherDevice(member)];
    const before = (await one.get("/api/account/sessions")).body.sessions as OpenSession[];
    const id = before.find(({ current }) => current)!.id;
    expect((await member.delete(`/api/account/sessions/${id}`)).status).toBe(200);
    expect((await one.get("/api/session")).body.member).toBeNull();
    expect((await one.get("/api/account/profile")).status).toBe(401);
    expect((await other.get("/api/account/profile")).status).toBe(200);
    expect((await member.delete(`/api/account/sessions/${id}`)).status).toBe(404);
  });

  test("of others cannot be ended, not even by an administrator, nor distinguished from none", async () => {
    const [member, stranger, admin] = [await app.member(), await app.member(), await app.member({ role: "admin" })];
    const [theirs] = (await stranger.get<{ sessions: OpenSession[] }>("/api/account/sessions")).body.sessions;
    for (const caller of [member, admin])
      expect(await caller.delete(`/api/account/sessions/${theirs!.id}`)).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    expect((await member.delete(`/api/account/sessions/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await member.delete("/api/account/sessions/1")).status).toBe(404);
    expect((await stranger.get("/api/account/profile")).status).toBe(200);
  });

  test("the others are ended together; this one and those of other members go on", async () => {
    const [member, stranger] = [await app.member(), await app.member()];
    const others = [await onAnotherDevice(member), await onAnotherDevice(member)];
    expect((await member.delete("/api/account/sessions")).body).toEqual({ ended: 2 });
    for (const other of others) expect((await other.get("/api/account/profile")).status).toBe(401);
    expect((await member.get("/api/account/profile")).status).toBe(200);
    expect((await stranger.get("/api/account/profile")).status).toBe(200);
    expect((await member.delete("/api/account/sessions")).body).toEqual({ ended: 0 });
  });
});
