/**
 * `npm run bench:sign-ins`: how many passwords a second the two functions check that OWASP holds to be of equal strength, bare, and how many
 * sign-ins a second the product answers with the one it uses. Two at once, on the same machine, in interleaved rounds; medians are printed.
 */
import { type Argon2Parameters, argon2, randomBytes, scrypt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn, startServer, stopServer } from "./bench-server.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const AT_ONCE = 2;

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
const bareScrypt = () =>
  new Promise<void>((resolve, reject) =>
    scrypt("Esquadro&Compasso9", salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 }, settle(resolve, reject)),
  );

/** How often a second a task is done by so many who do it one time after the other. */
async function rate(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() - started < SECONDS * 1_000) {
      await task();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done / ((performance.now() - started) / 1_000);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The cookie by which a browser that has signed in is known; members nearly always sign in with one. */
const browserOf = (cookies: string) => cookies.split("; ").find((cookie) => cookie.startsWith("academia-navegador="))!;

const folder = mkdtempSync(join(tmpdir(), "academia-bench-"));
const app = await startServer(folder);
try {
  const login = (cookie = "") => signIn(app.url, "aluno@academia.example", cookie);
  const known = browserOf(await login());
  const tasks = {
    "scrypt, bare": bareScrypt,
    "Argon2id, bare": bareArgon2,
    "sign-ins": () => login(known),
    "sign-ins, new browser": () => login(), // each is written to the member
  };
  const rates = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, task] of Object.entries(tasks)) rates.get(name)!.push(await rate(task));
  for (const [name, values] of rates) console.log(`  ${name.padEnd(22)} ${median(values).toFixed(1)} a second`);
  for (const name of ["sign-ins", "sign-ins, new browser"]) {
    const ratios = rates.get(name)!.map((value, round) => value / rates.get("Argon2id, bare")![round]!);
    console.log(`  ${name} relative to Argon2id, bare: ${median(ratios).toFixed(2)}`);
  }
} finally {
  await stopServer(app.server);
  rmSync(folder, { recursive: true, force: true });
}
