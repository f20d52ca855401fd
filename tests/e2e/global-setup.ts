import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#app/db/embedded/embedded.ts";

const root = join(import.meta.dirname, "../..");

/** Starts the built application with demo data on a free port and a data folder of its own, for the whole run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "academia-e2e-"));
  chmodSync(folder, 0o755);
  // the server takes over a cluster that runs already: this one does not wait for the disk
  const { url } = await startEmbedded(folder, { fsync: "off", synchronous_commit: "off", full_page_writes: "off" });
  const env = {
    PATH: process.env.PATH,
    TZ: "America/Sao_Paulo",
    PORT: "0",
    DATA_DIR: folder,
    LIMITS_FACTOR: "1000",
    LOG_LEVEL: "error",
  };
  const server = spawn(process.execPath, [join(root, "src/server/main.ts")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.env.E2E_BASE_URL = await announcedAddress(server);
  process.env.E2E_DATA_DIR = folder;
  process.env.E2E_DATABASE_URL = url;
  return async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

function announcedAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    server.stdout!.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Academia do Rito de York: (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}
