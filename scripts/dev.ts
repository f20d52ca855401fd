/**
 * `npm run dev`: everything, with reload. PostgreSQL stays up while `node --watch` starts the server again at each change of its
 * files, and Vite serves the pages at the address, passing calls of the API on.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownEmbedded } from "#app/db/embedded/owner.ts";
import { StartError } from "#app/db/start-error.ts";
import { ownDatabase } from "#app/server/database.ts";
import { parseEnv } from "#app/server/env.ts";

const root = join(import.meta.dirname, "..");

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const env = parseEnv(process.env);
  const embedded = env.DATABASE_URL ? undefined : await ownEmbedded(env.DATA_DIR, () => undefined);
  const { url, appUrl } = ownDatabase(env) ?? embedded!;
  const pages = env.PORT || 3000;
  const shared = {
    ...process.env,
    NODE_ENV: "development",
    DATABASE_URL: appUrl,
    DATABASE_MIGRATION_URL: url,
    PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${pages}`,
  };
  const start = (args: string[], more: Record<string, string>): ChildProcess =>
    spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...shared, ...more } });
  const children = [
    start(["--watch", "--watch-preserve-output", "src/composition/main.ts", "--without-pages"], { PORT: String(pages + 1) }),
    start(["node_modules/@react-router/dev/bin.cjs", "dev", "--host", "localhost", "--port", String(pages), "--strictPort"], {
      API_URL: `http://127.0.0.1:${pages + 1}`,
    }),
  ];
  const ended = children.map((child) => new Promise<void>((resolve) => child.once("exit", () => resolve())));
  const stop = () => {
    for (const child of children) child.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  await Promise.race(ended); // one without the other is of no use
  stop();
  await Promise.all(ended);
  await embedded?.close();
}

main().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
