import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../src/db/migrations");

/** SHA-256 of every migration that has landed, as `sha256sum -c` reads it from this folder. */
export const MIGRATION_LIST = join(FOLDER, "landed.sha256");

/** What the list says. Hex SHA-256 by file name. */
export const listedMigrations = (): Map<string, string> =>
  new Map(
    readFileSync(MIGRATION_LIST, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("  ") as [string, string])
      .map(([hash, file]) => [file, hash]),
  );

/** What the folder holds: the SQL that runs before all migrations, and they. Hex SHA-256 by file name, in the order they run. */
export const migrationsNow = (): Map<string, string> => {
  const migrations = readdirSync(FOLDER).filter((file) => file.endsWith(".sql"));
  return new Map(
    ["../extensions.sql", ...migrations.sort()].map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(FOLDER, file)))
        .digest("hex"),
    ]),
  );
};
