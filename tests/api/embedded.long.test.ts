import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
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
const NOBODY = 65_534;

/** Starts and stops the database of a data folder as an ordinary user. @param between what is done with `database` meanwhile @returns what that printed */
async function asNobody(data: string, between: string): Promise<string> {
  const script = `import { readFileSync } from "node:fs";
    const { startEmbedded } = await import(${JSON.stringify(join(project, "src/db/embedded/embedded.ts"))});
    const database = await startEmbedded(${JSON.stringify(data)}, { fsync: "off" });
    ${between}
    await database.stop();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    uid: NOBODY,
    gid: NOBODY,
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout!.on("data", (chunk) => (output += chunk));
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
  return output.trim();
}

test.runIf(root && reachable(project))(
  "an ordinary user runs it himself",
  async () => {
    const data = folderOf();
    chownSync(data, NOBODY, NOBODY);
    expect(await asNobody(data, "console.log(database.cluster);")).toBe(join(data, "postgres"));
    expect(statSync(join(data, "postgres/PG_VERSION")).uid).toBe(NOBODY);
  },
  60_000,
);

const exfat = root && reachable(project) ? mountExfat() : undefined;
test.runIf(exfat)(
  "on a file system that has no sockets it is asked by loopback, also after it was killed",
  async () => {
    const printed = await asNobody(
      exfat!,
      `console.log(new URL(database.url).search === "");
      process.kill(Number(readFileSync(database.cluster + "/postmaster.pid", "utf8").split("\\n")[0]), "SIGKILL");
      await database.revive();`,
    );
    expect(printed).toBe("true");
    expect(readFileSync(join(exfat!, "postgres/server.log"), "utf8")).toContain("could not bind Unix address");
  },
  60_000,
);

/** A data folder on a small exFAT, of an ordinary user; left out with a word without root, a loop device or Debian's exfat-fuse and exfatprogs. */
function mountExfat(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "academia-exfat-"));
  const [image, disk] = [join(folder, "image"), join(folder, "disk")];
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { stdio: ["ignore", "pipe", "ignore"] }).toString();
  const undo: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const undoAll = () => {
    for (const step of undo.splice(0).reverse()) step();
  };
  try {
    chmodSync(folder, 0o755);
    mkdirSync(disk);
    writeFileSync(image, "");
    truncateSync(image, 400 * 1024 ** 2);
    run("mkfs.exfat", image);
    const device = run("losetup", "--find", "--show", image).trim();
    undo.push(() => run("losetup", "--detach", device));
    run("mount.exfat-fuse", "-o", `uid=${NOBODY},gid=${NOBODY},umask=077,allow_other`, device, disk);
    undo.push(() => run("umount", disk));
    const data = join(disk, "data");
    mkdirSync(data);
    afterAll(undoAll);
    return data;
  } catch {
    undoAll();
    process.stdout.write(
      "no sockets: left out, as only root with Debian's exfat-fuse and exfatprogs may mount the disk it needs\n",
    );
    return undefined;
  }
}
