import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { publishForms, rightAnswer } from "#tests/support/questions.ts";
import { loadCatalogue } from "./catalogue.ts";
import type { LessonDetail } from "./courses.answers.ts";
import { lessonAnswers, lessonProgress } from "./courses.table.ts";

const app = testApp();

beforeAll(async () => {
  await publishForms(app.services.db, "questions/m01.yaml", ["m01-l01", "m01-l02", "m01-l03", "m01-l04"]);
  const catalogue = await loadCatalogue(app.services.db);
  app.services.catalogue = () => catalogue;
});

const path = (number: number) => `/api/modules/1/lessons/${number}`;
const checkOf = (number: number) => app.services.catalogue().byId.get(1)!.lessons[number - 1]!.check!;
const shown = async (member: TestMember, number: number) => (await member.get<LessonDetail>(path(number))).body.text!.check!;
const ids = (parts: { id: string }[]) => parts.map(({ id }) => id);

/** A member who has read the text of a lesson to its end. */
async function reader(number: number): Promise<TestMember> {
  const member = await app.member();
  await app.services.db
    .insert(lessonProgress)
    .values({ userId: member.id, lessonId: `m01-l0${number}`, furthest: 1, position: 1 });
  return member;
}

describe.each([
  [1, "order"],
  [2, "match"],
] as const)("lesson %d, %s", (number, form) => {
  test("shows its parts shuffled, never in the right order, and explains nothing before the answer", async () => {
    for (let count = 0; count < 8; count += 1) {
      const member = await app.member();
      const check = await shown(member, number);
      expect(check).toMatchObject({ form });
      expect(ids(check.options)).not.toEqual(rightAnswer(checkOf(number)));
      expect(ids(check.options).sort()).toEqual(rightAnswer(checkOf(number)).sort());
      expect(check.lefts.map(({ text }) => text)).toEqual(form === "match" ? ["Régua", "Malho", "Prumo"] : []);
      expect(JSON.stringify(check)).not.toContain(checkOf(number).explanation);
      expect(await shown(member, number)).toEqual(check);
    }
  });

  test("says which places are right, explains, keeps what was given, and completes the lesson when all are right", async () => {
    const member = await reader(number);
    const [first, second, third] = rightAnswer(checkOf(number));
    const given = [first!, third!, second!];
    expect((await member.post(`${path(number)}/answer`, { given })).body).toEqual({
      right: false,
      placed: [true, false, false],
      why: checkOf(number).explanation,
      completed: false,
      others: [],
    });
    const { body } = await member.post(`${path(number)}/answer`, { given: rightAnswer(checkOf(number)) });
    expect(body).toMatchObject({ right: true, placed: [true, true, true], completed: true });
    const rows = await app.services.db
      .select()
      .from(lessonAnswers)
      .where(eq(lessonAnswers.userId, member.id))
      .orderBy(lessonAnswers.id);
    expect(rows).toMatchObject([
      { given, optionId: null, right: false },
      { optionId: null, right: true },
    ]);
    const { body: exported } = await member.get("/api/account/export");
    const textOf = new Map(checkOf(number).options.map(({ id, text }) => [id, text]));
    expect(exported.data.lessonAnswers[0].answer).toBe(given.map((id) => textOf.get(id)).join(" | "));
  });

  test("an answer that leaves a part out, repeats one or brings a foreign one is refused", async () => {
    const member = await reader(number);
    const [first, second] = rightAnswer(checkOf(number)) as [string, string];
    const foreign = rightAnswer(checkOf(3))[0]!;
    for (const given of [[first, second], [first, second, second], [first, second, foreign], [first]])
      expect((await member.post(`${path(number)}/answer`, { given })).status).toBe(404);
    expect((await member.post(`${path(number)}/answer`, { given: [] })).status).toBe(422);
    expect(await app.services.db.$count(lessonAnswers, eq(lessonAnswers.userId, member.id))).toBe(0);
  });
});

test("classify offers the three in their order and gives each its reason", async () => {
  const member = await reader(3);
  const check = await shown(member, 3);
  expect(check).toMatchObject({ form: "classify", prompt: "Hiram fundiu as colunas.", lefts: [] });
  expect(check.options.map(({ text }) => text)).toEqual(["Documento", "Tradição", "Interpretação"]);
  for (const { why } of checkOf(3).options) expect(JSON.stringify(check)).not.toContain(why);
  const [documento, tradicao, interpretacao] = ids(check.options);
  const wrong = await member.post(`${path(3)}/answer`, { given: [documento] });
  expect(wrong.body).toMatchObject({ right: false, why: "Não há documento.", completed: false, others: [] });
  const right = await member.post(`${path(3)}/answer`, { given: [tradicao] });
  expect(right.body).toMatchObject({
    right: true,
    why: "É o que se conta.",
    completed: true,
    others: [
      { id: documento, why: "Não há documento." },
      { id: interpretacao, why: "Não interpreta nada." },
    ],
  });
  expect((await member.post(`${path(3)}/answer`, { given: [documento, tradicao] })).status).toBe(404);
});

describe("two of five", () => {
  const parts = () => checkOf(4).options.map(({ id }) => id) as [string, string, string, string, string];

  test("is right when both are marked, in whichever order, and then explains all five", async () => {
    const member = await reader(4);
    const check = await shown(member, 4);
    expect(check).toMatchObject({ form: "multiple", prompt: "Quais duas estão na lição?", lefts: [] });
    expect(ids(check.options).sort()).toEqual(parts().sort());
    for (const { why } of checkOf(4).options) expect(JSON.stringify(check)).not.toContain(why);
    const [, malho, , nivel] = parts();
    const { body } = await member.post(`${path(4)}/answer`, { given: [nivel, malho] });
    expect(body).toMatchObject({ right: true, why: "", placed: [true, true], completed: true });
    expect(body.others.map(({ why }: { why: string }) => why)).toEqual(checkOf(4).options.map(({ why }) => why));
    const { body: exported } = await member.get("/api/account/export");
    expect(exported.data.lessonAnswers[0].answer).toBe("O nível | O malho");
  });

  test("says of each one marked whether it is right and why, and nothing of the others", async () => {
    const member = await reader(4);
    const [regua, malho] = parts();
    expect((await member.post(`${path(4)}/answer`, { given: [regua, malho] })).body).toEqual({
      right: false,
      why: "",
      placed: [false, true],
      completed: false,
      others: [
        { id: regua, why: "Razão de A régua." },
        { id: malho, why: "Razão de O malho." },
      ],
    });
  });

  test("takes two different ones of its own, no fewer and no more", async () => {
    const member = await reader(4);
    const [regua, malho, prumo] = parts();
    const foreign = rightAnswer(checkOf(3))[0]!;
    for (const given of [[regua], [malho, malho], [regua, malho, prumo], [malho, foreign]])
      expect((await member.post(`${path(4)}/answer`, { given })).status).toBe(404);
    expect(await app.services.db.$count(lessonAnswers, eq(lessonAnswers.userId, member.id))).toBe(0);
  });
});
