import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { seedDemo } from "#app/composition/demo/demo.ts";
import { profiles } from "#app/features/account/account.table.ts";
import type { ModuleList } from "#app/features/courses/courses.answers.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { accountsOf } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { readLesson } from "#tests/support/reading.ts";
import type { Dashboard } from "./dashboard.answers.ts";

const app = testApp();

test("a new member is at 0%, with a first step and no activity", async () => {
  const member = await app.member({ name: "Rui Novo" });
  const { status, body } = await member.get<Dashboard>("/api/dashboard");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: "Rui Novo",
    degree: "aprendiz",
    level: null,
    lastAccess: null,
    overall: { percent: 0, completedLessons: 0, lessons: 30, examPassed: false },
    activities: [],
    next: { moduleId: 1, number: 1, title: "O que é a Maçonaria", percent: 0 },
  });
  expect(body.modules).toHaveLength(5);
  expect(body.reflection.text.length).toBeGreaterThan(20);
});

test("the latest three steps are shown, newest first, and the next step is where the member stopped", async () => {
  const member = await app.member({ degree: "mestre" });
  for (const [module, number] of [
    [1, 1],
    [1, 2],
    [9, 1],
    [9, 2],
  ] as const) {
    await readLesson(app, member, module, number, 0.4);
  }
  const { body } = await member.get<Dashboard>("/api/dashboard");
  expect(
    body.activities.map((activity) => "number" in activity && [activity.moduleId, activity.number, activity.percent]),
  ).toEqual([
    [9, 2, 40],
    [9, 1, 40],
    [1, 2, 40],
  ]);
  expect(body.next).toMatchObject({ moduleId: 9, number: 2, percent: 40 });
  const { minutes, minutesLeft } = body.next!;
  expect(minutesLeft).toBe(Math.round(minutes * 0.6));
  expect((await member.get<ModuleList>("/api/modules")).body.resume).toEqual(body.next);
});

test("a lesson that was finished long ago keeps its day when it is opened again, and an exam is listed", async () => {
  const member = await app.member();
  const { db } = app.services;
  const [finished, examined] = [new Date("2026-03-05T22:30:00Z"), new Date("2026-03-06T21:00:00Z")];
  await db
    .insert(lessonProgress)
    .values({ userId: member.id, lessonId: "m01-l01", furthest: 1, position: 1, completedAt: finished });
  await db.insert(examAttempts).values({
    userId: member.id,
    degree: "aprendiz",
    startedAt: new Date("2026-03-06T20:30:00Z"),
    closesAt: new Date("2026-03-06T21:10:00Z"),
    finishedAt: examined,
    ended: "delivered",
    rightCount: 12,
    passed: false,
  });
  expect((await member.get<Dashboard>("/api/dashboard")).body.activities).toMatchObject([
    { kind: "exam", at: examined.toISOString(), degree: "aprendiz", passed: false },
    { kind: "completed", at: finished.toISOString(), moduleId: 1, number: 1 },
  ]);
});

test("only the session that signed up is a first access: whoever signs in is greeted as one who was here", async () => {
  const { browser, newPerson } = accountsOf(app);
  const [person, visitor] = [newPerson(), browser()];
  await visitor.post("/api/account/sign-up", person);
  expect((await visitor.get("/api/dashboard")).body).toMatchObject({ lastAccess: null, firstAccess: true });
  await visitor.post("/api/account/logout");
  await visitor.login(person.email, person.password);
  expect((await visitor.get("/api/dashboard")).body).toMatchObject({ lastAccess: null, firstAccess: false });
});

test("the visit before this one is the last access", async () => {
  const member = await app.member();
  const before = new Date("2026-03-05T22:30:00Z");
  await app.services.db.update(profiles).set({ lastAccessAt: before }).where(eq(profiles.id, member.id));
  expect((await member.get<Dashboard>("/api/dashboard")).body.lastAccess).toBe(before.toISOString());
  expect((await member.get<Dashboard>("/api/dashboard")).body.lastAccess).toBe(before.toISOString());
});

test("demo data goes only into an empty database", async () => {
  const { db } = app.services;
  const count = await db.$count(profiles);
  expect(count).toBeGreaterThan(0);
  await seedDemo(app.services);
  expect(await db.$count(profiles)).toBe(count);
});

test("visitors are refused", async () => {
  expect((await app.visitor.get("/api/dashboard")).status).toBe(401);
});
