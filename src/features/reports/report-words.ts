import { toCsv } from "#app/lib/csv.ts";
import { dayAndMonth, shortDate } from "#app/lib/format.ts";
import type { Report } from "./reports.answers.ts";
import { GROUP } from "./reports.schema.ts";

/** What a number of people is called that was rounded down: none of it says who. */
export const rounded = (value: number): string => (value === 0 ? `menos de ${GROUP}` : String(value));

/** A week by its first day, a month by its name. */
export const stepName = (begins: string, step: "week" | "month"): string => {
  const day = new Date(`${begins}T12:00`);
  return step === "week" ? shortDate(day) : day.toLocaleDateString("pt-BR", { month: "long", year: "numeric" });
};
/** The same where there is little room. */
export const shortStepName = (begins: string, step: "week" | "month"): string => {
  const day = new Date(`${begins}T12:00`);
  return step === "week" ? dayAndMonth(day) : day.toLocaleDateString("pt-BR", { month: "short", year: "2-digit" });
};
/** "<5" where fewer were counted. */
export const roundedShort = (value: number): string => (value === 0 ? `<${GROUP}` : String(value));

/** "7 dias", "9 horas". */
export const daysNumber = (days: number): string => (days < 10 ? days : Math.round(days)).toLocaleString("pt-BR");
export const daysWords = (days: number): string => `${daysNumber(days)} ${days === 1 ? "dia" : "dias"}`;
export const waitWords = (hours: number): string =>
  hours < 48 ? `${hours.toLocaleString("pt-BR")} ${hours === 1 ? "hora" : "horas"}` : daysWords(Math.round(hours / 2.4) / 10);

export const resultName = (from: number): string =>
  from < 50 ? "menos de 50" : from >= 90 ? "90 a 100" : `${from} a ${from + 9}`;

/** The lesson before which most readers are lost; undefined where none is lost. */
export function greatestLoss(lessons: Report["lessons"]): number | undefined {
  const lost = lessons.map(({ readers }, index) => (lessons[index - 1]?.readers ?? readers) - readers);
  const most = Math.max(0, ...lost);
  return most > 0 ? lessons[lost.indexOf(most)]!.number : undefined;
}

/** What the page shows, as a file for spreadsheets: the numbers are those of the page. */
export function reportFile(
  { lodge, module, figures, lessons, steps, exams, times, mentors }: Report,
  step: "week" | "month",
): string {
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
        step === "week" ? "Pessoas por semana" : "Pessoas por mês",
        steps.map(({ begins, people }) => [stepName(begins, step), people]),
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
