import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

/** Real Chromium of the system against the real server on a fresh data folder (tests/e2e/global-setup.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  /** A second try writes the trace; the run counts what needed one as failed (scripts/test.mjs). */
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    browserName: "chromium",
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    launchOptions: { executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] },
    trace: "on-first-retry",
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    { name: "phone", grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
  ],
});
