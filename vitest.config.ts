import { defineConfig } from "vitest/config";

/** Files of one worker share their modules: importing the application takes longer than most files' tests. */
const shared = { isolate: false, restoreMocks: true, maxWorkers: 2, testTimeout: 20_000, hookTimeout: 40_000 };

/** Tests that start many processes or fill tables, run by `npm run test:long` alone. */
const LONG = "{src,tests}/**/*.long.test.ts";
const long = process.env.TEST_LONG === "1";

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: "unit", include: long ? [] : ["src/**/*.unit.test.ts", "tests/unit/**/*.test.ts"] } },
      {
        test: {
          ...shared,
          name: "api",
          include: long ? [LONG] : ["src/**/*.test.ts", "tests/api/**/*.test.ts"],
          exclude: ["src/**/*.unit.test.ts", ...(long ? [] : [LONG])],
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: ["tests/support/cheap-password-hash.ts", "tests/support/unexpected-errors.ts"],
        },
      },
    ],
  },
});
