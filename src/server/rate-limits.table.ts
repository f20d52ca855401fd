import { bigint, integer, pgTable, varchar } from "drizzle-orm/pg-core";

/**
 * Counters of rate-limiter-flexible, which fixes these three columns. Keys are hashed: no address is stored. The table is UNLOGGED
 * (src/db/migrations): a count does not wait for the disk, which a login would do twice, and a crash of PostgreSQL forgets all of them.
 */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});
