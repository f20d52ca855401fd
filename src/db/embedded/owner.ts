import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { LOCKS } from "../locks.ts";
import type { DatabaseAddresses } from "../roles.ts";
import { StartError } from "../start-error.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";

/** A process that was killed a moment ago still counts as there, until the server has noticed. */
const LOCK_PATIENCE_MS = 3_000;

type News = { event: "lost" | "back" } | { event: "failed"; error: unknown };

/**
 * Starts or takes over the cluster in the data folder, makes this process its one user, and starts its server again whenever that
 * ends without having been told to.
 * @param tell is called when the server was lost, could not be started, and is back
 * @throws StartError when it cannot be started, or another process uses it
 */
export async function ownEmbedded(
  dataDir: string,
  tell: (news: News) => void,
): Promise<DatabaseAddresses & { cluster: string; close: () => Promise<void> }> {
  const embedded = await startEmbedded(dataDir);
  let closing = false;
  let reviving: Promise<void> | undefined;
  let owner: pg.Client;

  const hold = async (): Promise<void> => {
    owner = await connect(embedded, "owner");
    owner.once("end", () => {
      if (!closing) reviving = revive();
    });
    if (await lock(owner, LOCK_PATIENCE_MS)) return;
    closing = true;
    await owner.end();
    throw new StartError(
      `Outra instância da academia já usa a pasta de dados ${dataDir}. Pare-a, ou escolha outra pasta: DATA_DIR=./outra npm start`,
    );
  };
  const revive = async (): Promise<void> => {
    tell({ event: "lost" });
    while (!closing) {
      try {
        await embedded.revive();
        await hold();
        return tell({ event: "back" });
      } catch (error) {
        tell({ event: "failed", error });
        await pause(500);
      }
    }
  };

  await hold();
  return {
    url: embedded.url,
    appUrl: embedded.appUrl,
    cluster: embedded.cluster,
    close: async () => {
      closing = true;
      await reviving;
      await owner.end().catch(() => {});
      await embedded.stop();
    },
  };
}

/**
 * The embedded database for a command: the running application's, which goes on, or one started for the command.
 * @throws StartError
 */
export async function borrowEmbedded(
  dataDir: string,
): Promise<DatabaseAddresses & { cluster: string; release: () => Promise<void> }> {
  const embedded = await startEmbedded(dataDir);
  const client = await connect(embedded, "command");
  const alone = await lock(client, 0);
  return {
    url: embedded.url,
    appUrl: embedded.appUrl,
    cluster: embedded.cluster,
    release: async () => {
      await client.end().catch(() => {});
      if (alone) await embedded.stop();
    },
  };
}

async function connect({ url }: EmbeddedDatabase, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {}); // the server went away; `end` follows, and each query says it too
  await client.connect();
  return client;
}

async function lock(client: pg.Client, patience: number): Promise<boolean> {
  const begun = Date.now();
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [LOCKS.owner]);
    if (rows[0].held) return true;
    if (Date.now() - begun > patience) return false;
    await pause(100);
  }
}
