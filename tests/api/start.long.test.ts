import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { APP_ROLE } from "#app/db/roles.ts";
import { projectFile } from "#app/project-files.ts";
import { withDatabase } from "../support/database-server.ts";
import { CONFIGURATION_STATUS, gone, readyDatabase, realProcess } from "../support/process.ts";

/** The real process on an embedded cluster of its own: what it says when it cannot start (rarer causes in start-refusals.long.test.ts; process.long.test.ts: how it stops and comes back). */
const { folder, start } = realProcess();

const onReady = readyDatabase(folder);

test("an external database that does not answer is reported with a way out, and without the password", async () => {
  const { code, output } = await start({ DATABASE_URL: "postgres://academia:segredo@127.0.0.1:1/academia" }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^O banco de DATABASE_URL não abriu: .+ Confira endereço/);
  expect(output).not.toMatch(/segredo| {4}at /);
}, 60_000);

test("what HTTP reads in two ways is refused; a public address does not start with demonstration accounts", async () => {
  const settings = onReady();
  const local = await start(settings).started;
  const { port } = new URL(local.address);
  const raw = async (head: string, body = "") => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`${head}\r\n\r\n${body}`);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    return answer.split("\r\n")[0];
  };
  expect(await raw("GET /healthz HTTP/1.1\r\nHost: a.example\r\nConnection: close")).toBe("HTTP/1.1 200 OK");
  expect(await raw("GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example")).toBe("HTTP/1.1 400 Bad Request");
  expect(await raw("GET /healthz HTTP/1.1\r\nHost: a.example\r\nContent-Length: 9", "x")).toBe("HTTP/1.1 400 Bad Request"); // the rest never comes
  expect(await raw("GET / HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked", "1\r\nx\r\n")).toBe(
    "HTTP/1.1 400 Bad Request",
  );
  const chunked = "POST /api/account/login HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked";
  expect(await raw(`${chunked}\r\nContent-Length: 6`, "0\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request");
  local.process.kill("SIGTERM");
  await gone(local.process);

  const { code, output } = await start({ ...settings, PUBLIC_URL: "https://academia.example" }).ended;
  expect(code).toBe(CONFIGURATION_STATUS);
  expect(output).toMatch(
    /^Este endereço é público, e o banco tem 64 contas de demonstração.+admin@academia\.example.+DEMO_ACCOUNTS=public/,
  );
}, 120_000);

test("a database of one's own is served with a role for migrations and one for the program", async () => {
  const { url, appUrl, template } = inject("postgres");
  const name = `dois_papeis_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name} template ${template}`);
  const settings = { DATABASE_URL: withDatabase(appUrl, name), DATABASE_MIGRATION_URL: withDatabase(url, name) };
  const { process: child, address } = await start({ ...settings, DATA_DIR: join(folder, "two-roles") }).started;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const { rows } = await client.query(
    "select distinct usename as name from pg_stat_activity where backend_type = 'client backend' and datname = $1",
    [name],
  );
  expect(rows).toEqual([{ name: APP_ROLE }]);
  child.kill("SIGTERM");
  await gone(child);
  await client.query(`drop database ${name}`);
  await client.end();
}, 120_000);

test("a database that a newer version has used is refused with a way out", async () => {
  const name = `mais_novo_${process.pid}`;
  const run = async (database: string, statement: string) => {
    const client = new pg.Client({ connectionString: withDatabase(inject("postgres").url, database) });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run("postgres", `create database ${name}`);
  try {
    await run(
      name,
      "create schema drizzle create table __drizzle_migrations (id serial, hash text, created_at bigint); insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9000000000000)",
    );
    const { code, output } = await start({ DATABASE_URL: withDatabase(inject("postgres").url, name) }).ended;
    expect(code).toBe(CONFIGURATION_STATUS);
    expect(output).toMatch(/^O banco de dados já foi usado por uma versão mais nova da Academia.+ Inicie a versão mais nova/);
  } finally {
    await run("postgres", `drop database ${name}`);
  }
}, 60_000);

test("a program beside the files of another version migrates nothing: the old one goes on while an upgrade is built, and may be started again", async () => {
  const checkout = join(folder, "checkout");
  for (const part of ["build/program", "src/db"]) cpSync(projectFile(part), join(checkout, part), { recursive: true });
  for (const part of ["package.json", "node_modules", "content", "build/pages"])
    symlinkSync(projectFile(part), join(checkout, part));
  const file = join(checkout, "src/db/migrations/meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  journal.entries.push({ ...journal.entries.at(-1), idx: journal.entries.length, when: 9_000_000_000_000, tag: "9999_newer" });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(checkout, "src/db/migrations/9999_newer.sql"), "create table of_a_newer_version (id int)");
  const program = { program: join(checkout, "build/program/main.js"), args: [] };
  const { code, output } = await start(onReady(), program).ended;
  expect([code, output]).toEqual([
    CONFIGURATION_STATUS,
    "O programa foi construído de outra versão dos arquivos desta pasta. Nada foi mudado no banco. Rode npm run build, e inicie de novo.\n",
  ]);
}, 60_000);

test("a faulty text is named with its file and line, and is not tried again", async () => {
  const checkout = join(folder, "faulty");
  for (const part of ["build/program", "src/db", "content"]) cpSync(projectFile(part), join(checkout, part), { recursive: true });
  for (const part of ["package.json", "node_modules", "build/pages"]) symlinkSync(projectFile(part), join(checkout, part));
  const file = join(checkout, "content/questions/m01.yaml");
  const sound = readFileSync(file, "utf8");
  const line = sound.trimEnd().split("\n").length + 1;
  writeFileSync(file, `${sound.trimEnd()}\n- { id: falha, lesson: m01-l01, use: pool, prompt: "Uma pergunta?", options: [] }\n`);
  const { code, output } = await start(onReady(), { program: join(checkout, "build/program/main.js"), args: [] }).ended;
  expect(code).toBe(CONFIGURATION_STATUS);
  expect(output).toMatch(new RegExp(`^content/questions/m01\\.yaml, linha ${line}: .*options`));
  expect(output).not.toContain("    at ");
}, 60_000);

test("settings are read from .env too, and the environment comes before it", async () => {
  const file = join(folder, ".env");
  writeFileSync(file, 'TRUSTED_PROXY=two\nLOG_LEVEL="loud"\n');
  const { code, output } = await start({ LOG_LEVEL: "warn" }).ended;
  rmSync(file);
  expect(code).toBe(CONFIGURATION_STATUS);
  expect(output).toContain("TRUSTED_PROXY");
  expect(output).not.toContain("LOG_LEVEL");
}, 60_000);

test("a setting whose name is written wrongly is told, with the one that was meant", async () => {
  const { output } = await start({ BACKUP_DIRR: "/tmp/x", SMTP_SERVER: "x", PORT: "abc" }).ended;
  expect(output).toMatch(/BACKUP_DIRR não é uma configuração .+Seria BACKUP_DIR\?/);
  expect(output).toMatch(/SMTP_SERVER não é uma configuração .+\.env\.example/);
}, 60_000);

test("wrong settings are named, without a stack", async () => {
  const { code, output } = await start({ PORT: "abc", LOG_LEVEL: "loud" }).ended;
  expect(code).toBe(CONFIGURATION_STATUS);
  expect(output).toMatch(/Configuração inválida:[\s\S]*PORT[\s\S]*LOG_LEVEL/);
  expect(output).not.toContain("    at ");
}, 60_000);
