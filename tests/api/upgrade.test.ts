import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { openServices } from "#app/composition/services.ts";
import { migrateDatabase } from "#app/db/migrate.ts";
import journal from "#app/db/migrations/meta/_journal.json" with { type: "json" };
import { StartError } from "#app/db/start-error.ts";
import { parseEnv } from "#app/server/env.ts";
import { createLog } from "#app/server/log.ts";
import { withRealPasswordHash } from "#tests/support/real-password-hash.ts";
import { emptyDatabase, PAST_DATABASE } from "../support/past-database.ts";
import { readSchema } from "../support/schema.ts";

withRealPasswordHash();

/** What the very first publication of 0000 lacked and had more, before it was edited. */
const OLDER = `drop index verifications_value_idx;
  create index profiles_created_at_idx on profiles (created_at desc nulls last, id);`;

async function freshSchema(): Promise<string[]> {
  const { url, client } = await emptyDatabase();
  await migrateDatabase(url);
  return readSchema(client);
}

test.each([
  ["commit f1f724e", ""],
  ["the first publication of the schema", OLDER],
])(
  "a database of %s becomes equal to a new one",
  async (_, change) => {
    const { url, client } = await emptyDatabase();
    await client.query(PAST_DATABASE);
    await client.query("set search_path to public");
    if (change) await client.query(change);
    const wanted = await freshSchema();
    if (change) expect(await readSchema(client)).not.toEqual(wanted); // the comparison sees what the migrations correct
    await migrateDatabase(url);
    expect(await readSchema(client)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(300);
  },
  60_000,
);

test("what members had in a database of the past is there with today's program", async () => {
  const { url, client } = await emptyDatabase();
  await client.query(PAST_DATABASE);
  // Better Auth's rows of a member who is signed in and has a recovery link on its way
  const [token, link] = ["Zk3vQ0sX9bYp7LmN2cRtUw5aEh8dGjKf", "1aB2cD3eF4gH5iJ6kL7mN8oP9qR0sTuV"];
  await client.query(`set search_path to public;
    insert into sessions (token, user_id, expires_at) select '${token}', id, now() + interval '20 days' from profiles
      where email = 'aluno@academia.example';
    insert into verifications (identifier, value, expires_at)
      select 'reset-password:${createHash("sha256").update(link).digest("base64url")}', id, now() + interval '1 hour' from profiles
      where email = 'aluno@academia.example'`);
  await migrateDatabase(url);

  const origin = "http://academia.test";
  const folder = mkdtempSync(join(tmpdir(), "academia-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = parseEnv({ NODE_ENV: "test", DATA_DIR: folder, PUBLIC_URL: origin, LOG_LEVEL: "silent" });
  const { services, close } = await openServices(env, createLog("silent"), url, { supervise: false, poolSize: 4 });
  onTestFinished(close);
  const app = createApp(services, async () => true);
  const call = async (method: string, path: string, body?: object, cookie = "") => {
    const headers = { origin, host: "academia.test", "content-type": "application/json", cookie };
    return app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) }, { remoteAddress: "127.0.0.1" });
  };
  const signIn = async (email: string) => {
    const answer = await call("POST", "/api/account/login", { email, password: "Academia#2026" });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.getSetCookie()[0]!.split(";")[0];
    return async (path: string, body?: object): Promise<any> => (await call(body ? "POST" : "GET", path, body, cookie)).json();
  };

  const student = await signIn("aluno@academia.example");
  const { modules } = await student("/api/modules");
  expect(modules.slice(0, 4).map(({ percent }: { percent: number }) => percent)).toEqual([100, 75, 50, 25]);
  const { items } = await student("/api/library/items"); // they were a member before addresses had to be confirmed
  expect(items).toBeInstanceOf(Array);
  const { data } = await student("/api/account/export");
  expect(data.lessonAnswers).toMatchObject([{ right: true }]);
  expect(data.assessmentAttempts).toHaveLength(1);
  expect(data.lessonProgress).toHaveLength(15);
  expect(data.moduleCompletions).toHaveLength(1); // of before completions were recorded
  expect(data.mentorshipSessionsAsMentee).toHaveLength(4);
  expect(data.mentoringMessages).toHaveLength(4);

  const signature = createHmac("sha256", env.AUTH_SECRET).update(token).digest("base64");
  const session = await call("GET", "/api/session", undefined, `academia=${encodeURIComponent(`${token}.${signature}`)}`);
  expect((await session.json()).member).toMatchObject({ email: "aluno@academia.example" });
  expect((await call("POST", "/api/account/reset", { token: link, password: "Prumo&Nivel10x" })).status).toBe(200);
}, 120_000);

test("lessons that going back had marked as read keep what there was time for; what was read or completed stays", async () => {
  const { url, client } = await emptyDatabase();
  await client.query(PAST_DATABASE);
  const before = journal.entries.find(({ tag }) => tag === "0004_content-identity")!.when;
  await migrateDatabase(url, { upTo: before });
  await client.query("set search_path to public");
  // by lesson: how long its record was written, and what it says
  const RECORDS = {
    "m02-l07": { seconds: 10, furthest: 1, position: 1, completed: false }, // the fault
    "m02-l08": { seconds: 3600, furthest: 1, position: 1, completed: false },
    "m03-l03": { seconds: 10, furthest: 1, position: 1, completed: true },
    "m03-l04": { seconds: 10, furthest: 0.6, position: 0.6, completed: false },
    "m04-l03": { seconds: 10, furthest: 1, position: 0.2, completed: false }, // read, and begun again
  };
  await client.query("delete from lesson_progress");
  const words = new Map<string, number>();
  for (const [lesson, { seconds, furthest, position, completed }] of Object.entries(RECORDS)) {
    await client.query(
      `insert into lesson_progress (user_id, lesson_id, furthest, position, completed_at, created_at, updated_at)
       select id, $1, $2, $3, case when $4 then now() end, now() - $5 * interval '1 second', now()
       from profiles where email = 'aluno@academia.example'`,
      [lesson, furthest, position, completed, seconds],
    );
    const { rows } = await client.query(
      "select r.words from lessons l join lesson_revisions r on r.id = l.published_revision_id where l.id = $1",
      [lesson],
    );
    words.set(lesson, rows[0].words);
  }
  await migrateDatabase(url);
  const { rows } = await client.query("select lesson_id, furthest, position from lesson_progress");
  const now = Object.fromEntries(rows.map(({ lesson_id, ...record }) => [lesson_id, record]));
  const inTime = (10 + 60) / ((words.get("m02-l07")! * 60) / 390);
  expect(inTime).toBeLessThan(0.9);
  expect(now["m02-l07"]).toEqual({ furthest: expect.closeTo(inTime, 4), position: 0 });
  for (const lesson of ["m02-l08", "m03-l03", "m03-l04", "m04-l03"] as const) {
    const { furthest, position } = RECORDS[lesson];
    expect(now[lesson], lesson).toEqual({ furthest, position });
  }
}, 60_000);

test("a database that a newer program has used is refused in words, and so is one of before the first publication", async () => {
  const { url, client } = await emptyDatabase();
  await migrateDatabase(url);
  await migrateDatabase(url); // its own is no reason
  const record = (at: number) =>
    client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', $1)", [at]);
  await record(1_795_229_234_080);
  await expect(migrateDatabase(url)).rejects.toThrow(StartError);
  await expect(migrateDatabase(url)).rejects.toThrow("versão de desenvolvimento");
  await client.query("delete from drizzle.__drizzle_migrations where hash = 'x'");
  await record(Date.now() + 86_400_000);
  await migrateDatabase(url); // a newer one whose migrations are additive
  await client.query(`comment on table drizzle.__drizzle_migrations is 'readable from ${Date.now() + 86_400_000}'`);
  await expect(migrateDatabase(url)).rejects.toThrow("já foi usado por uma versão mais nova da Academia");
}, 60_000);
