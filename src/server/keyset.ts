import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { UNKNOWN_PAGE } from "#app/lib/cursor.ts";
import { AppError } from "#app/lib/errors.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}Z$/;

/** A real moment: the 31st of February comes back from a date as another day. */
const isMoment = (text: string): boolean => {
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
};

/** How a value is written into a cursor, and which texts can be read back. A moment keeps the digits that a JavaScript date loses. */
const KINDS = {
  timestamptz: {
    write: (value: SQL) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isValid: isMoment,
  },
  uuid: { write: (value: SQL) => sql`${value}::text`, isValid: (text: string) => UUID.test(text) },
  bigint: { write: (value: SQL) => sql`${value}::text`, isValid: (text: string) => /^\d{1,15}$/.test(text) },
  float8: {
    write: (value: SQL) => sql`${value}::text`,
    isValid: (text: string) => /^-?\d{1,15}(\.\d{1,17})?(e-?\d{1,3})?$/.test(text),
  },
  boolean: { write: (value: SQL) => sql`${value}::text`, isValid: (text: string) => text === "true" || text === "false" },
  text: { write: (value: SQL) => sql`${value}::text`, isValid: () => true },
};

type Part = readonly [value: SQL | PgColumn, kind: keyof typeof KINDS];

/** An order in which a list is read page by page, from behind the last row of the page before, so that newcomers shift nothing. */
export type Keyset = {
  orderBy: SQL[];
  /** To be selected with each row, for `pageOf`. */
  cursor: SQL<string>;
  /** The rows behind a cursor; undefined without one. @throws AppError invalid_input on `after` */
  behind: (after: string | undefined) => SQL | undefined;
};

/** @param parts what the list is in order of, the last one unique; all in one direction */
export function keyset(direction: "ascending" | "descending", ...parts: Part[]): Keyset {
  const values = parts.map(([value]) => sql`${value}`);
  const list = (each: SQL[]) => sql.join(each, sql`, `);
  return {
    orderBy: values.map((value) => (direction === "ascending" ? asc(value) : desc(value))),
    cursor: sql<string>`jsonb_build_array(${list(parts.map(([, kind], index) => KINDS[kind].write(values[index]!)))})::text`,
    behind: (after) => {
      if (after === undefined) return undefined;
      const last = list(readCursor(after, parts).map((text, index) => sql`${text}::${sql.raw(parts[index]![1])}`));
      return sql`(${list(values)}) ${sql.raw(direction === "ascending" ? ">" : "<")} (${last})`;
    },
  };
}

function readCursor(after: string, parts: Part[]): string[] {
  let texts: unknown;
  try {
    texts = JSON.parse(after);
  } catch {
    // refused below
  }
  const isKnown = (text: unknown, index: number) =>
    typeof text === "string" && !text.includes("\u0000") && text.isWellFormed() && KINDS[parts[index]![1]].isValid(text);
  if (!Array.isArray(texts) || texts.length !== parts.length || !texts.every(isKnown))
    throw new AppError("invalid_input", { fields: { after: UNKNOWN_PAGE } });
  return texts;
}

/**
 * Cuts what was read with a limit of one row more than a page.
 * @returns the page, and the cursor of its last row where more follow
 */
export function pageOf<Row extends { cursor: string }>(rows: Row[], size: number): { page: Row[]; next: string | null } {
  const page = rows.slice(0, size);
  return { page, next: rows.length > size ? page.at(-1)!.cursor : null };
}
