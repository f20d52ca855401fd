import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { lessons, modules, questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { testApp } from "#tests/support/app.ts";
import type { QuestionAnalysis, QuestionDetail } from "./analysis.answers.ts";
import { examAttempts, examItems } from "./exam.table.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const poolOf = (degree: "aprendiz" | "mestre") =>
  app.services.db
    .select({ id: questions.id, lessonId: lessons.id, moduleId: lessons.moduleId })
    .from(questions)
    .innerJoin(lessons, eq(lessons.id, questions.lessonId))
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .where(and(eq(modules.degree, degree), eq(questions.use, "pool"), eq(questions.form, "choice")));

/** A marked attempt with this one question in it: which option was chosen, and how many others were right. */
async function attempt(
  userId: string,
  question: { id: string; lessonId: string; moduleId: number },
  optionId: string | null,
  rest: number,
) {
  const { db } = app.services;
  const [option] = optionId ? await db.select().from(questionOptions).where(eq(questionOptions.id, optionId)) : [];
  const right = option?.right === true;
  const now = new Date();
  const [row] = await db
    .insert(examAttempts)
    .values({
      userId,
      degree: "aprendiz",
      closesAt: now,
      finishedAt: now,
      ended: "delivered",
      rightCount: rest + Number(right),
      passed: false,
    })
    .returning();
  await db.insert(examItems).values({
    attemptId: row!.id,
    place: 1,
    questionId: question.id,
    moduleId: question.moduleId,
    lessonId: question.lessonId,
    asked: { form: "choice", prompt: "?", explanation: null, options: [], shown: [] },
    given: optionId ? [optionId] : null,
    right,
  });
}

describe("the analysis of questions", () => {
  test("has facility, and discrimination against the rest of the attempt, of a computed example", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const student = await app.member();
    const [question] = await poolOf("aprendiz");
    const options = await app.services.db.select().from(questionOptions).where(eq(questionOptions.questionId, question!.id));
    const right = options.find((option) => option.right)!;
    const [wrong, rare] = options.filter((option) => !option.right);
    // rests of those who were right: 15, 13, 11; of those who were wrong: 12, 9, 6
    for (const rest of [15, 13, 11]) await attempt(student.id, question!, right.id, rest);
    for (const rest of [12, 9]) await attempt(student.id, question!, wrong!.id, rest);
    await attempt(student.id, question!, null, 6);
    const { body } = await admin.get<QuestionAnalysis>("/api/admin/exam-questions?degree=aprendiz");
    const found = body.questions.find(({ id }) => id === question!.id)!;
    expect(found).toMatchObject({ shown: 6, rightCount: 3, facility: 0.5, drawn: true, marks: [] });
    // mean 11, deviations 4, 2, 0, 1, −2, −5: s² = 50/6; M1 = 13, M0 = 9; r = (13 − 9) / √(50/6) · √(0.5 · 0.5)
    expect(found.discrimination).toBeCloseTo((4 / Math.sqrt(50 / 6)) * 0.5, 10);
    expect(
      body.questions
        .filter(({ shown }) => shown === 0)
        .every(({ facility, discrimination }) => facility === null && discrimination === null),
    ).toBe(true);

    const detail = (await admin.get<QuestionDetail>(`/api/admin/exam-questions/${question!.id}`)).body;
    expect(detail.answers).toEqual([
      { text: right.text, right: true, count: 3, restFacility: expect.closeTo(13 / 19) },
      { text: wrong!.text, right: false, count: 2, restFacility: expect.closeTo(10.5 / 19) },
      { text: "Em branco", right: false, count: 1, restFacility: expect.closeTo(6 / 19) },
    ]);
    expect(detail.unchosen).toContain(rare!.text);
  });

  test("marks what is too easy, too hard or misleading only once thirty have answered", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const student = await app.member();
    const pool = await poolOf("aprendiz");
    const question = pool.at(-1)!;
    const options = await app.services.db.select().from(questionOptions).where(eq(questionOptions.questionId, question.id));
    const [right, wrong] = [options.find((option) => option.right)!, options.find((option) => !option.right)!];
    const marksOf = async () =>
      (await admin.get<QuestionAnalysis>("/api/admin/exam-questions?degree=aprendiz")).body.questions.find(
        ({ id }) => id === question.id,
      )!.marks;
    // the few who are right are the weakest
    for (let count = 0; count < 29; count += 1)
      await attempt(student.id, question, count < 5 ? right.id : wrong.id, count < 5 ? 3 : 15);
    expect(await marksOf()).toEqual([]);
    await attempt(student.id, question, wrong.id, 14);
    expect(await marksOf()).toEqual(["hard", "misleading"]);
  });

  test("takes a question out of the draw and puts it back, which is written down; never below twenty", async () => {
    const { db } = app.services;
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const [question] = await poolOf("mestre");
    const path = `/api/admin/exam-questions/${question!.id}/draw`;
    const isDrawn = async () =>
      (await admin.get<QuestionAnalysis>("/api/admin/exam-questions?degree=mestre")).body.questions.find(
        ({ id }) => id === question!.id,
      )!.drawn;
    expect((await admin.put(path, { drawn: false })).status).toBe(200);
    expect(await isDrawn()).toBe(false);
    expect((await admin.put(path, { drawn: true })).status).toBe(200);
    expect(await isDrawn()).toBe(true);
    const log = await db.select().from(auditLog).where(eq(auditLog.targetId, question!.id)).orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual(["question.undraw", "question.draw"]);
    const all = (await admin.get<QuestionAnalysis>("/api/admin/exam-questions?degree=mestre")).body.questions.filter(
      ({ id }) => id !== question!.id,
    );
    for (const { id } of all.slice(19)) await db.update(questions).set({ undrawnSince: new Date() }).where(eq(questions.id, id));
    expect(await admin.put(path, { drawn: false })).toMatchObject({ status: 409, body: { code: "pool_too_small" } });
    expect(await isDrawn()).toBe(true);
  });

  test("a question that does not exist, or closes a lesson, is not found", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    expect((await admin.put("/api/admin/exam-questions/nao-existe/draw", { drawn: false })).status).toBe(404);
    expect((await admin.put("/api/admin/exam-questions/m01-l01-q1/draw", { drawn: false })).status).toBe(404);
  });

  test("has the questions of documents that lessons show; those of other documents and of studies are neither listed nor taken out", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const { db, catalogue } = app.services;
    const listed = new Map<string, string | null>();
    for (const degree of ["aprendiz", "companheiro", "mestre"])
      for (const { id, document } of (await admin.get<QuestionAnalysis>(`/api/admin/exam-questions?degree=${degree}`)).body
        .questions)
        listed.set(id, document);
    const html = catalogue()
      .modules.flatMap(({ lessons }) => lessons.map(({ text }) => text?.html ?? ""))
      .join("");
    const pool = await db
      .select()
      .from(questions)
      .where(and(eq(questions.use, "pool"), isNull(questions.retiredAt)));
    const [shown, others] = [[], []] as (typeof pool)[];
    for (const question of pool.filter(({ lessonId }) => lessonId === null))
      (html.includes(`id="doc-${question.documentId}"`) ? shown : others)!.push(question);
    expect(shown!.length).toBeGreaterThan(50);
    expect(shown!.filter(({ id }) => !listed.get(id))).toEqual([]);
    expect(others!.length).toBeGreaterThan(50);
    expect(others!.filter(({ id }) => listed.has(id))).toEqual([]);
    const draw = (id: string, drawn: boolean) => admin.put(`/api/admin/exam-questions/${id}/draw`, { drawn });
    expect((await draw(others![0]!.id, false)).status).toBe(404);
    expect((await draw(shown![0]!.id, false)).status).toBe(200);
    expect((await draw(shown![0]!.id, true)).status).toBe(200);
  });
});
