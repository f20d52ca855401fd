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
const daysWords = (days: number): string => `${daysNumber(days)} ${days === 1 ? "dia" : "dias"}`;
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

type Table = { caption: string; columns: string[]; rows: string[][] };

/** Every number of the report in words: the page shows these tables, and the file is made of them. */
export function tablesOf({ figures, lessons, steps, exams, times, mentors }: Report, step: "week" | "month") {
  return {
    figures: {
      caption: "Pessoas",
      columns: ["Quem", "Pessoas"],
      rows: figures
        ? [
            ["Inscritos", rounded(figures.enrolled)],
            ["Ativos em 7 dias", rounded(figures.activeInWeek)],
            ["Ativos em 30 dias", rounded(figures.activeInMonth)],
            ["Concluíram o módulo", rounded(figures.finished)],
            ["Pararam no módulo", rounded(figures.stopped)],
          ]
        : [],
    },
    lessons: {
      caption: "Leitores por lição",
      columns: ["Lição", "Leitores"],
      rows: lessons.map(({ number, title, readers }) => [`${number}. ${title}`, rounded(readers)]),
    },
    steps: {
      caption: step === "week" ? "Pessoas por semana" : "Pessoas por mês",
      columns: [step === "week" ? "Semana de" : "Mês", "Pessoas"],
      rows: steps.map(({ begins, people }) => [stepName(begins, step), rounded(people)]),
    },
    exams: {
      caption: "Exames por resultado, em por cento",
      columns: ["Resultado", "Exames"],
      rows: exams.map(({ from, exams: count }) => [resultName(from), rounded(count)]).toReversed(),
    },
    times: {
      caption: "Dias por módulo",
      columns: ["Módulo", "Mediana", "Faixa"],
      rows: times.map(({ module: title, days }) => [
        title,
        daysWords(days.median),
        `${daysNumber(days.low)} a ${daysNumber(days.high)}`,
      ]),
    },
    mentors: {
      caption: "Tempo até a resposta, por mentor",
      columns: ["Mentor", "Mediana", "Pedidos"],
      rows: mentors.map(({ name, hours, requests }) => [name, waitWords(hours), rounded(requests)]),
    },
  } satisfies Record<string, Table>;
}

/** The tables of the page as a file for spreadsheets. */
export function reportFile(report: Report, step: "week" | "month"): string {
  const widest = 3;
  return toCsv(
    ["Parte", "Nome", "Valor", "Mais"],
    [
      ["Recorte", "Loja", report.lodge ?? "todas", ""],
      ["Recorte", "Módulo", report.module.title, ""],
      ...Object.values(tablesOf(report, step)).flatMap(({ caption, rows }) =>
        rows.map((row) => [caption, ...row, ...Array<string>(widest - row.length).fill("")]),
      ),
    ],
  );
}
