import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { profiles, sessions, userRoles } from "#app/features/account/account.table.ts";
import { eachProfileField } from "#app/features/account/profile.schema.ts";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { AdminMember, AdminSummary, MemberPage } from "./admin.answers.ts";

const app = testApp();

const SEARCH = "/api/admin/members/search";
const path = (member: { id: string }, what = "") => `/api/admin/members/${member.id}${what}`;
const NOBODY = { id: "00000000-0000-4000-8000-000000000000" };

const search = async (admin: TestMember, input: object = {}) => (await admin.post<MemberPage>(SEARCH, input)).body;
const roleOf = async (member: { id: string }) =>
  (await app.services.db.select().from(userRoles).where(eq(userRoles.userId, member.id)))[0]?.role ?? "user";
const exists = async (member: { id: string }) => (await app.services.db.$count(profiles, eq(profiles.id, member.id))) === 1;

/** Every test begins without administrators. */
afterEach(async () => {
  await app.services.db.delete(userRoles);
});

describe("who may enter", () => {
  const calls = (target: { id: string }) =>
    [
      ["get", "/api/admin/summary", undefined],
      ["post", SEARCH, {}],
      ["put", path(target, "/role"), { role: "admin", typedName: "Membro de Teste" }],
      ["put", path(target, "/degree"), { degree: "mestre" }],
      ["delete", path(target, "/sessions"), undefined],
      ["delete", path(target), undefined],
      ["get", "/api/admin/degree-requests", undefined],
      ["post", `/api/admin/degree-requests/${NOBODY.id}/approve`, undefined],
      ["post", `/api/admin/degree-requests/${NOBODY.id}/refuse`, { reason: "Sem registro" }],
      ["post", "/api/admin/audit-log/search", {}],
    ] as const;

  test("visitors get 401 and members 403 everywhere, and nothing changes", async () => {
    const [member, target] = [await app.member(), await app.member()];
    for (const [method, address, json] of calls(target)) {
      expect((await app.visitor[method](address, json as never)).status, `${method} ${address}`).toBe(401);
      const refused = await member[method](address, json as never);
      expect(refused, `${method} ${address}`).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await roleOf(target)).toBe("user");
    expect((await target.get("/api/session")).body.member).toMatchObject({ degree: "aprendiz" });
  });

  test("a role counts on the next request with the old cookie, given or taken", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await member.get("/api/admin/summary")).status).toBe(403);
    expect((await admin.put(path(member, "/role"), { role: "admin", typedName: "membro de  TESTE" })).status).toBe(200);
    expect((await member.get("/api/admin/summary")).status).toBe(200);
    expect((await member.put(path(admin, "/role"), { role: "user" })).status).toBe(200);
    expect((await admin.get("/api/admin/summary")).status).toBe(403);
    expect((await admin.get("/api/session")).body.member).toMatchObject({ role: "user", can: { administer: false } });
  });
});

describe("the figures", () => {
  test("count members, administrators and the twelve modules", async () => {
    const admin = await app.member({ role: "admin" });
    await app.member({ role: "admin" });
    const { body } = await admin.get<AdminSummary>("/api/admin/summary");
    expect(body).toMatchObject({ admins: 2, modules: 12 });
    expect(body.members).toBe(await app.services.db.$count(profiles));
  });
});

describe("the list", () => {
  test("shows named fields only, newest member first", async () => {
    const admin = await app.member({ role: "admin" });
    const newest = await app.member({ name: "Último a Chegar", degree: "mestre" });
    const { members } = await search(admin);
    expect(members[0]).toEqual({
      id: newest.id,
      email: newest.email,
      ...eachProfileField(() => ""),
      name: "Último a Chegar",
      lodge: null,
      degree: "mestre",
      role: "user",
      createdAt: expect.any(String),
      self: false,
      lastAdmin: false,
      unconfirmed: false,
      suspended: false,
      can: {
        correct: true,
        changeRole: true,
        changeDegree: true,
        endSessions: true,
        resetFactors: false,
        suspend: true,
        delete: true,
      },
    });
    expect(members[1]).toMatchObject({
      id: admin.id,
      self: true,
      lastAdmin: true,
      can: { changeRole: false, delete: false, endSessions: false },
    });
  });

  test("is searched by name, e-mail and lodge, with and without accents, in any case and order of words", async () => {
    const admin = await app.member({ role: "admin" });
    const one = await app.member({ name: "Antônio Conceição Brandão", email: "conceicao.b@exemplo.test" });
    const other = await app.member({ name: "Antonio Fonseca" });
    await app.services.db.update(profiles).set({ lodge: "União & Trabalho, nº 9" }).where(eq(profiles.id, other.id));
    const found = async (text: string) => (await search(admin, { search: text })).members.map(({ id }) => id).sort();
    const both = [one.id, other.id].sort();
    for (const text of ["antonio", "ANTÔNIO", "  antônio ", "tonio"]) expect(await found(text), text).toEqual(both);
    for (const text of ["conceicao", "Conceição", "CONCEIÇÃO.B@EXEMPLO", "brandao antonio"])
      expect(await found(text), text).toEqual([one.id]);
    for (const text of ["uniao trab", "união & trabalho", "nº 9"]) expect(await found(text), text).toEqual([other.id]);
    for (const text of ["antonio xyz", "%", "_ntonio", "\\", "'; drop table profiles; --"])
      expect(await found(text), text).toEqual([]);
  });

  test("is filtered by permission and degree, and counts what it found", async () => {
    const admin = await app.member({ role: "admin", name: "Filtro Um" });
    await app.member({ name: "Filtro Dois", degree: "companheiro" });
    await app.member({ name: "Filtro Três" });
    const names = async (input: object) => {
      const page = await search(admin, { search: "filtro", order: "name", ...input });
      expect(page.total).toBe(page.members.length);
      return page.members.map(({ name }) => name);
    };
    expect(await names({})).toEqual(["Filtro Dois", "Filtro Três", "Filtro Um"]);
    expect(await names({ role: "admin" })).toEqual(["Filtro Um"]);
    expect(await names({ role: "user" })).toEqual(["Filtro Dois", "Filtro Três"]);
    expect(await names({ degree: "companheiro" })).toEqual(["Filtro Dois"]);
    expect(await names({ degree: "companheiro", role: "admin" })).toEqual([]);
  });

  test.each(["newest", "name"] as const)("by %s has stable pages while members come and go", async (order) => {
    const admin = await app.member({ role: "admin" });
    const tag = `Lote${order}`;
    const same = new Date();
    await app.services.db.insert(profiles).values(
      Array.from({ length: 60 }, (_, index) => ({
        email: `${tag}${index}@academia.test`,
        name: `${["Álvaro", "Alvaro", "Zeno", "Bento"][index % 4]} ${tag}`,
        createdAt: index < 40 ? same : new Date(same.getTime() - index),
      })),
    );
    const before = (await app.services.db.select().from(profiles)).filter(({ name }) => name.includes(tag)).map(({ id }) => id);
    const first = await search(admin, { search: tag, order });
    expect(first).toMatchObject({ total: 60, members: { length: 25 } });
    await app.services.db.insert(profiles).values({ email: `${tag}-novo@academia.test`, name: `Aaron ${tag}` });
    await app.services.db.delete(profiles).where(eq(profiles.id, first.members.at(-1)!.id));
    const second = await search(admin, { search: tag, order, after: first.next! });
    const third = await search(admin, { search: tag, order, after: second.next! });
    expect(second.total).toBeNull();
    expect(third.next).toBeNull();
    const seen = [first, second, third].flatMap(({ members }) => members);
    expect(seen.map(({ id }) => id).sort()).toEqual(before.sort());
    if (order === "name") {
      const names = seen.map(({ name }) => name.split(" ")[0]);
      expect([...new Set(names)]).toEqual(["Alvaro", "Álvaro", "Bento", "Zeno"]);
    }
  });

  test.each([
    { search: "x".repeat(101) },
    { search: 5 },
    { order: "email" },
    { role: "root" },
    { degree: "grão-mestre" },
    { page: 2 },
    { after: { key: "ontem", id: NOBODY.id } },
    [],
  ])("refuses %j", async (input) => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.post(SEARCH, input)).status).toBe(422);
  });

  test("control characters in a search find nothing and break nothing", async () => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.post(SEARCH, { search: "a\u0000b" })).status).toBe(200);
    expect((await admin.post(SEARCH, { order: "name", after: JSON.stringify(["\u0000", NOBODY.id]) })).status).toBe(422);
  });
});

describe("the last administrator", () => {
  test("can be neither demoted nor deleted", async () => {
    const admin = await app.member({ role: "admin" });
    expect(await admin.put(path(admin, "/role"), { role: "user" })).toMatchObject({ status: 409, body: { code: "last_admin" } });
    expect(await admin.delete(path(admin))).toMatchObject({ status: 409, body: { code: "last_admin" } });
    expect(await roleOf(admin)).toBe("admin");
    expect(await exists(admin)).toBe(true);
  });

  test("with another beside them may step back, but deletes themselves only on /conta", async () => {
    const admin = await app.member({ role: "admin" });
    await app.member({ role: "admin" });
    expect(await admin.delete(path(admin))).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await admin.put(path(admin, "/role"), { role: "user" })).status).toBe(200);
    expect((await admin.get("/api/admin/summary")).status).toBe(403);
  });

  test("is left when two demote each other at once: one wins", async () => {
    for (let round = 0; round < 8; round += 1) {
      await app.services.db.delete(userRoles);
      const [one, other] = [await app.member({ role: "admin" }), await app.member({ role: "admin" })];
      const answers = await Promise.all([
        one.put(path(other, "/role"), { role: "user" }),
        other.put(path(one, "/role"), { role: "user" }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect([await roleOf(one), await roleOf(other)].sort()).toEqual(["admin", "user"]);
    }
  });

  test("is left when five delete and demote one another and themselves at once", async () => {
    const admins = await Promise.all(Array.from({ length: 5 }, () => app.member({ role: "admin" })));
    const answers = await Promise.all(
      admins.flatMap((actor, index) => [
        actor.delete(path(admins[(index + 1) % 5]!)),
        actor.put(path(actor, "/role"), { role: "user" }),
        actor.put(path(admins[(index + 2) % 5]!, "/role"), { role: "user" }),
      ]),
    );
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status);
    expect(await app.services.db.$count(userRoles, eq(userRoles.role, "admin"))).toBeGreaterThanOrEqual(1);
  });
});

describe("the role", () => {
  test("changed to what it is changes nothing and writes nothing down", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await admin.put<{ member: AdminMember }>(path(member, "/role"), { role: "user" })).body.member.role).toBe("user");
    expect(await app.services.db.$count(auditLog, eq(auditLog.targetId, member.id))).toBe(0);
  });

  test.each([{ role: "root" }, {}, { role: "admin", degree: "mestre" }, []])("refuses %j", async (json) => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await admin.put(path(member, "/role"), json)).status).toBe(422);
    expect(await roleOf(member)).toBe("user");
  });

  test("of somebody who is not there is not found", async () => {
    const admin = await app.member({ role: "admin" });
    for (const target of [NOBODY, { id: "1" }]) {
      expect((await admin.put(path(target, "/role"), { role: "admin" })).status).toBe(404);
      expect((await admin.put(path(target, "/degree"), { degree: "mestre" })).status).toBe(404);
      expect((await admin.delete(path(target))).status).toBe(404);
      expect((await admin.delete(path(target, "/sessions"))).status).toBe(404);
    }
  });
});

describe("deletion and sessions", () => {
  test("a deleted member's cookie dies at once and their data is gone", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await member.get("/api/dashboard")).status).toBe(200);
    expect((await admin.delete(path(member))).status).toBe(200);
    expect((await member.get("/api/dashboard")).status).toBe(401);
    expect(await exists(member)).toBe(false);
    expect((await search(admin, { search: member.email })).members).toEqual([]);
    expect((await admin.delete(path(member))).status).toBe(404);
  });

  test("two deletions at once make one", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    const answers = await Promise.all([admin.delete(path(member)), admin.delete(path(member))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("all sessions of a member end, their account stays", async () => {
    const [admin, member] = [await app.member({ role: "admin" }), await app.member()];
    expect((await admin.delete(path(member, "/sessions"))).body).toEqual({ ended: 1 });
    expect((await member.get("/api/dashboard")).status).toBe(401);
    expect(await exists(member)).toBe(true);
    expect(await app.services.db.$count(sessions, eq(sessions.userId, member.id))).toBe(0);
    expect((await admin.delete(path(admin, "/sessions"))).status).toBe(403);
    expect((await admin.get("/api/admin/summary")).status).toBe(200);
  });
});
