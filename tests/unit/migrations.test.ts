import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import breaking from "#app/db/migrations/breaking.json" with { type: "json" };
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

/** What the program of before could not live with: what it reads is gone or named otherwise, or what it writes is refused. */
const BREAKS = [
  /\bdrop\s+(table|column)\b/i,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\bset\s+data\s+type\b/i,
  /\badd\s+column\b(?![^;]*\b(?:default|generated)\b)[^;]*\bnot\s+null\b/i,
  /\badd\s+constraint\b[^;]*\b(check|unique)\b/i,
];
const breaks = (statement: string) => BREAKS.some((pattern) => pattern.test(statement));

test("a migration is additive, so that one can go back to the program of before; or it is listed with its reason", () => {
  const folder = join(import.meta.dirname, "../../src/db/migrations");
  const found = journal.entries
    .map(({ tag }) => tag)
    .filter((tag) => {
      const sql = readFileSync(join(folder, `${tag}.sql`), "utf8").replaceAll(/--.*$/gm, "");
      const made = [...sql.matchAll(/create\s+table\s+(?:if not exists\s+)?"?(\w+)/gi)].map(([, name]) => name!);
      const onOthers = sql
        .split(";")
        .filter((statement) => !made.some((name) => new RegExp(`alter\\s+table\\s+"?${name}\\b`, "i").test(statement)));
      return onOthers.some(breaks);
    });
  expect(Object.keys(breaking)).toEqual(expect.arrayContaining(found)); // others break by what an older program would let through
  for (const reason of Object.values(breaking)) expect(reason.length).toBeGreaterThan(20);
});

test.each([
  ['ALTER TABLE "profiles" DROP COLUMN "image"', true],
  ['ALTER TABLE "profiles" RENAME COLUMN "lodge" TO "house"', true],
  ['ALTER TABLE "profiles" ADD COLUMN "shoe" text NOT NULL', true],
  ['ALTER TABLE "profiles" ADD COLUMN "shoe" text DEFAULT \'\' NOT NULL', false],
  ['ALTER TABLE "profiles" ADD COLUMN "shoe" text', false],
  ['CREATE TABLE "shoes" ("size" integer NOT NULL)', false],
])("%s: refused %s", (statement, refused) => {
  expect(breaks(statement)).toBe(refused);
});
