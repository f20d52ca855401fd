/** First characters that make a spreadsheet run a cell as a formula; full-width forms count too (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A cell that is only ever text: quoted, and where a spreadsheet would calculate it, behind an apostrophe. */
const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** What the file begins with, for spreadsheets to read it as UTF-8. */
export const CSV_MARK = "\uFEFF";

/** Lines of a CSV file, with semicolons between the cells, as Brazilian spreadsheets read them. */
export const csvRows = (rows: string[][]): string => rows.map((row) => `${row.map(cell).join(";")}\r\n`).join("");

/**
 * A whole CSV file.
 * @param header names of the columns
 * @param rows as many cells each
 */
export const toCsv = (header: string[], rows: string[][]): string => `${CSV_MARK}${csvRows([header, ...rows])}`;
