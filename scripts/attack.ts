/**
 * `npm run attack`: repeats the security trials. It runs what attacks the product among the tests, with the limits as they ship where a test does
 * not say otherwise, and prints what each part sent. The parts that take long are in `npm run test:long` too, the others in `npm test`. To see that
 * they run through: ATTACK_INPUTS=10 ATTACK_TRIES=200. A new attack is a line in `PARTS`.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureTestChromium } from "./chromium.mjs";

const root = join(import.meta.dirname, "..");
const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

type Part = {
  name: string;
  /** Test files and folders; those in `tests/e2e` run in a browser. A part has either. */
  tests: string[];
  long?: true;
};

const PARTS: Part[] = [
  {
    name: "the three high findings of 2026-11-23: a flood of the reset form, a line of question marks, an account taken before its owner comes",
    tests: [
      "src/features/account/recovery.test.ts",
      "tests/api/costs.test.ts",
      "src/features/account/possession.test.ts",
      "src/features/account/address.test.ts",
    ],
  },
  {
    name: "what costs, and the queues that bound it",
    tests: [
      "src/server/fair-queue.unit.test.ts",
      "src/server/worker-pool.unit.test.ts",
      "src/features/library/library-texts.test.ts",
      "src/features/library/library-uploads.test.ts",
    ],
  },
  {
    name: "roles and kinds of members, degrees, origins, headers, log flood, paths, races, tries of passwords and codes",
    tests: [
      "tests/api/permissions.test.ts",
      "tests/api/administration-degree.test.ts",
      "tests/api/fresh-proof.test.ts",
      "tests/api/platform.test.ts",
      "tests/api/start.long.test.ts",
      "tests/api/security-log.test.ts",
      "src/server/log.unit.test.ts",
      "src/server/http/static-files.unit.test.ts",
      "src/features/audit",
      "src/features/account",
      "src/features/admin",
      "src/features/exam",
      "src/features/mentoring",
      "src/features/search/search.test.ts",
    ],
  },
  {
    name: "what each input costs the event loop, and a flood of each queue",
    tests: ["tests/api/costs.long.test.ts", "tests/api/floods.long.test.ts"],
    long: true,
  },
  {
    name: "orders of acts by a stranger and the owner of a mailbox",
    tests: ["src/features/account/possession.long.test.ts"],
    long: true,
  },
  { name: "generated inputs over every operation", tests: ["tests/api/generated-inputs.long.test.ts"], long: true },
  {
    name: "spraying, by itself, as it measures how long the owner waits",
    tests: ["tests/api/sign-in-attack.long.test.ts"],
    long: true,
  },
  {
    name: "stored scripts, second factors, passkeys, proof asked again, in a browser",
    tests: ["tests/e2e/stored-scripts.spec.ts", "tests/e2e/second-factor.spec.ts"],
    long: true,
  },
];

ensureTestChromium();
const failed = PARTS.filter(({ name, tests, long }) => {
  console.log(`\n== ${name}`);
  const args = tests[0]!.startsWith("tests/e2e/") ? [PLAYWRIGHT, "test"] : [VITEST, "run"];
  const env = { ...process.env, NODE_ENV: "test", FORCE_COLOR: "0", TEST_LONG: long ? "1" : "" };
  const { status } = spawnSync(process.execPath, [join(root, args[0]!), args[1]!, ...tests], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  return status !== 0;
});
for (const part of PARTS) console.log(`${failed.includes(part) ? "FAILED" : "ok    "}  ${part.name}`);
process.exit(failed.length === 0 ? 0 : 1);
