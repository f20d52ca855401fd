import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { Pool, QUICK } from "./pool.ts";

export { QUICK };

/** The database or an open transaction: what a verb needs to read and write. */
export type Db = NodePgDatabase;

/**
 * A drizzle statement that is built once for each database, when it is first asked for: `prepare` ends in drizzle's `.prepare(name)`.
 * A name lets each connection keep the statement's plan; a name of `QUICK` sends it down the pool's shared connection (src/db/pool.ts).
 */
export function preparedOnce<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    let statement = statements.get(db);
    if (!statement) {
      statement = prepare(db);
      statements.set(db, statement);
    }
    return statement;
  };
}

export type Database = { db: Db; pool: pg.Pool; url: string; close: () => Promise<void> };

/**
 * Opens the pool. Works on any PostgreSQL from 15 on.
 * @param url connection address, `postgres://user:password@host:port/name`
 * @param max connections at most
 * @param onError is called for idle connections that the server closed; the pool replaces them by itself
 */
export function openDatabase(url: string, max: number, onError: (error: Error) => void): Database {
  const pool = new Pool({ connectionString: url, max, connectionTimeoutMillis: 5_000, keepAlive: true });
  pool.on("error", onError);
  return { db: drizzle(pool), pool, url, close: () => pool.end() };
}
