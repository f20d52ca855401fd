/**
 * `npm run seed:large -- [members]`: fills the database of a fresh installation with a grown academy, by the proportions of scripts/grown/academy.ts:
 * 100,000 members when nothing is said, or more than a former run made. Everybody has the password of the demonstration, hashed once. It refuses a
 * database with members who are not its own, and one that others can reach.
 */
import pg from "pg";
import { StartError } from "#app/db/start-error.ts";
import { DEMO_PASSWORD, GROWN_DOMAIN } from "#app/features/system/demo-accounts.service.ts";
import { mayHaveDemo } from "#app/server/env.ts";
import { hashPassword } from "#app/server/password.ts";
import { FILLED, fillingOf } from "./grown/academy.ts";
import { withServices } from "./with-services.ts";

/** Below it the academy lacks those of whom there is one among a thousand, an administrator for one. */
const FEWEST = 200;
const members = Number(process.argv[2] ?? 100_000);

/**
 * Fills the tables without the indexes that only make them fast to read, and makes those again afterwards, in one transaction: three times as fast, and
 * a run that was stopped leaves everything as it was.
 */
async function fill(client: pg.Client, from: number, hash: string): Promise<void> {
  await client.query("begin");
  await client.query("set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any($1) and not i.indisunique
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [FILLED],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table, statement } of fillingOf(from, members, [], hash)) {
    const { rowCount } = await client.query(statement);
    if (table) console.log(`${table.padEnd(28)}${rowCount!.toLocaleString("pt-BR").padStart(12)}`);
  }
  for (const { definition } of indexes) await client.query(definition);
  await client.query("commit");
  await client.query("vacuum analyze");
}

async function main(): Promise<void> {
  if (!(members >= FEWEST && Number.isInteger(members))) throw new StartError(`Diga quantos membros, pelo menos ${FEWEST}.`);
  await withServices(async ({ env }, { url }) => {
    if (env.production || !mayHaveDemo(env))
      throw new StartError(
        "Os membros da medida têm uma senha que todos conhecem: só numa instalação de teste, neste computador.",
      );
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ own: number; others: number }>(
        `select count(*) filter (where email like '%@${GROWN_DOMAIN}')::int as own, count(*) filter (where email not like '%@${GROWN_DOMAIN}')::int as others from profiles`,
      );
      const { own, others } = rows[0]!;
      if (others > 0)
        throw new StartError(`O banco tem ${others} membros que não são da medida. Escolha outra pasta: DATA_DIR=./medida`);
      const start = performance.now();
      await fill(client, own, await hashPassword(DEMO_PASSWORD));
      const { rows: size } = await client.query<{ size: string }>(
        "select pg_size_pretty(pg_database_size(current_database())) as size",
      );
      console.log(`${Math.round((performance.now() - start) / 1_000)} s, ${size[0]!.size}`);
      console.log(`Senha de todos: ${DEMO_PASSWORD}. Administrador: m107@${GROWN_DOMAIN}`);
    } finally {
      await client.end();
    }
  });
}

await main().catch((error) => {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
