import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { AuditLogPage } from "./audit.answers.ts";
import { recordAudit } from "./audit.service.ts";
import { auditLog } from "./audit.table.ts";

const app = testApp();

const LOG = "/api/admin/audit-log";
const read = async (admin: TestMember) => (await admin.get<AuditLogPage>(LOG)).body.entries;
const lines = async (admin: TestMember) => (await read(admin)).map(({ actor, text }) => `${actor} ${text}`);

describe("the log", () => {
  test("is for administrators", async () => {
    expect((await app.visitor.get(LOG)).status).toBe(401);
    expect((await (await app.member()).get(LOG)).status).toBe(403);
  });

  test("says who did what to whom, newest first", async () => {
    const [admin, member] = [await app.member({ role: "admin", name: "Otávio Leal" }), await app.member({ name: "Caio Sá" })];
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
      await app.member({ role: "admin", name: "Otávio Leal" }),
      await app.member({ role: "admin", name: "Ivo Braga" }),
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
    const admin = await app.member({ role: "admin", name: "Otávio Leal" });
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

  test("comes in pages that overlap nowhere", async () => {
    const admin = await app.member({ role: "admin" });
    await app.services.db.insert(auditLog).values(
      Array.from({ length: 110 }, (_, index) => ({
        actorId: admin.id,
        action: "library-item.update" as const,
        targetType: "library-item" as const,
        targetId: String(index),
        details: { title: `Lição ${index}` },
      })),
    );
    const seen: number[] = [];
    for (let next: string | null = null, pages = 0; pages < 20; pages += 1) {
      const { body }: { body: AuditLogPage } = await admin.get<AuditLogPage>(
        next ? `${LOG}?after=${encodeURIComponent(next)}` : LOG,
      );
      seen.push(...body.entries.map(({ id }) => id));
      next = body.next;
      if (next === null) break;
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect(seen).toHaveLength(await app.services.db.$count(auditLog));
  });

  test.each(["?before=1", "?after=x", "?after=3", '?after=["1e99"]'])("refuses %s", async (query) => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.get(`${LOG}${query}`)).status).toBe(422);
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
