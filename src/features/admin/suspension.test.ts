import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";

const app = testApp();
const { browser, lettersTo } = accountsOf(app);

const REASON = { reason: "A Loja pediu a suspensão." };
const path = ({ id }: { id: string }, tail = "/suspension") => `/api/admin/members/${id}${tail}`;
const actsOf = async ({ id }: TestMember) =>
  (await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );

/** Every test begins without administrators. */
afterEach(async () => {
  await app.services.db.delete(userRoles);
});

describe("a suspension", () => {
  test("ends the sessions at once; after the right password it says so, and opens only the member's own data", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await admin.post(path(member), REASON)).body.member).toMatchObject({ suspended: true });
    expect((await member.get("/api/modules")).status).toBe(401);
    expect(await lettersTo(member.email)).toContain("Sua conta foi suspensa");

    const visitor = browser();
    expect((await visitor.login(member.email, "errada")).body.code).toBe("invalid_credentials");
    expect((await visitor.login(member.email)).body).toEqual({ next: "suspended" });
    expect(await visitor.session()).toEqual({ member: null, suspended: REASON });
    expect(await visitor.get("/api/modules")).toMatchObject({ status: 403, body: { code: "suspended" } });
    const { data } = (await visitor.get("/api/account/export")).body;
    expect(data.profile).toMatchObject([{ email: member.email, suspensionReason: REASON.reason }]);

    expect((await admin.delete(path(member))).body.member).toMatchObject({ suspended: false });
    expect((await visitor.get("/api/modules")).status).toBe(401);
    expect((await visitor.login(member.email)).body).toEqual({ next: "signed-in" });
    expect((await visitor.get("/api/modules")).status).toBe(200);
    expect(await lettersTo(member.email)).toContain("Sua conta foi reaberta");
    expect(await actsOf(admin)).toEqual(["member.suspend", "member.suspension-lift"]);
  });

  test("is not passed by a recovery link, and leaves the member the deletion of their account", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    await admin.post(path(member), REASON);
    const visitor = browser();
    await visitor.post("/api/account/recovery", { email: member.email });
    await app.runJobs();
    await app.runJobs();
    const token = /token=([\w-]+)/.exec(app.mails().findLast(({ to }) => to === member.email)!.text)![1]!;
    const reset = await visitor.post("/api/account/reset", { token, password: "Prumo&Nivel10x" });
    expect(reset.body).toEqual({ next: "suspended" });
    expect((await visitor.post("/api/account/deletion", { currentPassword: "Prumo&Nivel10x" })).status).toBe(200);
    expect(await app.services.db.$count(profiles, eq(profiles.id, member.id))).toBe(0);
  });

  test("needs an administrator, a reason and somebody else, once", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await member.post(path(admin), REASON)).status).toBe(403);
    expect((await admin.post(path(member), { reason: " " })).body.fields).toHaveProperty("reason");
    expect((await admin.post(path({ id: crypto.randomUUID() }), REASON)).status).toBe(404);
    expect((await admin.delete(path(member))).status).toBe(409);
    expect((await admin.post(path(member), REASON)).status).toBe(200);
    expect((await admin.post(path(member), REASON)).status).toBe(409);
  });

  test("never leaves the academy without an administrator, not even when two suspend each other at once", async () => {
    const [one, other] = [await app.member({ role: "admin" }), await app.member({ role: "admin" })];
    expect((await one.post(path(one), REASON)).status).toBe(403);
    const answers = await Promise.all([one.post(path(other), REASON), other.post(path(one), REASON)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = answers[0]!.status === 200 ? one : other;
    const suspended = left === one ? other : one;
    expect((await left.get("/api/admin/summary")).body.admins).toBe(1);
    // the one who is left is the last: neither can they leave, nor does the suspended one count
    expect((await left.put(path(left, "/role"), { role: "user" })).body.code).toBe("last_admin");
    expect((await left.post("/api/account/deletion", { currentPassword: PASSWORD })).body.code).toBe("last_admin");
    expect((await left.put(path(suspended, "/role"), { role: "user" })).status).toBe(200);
  });
});

describe("a new administrator", () => {
  test("needs their name typed; they and all administrators get a letter", async () => {
    const [admin, second] = [await app.member({ role: "admin" }), await app.member({ role: "admin" })];
    const member = await app.member({ name: "Antônio  Prado" });
    const promote = (json: object) => admin.put(path(member, "/role"), { role: "admin", ...json });
    for (const json of [{}, { typedName: "" }, { typedName: "Antônio" }])
      expect((await promote(json)).body.fields).toEqual({ typedName: "Digite o nome como está no cadastro: Antônio  Prado" });
    expect((await promote({ typedName: " antonio prado " })).status).toBe(200);
    expect(await lettersTo(member.email)).toEqual(["Você passou a administrar a Academia"]);
    for (const { email } of [admin, second]) expect(await lettersTo(email)).toEqual(["A Academia tem um novo administrador"]);
    expect((await admin.put(path(member, "/role"), { role: "user" })).status).toBe(200); // to take it away needs no name
  });

  test("is nobody who is suspended, or has not confirmed their address", async () => {
    const admin = await app.member({ role: "admin" });
    const [suspended, unconfirmed] = [await app.member(), await app.member({ unconfirmed: true })];
    await admin.post(path(suspended), REASON);
    for (const member of [suspended, unconfirmed])
      expect(await admin.put(path(member, "/role"), { role: "admin", typedName: "Membro de Teste" })).toMatchObject({
        status: 409,
      });
  });
});
