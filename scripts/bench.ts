/**
 * `npm run bench`: how the product compares with a bare node:http server that answers a small JSON, in the same run on the same
 * machine. Five interleaved rounds of autocannon at 32 connections; the medians of the ratios are printed, and the bytes of a first
 * load. It needs a built application (`npm start` builds it) and prints ratios only: nothing is asserted.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import autocannon from "autocannon";
import { Hono } from "hono";
import pg from "pg";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { projectFile } from "#app/project-files.ts";
import { signIn, signUp, startServer, stopServer } from "./bench-server.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 32;

type Target = {
  name: string;
  path: string;
  method?: "GET" | "PUT" | "POST";
  /** Sent in turn. */
  bodies?: string[];
  member?: boolean;
  /** Each connection is another member's. */
  crowd?: boolean;
  admin?: boolean;
  members?: number;
  /** Of the same built files, served by a library instead of the application (docs/decisions/0012). */
  library?: boolean;
};

const TARGETS: Target[] = [
  { name: "static home page", path: "/" },
  { name: "the same by serveStatic", path: "/", library: true },
  { name: "lesson's head, signed in", path: "/api/modules/2/lessons/7", member: true },
  { name: "lesson's text, signed in", path: "/api/modules/2/lessons/7/text", member: true },
  { name: "modules, signed in", path: "/api/modules", member: true },
  {
    name: "progress write",
    path: "/api/modules/1/lessons/1/progress",
    method: "PUT",
    bodies: [0.2, 0.4, 0.6].map((position) => JSON.stringify({ position, furthest: position, seconds: 1 })),
    crowd: true,
  },
  { name: "dashboard, signed in", path: "/api/dashboard", member: true },
  { name: "dictionary page", path: "/dicionario" },
  { name: "library list", path: "/api/library/items", member: true },
  { name: "mentoring sessions", path: "/api/mentoring/sessions", member: true },
  ...[100, 10_000].map(
    (members): Target => ({
      name: `admin page, ${members}`,
      path: "/api/admin/members/search",
      method: "POST",
      bodies: ["{}"],
      admin: true,
      members,
    }),
  ),
];

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** @param cookies of the members, one for each connection in turn */
async function requestsPerSecond(
  url: string,
  { method = "GET", bodies = [] }: Partial<Target> = {},
  headers: Record<string, string> = {},
  cookies: string[] = [],
): Promise<number> {
  let connection = 0;
  const requestsOf = (cookie: string | undefined) =>
    (bodies.length > 0 ? bodies : [undefined]).map((body) => ({
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      ...(body && { body }),
    }));
  const run = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => client.setRequests(requestsOf(cookies[connection++ % cookies.length])),
  });
  if (run.non2xx > 0) throw new Error(`${url}: ${run.non2xx} answers were not 2xx`);
  return run.requests.average;
}

/** What is compared with runs in its own process, as the application does. */
async function startOther(which: "--bare" | "--library"): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [import.meta.filename, which], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    server.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { server, url: `http://127.0.0.1:${port}` };
}

/** Fills the application's database up to a number of members. */
async function fillMembers(folder: string, total: number): Promise<void> {
  const { url } = await startEmbedded(folder); // it runs: this only finds it
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const missing = `greatest(0, $1 - (select count(*) from profiles))::int`;
  await client.query(
    `insert into profiles (email, full_name, created_at)
     select gen_random_uuid() || '@bench.example', 'Membro ' || n, now() - make_interval(mins => n) from generate_series(1, ${missing}) n`,
    [total],
  );
  await client.query("analyze profiles");
  await client.end();
}

/** Bytes, as sent with gzip, of a page, its style sheets, and the scripts that it starts with all that they import. */
async function firstLoad(url: string, path: string): Promise<{ html: number; scripts: number; styles: number }> {
  const read = async (address: string) => (await fetch(url + address)).text();
  const size = async (address: string) =>
    Number((await fetch(url + address, { headers: { "accept-encoding": "gzip" } })).headers.get("content-length"));
  const total = async (addresses: Iterable<string>) =>
    (await Promise.all([...addresses].map(size))).reduce((sum, bytes) => sum + bytes, 0);
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address]) => address!);

  const html = await read(path);
  const [start] = found(html, /import\("([^"]+)"\)/g);
  const waiting = [start!, ...found(await read(start!), /import\("([^"]+)"\)/g)];
  const scripts = new Set<string>();
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (scripts.has(address)) continue;
    scripts.add(address);
    const imports = found(await read(address), /(?:from|import)\s*"([^"]+\.js)"/g);
    waiting.push(...imports.map((name) => new URL(name, new URL(address!, url)).pathname));
  }
  return {
    html: await size(path),
    scripts: await total(scripts),
    styles: await total(found(html, /href="(\/assets\/[^"]+\.css)"/g)),
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "academia-bench-"));
  const app = await startServer(folder);
  const bare = await startOther("--bare");
  const library = await startOther("--library");
  try {
    const cookie = await signIn(app.url, "aluno@academia.example");
    const adminCookie = await signIn(app.url, "admin@academia.example");
    const crowd: string[] = [];
    for (let count = 0; count < CONNECTIONS; count += 1) crowd.push(await signUp(app.url));
    const ratios = new Map<string, number[]>(TARGETS.map(({ name }) => [name, []]));
    const rates = new Map<string, number[]>(TARGETS.map(({ name }) => [name, []]));
    // Targets that need more members come last, because members are only added.
    const phases = [
      TARGETS.filter(({ members }) => !members),
      ...TARGETS.filter(({ members }) => members).map((target) => [target]),
    ];
    for (const phase of phases) {
      await fillMembers(folder, phase[0]!.members ?? 0);
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const target of phase) {
          const base = await requestsPerSecond(bare.url);
          const headers = {
            origin: app.url,
            "accept-encoding": "gzip, deflate, br",
            ...(target.bodies && { "content-type": "application/json" }),
          };
          const cookies = target.member ? [cookie] : target.admin ? [adminCookie] : target.crowd ? crowd : [];
          const rate = await requestsPerSecond((target.library ? library : app).url + target.path, target, headers, cookies);
          ratios.get(target.name)!.push(rate / base);
          rates.get(target.name)!.push(rate);
          console.log(`round ${round}: ${target.name.padEnd(26)} ${Math.round(rate)} req/s, bare ${Math.round(base)}`);
        }
      }
    }
    console.log(
      `\nMedian of ${ROUNDS} interleaved rounds of ${SECONDS} s at ${CONNECTIONS} connections, relative to a bare node:http JSON server:`,
    );
    for (const { name } of TARGETS)
      console.log(
        `  ${name.padEnd(26)} ${median(ratios.get(name)!).toFixed(3)}   (${Math.round(median(rates.get(name)!))} req/s)`,
      );
    console.log("\nFirst load, gzip bytes:");
    for (const path of ["/", "/dashboard"]) {
      const { html, scripts, styles } = await firstLoad(app.url, path);
      console.log(`  ${path.padEnd(12)} HTML ${html}, scripts ${scripts}, styles ${styles}`);
    }
  } finally {
    bare.server.kill();
    library.server.kill();
    await stopServer(app.server);
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv.includes("--library")) {
  const files = new Hono().use(serveStatic({ root: projectFile("build/client"), precompressed: true }));
  serve({ fetch: files.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
} else if (process.argv.includes("--bare")) {
  const body = JSON.stringify({ ok: true });
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
} else await main();
