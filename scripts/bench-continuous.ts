/**
 * `npm run bench:continuous -- [minutes] [requests a second]`: how much the continuous backup writes a day. It starts the program on a fresh
 * folder with demonstration data, lets it rest for as many minutes, then sends the mixed load of the memory benchmark for as many again, and
 * counts what the archive has grown by. Ten minutes and five requests a second when nothing is said. It needs a built application.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServer, stopServer } from "./bench-server.ts";
import { openMixedLoad } from "./mixed-load.ts";

const MINUTES = Number(process.argv[2] ?? 10);
const RATE = Number(process.argv[3] ?? 5);
const CONNECTIONS = 8;
/** A piece that is not full is handed over after a minute, and taken after five seconds. */
const LAST_PIECE_MS = 70_000;

const folder = mkdtempSync(join(tmpdir(), "academia-continuous-"));
const kept = join(folder, "kept");
const { server, url } = await startServer(folder, { BACKUP_CONTINUOUS: "yes", BACKUP_DIR: kept });

/** What an archive holds of one kind: pieces of the log of changes, or copies of the database's folder. */
function archived(kind: "wal" | "base"): { files: number; bytes: number } {
  const continuous = join(kept, "continuous");
  const files = readdirSync(continuous)
    .flatMap((archive) => readdirSync(join(continuous, archive, kind)).map((name) => join(continuous, archive, kind, name)))
    .filter((file) => !file.endsWith(".part"));
  return { files: files.length, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}

const inMB = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MB`;

/** @param during what goes on meanwhile; says how many requests that were */
async function measure(name: string, during: () => Promise<number>): Promise<number> {
  const before = archived("wal");
  const requests = await during();
  await pause(LAST_PIECE_MS);
  const { files, bytes } = archived("wal");
  const grown = bytes - before.bytes;
  console.log(`${name}: ${requests} requests, ${files - before.files} pieces, ${inMB(grown)}`);
  return grown;
}

try {
  await pause(LAST_PIECE_MS); // what the start wrote is archived
  const base = archived("base");
  console.log(`a copy of the database's folder: ${inMB(base.bytes / base.files)}`);
  const minutes = MINUTES + LAST_PIECE_MS / 60_000;
  const resting = await measure(`at rest, ${minutes.toFixed(1)} minutes`, async () => {
    await pause(MINUTES * 60_000);
    return 0;
  });
  let [requests, failed] = [0, 0];
  const loaded = await measure(`under load, ${minutes.toFixed(1)} minutes`, async () => {
    const load = await openMixedLoad(url, CONNECTIONS, RATE);
    await pause(MINUTES * 60_000);
    await load.stop();
    ({ requests, failed } = load.take());
    return requests;
  });
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`);
  const day = (resting / minutes) * 24 * 60;
  console.log(`a day at rest: ${inMB(day)}; each 1,000 requests more: ${inMB(((loaded - resting) / requests) * 1_000)}`);
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
