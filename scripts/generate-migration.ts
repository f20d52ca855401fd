/**
 * `npm run db:generate -- --name <change>`: a migration from the changed tables, with its SHA-256 added to the list of those that
 * never change again. After an addition by hand to one that has not landed: delete its line from the list, and run this again.
 * Of the pictures of the tables that drizzle-kit writes, only the newest is kept: it compares with no other.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { listedMigrations, MIGRATION_LIST, migrationsNow } from "./migration-list.ts";

const listed = listedMigrations();
const changed = [...migrationsNow()].filter(([file, hash]) => listed.has(file) && listed.get(file) !== hash);
if (changed.length > 0) {
  console.error(`${changed.map(([file]) => file).join(", ")}: changed since it was listed in ${MIGRATION_LIST}.`);
  process.exit(1);
}

const kit = join(import.meta.dirname, "../node_modules/drizzle-kit/bin.cjs");
const run = spawnSync(process.execPath, [kit, "generate", ...process.argv.slice(2)], { stdio: "inherit" });
if (run.status !== 0) process.exit(run.status ?? 1);
for (const [file, hash] of migrationsNow()) if (!listed.has(file)) appendFileSync(MIGRATION_LIST, `${hash}  ${file}\n`);

const snapshots = join(dirname(MIGRATION_LIST), "meta");
const former = readdirSync(snapshots).filter((file) => file.endsWith("_snapshot.json"));
for (const file of former.sort().slice(0, -1)) rmSync(join(snapshots, file));
