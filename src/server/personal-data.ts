import { eq, is, type SQL, sql } from "drizzle-orm";
import { PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/db/client.ts";
import { longDate, momentInBrasilia } from "#app/lib/format.ts";

/** Whose data it is. `emailVerified`: they have shown that they read the mailbox, not only typed its address (account.table.ts). */
export type Person = { id: string; email: string; emailVerified: boolean };

export type ExportRecord = Record<string, unknown>;

/** A part of the export: what is read, and how the readable version calls it. */
export type Section = {
  /** Its name in the JSON. */
  key: string;
  title: string;
  /** The Portuguese name of each field, in the order in which they are shown. */
  labels: Record<string, string>;
  /** How the readable version says the values of a field; null where only programs have a use for it, and it is not shown. */
  words: Record<string, Words | null>;
  /** The columns that it shows as they are. */
  columns: PgColumn[];
  /** Those of them that are a field each, by its name. */
  fieldColumns: Record<string, PgColumn>;
  read: (db: Db, person: Person) => Promise<ExportRecord[]>;
};

/** A value in Portuguese: the words of each, where they are listed, or what makes them of it and of the record that it is in. */
export type Words = Readonly<Record<string, string>> | ((value: unknown, record: ExportRecord) => string);

type Field = readonly [value: PgColumn | SQL, label: string, words?: Words | null];

/** Fields are named one by one, so that a new column (a hash, somebody else's words) does not leave by accident. */
type Fields = Record<string, Field>;

/** The values of a text of which the code lists all; never for a free text. */
type Listed<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** A column with listed values has words for each of them: a new one does not compile without. */
type Worded<F> = F extends readonly [infer Column extends PgColumn, ...unknown[]]
  ? [Listed<Column["_"]["data"]>] extends [never]
    ? Field
    : readonly [Column, string, Readonly<Record<Listed<Column["_"]["data"]>, string>>]
  : Field;

type Source<F> = {
  key: string;
  title: string;
  from: PgTable;
  /** The column that holds the member's id, or what picks the rows that are theirs. */
  whose: PgColumn | ((person: Person) => SQL | undefined);
  order?: PgColumn | SQL;
  fields: F & { readonly [Name in keyof F]: Worded<F[Name]> };
};

/** A section that is read from one table. */
export function section<const F extends Fields>({ key, title, from, whose, order, fields: given }: Source<F>): Section {
  const fields: Fields = given;
  const selection = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
  const labels = Object.fromEntries(Object.entries(fields).map(([name, [, label]]) => [name, label]));
  const fieldColumns = Object.fromEntries(
    Object.entries(fields).flatMap(([name, [value]]) => (is(value, PgColumn) ? [[name, value]] : [])),
  );
  const words = Object.fromEntries(
    Object.entries(fields).flatMap(([name, [, , said]]) => (said === undefined ? [] : [[name, said]])),
  );
  return {
    key,
    title,
    labels,
    words,
    columns: Object.values(fieldColumns),
    fieldColumns,
    read: (db, person) => {
      const query = db
        .select(selection)
        .from(from)
        .where(typeof whose === "function" ? whose(person) : eq(whose, person.id));
      return order ? query.orderBy(order) : query;
    },
  };
}

/** "5 de março de 2026 às 19:30": for moments that a query gives as text. */
export const asMoment = (value: unknown): string => (value ? momentInBrasilia(String(value)) : "—");

/** "5 de março de 2026": for days without an hour. */
export const asDay = (value: unknown): string => (value ? longDate(new Date(`${value}T12:00`)) : "—");

/** "março de 2026 (2ª versão)": the version of a text, which is the month it is of, and which one it was in that month: `2026-03.2`. */
export function asMonth(value: unknown): string {
  if (!value) return "—";
  const [month, version] = String(value).split(".");
  const name = new Date(`${month}-15T12:00:00Z`).toLocaleDateString("pt-BR", { month: "long", year: "numeric", timeZone: "UTC" });
  return version ? `${name} (${version}ª versão)` : name;
}

/** "22:00": for minutes of a day. */
export const asHour = (value: unknown): string =>
  typeof value === "number" ? new Date(value * 60_000).toISOString().slice(11, 16) : "—";

/** "37%": for parts of one. */
export const asShare = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString("pt-BR", { style: "percent" }) : "—";

export type PersonalTable = {
  table: PgTable;
  /** Columns that hold a member's id or address. */
  holds: PgColumn[];
  /** How its owner reads it, or why it is not in the export. */
  exported: Section | { not: string };
  /** Columns that the export leaves out, each with the reason. */
  leftOut?: [column: PgColumn, why: string][];
  /**
   * What happens when a member is deleted: the row goes with their profile (`cascade`, by the foreign key); it stays with somebody
   * else and without them (`set null`, by the foreign key, after `erase` has masked their words); `erase` removes it; or it is kept.
   */
  deleted: { by: "cascade" } | { by: "set null"; erase?: Erase } | { by: "erase"; erase: Erase } | { by: "kept"; why: string };
};

/**
 * The rows that carry an address only, if they are theirs: a row is when they have proved that the mailbox is theirs.
 *
 * Sign-up verifies nothing, so that otherwise anybody could open an account with another's address, read in the export whether that
 * other takes the newsletter or what they wrote, and delete it with the account. The proof is the use of a link that was mailed there,
 * by the account: a new password by the recovery link, or the newsletter's confirmation followed while signed in. A subscription
 * that was confirmed without a session proves that the owner of the mailbox wants the newsletter, not that the account is theirs.
 */
export const ifVerified = ({ emailVerified }: Person, rows: SQL): SQL => (emailVerified ? rows : sql`false`);

type Erase = (tx: Db, person: Person) => Promise<unknown>;

export const cascade = { by: "cascade" } as const;
