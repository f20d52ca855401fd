/**
 * `npm run bench:sign-ins`: how many passwords a second Argon2id checks, bare, and how many
 * sign-ins a second the product answers; medians of interleaved rounds on the same machine. The product hashes two at once,
 * so six sign-ins under way keep it at that; with two, a core waits for the disk between hashes, which is how long a sign-in takes
 * and not how many there can be. Both are printed. The bare function is measured with two and with six under way, and the better one counts.
 *
 * It also prints the processor's time that a sign-in costs, by process: the bench's own is spent on the same cores.
 */
import { type Argon2Parameters, argon2, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { signIn, startServer, stopServer } from "./bench-server.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

const salt = randomBytes(16);
const owasp: Argon2Parameters = {
  message: "Esquadro&Compasso9",
  nonce: salt,
  tagLength: 32,
  memory: 47_104,
  passes: 1,
  parallelism: 1,
};
const settle =
  (resolve: () => void, reject: (error: Error) => void) =>
  (error: Error | null): void =>
    error ? reject(error) : resolve();
const bareArgon2 = () => new Promise<void>((resolve, reject) => argon2("argon2id", owasp, settle(resolve, reject)));

/** How often a second a task is done by so many who do it one time after the other. */
async function rate(task: () => Promise<unknown>, atOnce: number): Promise<number> {
  const started = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() - started < SECONDS * 1_000) {
      await task();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return done / ((performance.now() - started) / 1_000);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const agent = new Agent({ keepAlive: true });

/** Signs the demonstration's student in, by the leanest client there is: it shares the processors. */
function login(cookie = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", origin: app.url, cookie };
    const sent = request(`${app.url}/api/account/login`, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.once("end", () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`login answered ${answer.statusCode}`)),
      );
    });
    sent.once("error", reject);
    sent.end('{"email":"aluno@academia.example","password":"Academia#2026"}');
  });
}

/** The cookie by which a browser that has signed in is known; members nearly always sign in with one. */
const browserOf = (cookies: string) => cookies.split("; ").find((cookie) => cookie.startsWith("academia-navegador="))!;

const folder = mkdtempSync(join(tmpdir(), "academia-bench-"));
const app = await startServer(folder);

/** The processor's time of a process so far, in ms: user and system time in hundredths of a second (proc(5)). */
function processorTime(pid: number | string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** PostgreSQL's processes, which work in the data folder. */
const databaseProcesses = () =>
  readdirSync("/proc").filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) && Number(pid) !== app.server.pid;
    } catch {
      return false; // no process, or one that has just ended
    }
  });

const processorTimes = () => ({
  server: processorTime(app.server.pid!),
  database: databaseProcesses().reduce((sum, pid) => sum + processorTime(pid), 0),
  bench: processorTime(process.pid),
});

try {
  const known = browserOf(await signIn(app.url, "aluno@academia.example"));
  const tasks: Record<string, [task: () => Promise<unknown>, atOnce: number]> = {
    "Argon2id, bare": [bareArgon2, 2],
    "Argon2id, bare, six at once": [bareArgon2, 6],
    "sign-ins": [() => login(known), 6],
    "sign-ins, two at once": [() => login(known), 2],
    "sign-ins, new browser": [() => login(), 6], // each is written to the member
  };
  const rates = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  const costs: Record<"server" | "database" | "bench", number[]> = { server: [], database: [], bench: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, [task, atOnce]] of Object.entries(tasks)) {
      const [before, started] = [processorTimes(), performance.now()];
      const each = await rate(task, atOnce);
      const done = (each * (performance.now() - started)) / 1_000;
      rates.get(name)!.push(each);
      const after = processorTimes();
      if (name === "sign-ins")
        for (const part of ["server", "database", "bench"] as const) costs[part].push((after[part] - before[part]) / done);
    }
    await sleep(3_000); // letters to new browsers leave
  }
  for (const [name, values] of rates) console.log(`  ${name.padEnd(28)} ${median(values).toFixed(1)} a second`);
  const [two, six] = [rates.get("Argon2id, bare")!, rates.get("Argon2id, bare, six at once")!];
  const bare = median(two) > median(six) ? two : six;
  for (const name of Object.keys(tasks).filter((name) => name.startsWith("sign-ins"))) {
    const ratios = rates.get(name)!.map((value, round) => value / bare[round]!);
    console.log(`  ${name} relative to Argon2id, bare: ${median(ratios).toFixed(2)}`);
  }
  const parts = Object.entries(costs).map(([part, values]) => `${part} ${median(values).toFixed(1)} ms`);
  console.log(`  processor's time of a sign-in: ${parts.join(", ")}; the hash is the server's`);
} finally {
  await stopServer(app.server);
  rmSync(folder, { recursive: true, force: true });
}
