/**
 * `npm run bench`: how the product compares with a bare node:http server that answers a small JSON, in the same run on the same
 * machine. Five interleaved rounds of autocannon at 32 connections; the medians of the ratios are printed, by requests a second and by the
 * processor time of a request (server, database and client), which says more on a busy machine; and the bytes of a first load. It needs a built application (`npm start` builds it) and prints ratios only: nothing is asserted.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import autocannon, { type Request } from "autocannon";
import { Hono } from "hono";
import pg from "pg";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { projectFile } from "#app/project-files.ts";
import { signIn, signUp, startServer, stopServer } from "./bench-server.ts";
import { beginExams, CONNECTIONS, type Own, TARGETS, type Target, topicOf, wrongAnswer } from "./bench-targets.ts";
import { firstLoad } from "./first-load.ts";
import { databaseTime, processorTime } from "./processor-time.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
/** `BENCH_ONLY="answer|review"`: the rows whose names match. */
const ONLY = new RegExp(process.env.BENCH_ONLY ?? "");

const MEASURED = TARGETS.filter(({ name }) => ONLY.test(name));

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Requests a second, and the processor time of each, in µs. */
type Rate = { perSecond: number; cost: number };

/**
 * @param spent the processor time so far of what answers, in ms
 * @param cookies of the members, one for each connection in turn
 * @param own what each of them sends, where it is not the same for all
 */
async function measure(
  url: string,
  spent: () => number,
  { method = "GET", bodies = [], bodyAt }: Partial<Target> = {},
  headers: Record<string, string> = {},
  cookies: string[] = [],
  own: Own[] = [],
): Promise<Rate> {
  let connection = 0;
  const requestsOf = (place: number): Request[] => {
    const cookie = cookies[place % cookies.length];
    const { path, bodies: texts, bodyAt: bodyOf = bodyAt }: Partial<Own> = own[place % own.length] ?? {};
    const sent = { method, headers: { ...headers, ...(cookie && { cookie }) }, ...(path && { path }) };
    let count = 0;
    if (bodyOf) return [{ ...sent, setupRequest: (request) => ({ ...request, body: bodyOf(count++) }) }];
    const all = texts ?? bodies;
    return (all.length > 0 ? all : [undefined]).map((body) => ({ ...sent, ...(body && { body }) }));
  };
  const total = () => spent() + processorTime(process.pid);
  const before = total();
  const run = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => client.setRequests(requestsOf(connection++)),
  });
  if (run.non2xx > 0) throw new Error(`${url}: ${run.non2xx} answers were not 2xx`);
  return { perSecond: run.requests.average, cost: ((total() - before) * 1_000) / run.requests.total };
}

/** What is compared with runs in its own process, as the application does. */
async function startOther(which: "--bare" | "--library"): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [import.meta.filename, which], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    server.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  return { server, url: `http://127.0.0.1:${port}` };
}

/** Acts on the application's database. */
async function inDatabase<Result>(folder: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const { url } = await startEmbedded(folder); // it runs: this only finds it
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Fills the database up to a number of members. */
async function fillMembers(client: pg.Client, total: number): Promise<void> {
  const missing = `greatest(0, $1 - (select count(*) from profiles))::int`;
  await client.query(
    `insert into profiles (email, full_name, created_at)
     select gen_random_uuid() || '@bench.example', 'Membro ' || n, now() - make_interval(mins => n) from generate_series(1, ${missing}) n`,
    [total],
  );
  await client.query("analyze profiles");
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
    const exams = await inDatabase(folder, (client) => beginExams(client, app.url, crowd));
    const wrong = await inDatabase(folder, wrongAnswer);
    const topics = crowd.map((_, place) => `/api/community/topics/${topicOf(place)}`);
    const read = topics.map((path): Own => ({ path, bodies: [] }));
    const write = topics.map((path): Own => ({ path: `${path}/posts`, bodies: [] }));
    const ratios = new Map<string, number[]>(MEASURED.map(({ name }) => [name, []]));
    const costs = new Map<string, number[]>(MEASURED.map(({ name }) => [name, []]));
    const rates = new Map<string, number[]>(MEASURED.map(({ name }) => [name, []]));
    const spentBy = (server: ChildProcess) => () => processorTime(server.pid!);
    const spentByApp = () => processorTime(app.server.pid!) + databaseTime(folder, app.server.pid!);
    // Targets that need more members come last, because members are only added.
    const phases = [
      MEASURED.filter(({ members }) => !members),
      ...MEASURED.filter(({ members }) => members).map((target) => [target]),
    ];
    for (const phase of phases) {
      await inDatabase(folder, (client) => fillMembers(client, phase[0]!.members ?? 0));
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const target of phase) {
          if (target.prepare) await inDatabase(folder, target.prepare);
          const base = await measure(bare.url, spentBy(bare.server));
          const headers = {
            origin: app.url,
            "accept-encoding": "gzip, deflate, br",
            ...((target.bodies || target.bodyAt || target.exam || target.question) && { "content-type": "application/json" }),
          };
          const cookies = target.member ? [cookie] : target.admin ? [adminCookie] : target.crowd ? crowd : [];
          const site = target.library ? library : app;
          const spent = target.library ? spentBy(library.server) : spentByApp;
          const own = target.exam ? exams : target.topics ? (target.method ? write : read) : target.question ? [wrong] : [];
          const rate = await measure(site.url + target.path, spent, target, headers, cookies, own);
          ratios.get(target.name)!.push(rate.perSecond / base.perSecond);
          costs.get(target.name)!.push(base.cost / rate.cost);
          rates.get(target.name)!.push(rate.perSecond);
          const said = ({ perSecond, cost }: Rate) => `${Math.round(perSecond)} req/s of ${Math.round(cost)} µs`;
          console.log(`round ${round}: ${target.name.padEnd(26)} ${said(rate)}, bare ${said(base)}`);
        }
      }
    }
    console.log(
      `\nMedian of ${ROUNDS} interleaved rounds of ${SECONDS} s at ${CONNECTIONS} connections, relative to a bare node:http JSON server, by time and by processor time:`,
    );
    for (const { name } of MEASURED)
      console.log(
        `  ${name.padEnd(26)} ${median(ratios.get(name)!).toFixed(3)}  ${median(costs.get(name)!).toFixed(3)}   (${Math.round(median(rates.get(name)!))} req/s)`,
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
  const files = new Hono().use(serveStatic({ root: projectFile("build/pages/client"), precompressed: true }));
  serve({ fetch: files.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log(port));
} else if (process.argv.includes("--bare")) {
  const body = JSON.stringify({ ok: true });
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  server.listen(0, "127.0.0.1", () => console.log((server.address() as { port: number }).port));
} else await main();
