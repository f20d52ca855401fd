import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { readQuestions } from "#app/content/questions.ts";
import type { JudgedAnswer, LessonText } from "#app/features/courses/courses.answers.ts";
import { lessonAnswers, questionOptions } from "#app/features/courses/courses.table.ts";
import { coversDegree, DEGREES } from "#app/lib/degrees.ts";
import { testApp } from "#tests/support/app.ts";
import type { DocumentList, DocumentText } from "./documents.answers.ts";

const app = testApp();

const sources = readDocuments();
const above = sources.filter(({ degree }) => degree !== "aprendiz");

test.each(DEGREES)(
  "a %s finds the documents of his degree and those below, in the order of their years, and no others",
  async (degree) => {
    const member = await app.member({ degree });
    const { body } = await member.get<DocumentList>("/api/documents");
    const readable = sources.filter((document) => coversDegree(degree, document.degree));
    expect(body.documents.map(({ id }) => id)).toEqual(readable.map(({ id }) => id));
  },
);

test("a Mestre may read each document: who wrote it, its excerpt, its commentary, its questions", async () => {
  const member = await app.member({ degree: "mestre" });
  for (const { id, title, intro, edition } of sources) {
    const { body } = await member.get<DocumentText>(`/api/documents/${id}`);
    expect(body).toMatchObject({ id, title, intro, edition });
    expect(body.excerpts[0]!.paragraphs[0]).toMatch(/^<svg class="cap".*<\/svg><p>/s);
    expect(body.commentary.map(({ title: heading }) => heading)).toEqual(["O que diz", "O que não diz", "O que se discute"]);
    for (const { html } of body.commentary) expect(html).toMatch(/^<p>/);
    expect([1, 2]).toContain(body.questions.length);
    expect(JSON.stringify(body)).not.toMatch(/documento:|termo:|licao:|lang:/);
  }
});

test("two versions of a text come paragraph by paragraph, with what differs marked", async () => {
  const member = await app.member();
  const { body } = await member.get<DocumentText>("/api/documents/anderson-obrigacao-i");
  expect(body.compared).toBe(true);
  const [before, after] = body.excerpts;
  expect([before!.label, after!.label]).toEqual(["1723", "1738"]);
  expect(before!.paragraphs).toHaveLength(after!.paragraphs.length);
  expect(before!.paragraphs[1]).toContain('<span class="changed">a Arte</span>');
  expect(after!.paragraphs[0]).toContain('<mark class="only">como verdadeiro noaquida</mark>');
  const apart = await member.get<DocumentText>("/api/documents/ashmole-1646-1682");
  expect(apart.body).toMatchObject({ compared: false, excerpts: [{ label: "1646" }, { label: "1682" }] });
});

test("nothing of a document above the reader's degree is in anything that they are sent", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const sent = [
    (await member.get("/api/documents")).body,
    (await member.get("/api/openapi.json")).body,
    (await member.get("/api/studies")).body,
    (await member.get("/api/dashboard")).body,
  ];
  for (const { id, degree } of sources) {
    const { status, body } = await member.get(`/api/documents/${id}`);
    expect(status, id).toBe(degree === "aprendiz" ? 200 : 404);
    sent.push(body);
  }
  for (const { id, degree, lessons } of app.services.catalogue().modules)
    if (degree === "aprendiz")
      for (const { text } of lessons) {
        expect(text, `module ${id}`).not.toBeNull();
        sent.push(text!.html);
      }
  const all = JSON.stringify(sent);
  for (const { id, title, subject } of above)
    for (const secret of [`"${id}"`, `doc-${id}`, title, subject]) expect(all).not.toContain(secret);
});

test("an answer is marked by the server, kept, and refused for a document above the reader's degree or another's question", async () => {
  const member = await app.member({ degree: "aprendiz" });
  const { body } = await member.get<DocumentText>("/api/documents/schaw-1598");
  const question = body.questions.find(({ form }) => form === "choice")!;
  expect(JSON.stringify(body.questions)).not.toMatch(/"right"|"why"/);
  const { db } = app.services;
  const options = await db.select().from(questionOptions).where(eq(questionOptions.questionId, question.id));
  const right = options.find((option) => option.right)!;
  const path = (id: string) => `/api/documents/${id}/questions/${question.id}/answer`;
  const { body: judged } = await member.post<JudgedAnswer>(path("schaw-1598"), { given: [right.id] });
  expect(judged).toMatchObject({ right: true, why: right.why, placed: [true] });
  expect((await member.get<DocumentText>("/api/documents/schaw-1598")).body.questions.map(({ solved }) => solved)).toContain(
    true,
  );
  expect((await member.post(path("plot-staffordshire-1686"), { given: [right.id] })).status).toBe(404);
  const hidden = readQuestions().find(({ document }) => document === above[0]!.id)!.id;
  const [option] = await db.select().from(questionOptions).where(eq(questionOptions.questionId, hidden));
  const refused = await member.post(`/api/documents/${above[0]!.id}/questions/${hidden}/answer`, { given: [option!.id] });
  expect(refused.status).toBe(404);
  expect(await db.$count(lessonAnswers, and(eq(lessonAnswers.userId, member.id), eq(lessonAnswers.questionId, hidden)))).toBe(0);
});

test("a document says which lessons and studies show it, and there its plate opens in place", async () => {
  const mestre = await app.member({ degree: "mestre" });
  const { body } = await mestre.get<DocumentText>("/api/documents/schaw-1598");
  expect(body.number).toBe(29);
  expect(body.lessons).toContainEqual(expect.objectContaining({ moduleId: 1, number: 2 }));
  expect(body.studies.map(({ id }) => id)).toContain("marca-e-salario");
  const member = await app.member();
  const below = await member.get<DocumentText>("/api/documents/schaw-1598");
  expect(below.body.studies.map(({ id }) => id)).not.toContain("marca-e-salario");
  const lesson = await member.get<LessonText>("/api/modules/1/lessons/2/text");
  expect(lesson.body.html).toContain('<a href="#doc-schaw-1598">');
  expect(lesson.body.html).toMatch(/<figure class="plate document" id="doc-schaw-1598"[^>]*><details><summary>/);
  expect(lesson.body.html).toContain("<b>Doc. 29</b></figcaption>");
});
