import pg from "pg";
import type { Log } from "../log.ts";

/** What a channel's news set off. It is also called after every reconnection, because news may have been missed meanwhile. */
export type OnNews = (payload: string | null) => Promise<void> | void;

/** Follows PostgreSQL channels on its own connection, which is opened again whenever it breaks. */
export async function listen(url: string, log: Log, channels: Record<string, OnNews>): Promise<{ close: () => Promise<void> }> {
  let client: pg.Client | undefined;
  let closed = false;

  const run = async (onNews: OnNews, payload: string | null) => {
    try {
      await onNews(payload);
    } catch (error) {
      log.error({ err: error }, "news handler");
    }
  };

  const connect = async (again: boolean): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, application_name: "listen" });
    fresh.on("notification", ({ channel, payload }) => channels[channel] && void run(channels[channel], payload ?? null));
    // A connection that PostgreSQL ends fails twice: by its word, and by the socket.
    fresh.on("error", (error) => log.warn({ err: error }, "listen connection lost"));
    fresh.once("end", () => {
      if (!closed && client === fresh) setTimeout(() => void reconnect(), 500);
    });
    try {
      await fresh.connect();
      for (const channel of Object.keys(channels)) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end();
      throw error;
    }
    if (closed) return fresh.end(); // while it was being opened
    client = fresh;
    if (again) await Promise.all(Object.values(channels).map((onNews) => run(onNews, null)));
  };

  const reconnect = async (): Promise<void> => {
    if (closed) return;
    await connect(true).catch(() => setTimeout(() => void reconnect(), 1000));
  };

  await connect(false);
  return {
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
