import pg from "pg";
import { LOCKS } from "./locks.ts";

/** One database, by its two roles. Where an operator names only one role, both addresses are the same. */
export type DatabaseAddresses = {
  /** Of the role that owns the tables: migrations, backups by hand, restores. */
  url: string;
  /** Of the role that the running application has: rows, and nothing else. */
  appUrl: string;
};

/** The application's role in the embedded database; the operator of another names their own. */
export const APP_ROLE = "academia_app";

/**
 * Makes the application's role, or gives it its password again; in the embedded database, whose superuser asks.
 * @param url address of the superuser
 */
export async function makeAppRole(url: string, password: string): Promise<void> {
  await asOwner(url, async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [APP_ROLE]);
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication nobypassrls";
    await client.query(`${rowCount ? "alter" : "create"} role ${APP_ROLE} ${rights} password ${pg.escapeLiteral(password)}`);
  });
}

/**
 * Gives the application's role what it needs, and takes away whatever else it had: it reads and writes rows, adds to the audit log
 * without changing it, and makes, alters or owns nothing. Runs at each start, after the migrations, so new tables are included
 * (docs/decisions/0025-the-applications-role.md). Does nothing where one role serves for both.
 */
export async function grantToApp({ url, appUrl }: DatabaseAddresses): Promise<void> {
  if (url === appUrl) return;
  const role = pg.escapeIdentifier(await userOf(appUrl));
  await asOwner(url, async (client) => {
    if (pg.escapeIdentifier((await client.query("select current_user as name")).rows[0].name) === role) return;
    await client.query(`
      begin;
      revoke create on schema public from public;
      revoke all on all tables in schema public, pgboss, drizzle from ${role};
      revoke all on all sequences in schema public, pgboss, drizzle from ${role};
      grant usage on schema public, pgboss, drizzle to ${role};
      grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
      grant usage, select on all sequences in schema public, pgboss to ${role};
      grant select on all tables in schema drizzle to ${role};
      revoke update, delete on audit_log from ${role};
      commit`);
  });
}

/** Role and database that an address leads to, as the server names them. */
async function userOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<{ name: string }>("select current_user as name")
    .then(({ rows }) => rows[0]!.name)
    .finally(() => client.end());
}

/** On a connection of its own and alone: PostgreSQL refuses two changes of one role or of one table's rights at once. */
async function asOwner(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set client_min_messages to error"); // of an old schema `public` that belongs to somebody else
    await client.query("select pg_advisory_lock($1)", [LOCKS.migration]);
    await work(client);
  } finally {
    await client.end(); // releases the lock with the connection
  }
}
