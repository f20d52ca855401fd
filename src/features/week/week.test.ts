import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readStudies } from "#app/content/studies.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { addDays } from "#app/lib/days.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { testApp } from "#tests/support/app.ts";
import type { Week } from "./week.answers.ts";
import { mondayOf, pieceOfWeek } from "./week.policy.ts";

const app = testApp();
afterEach(() => vi.useRealTimers());

/** Moves the clock, and nothing else that time drives. @param day "2026-11-23" */
const on = (day: string) => vi.useFakeTimers({ now: new Date(`${day}T15:00:00Z`), toFake: ["Date"] });

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2026-11-29", "2026-11-23"],
  ["2026-11-30", "2026-11-30"],
  ["2027-01-03", "2026-12-28"],
  ["2025-12-31", "2025-12-29"],
  ["2028-02-29", "2028-02-28"],
])("the Monday of %s is %s", (day, monday) => expect(mondayOf(day)).toBe(monday));

describe("a year of Mondays", () => {
  const pieces = readStudies().flatMap((study) => (study.sort === "piece" ? [study] : []));
  const open = (degree: Degree) => pieces.filter((piece) => DEGREES.indexOf(piece.degree) <= DEGREES.indexOf(degree));

  test.each(DEGREES)("gives a %s a piece in each, none twice in a quarter", (degree) => {
    const mondays = Array.from({ length: 53 }, (_, week) => addDays("2026-01-05", 7 * week));
    const given = mondays.map((monday) => pieceOfWeek(open(degree), monday)!.id);
    for (const [at, id] of given.entries()) expect(given.slice(at + 1, at + 13)).not.toContain(id);
    expect(new Set(given).size).toBe(Math.min(open(degree).length, 53));
  });
});

test("a week has its lesson, document, question and piece, the same on all its days, and others on Monday", async () => {
  on("2026-11-25");
  const member = await app.member({ degree: "companheiro" });
  const read = async () => (await member.get<Week>("/api/week")).body;
  const wednesday = await read();
  expect(wednesday).toMatchObject({
    from: "2026-11-23",
    to: "2026-11-29",
    lesson: { path: "/modulo/6/licao/1", doneAt: null },
    document: { doneAt: null },
    question: { doneAt: null },
    piece: { doneAt: null },
    past: [],
  });
  on("2026-11-29");
  expect((await read()).piece).toEqual(wednesday.piece);
  on("2026-11-30");
  const next = await read();
  expect(next.piece.id).not.toBe(wednesday.piece.id);
  expect(next.past).toEqual([
    { from: "2026-11-23", to: "2026-11-29", title: wednesday.piece.title, path: wednesday.piece.path, steps: 0 },
  ]);
});

test("a step is taken and taken back; what was left undone does not pile up; a week that is over takes none", async () => {
  on("2026-11-25");
  const member = await app.member({ degree: "aprendiz" });
  const take = (step: string, done: boolean, monday = "2026-11-23") => member.put(`/api/week/steps/${step}`, { monday, done });
  for (const step of ["document", "question"]) expect((await take(step, true)).status).toBe(200);
  expect((await take("document", false)).status).toBe(200);
  const { body } = await member.get<Week>("/api/week");
  expect([body.document?.doneAt, body.question.doneAt, body.piece.doneAt]).toEqual([null, expect.any(String), null]);
  expect((await take("lesson", true)).status).toBe(404);
  on("2026-11-30");
  expect((await take("piece", true)).body).toMatchObject({ code: "conflict", message: expect.stringContaining("já acabou") });
  const next = (await member.get<Week>("/api/week")).body;
  expect(next).toMatchObject({ question: { doneAt: null }, past: [{ steps: 1 }] });
});

test("a week in which a step was taken keeps its piece when the degree changes", async () => {
  on("2026-11-25");
  const member = await app.member({ degree: "aprendiz" });
  const before = (await member.get<Week>("/api/week")).body.piece.id;
  await member.put("/api/week/steps/piece", { monday: "2026-11-23", done: true });
  await app.services.db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, member.id));
  expect((await member.get<Week>("/api/week")).body.piece.id).toBe(before);
});

test("nothing of a higher degree is in a week, and the panel says what it is about", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<Week>("/api/week");
  const source = readStudies().find(({ id }) => id === body.piece.id)!;
  expect(source.degree).toBe("aprendiz");
  expect((await member.get<{ week: { title: string } }>("/api/dashboard")).body.week).toEqual({ title: source.title });
});

test("the line that a member writes about the question is among their notes", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { question, piece } = (await member.get<Week>("/api/week")).body;
  const note = {
    id: crypto.randomUUID(),
    kind: "study",
    textId: piece.id,
    quote: question.text,
    prefix: "",
    suffix: "",
    position: 9_999,
  };
  expect((await member.post("/api/notes", { ...note, colour: "gold", body: "A minha mulher." })).status).toBe(200);
  const { body } = await member.get<{ shelves: unknown }>("/api/notes");
  expect(JSON.stringify(body)).toContain("Peças para a Loja");
});
