/**
 * `npm test`: prepares what is missing, then runs every check and closes with `N passed, N failed`, counting each test of the two
 * test runners and each static check. All steps run, so that one run shows everything; the exit code says whether all passed.
 * `npm run test:long` (`--long`) runs the suites that take long instead, and nothing else.
 */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ensureTestChromium } from "./chromium.mjs";
import { install, node, root } from "./prepare.mjs";

const SLOWEST = 10;

const at = (path) => join(root, path);
const long = process.argv.includes("--long");
const results = at("test-results");
let passed = 0;
let failed = 0;
/** @type {{ name: string, ms: number }[]} */
const timed = [];

/**
 * Runs one step and counts it.
 * @param countTests what a test runner's report says; without it the step is one check
 * @param quietly whether what the step writes is shown only at its end, because another runs beside it
 * @returns whether it passed
 * @param yielding whether the step leaves the processor to the one that runs beside it: the build gives each page ten seconds
 */
async function step(name, script, args, { countTests, quietly = false, yielding = false } = {}) {
  if (stopped) return false;
  const started = Date.now();
  if (!quietly) process.stdout.write(`\n== ${name}\n`);
  const child = spawn(node, [at(script), ...args], {
    cwd: root,
    stdio: ["ignore", quietly ? "pipe" : "inherit", quietly ? "pipe" : "inherit"],
    env: { ...process.env, NODE_ENV: "test", FORCE_COLOR: "0", TEST_LONG: long ? "1" : "", TMPDIR: scratch },
  });
  running.add(child);
  if (yielding) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  running.delete(child);
  const ok = code === 0;
  const counts = countTests?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  passed += counts.passed;
  failed += Math.max(counts.failed, ok ? 0 : 1);
  if (quietly) process.stdout.write(`\n== ${name}\n${Buffer.concat(output)}`);
  process.stdout.write(`== ${name}: ${ok ? "ok" : "FAILED"} (${Math.round((Date.now() - started) / 1000)} s)\n`);
  return ok;
}

/** Stopping the run stops its steps. */
const running = new Set();
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => {
    for (const child of running) child.kill("SIGINT"); // both test runners put things away then
    stopped = true;
  });

/** The processes that work in a folder of this run (Linux). */
function processesLeft() {
  const numbers = existsSync("/proc/self/cwd") ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return numbers.flatMap((number) => {
    try {
      if (!`${readlinkSync(`/proc/${number}/cwd`)}/`.startsWith(`${scratch}/`)) return [];
      return [{ number: Number(number), command: readFileSync(`/proc/${number}/cmdline`, "utf8").replaceAll("\0", " ").trim() }];
    } catch {
      return []; // it has ended, or is another user's
    }
  });
}

/** Ends what is left of a run that was stopped. After a whole run, a process that is left is a fault of the test that started it. */
async function clear() {
  for (let wait = 0; wait < 20 && !stopped && processesLeft().length > 0; wait += 1) await setTimeout(100); // the last are ending
  const left = processesLeft();
  for (const { number } of left) process.kill(number, "SIGKILL");
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  if (stopped || left.length === 0) return;
  failed += 1;
  process.stdout.write(`\nProcesses that the tests left:\n${left.map(({ command }) => `  ${command}\n`).join("")}`);
}

const report = (file) => (existsSync(join(results, file)) ? JSON.parse(readFileSync(join(results, file), "utf8")) : undefined);

const unitAndApi = () => {
  const run = report("vitest.json");
  for (const { assertionResults } of run?.testResults ?? [])
    for (const { fullName, duration } of assertionResults) timed.push({ name: fullName, ms: duration ?? 0 });
  return run && { passed: run.numPassedTests, failed: run.numFailedTests };
};

const browser = () => {
  const run = report("e2e.json");
  const collect = (suite) => {
    for (const { title, tests } of suite.specs ?? [])
      for (const { projectName, results: tries } of tests)
        timed.push({ name: `[${projectName}] ${title}`, ms: tries.reduce((total, { duration }) => total + duration, 0) });
    for (const inner of suite.suites ?? []) collect(inner);
  };
  for (const suite of run?.suites ?? []) collect(suite);
  // a test that passed only at the second try is a failure: the first one showed something
  return run && { passed: run.stats.expected, failed: run.stats.unexpected + run.stats.flaky };
};

const build = () => step("build", "scripts/build.mjs", [], { quietly: true });

/**
 * They leave the processor to the build and to the tests, and take what these leave.
 * @param built the build under way: it writes the types of the routes itself, too, and takes them away for a moment before
 */
async function staticChecks(built) {
  const check = (name, script, ...args) => step(name, script, args, { quietly: true, yielding: true });
  await check("format and lint", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".");
  const directions = ["--config", ".dependency-cruiser.cjs", "--output-type", "err", "src"];
  await check("directions of imports", "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", ...directions);
  await check("dead code", "node_modules/knip/bin/knip.js");
  await check("paths that documents cite", "scripts/check-docs.ts");
  await built;
  await check("types of the routes", "node_modules/@react-router/dev/bin.cjs", "typegen");
  await check("types", "node_modules/typescript/bin/tsc", "--noEmit", "--checkers", "1");
  await check(
    "types of the service worker",
    "node_modules/typescript/bin/tsc",
    "--noEmit",
    "--checkers",
    "1",
    "-p",
    "src/worker",
  );
}

try {
  install();
  ensureTestChromium();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** The temporary folders of everything that this run starts. PostgreSQL's own user goes through it. */
const scratch = mkdtempSync(join(realpathSync(tmpdir()), "academia-tests-"));
chmodSync(scratch, 0o755);
rmSync(results, { recursive: true, force: true });
const building = build();
const checking = long ? undefined : staticChecks(building);
const built = await building;
const reporters = ["--reporter=default", "--reporter=json", "--outputFile.json=test-results/vitest.json"];
await step("unit and API tests", "node_modules/vitest/vitest.mjs", ["run", ...reporters], { countTests: unitAndApi });
if (built) await step("browser tests", "node_modules/@playwright/test/cli.js", ["test"], { countTests: browser });
else process.stdout.write("\n== browser tests: not run, as the pages could not be built\n");

await checking;
await clear();
process.stdout.write(`\nThe ${SLOWEST} slowest tests:\n`);
for (const { name, ms } of timed.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST))
  process.stdout.write(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}\n`);

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && !stopped ? 0 : 1);
