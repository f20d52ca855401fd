import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { projectFile } from "#app/project-files.ts";

/** The application as a process of its own, with demonstration data in a folder and no limits on tries. */
export async function startServer(folder: string): Promise<{ server: ChildProcess; url: string }> {
  chmodSync(folder, 0o755); // the database's user goes through it
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder, LIMITS_FACTOR: "1000000", LOG_LEVEL: "error" };
  const server = spawn(process.execPath, [projectFile("build/program/main.js")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Academia do Rito de York: (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    server.once("exit", () => reject(new Error(output)));
  });
  return { server, url };
}

/** Ends it, and waits until it is gone. */
export async function stopServer(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}
