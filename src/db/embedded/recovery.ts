import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../start-error.ts";
import { findBinaries } from "./binaries.ts";
import { makeFolder, passwordIn, SUPERUSER_PASSWORD, spoolOf } from "./cluster.ts";
import { confirmPlace, findPlace, give } from "./place.ts";
import { addressOf, runningPort, type Server, start, stop } from "./server.ts";
import { databaseOwner } from "./system-user.ts";

/**
 * Builds the cluster of an empty data folder from a base backup and the log of changes that followed it, and leaves it stopped.
 * @param fill writes the base backup's files into `cluster`, and the pieces of the log into `wal`
 * @param until the last moment that is brought back; without it everything that is there
 * @throws StartError when the log does not reach that moment, or the server cannot read it
 */
export async function recoverEmbedded(
  dataDir: string,
  fill: (folders: { cluster: string; wal: string }) => Promise<void>,
  until?: Date,
): Promise<void> {
  const owner = await databaseOwner();
  const { cluster } = findPlace(dataDir, owner);
  const binaries = await findBinaries(owner);
  const wal = spoolOf(cluster);
  for (const folder of [cluster, wal]) makeFolder(folder, owner);
  try {
    await fill({ cluster, wal });
    writeFileSync(join(cluster, "recovery.signal"), "");
    for (const folder of [cluster, wal]) give(folder, owner);
    const server: Server = {
      binaries,
      cluster: realpathSync(cluster),
      owner,
      password: passwordIn(dataDir, SUPERUSER_PASSWORD),
      settings: {
        restore_command: `cp "${wal}/%f" "%p"`,
        // with an offset in figures: names of zones are not known yet when this is read
        ...(until && { recovery_target_time: until.toISOString().replace("Z", "+00"), recovery_target_action: "promote" }),
      },
    };
    await start(server)
      .then(() => recovered(server))
      .catch((error: unknown) => {
        throw recoveryError(server, error);
      });
    await stop(server);
    confirmPlace(dataDir, cluster);
  } catch (error) {
    rmSync(cluster, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(wal, { recursive: true, force: true });
  }
}

/** Waits until the server has brought everything back; before that it answers, but only to readers. @throws Error when it ended */
async function recovered(server: Server): Promise<void> {
  for (;;) {
    const port = await runningPort(server);
    if (port === undefined) throw new StartError(`A restauração do banco em ${server.cluster} parou antes do fim.`);
    const client = new pg.Client({ connectionString: addressOf(server, port) });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query("select pg_is_in_recovery() as going_on");
      if (!rows[0].going_on) return;
    } catch {
      // ended meanwhile, which the next look finds
    } finally {
      await client.end().catch(() => {});
    }
    await pause(200);
  }
}

/** The server's own log says why it did not get there, and how far it came. */
function recoveryError({ cluster }: Server, error: unknown): unknown {
  const log = join(cluster, "server.log");
  const lines = existsSync(log) ? readFileSync(log, "utf8") : "";
  if (!lines.includes("recovery ended before configured recovery target was reached")) return error;
  const last = /last completed transaction was at log time ([\d-]+ [\d:]+)/.exec(
    lines.slice(lines.lastIndexOf("starting point-in-time")),
  )?.[1];
  return new StartError(
    `As mudanças guardadas não chegam ao momento pedido${last ? `: a última é de ${last} (UTC)` : ""}. Nada foi restaurado. Peça um momento anterior, ou tudo o que há: --to latest`,
  );
}
