import { CsvError, type Info, parse } from "csv-parse/sync";
import { email as emailSchema } from "#app/features/account/account.schema.ts";
import { fullName } from "#app/features/account/profile.schema.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { fold } from "#app/lib/text.ts";
import type { ListColumn, ListLine } from "./list.schema.ts";

/** Lines that one list may have. */
export const MOST_LINES = 5_000;
/** No line of a person is longer, in characters. */
const LONGEST_LINE = 5_000;
/** What is kept of one cell, to be shown and mended. */
const LONGEST_CELL = 300;

export type Delimiter = ";" | "," | "\t";
export type Encoding = "utf-8" | "utf-16" | "windows-1252";

/** A list as it was read, or the sentence that says why it cannot be. */
export type ReadList = { delimiter: Delimiter; encoding: Encoding; ignored: string[]; lines: ReadLine[] } | { refusal: string };

export type ReadLine = ListLine & { degreeRead: Degree | null; fault: Fault | null };
export type Fault = { column: ListColumn | null; message: string };

const TITLES: Record<ListColumn | "line", string[]> = {
  line: ["linha"],
  name: ["nome", "nome completo", "nome do irmao", "irmao", "membro"],
  email: ["email", "e-mail", "e mail", "mail", "endereco de e-mail", "endereco de email", "correio eletronico"],
  lodge: ["loja", "numero da loja", "no da loja", "loja no", "nome da loja"],
  degree: ["grau"],
};
const COLUMN_NAME: Record<ListColumn, string> = { name: "nome", email: "e-mail", lodge: "Loja", degree: "grau" };
const COLUMNS = Object.keys(COLUMN_NAME) as ListColumn[];

const DEGREE_WORDS: Record<string, Degree> = {
  aprendiz: "aprendiz",
  "aprendiz macom": "aprendiz",
  am: "aprendiz",
  "1": "aprendiz",
  companheiro: "companheiro",
  "companheiro macom": "companheiro",
  cm: "companheiro",
  "2": "companheiro",
  mestre: "mestre",
  "mestre macom": "mestre",
  mm: "mestre",
  "3": "mestre",
};

const plain = (text: string): string => fold(text).replace(/[º°.]/g, "").replace(/\s+/g, " ").trim();

/**
 * Reads a list of people as spreadsheets write it, and finds what is wrong in each line by itself. It looks at nothing but the bytes; whom the
 * academy knows is asked afterwards (check-list.service.ts). Runs in a thread (read-list.worker.ts).
 */
export function readList(bytes: Uint8Array): ReadList {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return {
      refusal: "Este arquivo é uma planilha, não um CSV. No programa, use Salvar como, tipo CSV, e escolha o novo arquivo.",
    };
  const { text: decoded, encoding } = decode(bytes);
  if (decoded.includes("\u0000"))
    return {
      refusal: "Este arquivo não é um texto. No programa da planilha, use Salvar como, tipo CSV, e escolha o novo arquivo.",
    };
  const { text, delimiter } = findDelimiter(decoded);
  const records = parseRecords(text, delimiter);
  if ("refusal" in records) return records;
  return { delimiter, encoding, ...readRecords(records) };
}

function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "utf-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** The sign that most often stands between the cells of the first line; spreadsheets may also name it in a line of its own. */
function findDelimiter(text: string): { text: string; delimiter: Delimiter } {
  const named = /^sep=([;,\t])\r?\n?/i.exec(text);
  if (named) return { text: text.slice(named[0].length), delimiter: named[1] as Delimiter };
  const first =
    /[^\r\n]+/
      .exec(text)?.[0]
      .slice(0, LONGEST_LINE)
      .replace(/"[^"]*"/g, "") ?? "";
  const [delimiter] = ([";", "\t", ","] as const)
    .map((sign) => [sign, first.split(sign).length] as const)
    .reduce((best, one) => (one[1] > best[1] ? one : best));
  return { text, delimiter };
}

type Records = { record: string[]; info: Info }[];

function parseRecords(text: string, delimiter: Delimiter): Records | { refusal: string } {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: LONGEST_LINE,
      to: MOST_LINES + 2, // the titles, and one that is too many
    }) as unknown as Records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: number }).lines) || 1;
    if (error.code === "CSV_MAX_RECORD_SIZE")
      return { refusal: `A linha ${line} é longa demais. Confira se há uma pessoa por linha e se as aspas fecham.` };
    return { refusal: `Há aspas que abrem e não fecham, perto da linha ${line}. Feche-as ou apague-as.` };
  }
}

function readRecords(records: Records): { refusal: string } | { ignored: string[]; lines: ReadLine[] } {
  const [first, ...others] = records;
  if (!first) return { refusal: "A lista está vazia. Cole uma pessoa por linha: nome, e-mail, Loja e grau." };
  const columns = first.record.map(columnOf);
  const hasTitles = columns.some(Boolean) && !first.record.some((cell) => cell.includes("@"));
  const people = hasTitles ? others : records;
  if (people.length > MOST_LINES)
    return {
      refusal: `A lista tem mais de ${MOST_LINES.toLocaleString("pt-BR")} linhas. Divida-a em partes e envie uma de cada vez.`,
    };
  if (people.length === 0) return { refusal: "A lista só tem a linha dos títulos. Acrescente uma pessoa por linha." };
  if (hasTitles) {
    const missing = COLUMNS.find((column) => !columns.includes(column));
    if (missing)
      return { refusal: `Falta a coluna “${COLUMN_NAME[missing]}”. Os títulos da primeira linha são: nome; e-mail; Loja; grau.` };
    const double = COLUMNS.find((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
    if (double) return { refusal: `Há duas colunas de “${COLUMN_NAME[double]}”. Deixe só uma.` };
  }
  const places = hasTitles ? columns : COLUMNS;
  const seen = new Map<string, number>();
  return {
    ignored: hasTitles ? first.record.filter((title, index) => title && !columns[index]).map((title) => title.slice(0, 40)) : [],
    lines: people.map(({ record, info }) => readLine(record, places, info.lines, seen)),
  };
}

const columnOf = (title: string): ListColumn | "line" | undefined =>
  (Object.keys(TITLES) as (ListColumn | "line")[]).find((column) => TITLES[column].includes(plain(title)));

function readLine(
  record: string[],
  places: readonly (ListColumn | "line" | undefined)[],
  countedLine: number,
  seen: Map<string, number>,
): ReadLine {
  const cell = (column: ListColumn | "line") => (record[places.indexOf(column)] ?? "").slice(0, LONGEST_CELL + 1);
  const numbered = /^\d{1,6}$/.exec(cell("line"))?.[0];
  const line = numbered ? Number(numbered) : countedLine;
  const [name, lodge, degree] = (["name", "lodge", "degree"] as const).map((column) => unguarded(cell(column)));
  const address = emailSchema.safeParse(unguarded(cell("email")));
  const email = address.success ? address.data : cell("email");
  const degreeRead = DEGREE_WORDS[plain(degree!)] ?? null;
  const earlier = address.success ? seen.get(email) : undefined;
  if (address.success && earlier === undefined) seen.set(email, line);
  const fault = faultOf({ name: name!, email, degree: degree! }, { address: address.success, degreeRead, earlier });
  return { line, name: name!, email, lodge: lodge!, degree: degree!, degreeRead, fault };
}

/** What our own files write before a sign that a spreadsheet would calculate (src/lib/csv.ts). */
const unguarded = (text: string): string => text.replace(/^'(?=[=+\-@＝＋－＠])/, "");

const FORMULA = /^[=+\-@＝＋－＠]/;

function faultOf(
  { name, email, degree }: Pick<ListLine, "name" | "email" | "degree">,
  read: { address: boolean; degreeRead: Degree | null; earlier: number | undefined },
): Fault | null {
  const fault = (column: ListColumn, message: string): Fault => ({ column, message });
  if (!email) return fault("email", "Falta o e-mail.");
  if (!read.address)
    return fault("email", email.includes("@") ? "O endereço está incompleto ou tem um sinal a mais." : "Isto não é um e-mail.");
  if (read.earlier !== undefined) return fault("email", `Repete a linha ${read.earlier}.`);
  if (!name) return fault("name", "Falta o nome.");
  if (FORMULA.test(name)) return fault("name", `O nome começa com “${name[0]}”, como uma fórmula de planilha. Apague o sinal.`);
  if (name.length > 100)
    return fault(
      "name",
      `O nome tem ${name.length > LONGEST_CELL ? `mais de ${LONGEST_CELL}` : name.length} letras, e cabem 100.`,
    );
  const named = fullName.safeParse(name);
  if (!named.success) return fault("name", `${named.error.issues[0]!.message}.`);
  if (!degree) return fault("degree", "Falta o grau: Aprendiz, Companheiro ou Mestre.");
  if (!read.degreeRead)
    return fault("degree", `“${degree.slice(0, 60)}” não é um grau da lista: Aprendiz, Companheiro ou Mestre.`);
  return null;
}
