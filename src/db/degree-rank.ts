import { type SQL, sql } from "drizzle-orm";
import { DEGREES } from "#app/lib/degrees.ts";

const RANKS = sql.raw(`array[${DEGREES.map((each) => `'${each}'`).join(", ")}]`);

/** SQL: how high a degree is, from 1; two of them can be compared. @param degree a column, or SQL of one */
export const rankOf = (degree: unknown): SQL<number> => sql`array_position(${RANKS}, ${degree})`;
