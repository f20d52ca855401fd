import { realpathSync } from "node:fs";
import pg from "pg";
import { APP_ROLE, makeAppRole } from "../roles.ts";
import { findBinaries } from "./binaries.ts";
import { initialise, makeFolder, passwordIn, SUPERUSER_PASSWORD, spoolOf } from "./cluster.ts";
import { confirmPlace, findPlace } from "./place.ts";
import { address, addressOf, runningPort, type Server, socketFolder, start, stop } from "./server.ts";
import { databaseOwner } from "./system-user.ts";

export type EmbeddedDatabase = {
  /** Connection address of the superuser, by a Unix socket or on loopback: for what changes the database itself. */
  url: string;
  /** The same for the role that the running application has (src/db/roles.ts). */
  appUrl: string;
  /** Absolute path of PostgreSQL's own folder. */
  cluster: string;
  /** Where the server leaves each piece of its log of changes (WAL) when it archives them; it waits there to be taken away. */
  spool: string;
  /** Restarts a server that was taken over, when it archives otherwise than asked; says whether it did. @throws StartError */
  applyArchiving: () => Promise<boolean>;
  /** Makes sure that the server runs and answers, on the same address; after it was killed. @throws StartError */
  revive: () => Promise<void>;
  /** Stops the server and waits until it has written everything. */
  stop: () => Promise<void>;
};

/**
 * Starts real PostgreSQL in a data folder, or takes over the one that a killed process left running there.
 *
 * PostgreSQL refuses to run as root, so for root it runs as a system user; where that user cannot reach the data folder (one under a
 * home of mode 0700) the cluster is outside, and the folder says where (place.ts).
 *
 * @param dataDir absolute path of the application's data folder
 * @param settings server settings, such as `{ fsync: "off" }` for throw-away test clusters
 * @param archive whether the server leaves its log of changes in the spool folder (src/server/backup/continuous.ts)
 * @throws StartError when the server cannot be prepared or started
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
  archive = false,
): Promise<EmbeddedDatabase> {
  const owner = await databaseOwner();
  const place = findPlace(dataDir, owner);
  const binaries = await findBinaries(owner);
  const password = passwordIn(dataDir, SUPERUSER_PASSWORD);
  if (!place.made) await initialise(binaries, place.cluster, password, owner);
  confirmPlace(dataDir, place.cluster);
  const cluster = realpathSync(place.cluster);
  const spool = spoolOf(cluster);
  if (archive) makeFolder(spool, owner);
  const server = { binaries, cluster, owner, password, settings: { ...(archive && archivingTo(spool)), ...settings } };
  const port = (await runningPort(server)) ?? (await start(server));
  const socket = await socketFolder(server, port);
  const [url, appPassword] = [addressOf(server, port, socket), passwordIn(dataDir, "postgres-app-password")];
  await makeAppRole(url, appPassword);
  return {
    url,
    appUrl: address(APP_ROLE, appPassword, port, socket),
    cluster,
    spool,
    applyArchiving: async () => {
      if ((await archivesInto(server, port)) === (archive ? spool : undefined)) return false;
      await stop(server);
      await start(server, port);
      return true;
    },
    revive: async () => {
      if ((await runningPort(server)) === port) return;
      await start(server, port);
    },
    stop: () => stop(server),
  };
}

/** A piece is full after 16 MB, and handed over after a minute even when it is not. */
const archivingTo = (spool: string) => ({
  archive_mode: "on",
  archive_library: "basic_archive",
  "basic_archive.archive_directory": spool,
  archive_timeout: "60",
});

/** Where the running server leaves its log of changes; undefined when it does not. */
async function archivesInto(server: Server, port: number): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: addressOf(server, port), connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('archive_mode') as mode, current_setting('basic_archive.archive_directory', true) as folder",
    );
    return rows[0].mode === "on" ? rows[0].folder : undefined;
  } finally {
    await client.end();
  }
}
