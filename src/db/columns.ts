import { sql } from "drizzle-orm";
import { timestamp } from "drizzle-orm/pg-core";

/** A column for a point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** SQL of a check: the column holds one of the values, or null where it may. @param column its name, in the code's own words */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(", ")})`);
