import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Manifest } from "./archive.ts";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const copyOf = (table: string, columns: string[]) => `public.${quoted(table)} (${columns.map(quoted).join(", ")})`;

/** Writes every table of the schema `public` to `tables/<name>.copy` below a folder, in the caller's transaction. */
export async function dumpTables(client: pg.Client, folder: string): Promise<Pick<Manifest, "tables" | "sequences">> {
  await mkdir(join(folder, "tables"), { mode: 0o700 });
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
  );
  const tables: Manifest["tables"] = {};
  for (const { name, columns } of rows) {
    const source = client.query(copyTo(`copy ${copyOf(name, columns)} to stdout`));
    await pipeline(source, createWriteStream(join(folder, "tables", `${name}.copy`), { mode: 0o600 }));
    tables[name] = { columns, rows: source.rowCount };
  }
  const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'",
  );
  return { tables, sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])) };
}

/**
 * Fills the tables of a database that has the same schema, in one transaction. Foreign keys are taken away meanwhile and made again,
 * which checks them, because a table may refer to itself or to a later one; only the owner of the tables is needed for that.
 * @throws Error when a table does not hold as many rows as were saved
 */
export async function loadTables(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  await client.query("begin");
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const [name, { columns, rows }] of Object.entries(manifest.tables)) {
    const table = `public.${quoted(name)}`;
    await client.query(`alter table ${table} disable trigger user`);
    await client.query(`delete from ${table}`); // what a migration wrote
    const source = createReadStream(join(folder, "tables", `${name}.copy`));
    await pipeline(source, client.query(copyFrom(`copy ${copyOf(name, columns)} from stdin`)));
    const counted = await client.query<{ count: string }>(`select count(*) from ${table}`);
    if (Number(counted.rows[0]!.count) !== rows)
      throw new Error(`${name}: ${rows} rows were saved, ${counted.rows[0]!.count} came back`);
    await client.query(`alter table ${table} enable trigger user`);
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  for (const [name, value] of Object.entries(manifest.sequences))
    if (value !== null) await client.query("select setval($1::regclass, $2)", [`public.${quoted(name)}`, value]);
  await client.query("commit");
  await client.query("analyze");
}
