import { expect, test } from "vitest";
import { reportFile, tablesOf } from "./report-words.ts";
import type { Report } from "./reports.answers.ts";

const report = {
  lodge: null,
  module: { id: 1, title: "Introdução" },
  modules: [],
  figures: { enrolled: 35, activeInWeek: 0, activeInMonth: 20, finished: 5, stopped: 0 },
  lessons: [{ number: 1, title: "A régua", readers: 0 }],
  steps: [],
  exams: [],
  times: [{ module: "Introdução", days: { low: 3, median: 7.5, high: 12 } }],
  mentors: [],
} as unknown as Report;

test("the file says of each number what the page says, also where it is under five", () => {
  const file = reportFile(report, "week");
  for (const { caption, rows } of Object.values(tablesOf(report, "week")))
    for (const row of rows) expect(file).toContain([caption, ...row].map((each) => `"${each}"`).join(";"));
  expect(file).toContain('"Pessoas";"Ativos em 7 dias";"menos de 5"');
  expect(file).toContain('"Leitores por lição";"1. A régua";"menos de 5"');
});
