import { spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { reachable } from "#app/db/embedded/system-user.ts";
import { clusterFolders, query, SPEED, testMoves, write } from "../support/clusters.ts";

/** What a start of the embedded database finds in copies, in other places and under other owners. */
const root = process.getuid?.() === 0;
const folders = clusterFolders();
const { folderOf, open, read } = folders;

describe("a database of a data folder under a home that only its owner may enter", () => {
  testMoves(folders, 0o700);
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
