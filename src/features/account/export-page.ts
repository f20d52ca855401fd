import { momentInBrasilia } from "#app/lib/format.ts";
import type { ExportRecord, Section, Words } from "#app/server/personal-data.ts";
import type { PersonalExport } from "./account.answers.ts";

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A value in words: its own where the section has them, else dates in Brasília's time, yes or no, a dash for nothing. */
function inWords(value: unknown, record: ExportRecord, words?: Words): string {
  if (value === null || value === undefined || value === "") return "—";
  if (typeof words === "function") return words(value, record);
  if (words) return words[String(value)] ?? String(value);
  if (value instanceof Date) return momentInBrasilia(value);
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (typeof value === "number") return value.toLocaleString("pt-BR");
  if (Array.isArray(value)) return value.map((each) => inWords(each, record)).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${inWords(each, record)}`)
      .join("; ");
  return String(value);
}

/**
 * The export as a page to read and to print: it is complete in itself, with its own styles and without any script. It is only ever
 * downloaded, never shown as a page of ours (ASVS 3.2.1).
 */
export function renderExport({ exportedAt, data }: PersonalExport, sections: Section[]): string {
  const parts = sections.map(({ key, title, labels, words }) => {
    const shown = Object.entries(labels).filter(([field]) => words[field] !== null);
    const records = data[key] ?? [];
    const body = records.map(
      (record) =>
        `<dl>${shown
          .map(([field, label]) => {
            const said = inWords(record[field], record, words[field] ?? undefined);
            return `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(said)}</dd></div>`;
          })
          .join("")}</dl>`,
    );
    return `<section><h2>${escapeHtml(title)}</h2>${body.join("\n") || "<p>Nada guardado.</p>"}</section>`;
  });
  return `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Meus dados · Academia</title>
<style>
body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem;background:#faf6ee;color:#14213d;font:17px/1.5 Georgia,"Times New Roman",serif;overflow-wrap:anywhere}
h1{font-weight:500;margin:0}h2{font-weight:500;margin:2.5rem 0 .5rem;padding-top:.8rem;border-top:3px double #14213d}
dl{margin:0;padding:.7rem 0;border-bottom:1px solid #d9cdb3}dl div{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:0 1rem}
dt{color:#454d66}dd{margin:0;white-space:pre-wrap}p{color:#454d66}
@media(max-width:32rem){dl div{grid-template-columns:1fr;margin-bottom:.4rem}}
</style></head><body>
<h1>Meus dados</h1>
<p>Tudo o que a Academia guarda sobre você, como estava em ${escapeHtml(momentInBrasilia(exportedAt))}.</p>
${parts.join("\n")}
</body></html>
`;
}
