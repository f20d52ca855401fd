import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { withDatabase } from "../support/database-server.ts";
import { administer, CONFIGURATION_STATUS, readyDatabase, realProcess } from "../support/process.ts";

/** The rarer causes for which the real process does not start, each reported with a way out. */
const { folder, start } = realProcess();

const onReady = readyDatabase(folder);

test("the program also runs from its sources, as npm run dev starts it", async () => {
  const sources = { program: projectFile("src/composition/main.ts"), args: ["--without-pages"] };
  const { code, output } = await start({ PORT: "não é um número" }, sources).ended; // which it says once all of it is loaded
  expect(code).toBe(CONFIGURATION_STATUS);
  expect(output).toContain("Configuração inválida");
}, 60_000);

test("a port that is taken is reported with a way out", async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, "127.0.0.1", resolve));
  const { port } = blocker.address() as { port: number };
  const { code, output } = await start({ ...onReady(), PORT: String(port), PUBLIC_URL: "https://academia.example" }).ended;
  blocker.close();
  expect(code).toBe(1);
  expect(output).toContain(`A porta ${port} já está em uso`);
}, 60_000);

test("a database that does not exist on the server is reported by its name", async () => {
  const { output } = await start({ DATABASE_URL: withDatabase(inject("postgres").url, "nao_existe") }).ended;
  expect(output).toMatch(/^O banco de DATABASE_URL não abriu: database "nao_existe" does not exist/);
}, 60_000);

describe("an external database that cannot be used is reported with a way out", () => {
  const [role, owned, latin] = ["estranho", "de_outro", "latim"].map((name) => `${name}_${process.pid}`) as [
    string,
    string,
    string,
  ];
  beforeAll(() =>
    administer(
      `create role ${role} login password 'segredo'`,
      `create database ${owned}`,
      `create database ${latin} encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
    ),
  );
  afterAll(() => administer(`drop database ${owned}`, `drop database ${latin}`, `drop role ${role}`));

  test("when its user may not create tables", async () => {
    const url = new URL(withDatabase(inject("postgres").url, owned));
    Object.assign(url, { username: role, password: "segredo" });
    const { code, output } = await start({ DATABASE_URL: url.href }).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/^O banco de DATABASE_URL não pôde ser preparado: permission denied .+ Dê em DATABASE_MIGRATION_URL/);
    expect(output).not.toMatch(/segredo| {4}at /);
  }, 60_000);

  test("when the addresses of its two roles lead to two databases", async () => {
    const { url, appUrl, template } = inject("postgres");
    const settings = { DATABASE_URL: withDatabase(appUrl, template), DATABASE_MIGRATION_URL: withDatabase(url, owned) };
    const { code, output } = await start(settings).ended;
    expect(code).toBe(CONFIGURATION_STATUS);
    expect(output).toBe("DATABASE_MIGRATION_URL e DATABASE_URL não levam ao mesmo banco. Corrija um dos dois.\n");
  }, 60_000);

  test("when it does not keep every letter", async () => {
    const { code, output } = await start({ DATABASE_URL: withDatabase(inject("postgres").url, latin) }).ended;
    expect(code).toBe(CONFIGURATION_STATUS);
    expect(output).toMatch(/^O banco de DATABASE_URL guarda textos em LATIN1\. É preciso UTF8/);
  }, 60_000);
});

test("an address that is not this machine's is reported with a way out", async () => {
  const { code, output } = await start({ ...onReady(), HOST: "192.0.2.1", DEMO_ACCOUNTS: "public" }).ended;
  expect(code).toBe(1);
  expect(output).toContain("Este computador não tem o endereço 192.0.2.1");
}, 60_000);
