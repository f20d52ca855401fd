import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { projectFile } from "#app/project-files.ts";
import { memorySettings } from "./prepare.mjs";

/**
 * The application as a process of its own, with demonstration data in a folder and no limits on tries.
 * @param settings more of the environment
 */
export async function startServer(
  folder: string,
  settings: Record<string, string> = {},
): Promise<{ server: ChildProcess; url: string }> {
  chmodSync(folder, 0o755); // the database's user goes through it
  const env = {
    PATH: process.env.PATH,
    PORT: "0",
    DATA_DIR: folder,
    LIMITS_FACTOR: "1000000",
    LOG_LEVEL: "error",
    ...memorySettings,
    ...settings,
  };
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
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
}

/** Logs in or signs up, and returns the session's cookie. @throws Error when it is refused */
async function enter(url: string, by: "login" | "sign-up", person: Record<string, string>, cookie = ""): Promise<string> {
  const answer = await fetch(`${url}/api/account/${by}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, cookie },
    body: JSON.stringify(person),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${by} answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Of one of the demonstration's accounts. */
/** @param cookie of a browser that has signed in before */
export const signIn = (url: string, email: string, cookie = ""): Promise<string> =>
  enter(url, "login", { email, password: "Academia#2026" }, cookie);

/** Of a new member. */
export const signUp = (url: string): Promise<string> =>
  enter(url, "sign-up", {
    fullName: "Membro da medida",
    email: `${crypto.randomUUID()}@bench.example`,
    password: "Esquadro&Compasso9",
  });
