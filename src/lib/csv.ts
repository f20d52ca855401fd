/** First characters that make a spreadsheet run a cell as a formula; full-width forms count too (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** A cell that is only ever text: quoted, and where a spreadsheet would calculate it, behind an apostrophe. */
const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * A CSV file that Brazilian spreadsheets open as a table: UTF-8 with its mark, semicolons between cells.
 * @param header names of the columns
 * @param rows as many cells each
 */
export const toCsv = (header: string[], rows: string[][]): string =>
  `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(";")}\r\n`).join("")}`;
