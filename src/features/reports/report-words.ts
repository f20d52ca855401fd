import { toCsv } from "#app/lib/csv.ts";
import { shortDate } from "#app/lib/format.ts";
import type { Report } from "./reports.answers.ts";
import { GROUP } from "./reports.schema.ts";

/** What a number of people is called that was rounded down: none of it says who. */
export const rounded = (value: number): string => (value === 0 ? `menos de ${GROUP}` : String(value));

export const weekName = (monday: string): string => shortDate(new Date(`${monday}T12:00`));

/** "7 dias", "9 horas". */
export const daysWords = (days: number): string => `${days.toLocaleString("pt-BR")} ${days === 1 ? "dia" : "dias"}`;
export const waitWords = (hours: number): string =>
  hours < 48 ? `${hours.toLocaleString("pt-BR")} ${hours === 1 ? "hora" : "horas"}` : daysWords(Math.round(hours / 2.4) / 10);

export const resultName = (from: number): string =>
  from < 50 ? "menos de 50" : from >= 90 ? "90 a 100" : `${from} a ${from + 9}`;

/** The lesson after which most readers are lost: its place, and how many. */
export function greatestLoss(lessons: Report["lessons"]): { after: number; lost: number } | null {
  const losses = lessons.slice(1).map(({ readers }, index) => ({ after: index + 1, lost: lessons[index]!.readers - readers }));
  const worst = losses.reduce<(typeof losses)[number] | null>(
    (most, each) => (each.lost > (most?.lost ?? 0) ? each : most),
    null,
  );
  return worst;
}

/** What the page shows, as a file for spreadsheets: the numbers are those of the page. */
export function reportFile({ lodge, module, figures, lessons, weeks, exams, times, mentors }: Report): string {
  const of = (part: string, rows: [string, number][]) => rows.map(([name, value]) => [part, name, value.toLocaleString("pt-BR")]);
  return toCsv(
    ["Parte", "Nome", "Número"],
    [
      ["Recorte", "Loja", lodge ?? "todas"],
      ["Recorte", "Módulo", module.title],
      ...(figures
        ? of("Pessoas", [
            ["Inscritos", figures.enrolled],
            ["Ativos em 7 dias", figures.activeInWeek],
            ["Ativos em 30 dias", figures.activeInMonth],
            ["Concluíram o módulo", figures.finished],
            ["Pararam no módulo", figures.stopped],
          ])
        : []),
      ...of(
        "Leitores por lição",
        lessons.map(({ number, title, readers }) => [`${number}. ${title}`, readers]),
      ),
      ...of(
        "Pessoas por semana",
        weeks.map(({ monday, people }) => [weekName(monday), people]),
      ),
      ...of(
        "Exames por resultado",
        exams.map(({ from, exams: count }) => [resultName(from), count]),
      ),
      ...of(
        "Dias por módulo (mediana)",
        times.map(({ module: title, days }) => [title, days.median]),
      ),
      ...of(
        "Horas até a resposta (mediana)",
        mentors.map(({ name, hours }) => [name, hours]),
      ),
    ],
  );
}
