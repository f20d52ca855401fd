/**
 * `npm run lighthouse`: Lighthouse's mobile run on public pages of the built application; prints the four scores of each and, for
 * those below 100, what it found. Addresses may be given as arguments; without any, every public page.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { pages } from "#app/pages.ts";
import { projectFile } from "#app/project-files.ts";
import { findChromium } from "./chromium.mjs";

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

async function startApp(folder: string): Promise<{ server: ChildProcess; url: string }> {
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, LOG_LEVEL: "error", LIMITS_FACTOR: "1000" };
  const server = spawn(process.execPath, [projectFile("build/program/main.js")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Academia do Rito de York: (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  return { server, url };
}

const folder = mkdtempSync(join(tmpdir(), "academia-lighthouse-"));
chmodSync(folder, 0o755);
const { server, url } = await startApp(folder);
const chrome = await launch({
  chromePath: findChromium(),
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  for (const address of addresses) {
    const run = await lighthouse(url + address, { port: chrome.port, logLevel: "error", output: "json" });
    const { categories, audits } = run!.lhr;
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
  chrome.kill();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
