import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#app/server/log.ts";
import { listen } from "#app/server/realtime/listen.ts";
import { testApp } from "../support/app.ts";

const app = testApp();

const mine = sql`application_name = 'listen' and datname = current_database()`;
const connections = async () =>
  Number((await app.services.db.execute(sql`select count(*) as n from pg_stat_activity where ${mine}`)).rows[0]!.n);

/** Makes the next LISTEN fail, while its connection goes on. */
function failNextListen() {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let failed = false;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (failed || !String(args[0]).startsWith("listen ")) return query.apply(this, args);
    failed = true;
    return Promise.reject(new Error("canceling statement"));
  } as never);
}

test("a connection that cannot listen is ended, and another one takes its place", async () => {
  const heard: (string | null)[] = [];
  const listener = await listen(app.services.databaseUrl, createLog("silent"), { news: (payload) => void heard.push(payload) });
  onTestFinished(listener.close);
  failNextListen();
  await app.services.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`);
  await expect.poll(() => heard, { timeout: 8000 }).toEqual([null]);
  await app.services.db.execute(sql`select pg_notify('news', 'one')`);
  await expect.poll(() => heard).toEqual([null, "one"]);
  expect(await connections()).toBe(1);
});

test("a start that fails leaves nothing open", async () => {
  failNextListen();
  await expect(listen(app.services.databaseUrl, createLog("silent"), { news: () => undefined })).rejects.toThrow("canceling");
  await expect.poll(connections).toBe(0);
});

test("closing while the connection is away leaves nothing open", async () => {
  const listener = await listen(app.services.databaseUrl, createLog("silent"), { news: () => undefined });
  await app.services.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${mine}`);
  const connect = pg.Client.prototype.connect as () => Promise<unknown>;
  const connecting = new Promise<void>((resolve) => {
    vi.spyOn(pg.Client.prototype, "connect").mockImplementation(function (this: pg.Client) {
      resolve();
      return connect.call(this);
    } as never);
  });
  await connecting;
  await listener.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await connections()).toBe(0);
});
