import { eq, is, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/db/client.ts";

/** Whose data it is. `emailVerified`: he has shown that he reads the mailbox, not only typed its address (account.table.ts). */
export type Person = { id: string; email: string; emailVerified: boolean };

export type ExportRecord = Record<string, unknown>;

/** A part of the export: what is read, and how the readable version calls it. */
export type Section = {
  /** Its name in the JSON. */
  key: string;
  title: string;
  /** The Portuguese name of each field, in the order in which they are shown. */
  labels: Record<string, string>;
  /** The columns that it shows as they are. */
  columns: PgColumn[];
  read: (db: Db, person: Person) => Promise<ExportRecord[]>;
};

/** Fields are named one by one, so that a new column (a hash, somebody else's words) does not leave by accident. */
export type Fields = Record<string, readonly [value: PgColumn | SQL, label: string]>;

type Source = {
  key: string;
  title: string;
  from: PgTable;
  /** The column that holds the member's id, or what picks the rows that are his. */
  whose: PgColumn | ((person: Person) => SQL | undefined);
  order?: PgColumn | SQL;
  fields: Fields;
};

/** A section that is read from one table. */
export function section({ key, title, from, whose, order, fields }: Source): Section {
  const selection = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
  const labels = Object.fromEntries(Object.entries(fields).map(([name, [, label]]) => [name, label]));
  return {
    key,
    title,
    labels,
    columns: Object.values(fields).flatMap(([value]) => (is(value, PgColumn) ? [value] : [])),
    read: (db, person) => {
      const query = db
        .select(selection)
        .from(from)
        .where(typeof whose === "function" ? whose(person) : eq(whose, person.id));
      return order ? query.orderBy(order) : query;
    },
  };
}

export type PersonalTable = {
  table: PgTable;
  /** Columns that hold a member's id or address. */
  holds: PgColumn[];
  /** How its owner reads it, or why it is not in the export. */
  exported: Section | { not: string };
  /** Columns that the export leaves out, each with the reason. */
  leftOut?: [column: PgColumn, why: string][];
  /**
   * What happens when a member is deleted: the row goes with his profile (`cascade`, by the foreign key); it stays with somebody
   * else and without him (`set null`, by the foreign key, after `erase` has masked his words); `erase` removes it; or it is kept.
   */
  deleted: { by: "cascade" } | { by: "set null"; erase?: Erase } | { by: "erase"; erase: Erase } | { by: "kept"; why: string };
};

/**
 * The rows that carry an address only, if they are his: a row is when he has proved that the mailbox is his.
 *
 * Sign-up verifies nothing, so that otherwise anybody could open an account with another's address, read in the export whether that
 * other takes the newsletter or what he wrote, and delete it with the account. The proof is the use of a link that was mailed there,
 * by the account: a new password by the recovery link, or the newsletter's confirmation followed while signed in. A subscription
 * that was confirmed without a session proves that the owner of the mailbox wants the newsletter, not that the account is his.
 */
export const ifVerified = ({ emailVerified }: Person, rows: SQL): SQL => (emailVerified ? rows : sql`false`);

type Erase = (tx: Db, person: Person) => Promise<unknown>;

export const cascade = { by: "cascade" } as const;
