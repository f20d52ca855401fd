/**
 * `npm run lighthouse`: Lighthouse's mobile run on public pages of the built application; prints the four scores of each and, for
 * those below 100, what it found. Addresses may be given as arguments; without any, every public page. Lighthouse is fetched by npm at the
 * first run: as a dependency of the project it was a quarter of all files that an installation writes.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { pages } from "#app/pages.ts";
import { startServer, stopServer } from "./bench-server.ts";
import { findChromium } from "./chromium.mjs";

const LIGHTHOUSE = "lighthouse@13.5.0";

const given = process.argv.slice(2);
const addresses =
  given.length > 0
    ? given
    : [
        ...pages
          .filter(({ access, path }) => access === "public" && !path.includes(":"))
          .map(({ path }) => `/${path}${path.startsWith("boletim/") ? "?token=exemplo" : ""}`), // as letters open them
        "/dicionario/acacia",
      ];

/** The part of Lighthouse's report that is printed. */
type Report = {
  categories: Record<string, { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
};

/** @throws Error with what Lighthouse wrote, when it could not look at the page */
async function inspect(page: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      page,
      "--quiet",
      "--output=json",
      "--no-enable-error-reporting",
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking",
    ],
    {
      // on the project's Node
      env: { ...process.env, CHROME_PATH: findChromium(), PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout) as Report;
}

const folder = mkdtempSync(join(tmpdir(), "academia-lighthouse-"));
const { server, url } = await startServer(folder);
try {
  for (const address of addresses) {
    const { categories, audits } = await inspect(url + address);
    const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
    console.log(`${address.padEnd(24)} ${scores.join("  ")}`);
    for (const { auditRefs, score } of Object.values(categories)) {
      if (score === 1) continue;
      for (const { id, weight } of auditRefs) {
        const audit = audits[id]!;
        if (weight > 0 && audit.score !== null && audit.score < 1)
          console.log(`    ${id}: ${audit.score} ${audit.displayValue ?? audit.title}`);
      }
    }
  }
} finally {
  await stopServer(server);
  rmSync(folder, { recursive: true, force: true });
}
