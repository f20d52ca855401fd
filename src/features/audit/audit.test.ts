import { createHash } from "node:crypto";
import { and, eq, like, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { PASSWORD, type TestMember, testApp } from "#tests/support/app.ts";
import type { AuditLogPage } from "./audit.answers.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction, kindOf } from "./audit.schema.ts";
import { recordAudit } from "./audit.service.ts";
import { auditLog } from "./audit.table.ts";

const app = testApp();

const LOG = "/api/admin/audit-log/search";
const EXPORT = "/api/admin/audit-log/export";
const read = async (admin: TestMember, filter: object = {}) => (await admin.post<AuditLogPage>(LOG, filter)).body.entries;
const lines = async (admin: TestMember, filter: object = {}) =>
  (await read(admin, filter)).map(({ actor, text }) => `${actor} ${text}`);

describe("the log", () => {
  test("is for administrators", async () => {
    for (const path of [LOG, EXPORT]) {
      expect((await app.visitor.post(path, {})).status).toBe(401);
      expect((await (await app.member()).post(path, {})).status).toBe(403);
    }
  });

  test("says who did what to whom, newest first", async () => {
    const [admin, member] = [
      await app.member({ role: "admin", degree: "mestre", name: "Otávio Leal" }),
      await app.member({ name: "Caio Sá" }),
    ];
    await admin.put(`/api/admin/members/${member.id}/role`, { role: "admin", typedName: "Caio Sá" });
    await admin.put(`/api/admin/members/${member.id}/role`, { role: "user" });
    await admin.put(`/api/admin/members/${member.id}/degree`, { degree: "companheiro" });
    await admin.delete(`/api/admin/members/${member.id}/sessions`);
    expect((await lines(admin)).slice(0, 4)).toEqual([
      "Otávio Leal encerrou as sessões de Caio Sá.",
      "Otávio Leal mudou o grau de Caio Sá de Aprendiz para Companheiro.",
      "Otávio Leal mudou a permissão de Caio Sá de Admin para Usuário.",
      "Otávio Leal mudou a permissão de Caio Sá de Usuário para Admin.",
    ]);
    expect(Date.now() - Date.parse((await read(admin))[0]!.at)).toBeLessThan(60_000);
  });

  test("keeps nothing that reveals who a deleted member was, as target or as actor", async () => {
    const [admin, other] = [
      await app.member({ role: "admin", degree: "mestre", name: "Otávio Leal" }),
      await app.member({ role: "admin", degree: "mestre", name: "Ivo Braga" }),
    ];
    const member = await app.member({ name: "Fausto Lima" });
    await other.put(`/api/admin/members/${member.id}/degree`, { degree: "mestre" });
    await admin.delete(`/api/admin/members/${member.id}`);
    await admin.delete(`/api/admin/members/${other.id}`);
    expect((await lines(admin)).slice(0, 3)).toEqual([
      "Otávio Leal deletou Membro removido.",
      "Otávio Leal deletou Membro removido.",
      "Membro removido mudou o grau de Membro removido de Aprendiz para Mestre.",
    ]);
    const { rows } = await app.services.db.execute(sql`select string_agg(a::text, ' ') as everything from audit_log a`);
    expect(rows[0]!.everything).not.toMatch(/Fausto|Ivo|@/);
  });

  test("an act that fails leaves no line", async () => {
    const admin = await app.member({ role: "admin" });
    const before = await app.services.db.$count(auditLog);
    await admin.put(`/api/admin/members/${admin.id}/role`, { role: "root" });
    await expect(
      app.services.db.transaction(async (tx) => {
        await recordAudit(tx, { actorId: admin.id, action: "library-item.create", targetType: "library-item", targetId: "1" });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await app.services.db.$count(auditLog)).toBe(before);
  });

  test("masks addresses in details and shows titles", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre", name: "Otávio Leal" });
    const details = { title: "Cartas de joao@loja.org.br", pages: 12 };
    await recordAudit(app.services.db, {
      actorId: null,
      action: "library-item.create",
      targetType: "library-item",
      targetId: "7",
      details,
    });
    expect((await lines(admin))[0]).toBe("Operador do servidor adicionou à biblioteca “Cartas de [e-mail]”.");
  });

  test.each([
    ["is cut", `${"a".repeat(299)}😀`, `${"a".repeat(299)}\ufffd`],
    ["came so", "a\ud83d", "a\ufffd"],
  ])("takes a detail with half an emoji, where it %s", async (targetId, title, stored) => {
    const entry = { actorId: null, action: "library-item.create", targetType: "library-item", targetId } as const;
    await recordAudit(app.services.db, { ...entry, details: { title } });
    const rows = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, targetId));
    expect(rows.map(({ details }) => details)).toEqual([{ title: stored }]);
  });

  test.each([
    ["consultou a lista de usuários", "post", "/api/admin/members/search"],
    ["consultou os pedidos de grau", "get", "/api/admin/degree-requests"],
    ["procurou usuários que podem ser mentores", "post", "/api/mentors/candidates/search"],
    ["consultou o estado das sessões de mentoria", "get", "/api/mentoring/states"],
    ["consultou as mensagens de contato", "get", "/api/contact/messages"],
    ["consultou a lista de assinantes do boletim", "post", "/api/newsletter/subscribers/search"],
  ] as const)("registers who %s, once an hour", async (look, method, path) => {
    const admin = await app.member({ role: "admin", name: "Leitor Único" });
    for (let count = 0; count < 3; count += 1)
      expect((await (method === "get" ? admin.get(path) : admin.post(path, {}))).status).toBe(200);
    const entries = await app.services.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries).toHaveLength(1);
    expect((await lines(admin))[0]).toBe(`Leitor Único ${look}.`);
  });

  test("comes in pages that overlap nowhere, whole or narrowed to what has several names", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre", name: "Otávio Leal" });
    await app.services.db.insert(auditLog).values(
      Array.from({ length: 110 }, (_, index) => ({
        actorId: admin.id,
        action: "library-item.update" as const,
        targetType: "library-item" as const,
        targetId: String(index),
        details: { title: `Lição ${index}` },
      })),
    );
    const ofItems = like(auditLog.action, "library-item.%");
    for (const [filter, lines] of [
      [{}, undefined],
      [{ kind: "library-item" }, ofItems],
      [{ kind: "library-item", actor: "leal" }, and(ofItems, eq(auditLog.actorId, admin.id))], // of the other Otávios no act is one on the library
    ] as const) {
      const seen: number[] = [];
      for (let next: string | null = null, pages = 0; pages < 20; pages += 1) {
        const { body }: { body: AuditLogPage } = await admin.post<AuditLogPage>(LOG, {
          ...filter,
          ...(next ? { after: next } : {}),
        });
        seen.push(...body.entries.map(({ id }) => id));
        next = body.next;
        if (next === null) break;
      }
      expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
      expect(seen).toHaveLength(await app.services.db.$count(auditLog, lines));
    }
  });

  test.each([
    { before: 1 },
    { after: "x" },
    { after: '["2026-11-01T00:00:00.000000Z","1e99"]' },
    { kind: "everything" },
    { from: "01/11/2026" },
    { from: "0000-01-01" },
    { from: "2026-11-02", until: "2026-11-01" },
    { actor: "x".repeat(101) },
  ])("refuses %j", async (filter) => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.post(LOG, filter)).status).toBe(422);
  });
});

describe("narrowed", () => {
  const deeds = async () => {
    const [admin, other] = [
      await app.member({ role: "admin", degree: "mestre", name: "Otávio Leal" }),
      await app.member({ role: "admin", degree: "mestre", name: "Ivo Braga" }),
    ];
    const [first, second] = [await app.member({ name: "Caio Sá" }), await app.member({ name: "Davi Nunes" })];
    await admin.put(`/api/admin/members/${first.id}/degree`, { degree: "mestre" });
    await other.put(`/api/admin/members/${second.id}/degree`, { degree: "companheiro" });
    await admin.delete(`/api/admin/members/${second.id}/sessions`);
    return { admin, other, first, second };
  };

  test("by who acted and whom it is about, by name without accents or by address; looking for somebody is registered", async () => {
    const { admin, other, first, second } = await deeds();
    expect(await lines(admin, { actor: other.email.toUpperCase() })).toEqual([
      "Ivo Braga mudou o grau de Davi Nunes de Aprendiz para Companheiro.",
    ]);
    expect(await lines(admin, { member: second.email })).toEqual([
      "Otávio Leal encerrou as sessões de Davi Nunes.",
      "Ivo Braga mudou o grau de Davi Nunes de Aprendiz para Companheiro.",
    ]);
    expect(await lines(admin, { actor: admin.email, member: first.email })).toEqual([
      "Otávio Leal mudou o grau de Caio Sá de Aprendiz para Mestre.",
    ]);
    expect(await lines(admin, { actor: "otavio", member: "NUNES davi" })).toContain(
      "Otávio Leal encerrou as sessões de Davi Nunes.",
    );
    expect(await lines(admin, { member: "100%" })).toEqual([]);
    expect(await lines(admin, { actor: "operador do" })).toContain(
      "Operador do servidor adicionou à biblioteca “Cartas de [e-mail]”.",
    );
    expect((await lines(admin))[0]).toBe("Otávio Leal procurou uma pessoa no registro de ações.");
  });

  test("by the address of a member who is gone, which the log keeps in a form that nobody reads", async () => {
    const { admin, other, second } = await deeds();
    await other.delete(`/api/admin/members/${second.id}`);
    const own = await app.member();
    await own.post("/api/account/deletion", { currentPassword: PASSWORD });
    expect(await lines(admin, { member: ` ${second.email.toUpperCase()}` })).toEqual([
      "Ivo Braga deletou Membro removido.",
      "Otávio Leal encerrou as sessões de Membro removido.",
      "Ivo Braga mudou o grau de Membro removido de Aprendiz para Companheiro.",
    ]);
    expect(await lines(admin, { actor: own.email })).toEqual(["Membro removido excluiu a própria conta."]);
    expect(await lines(admin, { member: "ninguem@academia.test" })).toEqual([]);
    const { rows } = await app.services.db.execute(sql`select string_agg(a::text, ' ') as everything from audit_log a`);
    expect(rows[0]!.everything).not.toContain("@");
    const bare = createHash("sha256").update(second.email).digest("base64url");
    expect(rows[0]!.everything).not.toContain(bare);
  });

  test("by what was done, and by the days in which it was, as Brazil counts them", async () => {
    const { admin } = await deeds();
    const entry = { actorId: admin.id, action: "library-item.delete" as const, targetType: "library-item" as const, details: {} };
    const at = (moment: string, targetId: string) => ({ ...entry, targetId, at: new Date(moment), details: { title: targetId } });
    await app.services.db
      .insert(auditLog)
      .values([at("2026-03-02T02:59:59Z", "antes"), at("2026-03-02T03:00:00Z", "no dia"), at("2026-03-03T03:00:00Z", "depois")]);
    const removed = (title: string) => `Otávio Leal removeu da biblioteca “${title}”.`;
    const day = { kind: "library-item", from: "2026-03-02", until: "2026-03-02" };
    expect(await lines(admin, day)).toEqual([removed("no dia")]);
    expect(await lines(admin, { ...day, from: undefined })).toEqual([removed("no dia"), removed("antes")]);
    expect(await lines(admin, { ...day, kind: "member" })).toEqual([]);
    expect(await lines(admin, { actor: admin.email, kind: "view" })).toEqual([
      "Otávio Leal procurou uma pessoa no registro de ações.",
    ]);
  });

  test("every kind has acts, and every act has a kind", () => {
    const kinds = new Set((Object.keys(AUDIT_ACTIONS) as AuditAction[]).map(kindOf));
    expect([...kinds].sort()).toEqual(Object.keys(AUDIT_KINDS).sort());
  });
});

describe("the export", () => {
  test("is the whole of what was narrowed, however many pages, as text that no spreadsheet calculates, and is registered", async () => {
    const admin = await app.member({ role: "admin", name: "=Fórmula" });
    await app.services.db.insert(auditLog).values(
      Array.from({ length: 1_203 }, (_, index) => ({
        actorId: admin.id,
        action: "library-item.update" as const,
        targetType: "library-item" as const,
        targetId: String(index),
        details: { title: `Lição ${index}; "${index}"` },
        at: new Date("2026-04-01T12:00:00Z"),
      })),
    );
    const filter = { actor: admin.email, from: "2026-04-01", until: "2026-04-01" };
    const { status, headers, body } = await admin.post<string>(EXPORT, filter);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe('attachment; filename="registro-de-acoes.csv"');
    const rows = body.trim().split("\r\n");
    expect(rows).toHaveLength(1_204);
    expect(rows[0]).toContain('"Número";"Quando";"Quem";"O que fez";"Código do ato"');
    expect(rows[1]).toMatch(
      /^"\d+";"01\/04\/2026, 09:00";"'=Fórmula";"mudou na biblioteca “Lição 1202; ""1202""”.";"library-item.update"$/,
    );
    expect(new Set(rows).size).toBe(1_204);
    const [row] = await app.services.db.select().from(auditLog).where(eq(auditLog.action, "audit.export"));
    expect(row).toMatchObject({
      actorId: admin.id,
      details: { kind: null, from: "2026-04-01", until: "2026-04-01", ofOnePerson: true },
    });
  });
});

describe("the database itself", () => {
  test.each(["update audit_log set action = 'x'", "delete from audit_log", "truncate audit_log"])(
    "refuses: %s",
    async (statement) => {
      const { db } = app.services;
      await recordAudit(db, { actorId: null, action: "contact-message.handle", targetType: "contact-message", targetId: null });
      const before = await db.$count(auditLog);
      await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } }); // its role may not
      await expect(app.asOwner(statement)).rejects.toThrow("append-only"); // a trigger says so to the tables' owner
      expect(await db.$count(auditLog)).toBe(before);
    },
  );
});
