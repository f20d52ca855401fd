import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#app/db/embedded/embedded.ts";
import { projectFile } from "#app/project-files.ts";

export type Academy = {
  address: string;
  folder: string;
  database: { url: string; appUrl: string };
  server: ChildProcess;
  /** The errors that the server has logged so far. */
  errors: () => string[];
  end: () => Promise<void>;
};

/**
 * Starts the built application with demo data on a free port and its own data folder.
 * @param options of the runtime, before the program
 */
export async function startAcademy(options: string[] = []): Promise<Academy> {
  const folder = mkdtempSync(join(tmpdir(), "academia-e2e-"));
  chmodSync(folder, 0o755);
  // the server takes over a cluster that runs already: this one does not wait for the disk
  const database = await startEmbedded(folder, { fsync: "off", synchronous_commit: "off", full_page_writes: "off" });
  const env = {
    PATH: process.env.PATH,
    TZ: "America/Sao_Paulo",
    PORT: "0",
    DATA_DIR: folder,
    LIMITS_FACTOR: "1000",
    LOG_LEVEL: "error",
  };
  const server = spawn(process.execPath, [...options, projectFile("build/program/main.js")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit", "ipc"], // the channel closes when the run is killed, and this process ends too
  });
  const end = async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    }
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const output = outputOf(server);
  const errors = () => output.text().match(/^\{.*\}$/gm) ?? [];
  try {
    return { address: await output.address, folder, database, server, errors, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** What the server writes: its address, once it listens, and everything so far. */
export function outputOf(server: ChildProcess): { address: Promise<string>; text: () => string } {
  let text = "";
  const address = new Promise<string>((resolve, reject) => {
    server.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const announced = /Academia do Rito de York: (http:\S+)/.exec(text)?.[1];
      if (announced) resolve(announced);
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${text}`)));
  });
  return { address, text: () => text };
}
