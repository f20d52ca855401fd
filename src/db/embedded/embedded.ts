import { realpathSync } from "node:fs";
import { APP_ROLE, makeAppRole } from "../roles.ts";
import { findBinaries } from "./binaries.ts";
import { initialise, passwordIn, SUPERUSER_PASSWORD } from "./cluster.ts";
import { confirmPlace, findPlace } from "./place.ts";
import { address, addressOf, runningPort, socketFolder, start, stop } from "./server.ts";
import { databaseOwner } from "./system-user.ts";

export type EmbeddedDatabase = {
  /** Connection address of the superuser, by a Unix socket or on loopback: for what changes the database itself. */
  url: string;
  /** The same for the role that the running application has (src/db/roles.ts). */
  appUrl: string;
  /** Absolute path of PostgreSQL's own folder. */
  cluster: string;
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
 * @throws StartError when the server cannot be prepared or started
 */
export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const owner = await databaseOwner();
  const place = findPlace(dataDir, owner);
  const binaries = await findBinaries(owner);
  const password = passwordIn(dataDir, SUPERUSER_PASSWORD);
  if (!place.made) await initialise(binaries, place.cluster, password, owner);
  confirmPlace(dataDir, place.cluster);
  const cluster = realpathSync(place.cluster);
  const server = { binaries, cluster, owner, password, settings };
  const port = (await runningPort(server)) ?? (await start(server));
  const socket = await socketFolder(server, port);
  const [url, appPassword] = [addressOf(server, port, socket), passwordIn(dataDir, "postgres-app-password")];
  await makeAppRole(url, appPassword);
  return {
    url,
    appUrl: address(APP_ROLE, appPassword, port, socket),
    cluster,
    revive: async () => {
      if ((await runningPort(server)) === port) return;
      await start(server, port);
    },
    stop: () => stop(server),
  };
}
