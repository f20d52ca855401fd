import { defineConfig } from "@playwright/test";
import { findTestChromium } from "./scripts/chromium.mjs";
import { DESKTOP, PHONE } from "./tests/e2e/viewports.ts";

/** Tests of layout and touch, and one walk through each part of the product: on the phone by `npm test`, on a wide screen too by `npm run test:long`. */
const ON_THE_PHONE = /@phone\b(?!-)/;
/** What takes long runs in `npm run test:long` alone, on the phone where it has that tag too. */
const LONG = /@long\b/;
/** Run on a wide screen by `npm test`, and on the phone by `npm run test:long`. */
const LONG_ON_THE_PHONE = /@phone-long\b|(?=.*@long\b).*@phone\b(?!-)/;
/** What the other run has left out. */
const LONG_ON_A_WIDE_SCREEN = /@long\b|@phone\b(?!-)/;

const desktop = { name: "desktop", use: { viewport: DESKTOP } };
const phone = { name: "phone", use: { viewport: PHONE, hasTouch: true } };

/** Real Chromium of the system against the real server on a fresh data folder (tests/e2e/global-setup.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  fullyParallel: true,
  workers: 3,
  /** Ends what hangs, on the slowest machine too: three walks share two processors. */
  timeout: process.env.TEST_LONG ? 300_000 : 120_000,
  expect: { timeout: 15_000 },
  /** A second try writes the trace; `npm test` counts what needed one as failed (scripts/test.mjs). */
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    browserName: "chromium",
    locale: "pt-BR",
    // what the service worker asks for is out of a test's reach; those that are about it let it in (tests/e2e/offline.spec.ts)
    serviceWorkers: "block",
    timezoneId: "America/Sao_Paulo",
    launchOptions: {
      executablePath: findTestChromium(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
    trace: "on-first-retry",
  },
  projects: process.env.TEST_LONG
    ? [
        { ...desktop, grep: LONG_ON_A_WIDE_SCREEN },
        { ...phone, grep: LONG_ON_THE_PHONE },
      ]
    : [
        { ...phone, grep: ON_THE_PHONE, grepInvert: LONG },
        { ...desktop, grepInvert: LONG_ON_A_WIDE_SCREEN },
      ],
});
