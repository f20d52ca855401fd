import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import journal from "#app/db/migrations/meta/_journal.json" with { type: "json" };
import { listedMigrations, migrationsNow } from "../../scripts/migration-list.ts";

test("a migration that has landed never changes: databases that had it would differ from new ones", () => {
  expect(Object.fromEntries(migrationsNow())).toEqual(Object.fromEntries(listedMigrations()));
});

test("migrations run in the order of their numbers: Drizzle passes over one that is dated before the last", () => {
  const files = [...migrationsNow().keys()].slice(1);
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  expect(journal.entries.map(({ idx }) => idx)).toEqual(files.map((_, index) => index));
  const dates = journal.entries.map(({ when }) => when);
  expect(dates).toEqual([...new Set(dates)].sort((one, other) => one - other));
});

test("the list agrees with a database of the past: it recorded the hash of the first migration as it had run it", () => {
  const dump = readFileSync(join(import.meta.dirname, "../fixtures/database-f1f724e.sql"), "utf8");
  expect(dump).toContain(`(1, '${listedMigrations().get("0000_initial.sql")}', ${journal.entries[0]!.when})`);
});
