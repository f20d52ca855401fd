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
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    browserName: "chromium",
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    launchOptions: { executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] },
    trace: "retain-on-failure",
  },
  projects: [
    { name: "phone", use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
