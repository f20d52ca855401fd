/**
 * `npm run bench:memory -- [minutes] [requests a second]`: what the server's process holds in memory under a day's mixed load, minute by
 * minute, from a fresh folder with demonstration data, and what was in work when it held most. Sixty minutes and as many requests as 32
 * connections get, when nothing is said. It fails when the last minute's median or what is held after the load is over 400 MB, a peak is over
 * that by more than two passwords' hashes, or the medians of what is held with nothing costly in work grew in the second half. It needs a
 * built application (`npm start` builds it).
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServer, stopServer } from "./bench-server.ts";
import { openMixedLoad } from "./mixed-load.ts";

const MINUTES = Number(process.argv[2] ?? 60);
/** Requests a second of all connections together. */
const RATE = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const CONNECTIONS = 32;
const MOST_MB = 400;
/** What the hashes of two passwords take while they last (src/server/password.ts). */
const HASHES_MB = 2 * 46;
/** In MB an hour, over the second half. Less is noise: collections come when they come. */
const MOST_GROWTH = 10;
const METRICS_TOKEN = "medida".repeat(6);
/** After which the process is at rest, in milliseconds. */
const SETTLE_MS = 10_000;
/** How often memory is read between the minutes, to see the peaks, in milliseconds. */
const SAMPLE_MS = 200;

const folder = mkdtempSync(join(tmpdir(), "academia-memory-"));
const { server, url } = await startServer(folder, { METRICS_TOKEN });

/** Of the process, in MB. */
function residentMemory(): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))!;
  return Number(kilobytes) / 1024;
}

/** Of the process: memory in MB, and the processor's time since its start in ms. */
async function memory(): Promise<{ resident: number; heap: number; external: number; processor: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    resident: residentMemory(),
    heap: metric("nodejs_heap_size_used_bytes") / 2 ** 20,
    external: metric("nodejs_external_memory_bytes") / 2 ** 20,
    processor: metric("process_cpu_seconds_total") * 1_000,
  };
}

/** Slope of the line through the values, one a minute, in their unit an hour. */
function slope(values: number[]): number {
  const [middle, mean] = [(values.length - 1) / 2, values.reduce((sum, value) => sum + value, 0) / values.length];
  const above = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const below = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return (above / below) * 60;
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** Samples of memory, by what was in work at that moment. */
const samples = new Map<string, number[]>();
/** Samples since the last minute ended. */
let minuteSamples: number[] = [];
/** Those of them with nothing costly in work: what would grow if something were never given back. */
let idleSamples: number[] = [];
function sample(inWork: ReadonlyMap<string, number>): void {
  const resident = residentMemory();
  minuteSamples.push(resident);
  const work = [...inWork].flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : [])).sort();
  if (work.length === 0) idleSamples.push(resident);
  const name = work.join(", ") || "nothing costly";
  samples.set(name, [...(samples.get(name) ?? []), resident]);
}

const row = (...cells: (string | number)[]) =>
  console.log(cells.map((cell) => (typeof cell === "number" ? cell.toFixed(0) : cell).padStart(10)).join(""));

try {
  row("minute", "resident", "idle", "most", "heap", "external", "requests", "failed", "ms each");
  await pause(SETTLE_MS); // what the start needed is given back
  const rest = await memory();
  row("at rest", rest.resident, rest.resident, rest.resident, rest.heap, rest.external);

  const load = await openMixedLoad(url, CONNECTIONS, RATE);
  const [resident, idle]: [number[], number[]] = [[], []];
  const sampling = setInterval(() => sample(load.inWork), SAMPLE_MS);
  let { processor } = await memory();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await pause(60_000);
    const now = await memory().catch(() => undefined); // it did not answer: the machine is busy with something else
    if (!now) {
      row(minute, "no answer");
      continue;
    }
    const [usual, most] = [median(minuteSamples), Math.max(...minuteSamples)];
    const base = idleSamples.length > 0 ? median(idleSamples) : usual;
    resident.push(usual);
    idle.push(base);
    const { requests, failed } = load.take();
    const each = (now.processor - processor) / requests;
    row(minute, usual, base, most, now.heap, now.external, requests, failed, each.toFixed(2));
    processor = now.processor;
    [minuteSamples, idleSamples] = [[], []];
  }
  await load.stop();
  clearInterval(sampling);
  await pause(SETTLE_MS);
  const after = await memory();
  row("after", after.resident, after.resident, after.resident, after.heap, after.external);

  console.log("\nin work (of the moments, the part in %; median and most resident)");
  const count = [...samples.values()].flat().length;
  for (const [name, values] of [...samples].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 12))
    row(name.padEnd(30), (values.length / count) * 100, median(values), Math.max(...values));

  const growth = slope(idle.slice(Math.floor(idle.length / 2)));
  const last = resident.at(-1)!;
  const most = Math.max(...[...samples.values()].flat());
  const judged = resident.length >= 60; // the first half hour still rises
  console.log(
    `\nmedians of the minutes: most ${Math.max(...resident).toFixed(0)} MB, last ${last.toFixed(0)} MB, after the load ${after.resident.toFixed(0)} MB (aim: ${MOST_MB})`,
  );
  console.log(`most at any moment: ${most.toFixed(0)} MB (with two passwords being hashed: ${MOST_MB + HASHES_MB})`);
  console.log(
    judged
      ? `second half, nothing costly in work: ${growth.toFixed(1)} MB an hour (noise up to ${MOST_GROWTH})`
      : "too short to tell whether it grows: 60 minutes at least",
  );
  if (Math.max(last, after.resident, most - HASHES_MB) > MOST_MB || (judged && growth > MOST_GROWTH)) process.exitCode = 1;
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
