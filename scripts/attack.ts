/**
 * `npm run attack`: repeats the security trial. It runs what attacks the product among the tests, and prints what each part sent. The parts that
 * take long are in `npm run test:long` too, the others in `npm test`. To see that they run through: ATTACK_INPUTS=10 ATTACK_TRIES=200.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const VITEST = "node_modules/vitest/vitest.mjs";
const PLAYWRIGHT = "node_modules/@playwright/test/cli.js";

type Part = { name: string; script: string; args: string[]; long?: boolean };

const PARTS: Part[] = [
  {
    name: "roles and kinds of members, origins, headers, log flood, uploads, paths, races, tries of passwords and codes",
    script: VITEST,
    args: [
      "run",
      "tests/api/permissions.test.ts",
      "tests/api/fresh-proof.test.ts",
      "tests/api/platform.test.ts",
      "tests/api/process.test.ts",
      "tests/api/security-log.test.ts",
      "src/server/log.unit.test.ts",
      "src/server/http/static-files.unit.test.ts",
      "src/features/audit",
      "src/features/account",
      "src/features/admin",
      "src/features/library/library-uploads.test.ts",
      "src/features/mentoring/mentorship-sessions",
    ],
  },
  {
    name: "generated inputs over every operation",
    script: VITEST,
    args: ["run", "tests/api/generated-inputs.long.test.ts"],
    long: true,
  },
  {
    name: "spraying, by itself, as it measures how long the owner waits",
    script: VITEST,
    args: ["run", "tests/api/sign-in-attack.long.test.ts"],
    long: true,
  },
  {
    name: "second factors and passkeys in a browser",
    script: PLAYWRIGHT,
    args: ["test", "tests/e2e/second-factor.spec.ts"],
  },
  {
    name: "stored scripts in a browser, second factors on a phone, proof asked again",
    script: PLAYWRIGHT,
    args: ["test", "tests/e2e/stored-scripts.spec.ts", "tests/e2e/second-factor.spec.ts"],
    long: true,
  },
];

const failed = PARTS.filter(({ name, script, args, long }) => {
  console.log(`\n== ${name}`);
  const env = { ...process.env, NODE_ENV: "test", FORCE_COLOR: "0", TEST_LONG: long ? "1" : "" };
  return spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit", env }).status !== 0;
});
for (const { name } of PARTS) console.log(`${failed.some((part) => part.name === name) ? "FAILED" : "ok    "}  ${name}`);
process.exit(failed.length === 0 ? 0 : 1);
