import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Files of one worker share their modules: importing the application takes longer than most files' tests. */
const shared = { isolate: false, restoreMocks: true, maxWorkers: 2, testTimeout: 20_000, hookTimeout: 40_000 };

/** Tests that start many processes or fill tables, run by `npm run test:long` alone. */
const LONG = "{src,tests}/**/*.long.test.ts";
const long = process.env.TEST_LONG === "1";

/** Tests of generated values: both runs have them, each with its own values (tests/support/generated-values.ts). */
const generated = globSync("{src,tests}/**/*.test.ts").filter((file) => readFileSync(file, "utf8").includes('from "fast-check"'));
const ofUnits = (file: string) => file.endsWith(".unit.test.ts");
const GENERATED_VALUES = "tests/support/generated-values.ts";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: long ? generated.filter(ofUnits) : ["src/**/*.unit.test.ts", "tests/unit/**/*.test.ts"],
          exclude: [LONG], // the long run has them beside the API's
          setupFiles: [GENERATED_VALUES],
        },
      },
      {
        test: {
          ...shared,
          name: "api",
          include: long ? [LONG, ...generated.filter((file) => !ofUnits(file))] : ["src/**/*.test.ts", "tests/api/**/*.test.ts"],
          exclude: ["src/**/*.unit.test.ts", ...(long ? [] : [LONG])],
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: ["tests/support/cheap-password-hash.ts", "tests/support/unexpected-errors.ts", GENERATED_VALUES],
        },
      },
    ],
  },
});
