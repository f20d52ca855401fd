import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { stageTree } from "#app/db/embedded/binaries.ts";
import { type EmbeddedDatabase, startEmbedded } from "#app/db/embedded/embedded.ts";
import { reachable } from "#app/db/embedded/system-user.ts";

/** Where the embedded database is, and what a start finds after crashes, moves and copies. */
const SPEED = { fsync: "off" };
const root = process.getuid?.() === 0;
const made: string[] = [];
const outside = new Set<string>();
afterAll(() => {
  for (const folder of [...made, ...outside]) rmSync(folder, { recursive: true, force: true });
});

/** A folder of the test's own. @param mode 0700 is a home that no other user may enter */
function folderOf(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), "academia-embedded-"));
  chmodSync(folder, mode);
  made.push(folder);
  const data = join(folder, "data");
  mkdirSync(data);
  return data;
}

async function open(data: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(data, SPEED);
  if (!database.cluster.startsWith(dirname(data))) outside.add(dirname(database.cluster));
  onTestFinished(() => database.stop());
  return database;
}

async function query(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const write = (url: string) => query(url, "create table kept as select 7 as value");
const read = async (data: string) => {
  const database = await open(data);
  const [row] = await query(database.url, "select value from kept");
  await database.stop();
  return row.value;
};
const postmaster = (cluster: string) => Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);

describe.each([
  ["in the data folder", 0o755],
  ["under a home that only its owner may enter", 0o700],
])("a database %s", (_, mode) => {
  test("goes with the folder when that is renamed", async () => {
    const data = folderOf(mode);
    const { url, stop } = await open(data);
    await write(url);
    await stop();
    renameSync(data, `${data}-renamed`);
    expect(await read(`${data}-renamed`)).toBe(7);
  }, 60_000);

  test("is missed, when it is gone: no empty one takes its place", async () => {
    const data = folderOf(mode);
    const { cluster, stop } = await open(data);
    await stop();
    renameSync(cluster, `${cluster}-away`);
    const before = readdirSync(data);
    await expect(startEmbedded(data, SPEED)).rejects.toThrow(/deveria estar em .+ e não está.+ npm run restore/s);
    expect(readdirSync(data)).toEqual(before);
    rmSync(join(data, "database.json")); // as folders were before they had it
    if (mode === 0o700 && root) writeFileSync(join(data, "postgres-location.txt"), `${cluster}\n`);
    await expect(startEmbedded(data, SPEED)).rejects.toThrow(/deveria estar em/);
    renameSync(`${cluster}-away`, cluster);
    await (await open(data)).stop();
    expect(existsSync(join(data, "database.json"))).toBe(true);
  }, 60_000);
});

test("a copy is a separate database, also when root made it with other owners and rights", async () => {
  const data = folderOf();
  const { url, stop } = await open(data);
  await write(url);
  await stop();
  const copy = `${data}-copy`;
  cpSync(data, copy, { recursive: true });
  chmodSync(join(copy, "postgres"), 0o755);
  expect(statSync(join(copy, "postgres")).uid).toBe(process.getuid!());
  expect(await read(copy)).toBe(7);
  await query((await open(data)).url, "update kept set value = 8");
  expect(await read(copy)).toBe(7);
}, 60_000);

test("another database in the place of the folder's own is refused", async () => {
  const [one, other] = [folderOf(), folderOf()];
  for (const data of [one, other]) await (await open(data)).stop();
  rmSync(join(one, "postgres"), { recursive: true });
  cpSync(join(other, "postgres"), join(one, "postgres"), { recursive: true });
  await expect(startEmbedded(one, SPEED)).rejects.toThrow("não é o da pasta");
}, 60_000);

test.runIf(root)(
  "a copy of a folder whose database is outside does not get the original's",
  async () => {
    const data = folderOf(0o700);
    const { url, cluster, stop } = await open(data);
    expect(cluster.startsWith(data)).toBe(false);
    await write(url);
    await stop();
    cpSync(data, `${data}-copy`, { recursive: true });
    await expect(startEmbedded(`${data}-copy`, SPEED)).rejects.toThrow(/é uma cópia de .+ npm run backup/s);
    expect(await read(data)).toBe(7);
  },
  60_000,
);

test("a crash leaves a number behind that by now is another process's, or nobody's", async () => {
  const data = folderOf();
  const { url, cluster } = await open(data);
  await write(url);
  const others: ChildProcess = spawn("sleep", ["100"], { ...(root && { uid: statSync(cluster).uid }), stdio: "ignore" });
  onTestFinished(() => void others.kill());
  for (const number of [others.pid!, 4_194_000]) {
    const file = join(cluster, "postmaster.pid");
    const lines = readFileSync(file, "utf8").split("\n");
    const { uid, gid } = statSync(file);
    process.kill(postmaster(cluster), "SIGKILL");
    writeFileSync(file, [String(number), ...lines.slice(1)].join("\n"));
    chownSync(file, uid, gid);
    const again = await open(data); // at once: the killed server's processes are still there
    expect(await query(again.url, "select value from kept")).toEqual([{ value: 7 }]);
  }
  expect(others.exitCode).toBe(null);
}, 60_000);

test("a query that goes on after its server was killed does not hold up the next start", async () => {
  const data = folderOf();
  const { url, cluster } = await open(data);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const busy = client.query("select count(*) from generate_series(1, 1e12) as n").catch(() => "ended");
  await vi.waitFor(async () =>
    expect(await query(url, "select from pg_stat_activity where state = 'active' and query like '%1e12%'")).toHaveLength(2),
  );
  process.kill(postmaster(cluster), "SIGKILL");
  const killed = Date.now();
  await open(data);
  expect(Date.now() - killed).toBeLessThan(5_000); // which was how long it was left alone
  expect(await busy).toBe("ended");
}, 60_000);

test("a folder that was renamed while its server ran on is served under its new name", async () => {
  const data = folderOf();
  const first = await open(data);
  await write(first.url);
  renameSync(data, `${data}-renamed`);
  const second = await open(`${data}-renamed`);
  expect(await query(second.url, "select value, current_setting('data_directory') as folder from kept")).toEqual([
    { value: 7, folder: second.cluster },
  ]);
}, 60_000);

const project = join(import.meta.dirname, "../..");
test.runIf(root && reachable(project))(
  "an ordinary user runs it himself",
  async () => {
    const data = folderOf();
    chownSync(data, 65_534, 65_534);
    const script = `const { startEmbedded } = await import(${JSON.stringify(join(project, "src/db/embedded/embedded.ts"))});
    const { stop, cluster } = await startEmbedded(${JSON.stringify(data)}, { fsync: "off" }); await stop(); console.log(cluster);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      uid: 65_534,
      gid: 65_534,
      cwd: "/",
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout!.on("data", (chunk) => (output += chunk));
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect([code, output.trim()]).toEqual([0, join(data, "postgres")]);
    expect(statSync(join(data, "postgres/PG_VERSION")).uid).toBe(65_534);
  },
  60_000,
);

describe.runIf(root)("programs that are copied for the database's user", () => {
  const shared = () => {
    const folder = mkdtempSync(join("/var/lib", "academia-test-"));
    chmodSync(folder, 0o755);
    made.push(folder);
    return folder;
  };
  const source = () => {
    const folder = join(folderOf(0o700), "native");
    mkdirSync(join(folder, "bin"), { recursive: true });
    writeFileSync(join(folder, "bin/postgres"), "program", { mode: 0o700 });
    return folder;
  };

  test("are used again as they are, and copied again when somebody changed them or could have", () => {
    const [from, to] = [source(), shared()];
    const staged = stageTree(from, to);
    const program = join(staged, "bin/postgres");
    expect(statSync(program).mode & 0o777).toBe(0o755);
    const { ino } = statSync(program);
    expect(stageTree(from, to)).toBe(staged);
    expect(statSync(program).ino).toBe(ino);

    writeFileSync(program, "altered");
    stageTree(from, to);
    expect(readFileSync(program, "utf8")).toBe("program");
    for (const spoil of [
      () => chmodSync(program, 0o777),
      () => chownSync(program, 65_534, 0),
      () => chmodSync(dirname(program), 0o777),
    ]) {
      const before = statSync(program).ino;
      spoil();
      stageTree(from, to);
      expect(statSync(program).ino).not.toBe(before);
      expect([statSync(program).uid, statSync(program).mode & 0o777]).toEqual([0, 0o755]);
    }
  });

  test("are never put where others may write", () => {
    const to = shared();
    chmodSync(to, 0o777);
    expect(() => stageTree(source(), to)).toThrow("só ele pode escrever");
  });
});
