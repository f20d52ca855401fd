import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/** Every setting of the process, with its default. Names and meanings are listed for operators in `.env.example`. */
const settings = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().min(3).default("Academia <nao-responda@academia.example>"),
  TRUSTED_PROXY: z.enum(["none", "one"]).default("none"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  LIMITS_FACTOR: z.coerce.number().positive().default(1),
});

export type Env = Omit<z.output<typeof settings>, "AUTH_SECRET"> & {
  /** Signs the session cookie; generated into the data folder outside production. */
  AUTH_SECRET: string;
  /** Absolute path; created when missing. */
  DATA_DIR: string;
  production: boolean;
};

/** Thrown with one line per wrong setting, for the operator to read. */
export class EnvError extends Error {}

/**
 * Parses the environment once, at start. An empty variable counts as not set.
 * @throws EnvError naming every wrong setting.
 */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const known = Object.keys(settings.shape);
  const given = Object.fromEntries(known.flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])));
  const parsed = settings.safeParse(given);
  const errors = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const production = given.NODE_ENV === "production";
  if (production && !given.AUTH_SECRET) errors.push("AUTH_SECRET: required in production (32 characters or more, kept secret)");
  if (production && !given.PUBLIC_URL)
    errors.push("PUBLIC_URL: required in production (the address members open, for example https://academia.example)");
  if (errors.length > 0 || !parsed.success)
    throw new EnvError(`Configuração inválida:\n${errors.map((line) => `  - ${line}`).join("\n")}`);
  const dataDir = resolve(parsed.data.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  return { ...parsed.data, DATA_DIR: dataDir, production, AUTH_SECRET: parsed.data.AUTH_SECRET ?? localSecret(dataDir) };
}

/** A secret for local use, made once and kept in the data folder. */
function localSecret(dataDir: string): string {
  const file = join(dataDir, "auth-secret");
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}
