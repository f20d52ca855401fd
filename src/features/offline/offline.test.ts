import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { readStudies } from "#app/content/studies.ts";
import { sessions } from "#app/features/account/account.table.ts";
import type { AnswerResult, LessonDetail, ProgressResult } from "#app/features/courses/courses.answers.ts";
import { lessonAnswers, lessonProgress } from "#app/features/courses/courses.table.ts";
import type { Week } from "#app/features/week/week.answers.ts";
import { addDays } from "#app/lib/days.ts";
import { testApp } from "#tests/support/app.ts";
import { rightAnswer } from "#tests/support/questions.ts";
import type { KeptPackage, LeaseAnswer } from "./offline.answers.ts";
import { LEASE_DAYS } from "./offline.service.ts";

const app = testApp();
const DAY = 86_400_000;
const lease = (device: string = randomUUID()) => `/api/offline/lease?device=${device}`;

afterEach(() => app.decide({}));

describe("a lease", () => {
  test("names account, degree and device, and ends after fourteen days, or with the session", async () => {
    const member = await app.member({ degree: "companheiro" });
    const device = randomUUID();
    const { body } = await member.get<LeaseAnswer>(lease(device));
    const { account, degree, device: named, from, until } = body.terms;
    expect({ account, degree, device: named }).toEqual({ account: member.id, degree: "companheiro", device });
    expect(Math.abs(Date.parse(from) - Date.now())).toBeLessThan(10_000);
    expect(Date.parse(until) - Date.parse(from)).toBe(LEASE_DAYS * DAY);

    const soon = new Date(Date.now() + DAY);
    await app.services.db.update(sessions).set({ expiresAt: soon }).where(eq(sessions.userId, member.id));
    const short = await member.get<LeaseAnswer>(lease(device));
    expect(short.body.terms.until).toBe(soon.toISOString());
  });

  test("lends the same key again, and another one to another device, and to another account on the same device", async () => {
    const [one, other] = [await app.member(), await app.member()];
    const device = randomUUID();
    const keyOf = async (member: typeof one, at: string) => (await member.get<LeaseAnswer>(lease(at))).body.key;
    const key = await keyOf(one, device);
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect(await keyOf(one, device)).toBe(key);
    expect(await keyOf(one, randomUUID())).not.toBe(key);
    expect(await keyOf(other, device)).not.toBe(key);
  });

  test("is refused while the academy has it switched off, and so is what would be kept", async () => {
    const member = await app.member();
    await app.decide({ offline: "refused" });
    const offered = await member.get("/api/offline/packages/module/1");
    expect([offered.status, offered.body]).toEqual([200, null]);
    for (const refused of [
      await member.get<{ message: string }>(lease()),
      await member.post<{ message: string }>("/api/offline/packages/module/1", undefined),
    ])
      expect([refused.status, refused.body.message]).toEqual([404, "A leitura sem rede está desligada nesta academia."]);
  });
});

describe("a package", () => {
  test("of a module names the addresses of all that belongs to it, each of which the member may read, and no right answer is in them", async () => {
    const member = await app.member({ degree: "aprendiz" });
    const { body } = await member.get<KeptPackage>("/api/offline/packages/module/1");
    const module = app.services.catalogue().byId.get(1)!;
    expect(body).toMatchObject({ title: module.title, degree: "aprendiz", lessons: module.lessons.length, path: "/modulo/1" });
    expect(body.plates).toBeGreaterThan(0);
    expect(body.documents).toBe(body.addresses.filter((address) => /^\/api\/documents\/[\w-]+$/.test(address)).length);
    let bytes = 0;
    for (const address of body.addresses) {
      const answer = await member.get(address);
      expect(answer.status, address).toBe(200);
      const json = JSON.stringify(answer.body);
      expect(json, address).not.toMatch(/"right":|"why":/);
      bytes += Buffer.byteLength(json);
    }
    expect(body.bytes / bytes).toBeGreaterThan(0.7);
    expect(body.bytes / bytes).toBeLessThan(1.4);
  });

  test("of a lesson, and of a study", async () => {
    const member = await app.member({ degree: "aprendiz" });
    const lesson = await member.get<KeptPackage>("/api/offline/packages/lesson/m01-l02");
    expect(lesson.body).toMatchObject({ lessons: 1, path: "/modulo/1/licao/2" });
    const open = readStudies().find(({ degree }) => degree === "aprendiz")!;
    const study = await member.get<KeptPackage>(`/api/offline/packages/study/${open.id}`);
    expect(study.body).toMatchObject({ title: open.title, lessons: 0, path: `/estudos/${open.id}` });
    expect(study.body.addresses).toContain(`/api/studies/${open.id}`);
  });

  test("of a piece, a life and the week: with the document that a piece reads from, and the week's lesson", async () => {
    const member = await app.member({ degree: "mestre" });
    const { piece, document, lesson } = (await member.get<Week>("/api/week")).body;
    const { from } = (await member.get<Week>("/api/week")).body;
    const ofPiece = (await member.get<KeptPackage>(`/api/offline/packages/study/${piece.id}`)).body;
    expect(ofPiece).toMatchObject({ title: piece.title, path: piece.path });
    expect(ofPiece.addresses).toContain(`/api${document!.path.replace("documentos", "documents")}`);
    const life = readStudies().find(({ sort }) => sort === "life")!;
    const ofLife = (await member.get<KeptPackage>(`/api/offline/packages/study/${life.id}`)).body;
    expect(ofLife.path).toBe(`/vidas/${life.id}`);

    const week = (await member.post<KeptPackage>(`/api/offline/packages/week/${from}`, undefined)).body;
    expect(week).toMatchObject({ kind: "week", lessons: 1, path: "/semana", title: expect.stringMatching(/^Semana de \d/) });
    expect(week.addresses).toEqual(expect.arrayContaining(ofPiece.addresses));
    expect(week.addresses).toContain(`/api${lesson!.path.replace("modulo", "modules").replace("licao", "lessons")}/text`);
    for (const address of [...ofLife.addresses, ...week.addresses]) expect((await member.get(address)).status, address).toBe(200);
    for (const other of [addDays(from, -7), addDays(from, 7), "hoje"])
      expect((await member.get(`/api/offline/packages/week/${other}`)).status, other).toBe(404);
  });

  test("of what is closed to the member is refused, without a word of it", async () => {
    const member = await app.member({ degree: "aprendiz" });
    const above = readStudies().find(({ degree }) => degree === "mestre")!;
    const closed = app.services.catalogue().modules.find(({ degree }) => degree === "mestre")!;
    for (const [path, status] of [
      [`module/${closed.id}`, 403],
      [`lesson/${closed.lessonIds[0]}`, 403],
      [`study/${above.id}`, 403],
      ["module/99", 404],
      ["module/um", 404],
      ["lesson/nada", 404],
    ] as const) {
      const got = await member.get(`/api/offline/packages/${path}`);
      const taken = await member.post(`/api/offline/packages/${path}`, undefined);
      expect([got.status, taken.status], path).toEqual([status, status]);
      expect(JSON.stringify(got.body)).not.toMatch(new RegExp(`${closed.title}|${above.title}`));
    }
  });

  test("has another version when one of its texts has changed", async () => {
    const member = await app.member();
    const version = async () => (await member.get<KeptPackage>("/api/offline/packages/module/1")).body.version;
    const before = await version();
    expect(await version()).toBe(before);
    const lesson = app.services.catalogue().byId.get(1)!.lessons[0]!;
    const { html } = lesson.text!;
    lesson.text!.html = `${html}<p>Mais uma linha.</p>`;
    expect(await version()).not.toBe(before);
    lesson.text!.html = html;
  });
});

describe("what was done without a connection", () => {
  test("counts as read, as far as there was time since it was taken along, and its answer is judged once", async () => {
    const member = await app.member({ degree: "aprendiz" });
    await member.post("/api/offline/packages/module/1", undefined);
    const mine = and(eq(lessonProgress.userId, member.id), eq(lessonProgress.lessonId, "m01-l01"));
    const taken = new Date(Date.now() - 3_600_000);
    await app.services.db.update(lessonProgress).set({ updatedAt: taken }).where(mine);
    const report = { lessonId: "m01-l01", position: 1, furthest: 1, seconds: 3_000 };
    const read = await member.put<ProgressResult>("/api/modules/1/lessons/1/progress", report);
    expect(read.body.furthest).toBe(1);

    const lesson = app.services.catalogue().lessonById.get("m01-l01")!;
    const input = { given: rightAnswer(lesson.check!), lessonId: lesson.id, key: randomUUID() };
    for (let times = 0; times < 2; times += 1) {
      const { body } = await member.post<AnswerResult>("/api/modules/1/lessons/1/answer", input);
      expect([body.right, body.completed]).toEqual([true, true]);
    }
    const given = await app.services.db.select().from(lessonAnswers).where(eq(lessonAnswers.userId, member.id));
    expect(given).toHaveLength(1);
  });

  test("does not count where nothing was taken along: the clock begins with the report", async () => {
    const member = await app.member({ degree: "aprendiz" });
    const report = { lessonId: "m01-l03", position: 1, furthest: 1, seconds: 3_000 };
    const read = await member.put<ProgressResult>("/api/modules/1/lessons/3/progress", report);
    expect(read.body.furthest).toBe(0);
  });

  test("finds its lesson after that has moved, and is refused in words after it has left the course", async () => {
    const member = await app.member({ degree: "aprendiz" });
    const lesson = app.services.catalogue().lessonById.get("m01-l02")!;
    const input = { given: rightAnswer(lesson.check!), lessonId: lesson.id, key: randomUUID() };
    await app.services.db.insert(lessonProgress).values({ userId: member.id, lessonId: lesson.id, furthest: 1 });
    const moved = await member.post<AnswerResult>("/api/modules/1/lessons/5/answer", input);
    expect([moved.status, moved.body.right]).toEqual([200, true]);
    const gone = await member.post<{ message: string }>("/api/modules/1/lessons/5/answer", { ...input, lessonId: "m01-l99" });
    expect(gone.status).toBe(404);
  });

  test("of two devices at once is put together: the further reading, both answers, one completion", async () => {
    const member = await app.member({ degree: "aprendiz" });
    await member.post("/api/offline/packages/lesson/m01-l01", undefined);
    const mine = and(eq(lessonProgress.userId, member.id), eq(lessonProgress.lessonId, "m01-l01"));
    await app.services.db
      .update(lessonProgress)
      .set({ updatedAt: new Date(Date.now() - 3_600_000) })
      .where(mine);
    const path = "/api/modules/1/lessons/1";
    const report = (furthest: number, seconds: number) =>
      member.put(`${path}/progress`, { lessonId: "m01-l01", position: furthest, furthest, seconds });
    await report(1, 3_000);
    await report(0.3, 100);
    const { check } = app.services.catalogue().lessonById.get("m01-l01")!;
    const answer = () =>
      member.post<AnswerResult>(`${path}/answer`, { given: rightAnswer(check!), lessonId: "m01-l01", key: randomUUID() });
    const answered = await Promise.all([answer(), answer()]);
    expect(answered.map(({ body }) => body.completed)).toEqual([true, true]);
    const { body } = await member.get<LessonDetail>(path);
    expect(body.progress).toMatchObject({ furthest: 1, completed: true });
    expect(await app.services.db.$count(lessonAnswers, eq(lessonAnswers.userId, member.id))).toBe(2);
  });

  test("taking along leaves what was begun as it is", async () => {
    const member = await app.member({ degree: "aprendiz" });
    await app.services.db.insert(lessonProgress).values({ userId: member.id, lessonId: "m01-l02", furthest: 0.5, position: 0.4 });
    await member.post("/api/offline/packages/module/1", undefined);
    const { body } = await member.get<LessonDetail>("/api/modules/1/lessons/2");
    expect(body.progress).toMatchObject({ furthest: 0.5, position: 0.4 });
  });
});
