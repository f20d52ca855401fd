/**
 * `npm run bench:memory -- [minutes] [requests a second]`: what the server's process holds in memory under a day's mixed load, minute by
 * minute, from a fresh folder with demonstration data. Sixty minutes and as many requests as 32 connections get, when nothing is said.
 * It fails when the process is over 250 MB at the end, or grew in the second half. It needs a built application (`npm start` builds it).
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { signIn, signUp, startServer, stopServer } from "./bench-server.ts";

const MINUTES = Number(process.argv[2] ?? 60);
/** Requests a second of all connections together. */
const RATE = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const CONNECTIONS = 32;
const MOST_MB = 250;
/** In MB an hour, over the second half. Less is noise: collections come when they come. */
const MOST_GROWTH = 10;
const METRICS_TOKEN = "medida".repeat(6);

const folder = mkdtempSync(join(tmpdir(), "academia-memory-"));
const { server, url } = await startServer(folder, { METRICS_TOKEN });

type Sent = { path: string; cookie?: string; method?: string; json?: unknown; bytes?: Buffer };

async function send({ path, cookie = "", method, json, bytes }: Sent): Promise<void> {
  const body = json ? JSON.stringify(json) : bytes;
  const type = json ? "application/json" : "application/octet-stream";
  const answer = await fetch(url + path, {
    method: method ?? (body ? "POST" : "GET"),
    headers: { origin: url, cookie, ...(body && { "content-type": type }) },
    ...(body && { body: body as BodyInit }),
  });
  await answer.arrayBuffer();
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}`);
}

const one = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!;
const upTo = (number: number) => 1 + Math.floor(Math.random() * number);

/** What members, mentors and administrators do, and how often in a thousand. */
async function mixedLoad(): Promise<[number, () => Sent | Promise<unknown>][]> {
  const student = await signIn(url, "aluno@academia.example");
  const mentor = await signIn(url, "mentor@academia.example");
  const admin = await signIn(url, "admin@academia.example");
  const studies = (await (await fetch(`${url}/api/studies`, { headers: { cookie: mentor } })).json()) as {
    studies: { id: string }[];
  };
  const cover = await sharp({
    create: { width: 1600, height: 2400, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();
  const lesson = () => `/api/modules/1/lessons/${upTo(5)}`;
  return [
    [300, () => ({ path: one(["/", "/dicionario", "/rito-york", "/faq", "/login"]) })],
    [150, () => ({ path: "/api/dashboard", cookie: student })],
    [100, () => ({ path: "/api/modules", cookie: student })],
    [100, () => ({ path: lesson(), cookie: student })],
    [100, () => ({ path: `${lesson()}/text`, cookie: student })],
    [
      70,
      () => ({ path: `${lesson()}/progress`, method: "PUT", cookie: mentor, json: { position: 0.4, furthest: 0.6, seconds: 1 } }),
    ],
    [50, () => ({ path: "/api/library/items", cookie: student })],
    [40, () => ({ path: "/api/mentoring/sessions", cookie: mentor })],
    [40, () => ({ path: `/api/studies/${one(studies.studies).id}`, cookie: mentor })],
    [20, () => ({ path: "/api/admin/members/search", cookie: admin, json: {} })],
    [10, () => ({ path: "/api/admin/system", cookie: admin })],
    [5, async () => send({ path: "/api/account/export", cookie: await signIn(url, "aluno@academia.example") })], // which asks for a recent proof
    [10, () => signIn(url, "aluno@academia.example")],
    [3, () => signUp(url)],
    [2, () => ({ path: "/api/library/uploads/cover", cookie: admin, bytes: cover })],
  ];
}

/** Of the process: memory in MB, and the processor's time since its start in ms. */
async function memory(): Promise<{ resident: number; heap: number; external: number; processor: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))!;
  return {
    resident: Number(kilobytes) / 1024,
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

const row = (...cells: (string | number)[]) =>
  console.log(cells.map((cell) => (typeof cell === "number" ? cell.toFixed(0) : cell).padStart(10)).join(""));

try {
  row("minute", "resident", "heap", "external", "requests", "failed", "ms each");
  await pause(10_000); // what the start needed is given back
  const rest = await memory();
  row("at rest", rest.resident, rest.heap, rest.external);

  const load = await mixedLoad();
  const drawn = load.flatMap(([often, make]) => Array.from({ length: often }, () => make));
  let [going, requests, failed] = [true, 0, 0];
  const connection = async () => {
    while (going) {
      const begun = performance.now();
      const made = one(drawn)();
      await (made instanceof Promise ? made : send(made)).catch((error: Error) => {
        if (failed === 0) console.error(error.message);
        failed += 1;
      });
      requests += 1;
      await pause(Math.max(0, (CONNECTIONS / RATE) * 1_000 - (performance.now() - begun)));
    }
  };
  const connections = Array.from({ length: CONNECTIONS }, connection);
  const resident: number[] = [];
  let { processor } = await memory();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    await pause(60_000);
    const now = await memory().catch(() => undefined); // it did not answer: the machine is busy with something else
    if (!now) {
      row(minute, "no answer");
      continue;
    }
    resident.push(now.resident);
    const each = (now.processor - processor) / requests;
    row(minute, now.resident, now.heap, now.external, requests, failed, each.toFixed(2));
    processor = now.processor;
    [requests, failed] = [0, 0];
  }
  going = false;
  await Promise.all(connections);

  const growth = slope(resident.slice(Math.floor(resident.length / 2)));
  const last = resident.at(-1)!;
  const judged = resident.length >= 20;
  console.log(`\nmost ${Math.max(...resident).toFixed(0)} MB, last ${last.toFixed(0)} MB (aim: ${MOST_MB})`);
  console.log(
    judged
      ? `second half: ${growth.toFixed(1)} MB an hour (noise up to ${MOST_GROWTH})`
      : "too short to tell whether it grows: 20 minutes at least",
  );
  if (last > MOST_MB || (judged && growth > MOST_GROWTH)) process.exitCode = 1;
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
