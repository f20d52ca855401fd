import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ConfigurationError } from "#app/db/start-error.ts";

const SECRET_LENGTH = 32;
const PASSPHRASE_LENGTH = 20;

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `deve ser um destes: ${values.join(", ")}` });

const PORT_RULE = "deve ser um número inteiro de 0 a 65535";
const FACTOR_RULE = "deve ser um número maior que zero";

/** Every setting of the process, with its default. Names and meanings are listed for operators in `.env.example`. */
const settings = z.object({
  NODE_ENV: oneOf(["production", "development", "test"]).default("development"),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_RULE)
    .transform(Number)
    .pipe(z.number().max(65535, PORT_RULE))
    .default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "deve começar com postgres://")
    .optional(),
  DATABASE_MIGRATION_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "deve começar com postgres://")
    .optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, "deve ser um endereço http:// ou https:// sem caminho, como https://academia.example")
    .transform((address) => new URL(address).origin)
    .optional(),
  AUTH_SECRET: z
    .string()
    .min(SECRET_LENGTH, `deve ter ${SECRET_LENGTH} caracteres ou mais`)
    // systemd does not cut comments off: of a line that was never filled in, the comment would be the secret
    .regex(/^(?!.*(^|\s)#)/, "deve ser o segredo, e não um comentário na mesma linha (openssl rand -hex 32)")
    .optional(),
  SMTP_URL: z.string().refine(isMailServer, "deve ser como smtp://servidor:587 ou smtps://usuario:senha@servidor:465").optional(),
  MAIL_FROM: z
    .string()
    .refine(isSender, "deve ser um endereço de e-mail, ou um nome seguido dele: Academia <nao-responda@academia.example>")
    .default("Academia <nao-responda@academia.example>"),
  SMTP_TLS: oneOf(["required", "optional"]).default("required"),
  DATABASE_TLS: oneOf(["required", "optional"]).default("required"),
  DEMO_ACCOUNTS: oneOf(["local", "public"]).default("local"),
  METRICS_TOKEN: z.string().min(SECRET_LENGTH, `deve ter ${SECRET_LENGTH} caracteres ou mais`).optional(),
  TRUSTED_PROXY: oneOf(["none", "one"]).default("none"),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: z.string().refine(isOrigin, "deve ser como https://s3.exemplo.com, sem o nome do balde").optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_TLS: oneOf(["required", "optional"]).default("required"),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_HOUR: z
    .string()
    .regex(/^(never|1?\d|2[0-3])$/, "deve ser uma hora de 0 a 23, ou never")
    .default("3"),
  BACKUP_PASSPHRASE: z.string().min(PASSPHRASE_LENGTH, `deve ter ${PASSPHRASE_LENGTH} caracteres ou mais`).optional(),
  BACKUP_RECIPIENTS: z
    .string()
    .transform((keys) => keys.split(/[\s,]+/))
    .pipe(
      z.array(
        z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/, "deve ser uma chave pública do age (age1…), ou várias com vírgulas"),
      ),
    )
    .optional(),
  BACKUP_IDENTITY_FILE: z.string().min(1).optional(),
  BACKUP_BEFORE_UPGRADE: oneOf(["yes", "no"]).default("yes"),
  LIMITS_FACTOR: z
    .string()
    .regex(/^\d+(\.\d+)?$/, FACTOR_RULE)
    .transform(Number)
    .pipe(z.number({ error: FACTOR_RULE }).positive(FACTOR_RULE))
    .default(1),
});

/** Links begin with it and the origin of requests is compared with it, so nothing may follow the host. */
function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/]+\/?$/i.test(address) && !url.username;
}

/** With a host, and credentials that can be read: nodemailer would find out at the first letter, and then at each. */
function isMailServer(address: string): boolean {
  const url = URL.parse(address);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) return false;
  try {
    return decodeURIComponent(url.username + url.password) !== undefined;
  } catch {
    return false;
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** Whether a host name or address is this machine itself. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** A database on another machine, by a connection that may be read on the way. Without a host it is a socket of this machine. */
function isPlainAndRemote(address: string): boolean {
  const url = URL.parse(address);
  const host = url?.searchParams.get("host") ?? url?.hostname ?? "";
  const encrypted = /^(require|verify-ca|verify-full)$/.test(url?.searchParams.get("sslmode") ?? "");
  return host !== "" && !host.startsWith("/") && !isLoopback(host) && !encrypted;
}

/** A server on another machine, whose answers may be read on the way. */
function isPlainHttpAndRemote(address: string | undefined): boolean {
  const url = URL.parse(address ?? "");
  return url?.protocol === "http:" && !isLoopback(url.hostname);
}

/** Whether demonstration accounts, whose password is published, may be here: on this machine alone, unless a setting says otherwise. */
export const mayHaveDemo = ({ DEMO_ACCOUNTS, HOST, PUBLIC_URL }: Pick<Env, "DEMO_ACCOUNTS" | "HOST" | "PUBLIC_URL">): boolean =>
  DEMO_ACCOUNTS === "public" || (isLoopback(HOST) && (!PUBLIC_URL || isLoopback(new URL(PUBLIC_URL).hostname)));

/** One address, bare or after a name; nothing that could begin another header. */
function isSender(value: string): boolean {
  const [, named, bare] = /^(?:[^<>\r\n]*<([^<>\s]+)>|([^<>\s]+))$/.exec(value) ?? [];
  return z.email().safeParse(named ?? bare).success;
}

export type Env = Omit<z.output<typeof settings>, "AUTH_SECRET"> & {
  /** Signs the session cookie; generated into the data folder outside production. */
  AUTH_SECRET: string;
  /** Where that is from: a setting, or a file of the data folder (`auth-secret`), which then belongs into a backup. */
  AUTH_SECRET_FROM: "environment" | "data-folder";
  /** Absolute path; created when missing. */
  DATA_DIR: string;
  production: boolean;
};

/**
 * Parses the environment once, at start. An empty variable counts as not set.
 * @throws ConfigurationError with one line for each wrong setting
 */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const known = Object.keys(settings.shape);
  const given = Object.fromEntries(known.flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])));
  const parsed = settings.safeParse(given);
  const errors = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const production = given.NODE_ENV === "production";
  if (production && !given.AUTH_SECRET)
    errors.push("AUTH_SECRET: obrigatório em produção (32 caracteres ou mais, guardados em segredo)");
  if (production && !given.PUBLIC_URL)
    errors.push("PUBLIC_URL: obrigatório em produção (o endereço que os membros abrem, como https://academia.example)");
  if (given.BACKUP_PASSPHRASE && given.BACKUP_RECIPIENTS)
    errors.push("BACKUP_PASSPHRASE, BACKUP_RECIPIENTS: as cópias são cifradas com uma senha ou para chaves; escolha um dos dois");
  if (given.DATABASE_MIGRATION_URL && !given.DATABASE_URL)
    errors.push("DATABASE_MIGRATION_URL: só vale junto com DATABASE_URL, que diz com que usuário o programa trabalha");
  for (const name of ["DATABASE_URL", "DATABASE_MIGRATION_URL"] as const)
    if (parsed.data?.DATABASE_TLS === "required" && parsed.data[name] && isPlainAndRemote(parsed.data[name]))
      errors.push(
        `${name}: o servidor é outro computador; acrescente ?sslmode=verify-full para que a conexão seja cifrada, ou DATABASE_TLS=optional se a rede entre os dois é só sua`,
      );
  if (given.S3_BUCKET && !(given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY))
    errors.push("S3_BUCKET: só vale junto com S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY, a chave que lê e grava nesse balde");
  if (parsed.data?.S3_TLS === "required" && isPlainHttpAndRemote(parsed.data.S3_ENDPOINT))
    errors.push("S3_ENDPOINT: o servidor é outro computador; use https://, ou S3_TLS=optional se a rede entre os dois é só sua");
  if (errors.length > 0 || !parsed.success)
    throw new ConfigurationError(`Configuração inválida:\n${errors.map((line) => `  - ${line}`).join("\n")}`);
  const dataDir = resolve(parsed.data.DATA_DIR);
  try {
    mkdirSync(dataDir, { recursive: true });
    return {
      ...parsed.data,
      DATA_DIR: dataDir,
      production,
      AUTH_SECRET: parsed.data.AUTH_SECRET ?? localSecret(dataDir),
      AUTH_SECRET_FROM: parsed.data.AUTH_SECRET ? "environment" : "data-folder",
    };
  } catch (error) {
    throw new ConfigurationError(
      `Configuração inválida:\n  - DATA_DIR: não é possível escrever na pasta ${dataDir} (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

/** What the names of settings begin with, and those of no other program's do. */
const OUR_PREFIXES = /^(?:ADMIN|AUTH|BACKUP|DATABASE|DEMO|LIMITS|MAIL|METRICS|S3|SMTP|TRUSTED)_/;
/** How many letters may be wrong in a name that is near to one of ours. */
const NEAR = 2;
/** Shorter names are near to too many others. */
const LONG_ENOUGH = 8;

/** Names of the environment that are probably settings written wrongly, each with the one that was meant where one is near. */
export function misspeltSettings(source: NodeJS.ProcessEnv): { name: string; meant: string | undefined }[] {
  const known = Object.keys(settings.shape);
  return Object.keys(source)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => each.length >= LONG_ENOUGH && lettersApart(name.toUpperCase(), each) <= NEAR);
      return meant || OUR_PREFIXES.test(name) ? [{ name, meant }] : [];
    });
}

/** How many letters have to be put in, taken out or changed to make one word of the other (Levenshtein). */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries())
      next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + Number(letter !== wanted)));
    row = next;
  }
  return row.at(-1)!;
}

/** The address that members open; without PUBLIC_URL the one on this machine. @param port where the system chose it */
export function publicAddress({ PUBLIC_URL, HOST, PORT }: Pick<Env, "PUBLIC_URL" | "HOST" | "PORT">, port = PORT): string {
  const everywhere = HOST === "0.0.0.0" || HOST === "::";
  return PUBLIC_URL ?? `http://${everywhere ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`;
}

/** A secret for local use, made once and kept in the data folder. */
function localSecret(dataDir: string): string {
  const file = join(dataDir, "auth-secret");
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (kept.length >= SECRET_LENGTH) return kept;
  const secret = randomBytes(32).toString("hex"); // also where a start was cut off before it had written one
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
