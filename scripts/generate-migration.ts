/**
 * `npm run db:generate -- --name <change>`: a migration from the changed tables, with its SHA-256 added to the list of those that
 * never change again. After an addition by hand to one that has not landed: delete its line from the list, and run this again.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
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
