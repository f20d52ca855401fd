import { eq, isNull, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { readQuestions } from "#app/content/questions.ts";
import { lessonAnswers, lessonProgress, questions } from "#app/features/courses/courses.table.ts";
import { solutionOf } from "#app/features/courses/questions.policy.ts";
import { questionsById } from "#app/features/courses/questions.service.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { studiesOpenTo } from "#app/features/studies/studies.service.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { ExamResult } from "./exam.answers.ts";
import { examAttempts, examItems } from "./exam.table.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

type Asked = { id: string; prompt: string; right: string[]; words: string[]; whys: string[] };

/** A question of a document, of a study, of a lesson's end and of a lesson's pool, with what answers and explains each. */
const asked = {} as { document: Asked; study: Asked; check: Asked; pool: Asked };
const places = {} as { documentId: string; studyId: string };

beforeAll(async () => {
  const readable = new Set(
    readDocuments()
      .filter(({ degree }) => degree === "aprendiz")
      .map(({ id }) => id),
  );
  const studies = new Set(studiesOpenTo(app.services.catalogue(), "mestre").map(({ id }) => id));
  const choices = readQuestions().filter(({ form }) => form === "choice");
  const document = choices.find((question) => question.document && readable.has(question.document))!;
  const study = choices.find((question) => question.study && studies.has(question.study))!;
  places.documentId = document.document!;
  places.studyId = study.study!;
  const [pool] = await app.services.db
    .select()
    .from(questions)
    .where(
      sql`${questions.lessonId} like 'm01-%' and ${questions.use} = 'pool' and ${questions.form} = 'choice' and ${isNull(questions.retiredAt)}`,
    );
  const check = app.services.catalogue().byId.get(1)!.lessons[0]!.check!;
  for (const [name, id] of Object.entries({ document: document.id, study: study.id, check: check.id, pool: pool!.id })) {
    const [question] = await questionsById(app.services.db, [id]);
    const right = solutionOf(question!);
    const words = question!.options.filter((option) => right.includes(option.id)).map(({ text }) => text);
    const whys = [question!.explanation, ...question!.options.map(({ why }) => why)].flatMap((why) => why ?? []);
    asked[name as keyof typeof asked] = { id, prompt: question!.prompt, right, words, whys };
  }
});

/** An attempt that asks these questions. It runs, or it was delivered ten days ago with every answer right. */
async function attempt(member: TestMember, ids: string[], running = true): Promise<string> {
  const { db } = app.services;
  const ago = sql`now() - interval '10 days'`;
  const past = {
    startedAt: ago,
    closesAt: ago,
    finishedAt: ago,
    ended: "delivered" as const,
    rightCount: ids.length,
    passed: false,
  };
  const [row] = await db
    .insert(examAttempts)
    .values({ userId: member.id, degree: "aprendiz", ...(running ? { closesAt: sql`now() + interval '40 minutes'` } : past) })
    .returning();
  const found = await questionsById(db, ids);
  await db.insert(examItems).values(
    found.map(({ id, form, prompt, explanation, options }, index) => ({
      attemptId: row!.id,
      place: index + 1,
      questionId: id,
      moduleId: 1,
      lessonId: "m01-l02",
      asked: { form, prompt, explanation, options, shown: options.map((option) => option.id) },
      ...(!running && { given: solutionOf({ form, explanation, options }), answeredAt: ago, right: true }),
    })),
  );
  return row!.id;
}

const reader = async (): Promise<TestMember> => {
  const member = await app.member({ degree: "mestre" });
  const row = { userId: member.id, lessonId: "m01-l01", furthest: 1, position: 1 };
  await app.services.db.insert(lessonProgress).values(row);
  return member;
};

const everywhere = () => ({
  document: `/api/documents/${places.documentId}/questions/${asked.document.id}/answer`,
  study: `/api/studies/${places.studyId}/questions/${asked.study.id}/answer`,
  check: "/api/modules/1/lessons/1/answer",
});

const answerOn = (member: TestMember, where: keyof ReturnType<typeof everywhere>) =>
  member.post(everywhere()[where], { given: asked[where].right });

const refused = {
  status: 409,
  body: { code: "exam_question", message: expect.stringMatching(/^Esta questão está no seu exame em curso; /) },
};

const allIds = () => Object.values(asked).map(({ id }) => id);

describe("while an exam runs, its questions", () => {
  test.each(["document", "study", "check"] as const)(
    "are not judged on their page (%s), nor counted; afterwards as before",
    async (where) => {
      const member = await reader();
      const other = await reader();
      const id = await attempt(member, allIds());
      expect(await answerOn(member, where)).toMatchObject(refused);
      const kept = () => app.services.db.$count(lessonAnswers, eq(lessonAnswers.userId, member.id));
      expect(await kept()).toBe(0);
      expect((await answerOn(other, where)).status).toBe(200);
      expect((await member.post(`/api/exam-attempts/${id}/delivery`)).status).toBe(200);
      expect(await answerOn(member, where)).toMatchObject({ status: 200, body: { right: true } });
      expect(await kept()).toBe(1);
    },
  );

  test("are said to be in the exam on the pages that ask them", async () => {
    const member = await app.member({ degree: "mestre" });
    await attempt(member, allIds());
    for (const [path, id] of [
      [`/api/documents/${places.documentId}`, asked.document.id],
      [`/api/studies/${places.studyId}`, asked.study.id],
    ] as const) {
      const { body } = await member.get(path);
      expect(body.questions.find((question: { id: string }) => question.id === id)).toMatchObject({ inExam: true });
      expect(body.questions.some(({ inExam }: { inExam: boolean }) => !inExam)).toBe(true);
    }
  });

  test("are neither asked nor judged in the review, where one that was answered would show its answer", async () => {
    const member = await app.member({ degree: "mestre" });
    const card = (subject: string) => ({ userId: member.id, kind: "question" as const, subject, source: "lesson:m01-l02" });
    await app.services.db
      .insert(reviewCards)
      .values([{ ...card(asked.pool.id), answeredAt: new Date() }, card(asked.document.id)]);
    const id = await attempt(member, allIds());
    const state = (await member.get("/api/review")).body;
    expect(state).toMatchObject({ next: [], left: 0 });
    for (const subject of [asked.pool.id, asked.document.id]) {
      const path = `/api/review/cards/question/${subject}`;
      expect(await member.post(`${path}/answer`, { given: asked.pool.right, seen: 0 })).toMatchObject(refused);
      expect(await member.post(`${path}/grade`, { grade: "good", seen: 0 })).toMatchObject(refused);
    }
    await app.services.db.update(examAttempts).set({ closesAt: new Date() }).where(eq(examAttempts.id, id)); // its time is over, and nobody has marked it yet
    expect((await member.get("/api/review")).body.next).toHaveLength(2);
  });

  test("are left out of what the administration's analysis says of answers, for who sits the exam", async () => {
    const [admin, other] = [
      await app.member({ role: "admin", degree: "mestre" }),
      await app.member({ role: "admin", degree: "mestre" }),
    ];
    await attempt(admin, allIds());
    const path = `/api/admin/exam-questions/${asked.pool.id}`;
    expect(await admin.get(path)).toMatchObject(refused);
    expect((await other.get(path)).status).toBe(200);
  });

  test("show in an earlier exam's result neither answer nor reason, nor whether it was right", async () => {
    const member = await app.member({ degree: "mestre" });
    const earlier = await attempt(member, [asked.pool.id, asked.study.id], false);
    const running = await attempt(member, [asked.pool.id]);
    const path = `/api/exam-attempts/${earlier}`;
    const { body } = await member.get<ExamResult>(path);
    const [hidden, shown] = [asked.pool, asked.study].map(({ prompt }) => body.items.find((item) => item.prompt === prompt));
    expect(hidden).toMatchObject({ given: null, answer: [], why: [], right: null });
    expect(shown).toMatchObject({ right: true, answer: asked.study.words });
    await member.post(`/api/exam-attempts/${running}/delivery`);
    const after = (await member.get<ExamResult>(path)).body.items.find(({ place }) => place === hidden!.place);
    expect(after).toMatchObject({ right: true, answer: asked.pool.words });
  });

  test("come into the member's export without the answers that they gave to them before", async () => {
    const member = await app.member({ degree: "mestre" });
    expect((await answerOn(member, "document")).status).toBe(200);
    await attempt(member, [asked.document.id], false);
    const running = await attempt(member, [asked.document.id]);
    const exported = async () => (await member.get("/api/account/export")).body.data;
    const waits = "Aparece aqui quando o seu exame em curso terminar.";
    const during = await exported();
    expect(during.lessonAnswers).toMatchObject([{ answer: waits, right: null }]);
    expect(during.examAnswers).toMatchObject([
      { answer: waits, right: null },
      { answer: null, right: null },
    ]);
    await member.post(`/api/exam-attempts/${running}/delivery`);
    const after = await exported();
    expect(after.lessonAnswers).toMatchObject([{ answer: asked.document.words[0], right: true }]);
    expect(after.examAnswers[0]).toMatchObject({ answer: asked.document.words[0], right: true });
  });

  test("are answered and explained by no route that a member or an administrator can read", async () => {
    const admin = await app.member({ role: "admin", degree: "mestre" });
    await app.services.db.insert(reviewCards).values(
      allIds().map((subject) => ({
        userId: admin.id,
        kind: "question" as const,
        subject,
        source: "lesson:m01-l02",
        answeredAt: new Date(),
      })),
    );
    await attempt(admin, allIds(), false);
    await attempt(admin, allIds());
    const [past] = await app.services.db
      .select({ id: examAttempts.id })
      .from(examAttempts)
      .where(sql`${examAttempts.userId} = ${admin.id} and ${examAttempts.finishedAt} is not null`);
    const paths = [
      "/api/review",
      "/api/dashboard",
      "/api/exams",
      "/api/exams/aprendiz",
      `/api/exam-attempts/${past!.id}`,
      `/api/documents/${places.documentId}`,
      `/api/studies/${places.studyId}`,
      "/api/modules/1/lessons/1",
      "/api/modules/1/lessons/2",
      "/api/admin/exam-questions?degree=aprendiz",
      ...allIds().map((id) => `/api/admin/exam-questions/${id}`),
      "/api/account/export",
    ];
    const sent = await Promise.all(paths.map(async (path) => JSON.stringify((await admin.get(path)).body)));
    for (const { whys } of Object.values(asked))
      for (const why of whys)
        for (const [index, body] of sent.entries()) expect(body, paths[index]).not.toContain(JSON.stringify(why).slice(1, -1));
  });
});
