import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { sql } from "drizzle-orm";
import pg from "pg";
import { matchPath } from "react-router";
import { ContentError } from "#app/content/files.ts";
import { ownEmbedded } from "#app/db/embedded/owner.ts";
import type { DatabaseAddresses } from "#app/db/roles.ts";
import { ConfigurationError, StartError } from "#app/db/start-error.ts";
import { pagesSinceBuild } from "#app/features/dictionary/dictionary.service.ts";
import { isOpenReadingChanged } from "#app/features/library/open-reading.service.ts";
import { DEMO_PASSWORD, findDemoAccounts } from "#app/features/system/demo-accounts.service.ts";
import { systemState } from "#app/features/system/system.service.ts";
import { plural } from "#app/lib/text.ts";
import { pages, shellAddress } from "#app/pages.ts";
import { projectFile } from "#app/project-files.ts";
import { makeBackup } from "#app/server/backup/backup.ts";
import { backupFolder, backupOptions } from "#app/server/backup/daily.ts";
import type { Services } from "#app/server/context.ts";
import { ownDatabase, prepareDatabase } from "#app/server/database.ts";
import { type Env, mayHaveDemo, misspeltSettings, parseEnv, publicAddress } from "#app/server/env.ts";
import { endSlowBody, longestBody } from "#app/server/http/body-limits.ts";
import { keepForNextBuild } from "#app/server/http/former-files.ts";
import { refuseMalformed } from "#app/server/http/refuse-malformed.ts";
import { loadStaticFiles, type StaticFiles } from "#app/server/http/static-files.ts";
import { createLog, type Log, redactError } from "#app/server/log.ts";
import { isUnknownAuthority, UNKNOWN_AUTHORITY } from "#app/server/unknown-authority.ts";
import { BODY_LIMITS, createApp } from "./app.ts";
import { DEMO_ACCOUNTS, seedDemo } from "./demo/demo.ts";
import { openServices } from "./services.ts";

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  for (const { name, meant } of misspeltSettings(process.env))
    warn(
      `${name} não é uma configuração da Academia, e não vale nada${meant ? `. Seria ${meant}?` : ". A lista está em .env.example."}`,
    );
  const env = parseEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const stops: Stop[] = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop().catch((error) => log.error({ err: error }, "stopping"));
  };

  let [starting, stopping] = [true, false];
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "stopping");
    if (!starting) void stopAll().then(() => process.exit(0));
  };
  // Not once: a service manager signals the whole group, and the launcher passes its signal on.
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("disconnect", () => stop("launcher gone"));

  try {
    await serve(env, log, stops, () => {
      if (stopping) throw new Interrupted();
    });
  } catch (error) {
    await stopAll();
    if (!stopping) throw error;
    process.exit(0);
  }
  starting = false;
  if (stopping) await stopAll().then(() => process.exit(0));
}

/** The process was told to stop while it was starting. */
class Interrupted extends Error {}

type Stop = () => Promise<void>;

/**
 * Starts everything, in order.
 * @param stops how to undo what was started so far, in the same order
 * @param goOn asked after each part of the start; throws when there is no need for the next
 * @throws StartError
 */
async function serve(env: Env, log: Log, stops: Stop[], goOn: () => void): Promise<void> {
  const own = ownDatabase(env);
  const database = own ? await tryDatabase(own) : await openEmbedded(env, log, stops);
  goOn();
  const beforeUpgrade = () => backUpBeforeUpgrade(env, log, database.url);
  await (own ? prepareOwn(database, beforeUpgrade) : prepareDatabase(database, { beforeUpgrade }));
  goOn();
  const { services, queue, close } = await openServices(env, log, database.appUrl, { supervise: true, poolSize: 10 });
  stops.push(close);
  goOn();
  const demo = !env.production && mayHaveDemo(env);
  if (demo) await seedDemo(services);
  else if (!mayHaveDemo(env)) await refuseDemoAccounts(services);
  goOn();
  await queue.work(services);

  const files = process.argv.includes(WITHOUT_PAGES) ? undefined : loadPages(services);
  const ready = () =>
    Promise.all([services.db.execute(sql`select 1`), statfs(env.DATA_DIR)]).then(
      ([, { bavail, bsize }]) => bavail * bsize >= LEAST_DISK,
      () => false,
    );
  const app = createApp(services, ready);
  const handle = getRequestListener((request, { incoming }) =>
    app.fetch(request, { remoteAddress: (incoming as { socket: { remoteAddress?: string } }).socket.remoteAddress }),
  );
  const server = createServer((request, response) => {
    if (refuseMalformed(request, response) || files?.serve(request, response)) return;
    endSlowBody(BODY_LIMITS, request, response);
    void handle(request, response);
  });
  server.requestTimeout = longestBody(BODY_LIMITS) * 1_000; // uploads; the others are ended sooner
  server.headersTimeout = 15_000;
  await listenOn(server, env);
  stops.push(async () => {
    services.live.close(); // streams would hold the server open
    const idle = setInterval(() => server.closeIdleConnections(), 50); // browsers keep theirs when the last answer is out
    const force = setTimeout(() => server.closeAllConnections(), 10_000);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearInterval(idle);
    clearTimeout(force);
  });
  const { port } = server.address() as AddressInfo;
  announce(publicAddress(env, port), demo);
  for (const warning of (await systemState(services)).warnings) warn(warning);
}

/** Tells the operator what is not as it should be, and does not keep the start. */
const warn = (words: string) => process.stderr.write(`  Aviso: ${words}\n`);

/** @throws ConfigurationError when somebody could come in with the published password */
async function refuseDemoAccounts(services: Services): Promise<void> {
  const accounts = await findDemoAccounts(services);
  if (accounts.length === 0) return;
  throw new ConfigurationError(
    `Este endereço é público, e o banco tem ${plural(accounts.length, "conta", "contas")} de demonstração, cuja senha todos conhecem (${accounts[0]}, por exemplo). Exclua essas contas, ou comece com outra pasta de dados (DATA_DIR). Para mostrar a demonstração assim mesmo: DEMO_ACCOUNTS=public`,
  );
}

/** Below it nothing is sure to be written any more: two pieces of PostgreSQL's log of changes, in bytes. */
const LEAST_DISK = 32 * 1024 * 1024;

/** `npm run dev` serves the pages by Vite. */
const WITHOUT_PAGES = "--without-pages";

/** What stands in for the service worker while reading without a connection is switched off: it removes what devices keep. */
const WITHOUT_OFFLINE: Record<string, string> = { "/avisos.js": "/avisos-apenas.js" };

/** A public page whose text was edited in the browser since the build is opened by the application; one that is gone is no page. */
const sinceBuild = (isThere: boolean | undefined): string | undefined =>
  isThere === undefined ? undefined : isThere ? "/__spa-fallback.html" : "/dicionario/-";

/** @throws ConfigurationError when there is no build */
function loadPages({ env, settings, catalogue }: Services): StaticFiles {
  const build = projectFile("build/pages/client");
  if (!existsSync(build)) throw new ConfigurationError("As páginas ainda não foram construídas. Rode: npm start");
  const shellOf = (path: string) => {
    const page = pages.find((page) => page.path !== "" && matchPath(`/${page.path}`, path) !== null);
    return page && ({ shell: shellAddress(page), status: page.addresses ? 404 : 200 } as const);
  };
  const standIn = (path: string) =>
    (settings().offline === "refused" ? WITHOUT_OFFLINE[path] : undefined) ??
    sinceBuild(path === "/leitura" ? isOpenReadingChanged(catalogue()) || undefined : pagesSinceBuild(catalogue()).get(path));
  return loadStaticFiles([build, ...formerFiles(env)], env, shellOf, standIn);
}

/** The folder with the former build's files; a full disk keeps nobody from starting. */
function formerFiles(env: Env): string[] {
  try {
    return [keepForNextBuild(projectFile("build/pages"), env.DATA_DIR)];
  } catch (error) {
    warn(
      `Os arquivos das páginas não couberam na pasta de dados (${(error as Error).message}). Depois da próxima atualização, quem estiver com uma página aberta terá de recarregá-la.`,
    );
    return [];
  }
}

/** @throws StartError when the address cannot be had */
const listenOn = (server: Server, env: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const advice = LISTEN_ADVICE[error.code ?? ""]?.(env);
      reject(advice ? new StartError(advice) : error);
    });
    server.listen(env.PORT, env.HOST, resolve);
  });

/** What to do when the address cannot be listened on, by the system's code for the reason. */
const LISTEN_ADVICE: Record<string, (env: Env) => string> = {
  EADDRINUSE: ({ PORT }) => `A porta ${PORT} já está em uso. Escolha outra em PORT: PORT=3001, por exemplo.`,
  EACCES: ({ PORT }) => `O sistema não deixa usar a porta ${PORT}. Escolha uma acima de 1023: PORT=3001, por exemplo.`,
  EADDRNOTAVAIL: ({ HOST }) =>
    `Este computador não tem o endereço ${HOST}. Confira HOST; 0.0.0.0 atende em todos os que ele tem.`,
  ENOTFOUND: ({ HOST }) => `O endereço ${HOST} não existe. Confira HOST; 0.0.0.0 atende em todos os que este computador tem.`,
};

const OLDEST_POSTGRES = 15;

/** @throws StartError when the operator's own database does not open, or will not do for our statements and texts */
async function tryDatabase(own: DatabaseAddresses): Promise<DatabaseAddresses> {
  const [database, ofMigrations] = [await tryAddress("DATABASE_URL", own.appUrl), await tryAddress(MIGRATION_URL, own.url)];
  if (database !== ofMigrations)
    throw new ConfigurationError(`${MIGRATION_URL} e DATABASE_URL não levam ao mesmo banco. Corrija um dos dois.`);
  return own;
}

const MIGRATION_URL = "DATABASE_MIGRATION_URL";

/** @returns what tells one database from another, on one server and among servers */
async function tryAddress(setting: string, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
         (select datname || ' ' || oid from pg_database where datname = current_database()) as database`,
    );
    const { major, encoding, database } = rows[0];
    if (major < OLDEST_POSTGRES)
      throw new ConfigurationError(
        `O banco de ${setting} é um PostgreSQL ${major}. É preciso o ${OLDEST_POSTGRES} ou mais novo.`,
      );
    if (encoding !== "UTF8")
      throw new ConfigurationError(
        `O banco de ${setting} guarda textos em ${encoding}. É preciso UTF8: create database … encoding 'UTF8' template template0`,
      );
    return database;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    if (isUnknownAuthority(error)) throw new ConfigurationError(`O banco de ${setting} não abriu: ${UNKNOWN_AUTHORITY}`);
    throw new StartError(
      `O banco de ${setting} não abriu: ${message || code}. Confira endereço, nome do banco, usuário e senha, e se ele está no ar.`,
    );
  } finally {
    await client.end();
  }
}

/** What to do when the operator's own database cannot be prepared, by PostgreSQL's code for the reason. */
const PREPARE_ADVICE: Record<string, string> = {
  "42501": `Dê em ${MIGRATION_URL} o usuário que é dono do banco; sem essa configuração, faça do usuário de DATABASE_URL o dono.`, // insufficient_privilege
  "0A000": "Instale no servidor as extensões unaccent e pg_trgm (o pacote contrib).", // feature_not_supported
  "58P01": "Instale no servidor as extensões unaccent e pg_trgm (o pacote contrib).", // undefined_file, until PostgreSQL 15
};

/** @throws StartError when something is missing that the operator can put right */
async function prepareOwn(database: DatabaseAddresses, beforeUpgrade: () => Promise<void>): Promise<void> {
  await prepareDatabase(database, { beforeUpgrade }).catch((error: NodeJS.ErrnoException) => {
    const advice = PREPARE_ADVICE[error.code ?? ""];
    if (advice) throw new StartError(`O banco de DATABASE_URL não pôde ser preparado: ${error.message}. ${advice}`);
    throw error;
  });
}

/** @throws StartError when it fails: a new version changes nothing that it could not give back */
async function backUpBeforeUpgrade(env: Env, log: Log, url: string): Promise<void> {
  if (env.BACKUP_BEFORE_UPGRADE === "no") return;
  try {
    const { file } = await makeBackup({ url, beforeUpgrade: true, ...(await backupOptions(env)) });
    log.info({ file }, "backup made before the upgrade of the database");
  } catch (error) {
    throw new StartError(
      `A cópia de segurança de antes da atualização falhou: ${redactError(error).message}. Nada foi mudado no banco. Confira o espaço e as permissões em ${backupFolder(env)} (BACKUP_DIR); para atualizar sem cópia: BACKUP_BEFORE_UPGRADE=no`,
    );
  }
}

/** The cluster in the data folder, with this process as its one user. */
async function openEmbedded(env: Env, log: Log, stops: Stop[]): Promise<DatabaseAddresses> {
  const embedded = await ownEmbedded(env.DATA_DIR, (news) => {
    if (news.event === "failed") log.error({ err: news.error }, "the embedded database did not start; trying again");
    else log.warn(news.event === "lost" ? "the embedded database is gone; starting it again" : "the embedded database is back");
  });
  stops.push(embedded.close);
  return embedded;
}

function announce(address: string, withDemo: boolean): void {
  const accounts = DEMO_ACCOUNTS.map(({ email, role }) => `    ${email.padEnd(28)} ${role}`).join("\n");
  const demo = !withDemo ? "" : `\n  Contas de demonstração (senha ${DEMO_PASSWORD}):\n${accounts}\n`;
  process.stdout.write(`\n  Academia do Rito de York: ${address}\n${demo}\n`);
}

/** EX_CONFIG of sysexits(3), after which the systemd unit does not try again. */
const CONFIGURATION_STATUS = 78;

main().catch((error: unknown) => {
  const readable = error instanceof StartError || error instanceof ContentError;
  const frames = String((error as Error).stack)
    .split("\n")
    .filter((line) => line.startsWith("    at "));
  process.stderr.write(
    readable
      ? `${(error as Error).message}\n`
      : `A Academia não iniciou, por um erro inesperado: ${redactError(error).message}\nTente de novo. Se continuar, envie estas linhas a quem cuida do programa:\n${frames.join("\n")}\n`,
  );
  process.exit(error instanceof ConfigurationError || error instanceof ContentError ? CONFIGURATION_STATUS : 1);
});
