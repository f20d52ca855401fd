import { toCsv } from "#app/lib/csv.ts";
import type { CheckedLine } from "../invitations.answers.ts";

/** Lines as a list that is looked at again: each keeps its number. */
export const listOf = (lines: readonly CheckedLine[]): Blob =>
  new Blob([
    toCsv(
      ["linha", "nome", "e-mail", "Loja", "grau"],
      lines.map(({ line, name, email, lodge, degree }) => [String(line), name, email, lodge, degree]),
    ),
  ]);

/** The lines that stay out, with the reason of each, for a spreadsheet. */
export const faultsOf = (lines: readonly CheckedLine[]): string =>
  toCsv(
    ["linha", "nome", "e-mail", "Loja", "grau", "motivo"],
    lines.map(({ line, name, email, lodge, degree, message }) => [String(line), name, email, lodge, degree, message ?? ""]),
  );

/** What one begins with. */
export const SAMPLE = toCsv(
  ["nome", "e-mail", "Loja", "grau"],
  [["João Araújo", "joao.araujo@correio.example", "12", "Aprendiz"]],
);
