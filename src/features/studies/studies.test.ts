import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readQuestions } from "#app/content/questions.ts";
import { type PieceSource, readStudies } from "#app/content/studies.ts";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
import { lessonAnswers, questionOptions } from "#app/features/courses/courses.table.ts";
import { STUDY_SORTS } from "#app/lib/study-sorts.ts";
import { testApp } from "#tests/support/app.ts";
import type { StudyList, StudyText } from "./studies.answers.ts";
import { studyPositions } from "./studies.table.ts";

const app = testApp();

const essays = readStudies().filter(({ sort }) => sort === "study");
const above = essays.find(({ degree }) => degree === "mestre")!;
const piece = readStudies().find((each) => each.sort === "piece" && each.degree === "aprendiz") as PieceSource;

test.each(STUDY_SORTS)("every %s of the files is listed in its order, and a Mestre may read each of them", async (sort) => {
  const member = await app.member({ degree: "mestre" });
  const { body } = await member.get<StudyList>(`/api/studies?sort=${sort}`);
  const sources = readStudies().filter((each) => each.sort === sort);
  expect(body.studies.map(({ id }) => id)).toEqual(sources.map(({ id }) => id));
  for (const { id, order, title, locked } of body.studies) {
    const study = await member.get<StudyText>(`/api/studies/${id}`);
    expect(locked).toBe(false);
    expect(study.body).toMatchObject({ id, order, title });
    expect(study.body.html).not.toMatch(/documento:|termo:|licao:|prancha:|data-document|data-drawing/);
    expect(study.body.headings.at(-1)).toEqual({ id: "fontes", title: "Fontes" });
  }
});

test("a piece says its minutes, part by part, where it comes from, and its three questions", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<StudyText>(`/api/studies/${piece.id}`);
  const { ends, ...facts } = body.piece!;
  expect(facts).toMatchObject({
    lesson: { path: expect.stringMatching(/^\/modulo\/\d+\/licao\/\d+$/) },
    document: { path: `/documentos/${piece.document}` },
  });
  expect(body.minutes).toBe(ends.at(-1));
  expect(ends).toEqual(ends.toSorted((one, other) => one - other));
  expect(body.minutes).toBeGreaterThanOrEqual(9);
  expect(body.minutes).toBeLessThanOrEqual(11);
  expect(body.html).toContain(`<span class="sec">Do minuto ${ends[0]} ao ${ends[1]}</span>`);
  expect(body.html).not.toContain("§");
  expect(body.html).toMatch(/<section class="ponder" aria-labelledby="conversa">(?:(?!<section)[\s\S])*<\/section>/);
  for (const question of piece.questions) expect(body.html).toContain(`<p>${question}</p>`);
  const document = await member.get<{ studies: { id: string; sort: string }[] }>(`/api/documents/${piece.document}`);
  expect(document.body.studies).toContainEqual(expect.objectContaining({ id: piece.id, sort: "piece" }));
});

test("the days on which a piece was read in the Lodge are the member's own, each once, none to come", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const path = `/api/studies/${piece.id}/readings`;
  const read = async (of = member) => (await of.get<StudyText>(`/api/studies/${piece.id}`)).body.readings;
  for (const readOn of ["2026-03-12", "2026-09-10", "2026-03-12"]) expect((await member.post(path, { readOn })).status).toBe(200);
  expect(await read()).toEqual(["2026-09-10", "2026-03-12"]);
  expect(await read(await app.member({ degree: "aprendiz" }))).toEqual([]);
  expect(await member.post(path, { readOn: "2999-01-01" })).toMatchObject({
    status: 422,
    body: { fields: { readOn: expect.stringContaining("ainda não chegou") } },
  });
  expect((await member.post(path, { readOn: "2026-02-30" })).status).toBe(422);
  expect((await member.send(`${path}/2026-03-12`, { method: "DELETE" })).status).toBe(200);
  expect((await member.send(`${path}/2026-03-12`, { method: "DELETE" })).status).toBe(200);
  expect(await read()).toEqual(["2026-09-10"]);
  const closed = readStudies().find((each) => each.sort === "piece" && each.degree === "mestre")!;
  expect((await member.post(`/api/studies/${closed.id}/readings`, { readOn: "2026-03-12" })).status).toBe(403);
  expect((await member.post(`/api/studies/${essays[0]!.id}/readings`, { readOn: "2026-03-12" })).status).not.toBe(200);
});

test("a study of a higher degree is listed as locked, and its text is not given", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<StudyList>("/api/studies");
  expect(body.studies.find(({ id }) => id === above.id)).toMatchObject({ degree: "mestre", locked: true });
  const refused = await member.get(`/api/studies/${above.id}`);
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain("<p");
  const unknown = await member.get("/api/studies/nada");
  expect(unknown.status).toBe(404);
});

test("the neighbours of a study are those that the member may open", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<StudyList>("/api/studies");
  const open = body.studies.filter(({ locked }) => !locked);
  for (const [index, { id }] of open.entries()) {
    const study = await member.get<StudyText>(`/api/studies/${id}`);
    expect(study.body.previous?.id).toBe(open[index - 1]?.id);
    expect(study.body.next?.id).toBe(open[index + 1]?.id);
  }
});

test("a study shows its documents in place, its boxes by their labels, and its drawing with a description", async () => {
  const member = await app.member({ degree: "mestre" });
  const { body } = await member.get<StudyText>("/api/studies/marca-e-salario");
  expect(body.html).toContain('<a href="#doc-schaw-1598">as primeiras disposições</a>');
  expect(body.html.match(/<figure class="plate document" id="doc-schaw-1598"/g)).toHaveLength(1);
  expect(body.html).toMatch(/<figure class="plate document"[^>]*><details open>/);
  expect(body.html).toContain("sob pena de quarenta libras ou da quarta parte do valor da dita obra");
  expect(body.html).toMatch(/<div class="box box-tradition">\s*<p class="box-label">Tradição<\/p>/);
  expect(body.html).toMatch(/<svg role="img" aria-label="Doze marcas de pedreiro/);
  expect(body.terms.map(({ slug }) => slug)).toContain("mestre-da-marca");
});

test("a study's three questions are answered on its page: marked here, kept, and explained once they are right", async () => {
  const member = await app.member({ degree: "mestre" });
  const { study } = readQuestions().find(({ study, form }) => study && form === "choice")!;
  const { body } = await member.get<StudyText>(`/api/studies/${study}`);
  const sources = readQuestions().filter((source) => source.study === study);
  expect(body.questions.map(({ id }) => id)).toEqual(sources.map(({ id }) => id).sort());
  const question = body.questions.find(({ form }) => form === "choice")!;
  expect(question.solved).toBe(false);
  expect(JSON.stringify(question)).not.toMatch(/right|why/);
  const { db } = app.services;
  const options = await db.select().from(questionOptions).where(eq(questionOptions.questionId, question.id));
  const path = `/api/studies/${study}/questions/${question.id}/answer`;
  const wrong = options.find(({ right }) => right === false)!;
  const right = options.find((option) => option.right)!;
  const first = await member.post<JudgedAnswer>(path, { given: [wrong.id] });
  expect(first.body).toEqual({ right: false, why: wrong.why, placed: [false], others: [] });
  const second = await member.post<JudgedAnswer>(path, { given: [right.id] });
  expect(second.body).toMatchObject({ right: true, why: right.why });
  expect(second.body.others).toHaveLength(3);
  const again = await member.get<StudyText>(`/api/studies/${study}`);
  expect(again.body.questions.find(({ id }) => id === question.id)!.solved).toBe(true);
  expect(
    await db.$count(lessonAnswers, and(eq(lessonAnswers.userId, member.id), eq(lessonAnswers.questionId, question.id))),
  ).toBe(2);
  const another = readStudies().find(({ id }) => id !== study)!;
  const other = await member.post(`/api/studies/${another.id}/questions/${question.id}/answer`, { given: [right.id] });
  expect(other.status, "a question of another study").toBe(404);
});

test("a study opens where its reader stopped; what is above their degree keeps no place and takes no answer", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const open = readStudies().find(({ degree }) => degree === "aprendiz")!;
  for (const position of [0.3, 5e-62, 0.62])
    expect((await member.put(`/api/studies/${open.id}/position`, { position })).status).toBe(200);
  expect((await member.get<StudyText>(`/api/studies/${open.id}`)).body.position).toBeCloseTo(0.62);
  expect((await member.get("/api/account/export")).body.data.studyPositions).toMatchObject([{ study: open.id }]);
  expect((await member.put(`/api/studies/${open.id}/position`, { position: 1.2 })).status).toBe(422);
  expect((await member.put(`/api/studies/${above.id}/position`, { position: 0.5 })).status).toBe(403);
  const question = readQuestions().find(({ study }) => study === above.id)!.id;
  const answered = await member.post(`/api/studies/${above.id}/questions/${question}/answer`, { given: [crypto.randomUUID()] });
  expect(answered.status).toBe(403);
  expect(await app.services.db.$count(studyPositions, eq(studyPositions.userId, member.id))).toBe(1);
});
