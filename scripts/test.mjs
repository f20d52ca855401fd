/**
 * `npm test`: prepares what is missing, then runs every check in order and closes with `N passed, N failed`, counting each test of
 * the two test runners and each static check. All steps run, so that one run tells everything; the exit code says whether all passed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { build, install, node, root } from "./prepare.mjs";

const at = (path) => join(root, path);
const results = at("test-results");
let passed = 0;
let failed = 0;

function step(name, script, args, countTests) {
  const started = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  const run = spawnSync(node, [at(script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", FORCE_COLOR: "0" },
  });
  const ok = run.status === 0;
  const counts = countTests?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  passed += counts.passed;
  failed += Math.max(counts.failed, ok ? 0 : 1);
  process.stdout.write(`== ${name}: ${ok ? "ok" : "FAILED"} (${Math.round((Date.now() - started) / 1000)} s)\n`);
}

const report = (file) => (existsSync(join(results, file)) ? JSON.parse(readFileSync(join(results, file), "utf8")) : undefined);

const unitAndApi = () => {
  const run = report("vitest.json");
  return run && { passed: run.numPassedTests, failed: run.numFailedTests };
};

const browser = () => {
  const run = report("e2e.json");
  return run && { passed: run.stats.expected, failed: run.stats.unexpected + run.stats.flaky };
};

try {
  install();
  ensureChromium();
  build();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

rmSync(results, { recursive: true, force: true });
step("types of the routes", "node_modules/@react-router/dev/bin.cjs", ["typegen"]);
step("types", "node_modules/typescript/bin/tsc", ["--noEmit"]);
step("format and lint", "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]);
step("directions of imports", "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
  "--config",
  ".dependency-cruiser.cjs",
  "--output-type",
  "err",
  "src",
]);
step("dead code", "node_modules/knip/bin/knip.js", []);
step("paths that documents cite", "scripts/check-docs.ts", []);
step("content", "scripts/check-content.ts", []);
step(
  "unit and API tests",
  "node_modules/vitest/vitest.mjs",
  ["run", "--reporter=default", "--reporter=json", "--outputFile.json=test-results/vitest.json"],
  unitAndApi,
);
step("browser tests", "node_modules/@playwright/test/cli.js", ["test"], browser);

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
