import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { completeDegree } from "#app/features/exam/exam.test-support.ts";
import type { NoticesPage } from "#app/features/notices/notices.answers.ts";
import { leastReadingSeconds } from "#app/lib/study-time.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { letTimePass, readLesson } from "#tests/support/reading.ts";
import type { LessonDetail, LessonText, ModuleCard, ModuleDetail } from "./courses.answers.ts";
import { lessonAnswers, lessonProgress, moduleCompletions } from "./courses.table.ts";

const app = testApp();

const lesson = (moduleId: number, number: number) => `/api/modules/${moduleId}/lessons/${number}`;

/** Reads a lesson to its end and answers its question rightly. */
async function complete(member: TestMember, moduleId: number, number: number): Promise<void> {
  const path = lesson(moduleId, number);
  await readLesson(app, member, moduleId, number);
  expect((await member.post(`${path}/answer`, { given: [rightOption(moduleId, number)] })).body).toMatchObject({
    right: true,
    completed: true,
  });
}

const optionsOf = (moduleId: number, number: number) =>
  app.services.catalogue().byId.get(moduleId)!.lessons[number - 1]!.check!.options;
const rightOption = (moduleId: number, number: number) => optionsOf(moduleId, number).find((option) => option.right)!.id;
const wrongOption = (moduleId: number, number: number) => optionsOf(moduleId, number).find((option) => !option.right)!.id;

async function completeModule(member: TestMember, moduleId: number): Promise<void> {
  for (const { number } of app.services.catalogue().byId.get(moduleId)!.lessons) await complete(member, moduleId, number);
}

describe("modules", () => {
  test("a new Aprendiz finds module 1 open and every other one locked with its reason", async () => {
    const member = await app.member();
    const { body } = await member.get<{ modules: ModuleCard[] }>("/api/modules");
    expect(body.modules).toHaveLength(12);
    expect(body.modules.map((module) => module.lessonCount)).toEqual([5, 8, 4, 6, 7, 6, 7, 6, 6, 6, 6, 6]);
    expect(body.modules[0]).toMatchObject({ status: "in-progress", percent: 0, nextLesson: 1, lock: null });
    expect(body.modules[1]).toMatchObject({
      status: "locked",
      lock: { reason: "modules", missing: [{ id: 1, title: "Introdução à Maçonaria" }] },
    });
    expect(body.modules[4]).toMatchObject({ lock: { missing: [{ id: 2 }, { id: 3 }, { id: 4 }] } });
    expect(body.modules[5]).toMatchObject({ status: "locked", lock: { reason: "degree", degree: "companheiro" } });
  });

  test("completing a prerequisite opens what needs it", async () => {
    const member = await app.member();
    await completeModule(member, 1);
    const { body } = await member.get<{ modules: ModuleCard[] }>("/api/modules");
    expect(body.modules.slice(0, 5).map((module) => module.status)).toEqual([
      "completed",
      "in-progress",
      "in-progress",
      "in-progress",
      "locked",
    ]);
  });

  test("the last lesson of a degree tells that its exam is open, once", async () => {
    const member = await app.member();
    const { db } = app.services;
    await completeDegree(db, app.services.catalogue(), member.id, "aprendiz");
    const last = app.services.catalogue().byId.get(5)!.lessons.at(-1)!;
    await db.delete(lessonProgress).where(and(eq(lessonProgress.userId, member.id), eq(lessonProgress.lessonId, last.id)));
    await db.delete(moduleCompletions).where(and(eq(moduleCompletions.userId, member.id), eq(moduleCompletions.moduleId, 5)));
    await complete(member, 5, last.number);
    await member.post(`${lesson(5, last.number)}/answer`, { given: [rightOption(5, last.number)] });
    const { body } = await member.get<NoticesPage>("/api/notices");
    expect(body.notices).toMatchObject([{ text: "Abriu o exame de Aprendiz", path: "/exame/aprendiz", topic: "Estudo" }]);
    expect((await member.get("/api/exams")).body.exams[0]).toMatchObject({ status: "open" });
  });

  test("a finished module leads to the next lesson of the path, an unfinished one to none but its own", async () => {
    const member = await app.member();
    await completeModule(member, 1);
    const done = await member.get<ModuleDetail>("/api/modules/1");
    expect(done.body).toMatchObject({ status: "completed", nextStep: { moduleId: 2, number: 1 } });
    const open = await member.get<ModuleDetail>("/api/modules/2");
    expect(open.body).toMatchObject({ status: "in-progress", nextLesson: 1, nextStep: null });
  });

  test("below the member's own degree everything is open", async () => {
    const member = await app.member({ degree: "mestre" });
    const { body } = await member.get<{ modules: ModuleCard[] }>("/api/modules");
    expect(body.modules.map((module) => module.status === "locked")).toEqual([
      ...Array(9).fill(false), // Aprendiz, Companheiro, and the first of Mestre
      true,
      true,
      true,
    ]);
  });

  test("a locked module shows its lessons' titles, the reason and the next step, and no progress", async () => {
    const member = await app.member();
    const { status, body } = await member.get<ModuleDetail>("/api/modules/2");
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "locked", nextStep: { moduleId: 1, number: 1, title: "O que é a Maçonaria" } });
    expect(body.missing).toMatchObject([{ id: 1, status: "in-progress", percent: 0, completedLessons: 0, lessonCount: 5 }]);
    expect(body.lessons).toHaveLength(8);
  });

  test.each(["13", "0", "-1", "abc", "1e3", "999999999999", "0x1", "1.0", "+1", "%201", "01"])(
    "an unknown module %s is not found",
    async (id) => {
      const member = await app.member();
      expect((await member.get(`/api/modules/${id}`)).status).toBe(404);
    },
  );

  test("a visitor gets nothing", async () => {
    for (const path of ["/api/modules", "/api/modules/1", lesson(1, 1)]) expect((await app.visitor.get(path)).status).toBe(401);
  });
});

describe("lessons", () => {
  test("an open lesson has its text and a question that does not tell its answer", async () => {
    const member = await app.member();
    const { status, body } = await member.get<LessonDetail>(lesson(1, 1));
    expect(status).toBe(200);
    const text = await member.get<LessonText>(`${lesson(1, 1)}/text`);
    expect(text.status).toBe(200);
    expect(text.body.html).toContain('<p class="opening">');
    expect(body.text!.minutes).toBeGreaterThanOrEqual(10);
    expect(body.text!.check!.options).toHaveLength(4);
    for (const option of body.text!.check!.options) expect(Object.keys(option).sort()).toEqual(["id", "text"]);
    for (const { why } of optionsOf(1, 1)) expect(JSON.stringify([body, text.body])).not.toContain(why);
  });

  test("the options are in another order for other members, and in the same for one member", async () => {
    const orders = new Set<string>();
    for (let count = 0; count < 8; count += 1) {
      const member = await app.member();
      const read = async () =>
        (await member.get<LessonDetail>(lesson(1, 1))).body.text!.check!.options.map(({ id }) => id).join();
      expect(await read()).toBe(await read());
      orders.add(await read());
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  test.each([
    ["a module whose prerequisites are missing", "aprendiz", 2],
    ["a higher degree", "aprendiz", 6],
    ["a higher degree, for a Companheiro", "companheiro", 9],
  ] as const)("the text of %s reaches the member by no path", async (_, degree, moduleId) => {
    const member = await app.member({ degree });
    const secret = app.services.catalogue().byId.get(moduleId)!.lessons[0]!.text!.html.slice(60, 160);
    const answers = [
      await member.get(lesson(moduleId, 1)),
      await member.get(`${lesson(moduleId, 1)}/text`),
      await member.put(`${lesson(moduleId, 1)}/progress`, { position: 1, furthest: 1, seconds: 60 }),
      await member.post(`${lesson(moduleId, 1)}/answer`, { given: [rightOption(moduleId, 1)] }),
      await member.get(`/api/modules/${moduleId}`),
      await member.get("/api/modules"),
      await member.get("/api/dashboard"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 200, 200, 200]);
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(answers[0]!.body).toMatchObject({ code: "locked" });
  });

  test("a new Aprendiz finds every lesson of eleven modules shut, and nothing of them in any other answer", async () => {
    const member = await app.member();
    const shut = app.services.catalogue().modules.slice(1);
    const secrets: string[] = [];
    for (const { id, lessons } of shut) {
      for (const { number, text, check } of lessons) {
        for (const path of [lesson(id, number), `${lesson(id, number)}/text`])
          expect(await member.get(path)).toMatchObject({ status: 403, body: { code: "locked" } });
        // words of its own: drawings have strokes in common, and plates of documents their frame
        const own = text!.html.match(/<p>[^<]{60,}/g)!;
        secrets.push(text!.standfirst, own[Math.floor(own.length / 2)]!, check!.prompt);
      }
    }
    expect(secrets).toHaveLength(3 * 68);
    const open = createApp(app.services, async () => true).routes.filter(
      ({ method, path }) => method === "GET" && path.startsWith("/api/") && path !== "/api/events",
    );
    const addresses = new Set(open.flatMap(({ path }) => ["1", "2", "6", "12"].map((id) => path.replace(/:[^/]+/g, id))));
    expect(addresses.size).toBeGreaterThan(30);
    for (const address of addresses) {
      const { body } = await member.get(address);
      const sent = JSON.stringify(body);
      expect([address, secrets.filter((secret) => sent.includes(JSON.stringify(secret).slice(1, -1)))]).toEqual([address, []]);
    }
  });

  test("every lesson of the course opens for a Mestre who has completed it, with its text, terms and question", async () => {
    const member = await app.member({ degree: "mestre" });
    const { modules } = app.services.catalogue();
    const ids = modules.flatMap((module) => module.lessonIds);
    expect(ids).toHaveLength(73);
    await app.services.db
      .insert(lessonProgress)
      .values(ids.map((lessonId) => ({ userId: member.id, lessonId, furthest: 1, position: 1, completedAt: new Date() })));
    for (const { id, lessons } of modules) {
      for (const { number } of lessons) {
        const { status, body } = await member.get<LessonDetail>(lesson(id, number));
        expect(`${id}/${number}: ${status}`).toBe(`${id}/${number}: 200`);
        const text = await member.get<LessonText>(`${lesson(id, number)}/text`);
        expect(text.body.html.length).toBeGreaterThan(4_000);
        expect(text.body.terms.length).toBeGreaterThanOrEqual(3);
        expect(text.body.html).not.toMatch(/<\/button>[.,;:!?](?![^<]*<\/span>)/); // a mark stays with its term
        expect(body.text!.check!.options.length).toBeGreaterThanOrEqual(3);
        expect(body.text!.minutes).toBeGreaterThanOrEqual(10);
        expect(body.text!.minutes).toBeLessThanOrEqual(29);
      }
    }
  });

  test("unknown lessons are not found", async () => {
    const member = await app.member();
    for (const path of [lesson(1, 6), lesson(1, 0), lesson(99, 1), "/api/modules/1/lessons/x"])
      expect((await member.get(path)).status).toBe(404);
  });
});

describe("progress", () => {
  test("reading raises a lesson to 0.9 at most, and never lowers it", async () => {
    const member = await app.member();
    const put = async (position: number, furthest: number) => {
      await letTimePass(app, member, 600);
      return (await member.put(`${lesson(1, 1)}/progress`, { position, furthest, seconds: 600 })).body;
    };
    await put(0, 0);
    expect(await put(0.3, 0.5)).toEqual({ progress: 0.5, furthest: 0.5, completed: false });
    expect(await put(0.1, 0.2)).toEqual({ progress: 0.5, furthest: 0.5, completed: false });
    expect(await put(1, 1)).toEqual({ progress: 0.9, furthest: 1, completed: false });
    expect((await member.get<LessonDetail>(lesson(1, 1))).body.progress).toEqual({
      value: 0.9,
      position: 1,
      furthest: 1,
      completed: false,
    });
    expect((await member.get<ModuleDetail>("/api/modules/1")).body.percent).toBe(18);
  });

  test("numbers that are nearly nothing, or far too large, count as nothing, or as the time that has passed", async () => {
    const member = await app.member();
    for (const [share, seconds] of [
      [5e-62, 5e-62],
      [0.1, 1e308],
    ])
      expect((await member.put(`${lesson(1, 1)}/progress`, { position: share, furthest: share, seconds })).status).toBe(200);
  });

  test.each([
    { position: 1.5, furthest: 0, seconds: 1 },
    { position: -0.1, furthest: 0, seconds: 1 },
    { position: "1", furthest: 1, seconds: 1 },
    { position: 1, furthest: 1 },
    { position: 1, furthest: 1, seconds: -1 },
    { position: 1, furthest: 1, seconds: 1, completed: true },
    [],
  ])("%j is refused and stores nothing", async (json) => {
    const member = await app.member();
    expect((await member.put(`${lesson(1, 1)}/progress`, json)).status).toBe(422);
    expect((await member.get<LessonDetail>(lesson(1, 1))).body.progress.value).toBe(0);
  });

  test("what was said to be read counts no faster than a third of the study pace allows, since the lesson was opened", async () => {
    const member = await app.member();
    const put = async (furthest: number, seconds: number) =>
      (await member.put(`${lesson(1, 1)}/progress`, { position: 0.2, furthest, seconds })).body.furthest;
    expect(await put(1, 3600), "the first report starts the clock").toBe(0);
    expect(await put(1, 3600), "no time has passed").toBeLessThan(0.05);
    const { minutes } = (await member.get<LessonDetail>(lesson(1, 1))).body.text!;
    await letTimePass(app, member, leastReadingSeconds(minutes) / 2);
    expect(await put(1, 5), "no more than was on the screen").toBeLessThan(0.1);
    await letTimePass(app, member, leastReadingSeconds(minutes) / 2);
    expect(await put(1, 3600)).toBeCloseTo(0.5, 1);
    await letTimePass(app, member, leastReadingSeconds(minutes));
    expect(await put(0.6, 3600), "no more than is said").toBeCloseTo(0.6, 5);
    expect(await put(1, 0), "time that furthered nothing is kept").toBe(1);
  });

  test("a lesson that was opened and not read is no activity, and its progress is zero", async () => {
    const member = await app.member();
    await member.put(`${lesson(1, 2)}/progress`, { position: 1, furthest: 1, seconds: 9 });
    expect((await member.get("/api/dashboard")).body.activities).toEqual([]);
    expect((await member.get<ModuleDetail>("/api/modules/1")).body.percent).toBe(0);
  });

  test("twenty saves at once leave one record with the furthest point", async () => {
    const member = await app.member();
    await member.put(`${lesson(1, 1)}/progress`, { position: 0, furthest: 0, seconds: 0 });
    await letTimePass(app, member, 3600);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        member.put(`${lesson(1, 1)}/progress`, { position: index / 20, furthest: index / 20, seconds: 3600 }),
      ),
    );
    const rows = (await app.services.db.select().from(lessonProgress)).filter((row) => row.userId === member.id);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.furthest).toBeCloseTo(0.95, 5);
  });
});

describe("the check question", () => {
  test("is answered only after the text was read to the end", async () => {
    const member = await app.member();
    await readLesson(app, member, 1, 1, 0.8);
    const refused = await member.post(`${lesson(1, 1)}/answer`, { given: [rightOption(1, 1)] });
    expect(refused).toMatchObject({ status: 409, body: { code: "lesson_unread" } });
    expect((await member.get<LessonDetail>(lesson(1, 1))).body.progress.completed).toBe(false);
  });

  test("a wrong answer explains itself only, and may be followed by a right one", async () => {
    const member = await app.member();
    await readLesson(app, member, 1, 1);
    const wrong = await member.post(`${lesson(1, 1)}/answer`, { given: [wrongOption(1, 1)] });
    expect(wrong.body).toMatchObject({ right: false, completed: false, others: [] });
    const right = await member.post(`${lesson(1, 1)}/answer`, { given: [rightOption(1, 1)] });
    expect(right.body).toMatchObject({ right: true, completed: true });
    expect(right.body.others).toHaveLength(3);
    expect((await member.get<ModuleDetail>("/api/modules/1")).body).toMatchObject({
      percent: 20,
      completedLessons: 1,
      nextLesson: 2,
    });
  });

  test("sixty answers in ten minutes, and no more; reading goes on", async () => {
    const member = await app.member();
    await readLesson(app, member, 1, 1);
    const answer = () => member.post(`${lesson(1, 1)}/answer`, { given: [wrongOption(1, 1)] });
    for (let count = 0; count < 60; count += 1) expect((await answer()).status).toBe(200);
    expect(await answer()).toMatchObject({ status: 429, body: { code: "too_many_tries" } });
    expect((await member.get(lesson(1, 1))).status).toBe(200);
    expect(await app.services.db.$count(lessonAnswers, eq(lessonAnswers.userId, member.id))).toBe(60);
  });

  test("a completed lesson stays complete after a wrong answer and a double submit", async () => {
    const member = await app.member();
    await complete(member, 1, 1);
    await Promise.all([1, 2, 3].map(() => member.post(`${lesson(1, 1)}/answer`, { given: [rightOption(1, 1)] })));
    await member.post(`${lesson(1, 1)}/answer`, { given: [wrongOption(1, 1)] });
    expect((await member.get<LessonDetail>(lesson(1, 1))).body.progress).toMatchObject({ value: 1, completed: true });
    expect((await app.services.db.select().from(lessonAnswers)).filter((row) => row.userId === member.id)).toHaveLength(5);
  });

  test("an option of another question, or none, is refused", async () => {
    const member = await app.member();
    await readLesson(app, member, 1, 1);
    expect((await member.post(`${lesson(1, 1)}/answer`, { given: [rightOption(1, 2)] })).status).toBe(404);
    expect((await member.post(`${lesson(1, 1)}/answer`, { given: ["b"] })).status).toBe(422);
    expect((await member.post(`${lesson(1, 1)}/answer`, {})).status).toBe(422);
  });

  test("one member's progress is nobody else's", async () => {
    const [one, other] = [await app.member(), await app.member()];
    await complete(one, 1, 1);
    expect((await other.get<ModuleDetail>("/api/modules/1")).body.completedLessons).toBe(0);
  });
});
