import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.unit.test.ts", "tests/unit/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "api",
          include: ["src/**/*.test.ts", "tests/api/**/*.test.ts"],
          exclude: ["src/**/*.unit.test.ts"],
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: ["tests/support/no-unexpected-errors.ts"],
          testTimeout: 20_000,
          hookTimeout: 40_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
