import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, inject, test } from "vitest";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { factors } from "#app/features/account/second-factor/factors.table.ts";
import type { AuditLogPage } from "#app/features/audit/audit.answers.ts";
import { projectFile } from "#app/project-files.ts";
import { testApp } from "#tests/support/app.ts";
import { withDatabase } from "#tests/support/database-server.ts";
import { withRealPasswordHash } from "#tests/support/real-password-hash.ts";
import { promoteToAdministrator, resetSecondFactor } from "./commands.service.ts";

const app = testApp();
const run = promisify(execFile);
const script = projectFile("build/program/admin.js");
const folder = mkdtempSync(join(tmpdir(), "academia-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
withRealPasswordHash(); // the command hashes in its own process

/** Runs the command as an operator would, beside the running application. */
async function command(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const { databaseUrl } = app.services;
  const DATABASE_MIGRATION_URL = withDatabase(inject("postgres").url, new URL(databaseUrl).pathname.slice(1));
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATABASE_MIGRATION_URL, DATA_DIR: folder };
  return run(process.execPath, [script, ...args], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout, errors: stderr }),
    (error) => ({ code: error.code, output: error.stdout, errors: error.stderr }),
  );
}

const roleOf = async (email: string) => {
  const [row] = await app.services.db
    .select({ role: sql<string>`coalesce(${userRoles.role}, 'user')` })
    .from(profiles)
    .leftJoin(userRoles, eq(userRoles.userId, profiles.id))
    .where(eq(profiles.email, email));
  return row?.role;
};

describe("npm run admin", () => {
  test("create makes an administrator who signs in with the password that was printed", async () => {
    const made = await command("create", "--email", "Primeiro@Loja.test", "--name", "Zacarias Pontes");
    expect(made).toMatchObject({ code: 0, errors: "" });
    const password = /Senha .*: (\S+)$/m.exec(made.output)![1]!;
    expect(await roleOf("primeiro@loja.test")).toBe("admin");
    const login = await app.visitor.post("/api/account/login", { email: "primeiro@loja.test", password });
    expect(login.status).toBe(200);
    const cookie = login.headers.get("set-cookie")!.split(";")[0]!;
    const headers = { cookie, "content-type": "application/json" };
    const log = await app.visitor.send("/api/admin/audit-log/search", { method: "POST", headers, body: "{}" });
    expect(((await log.json()) as AuditLogPage).entries[0]).toMatchObject({
      actor: "Operador do servidor",
      text: "criou a conta de Zacarias Pontes.",
    });
    const again = await command("create", "--email", "primeiro@loja.test", "--name", "Outro Nome");
    expect(again).toMatchObject({ code: 1, output: "" });
    expect(again.errors).toContain("npm run admin -- promote --email primeiro@loja.test");
  }, 60_000);

  test("reset-2fa turns off a lost second factor, and says when nobody has the address", async () => {
    const member = await app.member();
    await app.services.db
      .insert(factors)
      .values({ userId: member.id, kind: "totp", name: "Celular", secret: "perdido", verifiedAt: new Date() });
    expect(await command("reset-2fa", "--email", member.email)).toMatchObject({ code: 0, errors: "" });
    expect(await app.services.db.$count(factors, eq(factors.userId, member.id))).toBe(0);
    expect((await member.get("/api/modules")).status).toBe(401);
    await expect(resetSecondFactor(app.services, "ninguem@loja.test")).rejects.toThrow("Nenhuma conta tem este e-mail");
  }, 60_000);

  test("end-sessions signs everybody out at once, and the log says that the operator did", async () => {
    const [member, admin] = [await app.member(), await app.member({ role: "admin" })];
    expect(await command("end-sessions")).toMatchObject({
      code: 0,
      errors: "",
      output: expect.stringMatching(/\d sessões foram/),
    });
    expect((await member.get("/api/modules")).status).toBe(401);
    expect((await admin.get("/api/admin/summary")).status).toBe(401);
    const reader = await app.member({ role: "admin" });
    const { body } = await reader.post<AuditLogPage>("/api/admin/audit-log/search", {});
    expect(body.entries[0]).toMatchObject({
      actor: "Operador do servidor",
      text: expect.stringMatching(/^encerrou as sessões de todos: \d+\.$/),
    });
    expect((await command("end-sessions", "--email", member.email)).errors).toContain("Uso:");
  }, 60_000);

  test("promote gives the permission, which counts at once, and says when it was there already", async () => {
    const member = await app.member();
    expect((await command("promote", "--email", member.email.toUpperCase())).code).toBe(0);
    expect((await member.get("/api/admin/summary")).status).toBe(200);
    expect(await promoteToAdministrator(app.services, member.email)).toBe(false);
    await expect(promoteToAdministrator(app.services, "ninguem@loja.test")).rejects.toThrow("Nenhuma conta");
  }, 60_000);

  test("says in a sentence what is wrong", async () => {
    expect(await command("create", "--email", "torto", "--name", "Jó")).toMatchObject({
      code: 1,
      errors: "Nome deve ter no mínimo 3 caracteres\nEmail inválido\n",
    });
    expect(await command("destroy", "--email", "a@b.test")).toMatchObject({ code: 1, errors: expect.stringContaining("Uso:") });
  }, 60_000);
});
