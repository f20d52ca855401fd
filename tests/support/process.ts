import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { projectFile } from "#app/project-files.ts";
import { PASSWORD } from "./app.ts";
import { withDatabase } from "./database-server.ts";

const main = projectFile("build/program/main.js");
const launcher = projectFile("scripts/start.mjs");

export type Started = { process: ChildProcess; address: string };
export type Starting = {
  process: ChildProcess;
  /** When it serves; rejects with what it wrote when it ends before. */
  started: Promise<Started>;
  ended: Promise<{ code: number | null; output: string }>;
};

/** Another program than the bundle: what `npm start` runs, one of the past, or a command. */
type Program = { launcher: true } | { program: string; args: string[] } | { command: string };

/** A folder for a test file, and the real program in it. What was started is stopped, and the folder removed, after the file's tests. */
export function realProcess(): { folder: string; start: (settings?: Record<string, string>, other?: Program) => Starting } {
  const folder = mkdtempSync(join(tmpdir(), "academia-process-"));
  chmodSync(folder, 0o755);
  const running: ChildProcess[] = [];

  afterAll(async () => {
    for (const child of running) child.kill("SIGTERM");
    await Promise.all(running.map(gone));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (settings: Record<string, string> = {}, other?: Program): Starting => {
    const env = {
      PATH: process.env.PATH,
      PORT: "0",
      DATA_DIR: join(folder, "data"),
      LOG_LEVEL: "warn",
      LIMITS_FACTOR: "1000",
      ...settings,
    };
    const [command = "", ...args] = commandOf(other);
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    running.push(child);
    let output = "";
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once("exit", (code) => resolve({ code, output })),
    );
    const started = new Promise<Started>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /Academia do Rito de York: (http:\S+)/.exec(output)?.[1];
        if (address) resolve({ process: child, address });
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      void ended.then(() => reject(new Error(output)));
    });
    started.catch(() => undefined);
    return { process: child, started, ended };
  };
  return { folder, start };
}

function commandOf(other: Program | undefined): string[] {
  if (!other) return [process.execPath, main];
  if ("command" in other) return [other.command];
  return "launcher" in other ? [process.execPath, launcher] : [process.execPath, other.program, ...other.args];
}

/** Waits until a process has ended. */
export const gone = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()));

const post = (address: string, path: string, body: object) =>
  fetch(`${address}/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify(body),
  });

export const signUp = (address: string, email: string) =>
  post(address, "account/sign-up", { fullName: "Membro Novo", email, password: PASSWORD });

export const login = (address: string, email: string, password = PASSWORD) => post(address, "account/login", { email, password });

/** What a start ends with that would fail again: the systemd unit does not try it again (deploy.test.ts). Others end with 1, and are tried again. */
export const CONFIGURATION_STATUS = 78;

/** Runs statements as a superuser of the tests' server. */
export const administer = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: inject("postgres").url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

/** Makes a database that is ready for use, so that a start need not make one, for the rest of the file. @returns the settings of a start on it */
export function readyDatabase(folder: string): () => { DATABASE_URL: string; DATA_DIR: string } {
  const ready = `pronto_${randomUUID().replaceAll("-", "")}`;
  beforeAll(() => administer(`create database ${ready} template ${inject("postgres").template}`));
  afterAll(() => administer(`drop database ${ready} with (force)`));
  return () => ({ DATABASE_URL: withDatabase(inject("postgres").url, ready), DATA_DIR: join(folder, "ready") });
}
