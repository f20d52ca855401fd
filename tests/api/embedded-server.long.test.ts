import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { stageTree } from "#app/db/embedded/binaries.ts";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { clusterFolders, query, SPEED, testMoves, write } from "../support/clusters.ts";

/** What a start of the embedded database finds after crashes and moves (embedded.long.test.ts: copies, other places and owners). */
const root = process.getuid?.() === 0;
const folders = clusterFolders();
const { made, folderOf, open } = folders;
const postmaster = (cluster: string) => Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);

testMoves(folders);

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

test("statements go by a socket in the server's own folder; a crash leaves none behind; by a long path they go by loopback", async () => {
  const data = folderOf();
  const { url, cluster, stop } = await open(data);
  const sockets = () => readdirSync(cluster).filter((name) => name.startsWith(".s.PGSQL.") && !name.endsWith(".lock"));
  const byWhat = (address: string) => query(address, "select inet_server_addr() is null as by_socket");
  expect(await byWhat(url)).toEqual([{ by_socket: true }]);
  expect(statSync(cluster).mode & 0o777).toBe(0o700);
  process.kill(postmaster(cluster), "SIGKILL");
  const again = await open(data);
  expect(await byWhat(again.url)).toEqual([{ by_socket: true }]);
  expect(sockets()).toEqual([`.s.PGSQL.${new URL(again.url).port}`]);
  await stop();
  const far = join(folderOf(), "pasta-de-dados-".repeat(8));
  mkdirSync(far);
  expect(await byWhat((await open(far)).url)).toEqual([{ by_socket: false }]);
}, 60_000);

test("a server without a socket, as older versions start it, is taken over by loopback, also where another one's socket is left", async () => {
  const data = folderOf();
  const older = await startEmbedded(data, { ...SPEED, unix_socket_directories: "" });
  onTestFinished(() => older.stop());
  await write(older.url);
  for (const left of [false, true]) {
    if (left) writeFileSync(join(older.cluster, `.s.PGSQL.${new URL(older.url).port}`), "");
    const { url } = await open(data);
    expect(await query(url, "select value, inet_server_addr() is null as by_socket from kept")).toEqual([
      { value: 7, by_socket: false },
    ]);
  }
  process.kill(postmaster(older.cluster), "SIGKILL"); // the next start is with a socket again, and nothing is left in its way
  const { url } = await open(data);
  expect(await query(url, "select value, inet_server_addr() is null as by_socket from kept")).toEqual([
    { value: 7, by_socket: true },
  ]);
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
