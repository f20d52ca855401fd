/**
 * `npm run bench:growth -- [folder]`: whether the academy stays as fast when it has grown. Two of them by the same proportions, of 1,000 and of 100,000
 * members, each with the program in production; every GET operation (scripts/grown/reads.ts) is asked of both in turns, one request at a time, by readers
 * and for ids that are drawn. Printed are the median and the 99th percentile of each, how the many stand to the few, and the same of the processor's time
 * (server and database), which says more on a busy machine. With a folder the databases are kept there for the next run. `BENCH_ONLY="admin|search"` takes
 * the operations whose names match.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { openDatabase } from "#app/db/client.ts";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { openSession } from "#app/features/account/sign-in.service.ts";
import { parseEnv } from "#app/server/env.ts";
import { startServer, stopServer } from "./bench-server.ts";
import { type Case, casesOf, METRICS_TOKEN, READS, type Send, STREAMS } from "./grown/reads.ts";
import { databaseTime, processorTime } from "./processor-time.ts";

const SIZES = (process.env.BENCH_SIZES ?? "1000,100000").split(",").map(Number);
/** Of each operation on each side: so many requests, or as many as this time allows, but never fewer than the least. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100);
const LONGEST_MS = 3_000;
const FEWEST = 5;
const WARM = 3;
/** Different readers and ids of an operation. */
const CASES = 8;
const SEED = process.env.BENCH_SEED ?? "1";
const ONLY = new RegExp(process.env.BENCH_ONLY ?? "");
/** What has grown a hundredfold may take so many times as long. */
const MOST = 2;

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });

async function seed(folder: string, members: number): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder };
  const seeding = spawn(process.execPath, [join(import.meta.dirname, "seed-large.ts"), String(members)], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((ended) => seeding.once("exit", ended));
  if (code !== 0) throw new Error(`seed-large ended with ${code}`);
}

type Academy = {
  members: number;
  server: ChildProcess;
  url: string;
  cases: (route: string) => Promise<Case[]>;
  ask: (one: Case) => Promise<number>;
  spent: () => number;
  close: () => Promise<void>;
};

/** Starts the program on a folder's database. */
async function open(folder: string, members: number): Promise<Academy> {
  const settings = {
    NODE_ENV: "production",
    PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
    AUTH_SECRET: "medida".repeat(6),
    METRICS_TOKEN,
    BACKUP_HOUR: "never",
    BACKUP_BEFORE_UPGRADE: "no", // of databases that were kept from a former run
  };
  const { server, url } = await startServer(folder, { ...settings, PORT: new URL(settings.PUBLIC_URL).port });
  const env = parseEnv({ ...settings, DATA_DIR: folder });
  const { url: address, appUrl } = await startEmbedded(folder); // it runs: this only finds it
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { db, close } = openDatabase(appUrl, 1, () => undefined);
  const cookies = new Map<string, string>();
  /** The cookie of a reader who has shown all that anything asks for, a moment ago during the whole measure. */
  async function cookieOf(reader: string): Promise<string> {
    const known = cookies.get(reader);
    if (known) return known;
    const header = await openSession(db, { env, ip: "127.0.0.1", userAgent: "bench" }, { userId: reader, proof: "passkey" });
    await client.query("update sessions set proven_at = now() + interval '1 hour' where user_id = $1 and proof = 'passkey'", [
      reader,
    ]);
    const cookie = header.split(";")[0]!;
    cookies.set(reader, cookie);
    return cookie;
  }
  const send: Send = async (reader, method, path, body) => {
    const [bytes, type] = Buffer.isBuffer(body)
      ? [body, "application/octet-stream"]
      : [JSON.stringify(body ?? {}), "application/json"];
    const headers = { cookie: await cookieOf(reader), origin: url, "content-type": type };
    const answer = await fetch(url + path, { method, headers, body: bytes as BodyInit });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    members,
    server,
    url,
    cases: async (route) => {
      const found = await casesOf(route, async (statement) => (await client.query(statement)).rows, send, {
        many: CASES,
        seed: SEED,
      });
      for (const { reader } of found) if (reader) await cookieOf(reader);
      return found;
    },
    ask: async ({ reader, path, headers, status }) => {
      const start = performance.now();
      const answer = await fetch(url + path, {
        headers: { ...headers, ...(reader && { cookie: cookies.get(reader)! }) },
        redirect: "manual",
      });
      const body = await answer.arrayBuffer();
      const ms = performance.now() - start;
      if (answer.status !== status)
        throw new Error(`${path} answered ${answer.status}: ${Buffer.from(body).toString().slice(0, 300)}`);
      return ms;
    },
    spent: () => processorTime(server.pid!) + databaseTime(folder, server.pid!),
    close: async () => {
      await client.end();
      await close();
      await stopServer(server);
    },
  };
}

/** What the description of the program that runs has, and what stands outside it. */
async function routesOf({ url }: Academy): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const described = Object.entries(paths)
    .filter(([, methods]) => "get" in methods)
    .map(([path]) => `GET /api${path.replace(/\{([^}]+)\}/g, ":$1")}`)
    .filter((route) => !STREAMS.includes(route));
  const missing = described.filter((route) => !READS[route]);
  if (missing.length > 0) throw new Error(`scripts/grown/reads.ts does not have ${missing.join(", ")}`);
  return Object.keys(READS).filter((route) => ONLY.test(route));
}

type Figures = { times: number[]; processor: number };
type Line = { route: string; few: Figures; many: Figures };

async function measure(route: string, academies: readonly [Academy, Academy]): Promise<Line> {
  const sides: (Figures & { academy: Academy; cases: Case[]; from: number })[] = [];
  for (const academy of academies) {
    const cases = await academy.cases(route);
    const start = performance.now();
    for (let count = 0; count < Math.max(WARM, cases.length) && performance.now() - start < LONGEST_MS; count += 1)
      await academy.ask(cases[count % cases.length]!);
    sides.push({ academy, cases, times: [], processor: 0, from: 0 });
  }
  for (const side of sides) side.from = side.academy.spent();
  const start = performance.now();
  for (let round = 0; round < ROUNDS && (round < FEWEST || performance.now() - start < 2 * LONGEST_MS); round += 1)
    for (const { academy, cases, times } of round % 2 ? sides.toReversed() : sides)
      times.push(await academy.ask(cases[round % cases.length]!));
  for (const side of sides) side.processor = (side.academy.spent() - side.from) / side.times.length;
  const [few, many] = [sides[0]!, sides[1]!];
  return { route, few, many };
}

const at = ({ times }: Figures, share: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!;
const ratio = ({ few, many }: Line, share = 0.5) => at(many, share) / at(few, share);

const given = process.argv[2];
const folder = given ? resolve(given) : mkdtempSync(join(tmpdir(), "academia-growth-"));
const academies: Academy[] = [];
try {
  for (const members of SIZES) {
    const own = join(folder, String(members));
    if (!existsSync(own)) {
      mkdirSync(own, { recursive: true, mode: 0o755 });
      const start = performance.now();
      await seed(own, members);
      console.log(`${members} members filled in, ${Math.round((performance.now() - start) / 1_000)} s`);
    }
    academies.push(await open(realpathSync(own), members));
  }
  const both = academies as unknown as readonly [Academy, Academy];
  const start = performance.now();
  const lines: Line[] = [];
  for (const route of await routesOf(both[1])) {
    await measure(route, both).then(
      (line) => {
        lines.push(line);
        console.log(`${route}: ${at(line.few, 0.5).toFixed(1)} and ${at(line.many, 0.5).toFixed(1)} ms`);
      },
      (error: Error) => {
        console.error(`${route}: ${error.message}`);
        process.exitCode = 1;
      },
    );
  }
  const cells = (...values: (string | number)[]) =>
    values.map((value) => (typeof value === "number" ? value.toFixed(value < 10 ? 2 : 1) : value).padStart(9)).join("");
  console.log(
    `\n${"ms".padEnd(66)}${cells("p50 few", "p99", "p50 many", "p99", "p50 ×", "p99 ×", "cpu few", "many", "requests")}`,
  );
  for (const line of lines.toSorted((a, b) => ratio(b) - ratio(a))) {
    const { route, few, many } = line;
    const times = [
      at(few, 0.5),
      at(few, 0.99),
      at(many, 0.5),
      at(many, 0.99),
      ratio(line),
      ratio(line, 0.99),
      few.processor,
      many.processor,
    ];
    console.log(`${route.padEnd(66)}${cells(...times, String(many.times.length))}`);
  }
  const above = (share: number) => lines.filter((line) => ratio(line, share) > MOST).length;
  console.log(
    `\n${lines.length} operations, among ${SIZES.join(" and ")} members: ${above(0.5)} above ${MOST} at the median, ${above(0.99)} at the 99th percentile; measured in ${Math.round((performance.now() - start) / 1_000)} s`,
  );
} finally {
  for (const academy of academies) await academy.close();
  if (!given) rmSync(folder, { recursive: true, force: true });
}
