import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lessonProgress, moduleCompletions } from "#app/features/courses/courses.table.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { lodgesOf } from "#tests/support/lodges.ts";
import type { Report } from "./reports.answers.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const { aLodge, aBrother, anOfficer } = lodgesOf(app);

const ago = (days: number) => sql`now() - make_interval(days => ${days})`;
const moduleOne = () => app.services.catalogue().modules[0]!;

/** A member who opened so many lessons of the first module, the first of them so many days ago. */
async function reads(member: TestMember, lessons: number, days: number, { lastDays = 0, finished = false } = {}) {
  await app.services.db.insert(lessonProgress).values(
    moduleOne()
      .lessonIds.slice(0, lessons)
      .map((lessonId) => ({
        ...{ userId: member.id, lessonId, furthest: 1 },
        ...{ createdAt: ago(days), updatedAt: ago(lastDays), completedAt: ago(lastDays) },
      })),
  );
  if (finished)
    await app.services.db
      .insert(moduleCompletions)
      .values({ userId: member.id, moduleId: moduleOne().id, completedAt: ago(lastDays) });
}

const brothersOf = (lodgeId: string, count: number) => Promise.all(Array.from({ length: count }, () => aBrother(lodgeId)));

describe("a report", () => {
  test("says how a Lodge studies, in groups of five, and nothing of who is not of it", async () => {
    const [lodge, other] = [await aLodge(), await aLodge()];
    const brothers = await brothersOf(lodge, 13);
    const last = moduleOne().lessonIds.length;
    for (const brother of brothers.slice(0, 6)) await reads(brother, last, 20, { finished: true });
    for (const brother of brothers.slice(6, 11)) await reads(brother, 1, 60, { lastDays: 40 });
    await reads(brothers[11]!, 1, 400); // began before the period
    for (const stranger of await brothersOf(other, 6)) await reads(stranger, last, 10, { finished: true });
    for (const [index, brother] of brothers.entries()) {
      const at = ago(5);
      await app.services.db.insert(examAttempts).values({
        ...{ userId: brother.id, degree: "aprendiz", startedAt: at, closesAt: at, finishedAt: at },
        ...{ ended: "delivered", rightCount: index < 6 ? 16 : 9, passed: index < 6 },
      });
    }
    const admin = await app.member({ role: "admin", degree: "mestre" });
    const { status, body } = await admin.get<Report>(`/api/admin/reports?lodge=${lodge}&degree=aprendiz`);
    expect(status).toBe(200);
    expect(body.figures).toMatchObject({ enrolled: 10, finished: 5, stopped: 5 });
    expect(body.lessons.map(({ readers }) => readers)).toEqual([10, ...Array(last - 1).fill(5)]);
    expect(body.exams).toEqual([40, 50, 60, 70, 80, 90].map((from) => ({ from, exams: from === 40 || from === 80 ? 5 : 0 })));
    expect(body.times).toEqual([{ module: moduleOne().title, days: { low: 20, median: 20, high: 20 } }]);
    const weekOf = (days: number) => {
      const day = new Date(Date.now() - days * 86_400_000);
      return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
    };
    expect(body.steps.length).toBeGreaterThanOrEqual(12);
    expect(body.steps.map(({ people }) => people)).toContain(5); // who finished something forty days ago
    expect(body.steps.at(-1)!.begins < weekOf(0)).toBe(true); // the running week is not over
    const { body: longer } = await admin.get<Report>(`/api/admin/reports?lodge=${lodge}&months=12`);
    expect(longer.steps).toHaveLength(11);
    expect(longer.steps.every(({ begins }) => begins.endsWith("-01"))).toBe(true);
  });

  test("says nothing of four, and no number from which one person could be taken", async () => {
    const lodge = await aLodge();
    const four = await brothersOf(lodge, 4);
    for (const brother of four) await reads(brother, 3, 5);
    const admin = await app.member({ role: "admin" });
    const ask = async () => (await admin.get<Report>(`/api/admin/reports?lodge=${lodge}`)).body;
    expect(await ask()).toMatchObject({ figures: null, lessons: [], steps: [], exams: [], times: [], mentors: [] });
    await brothersOf(lodge, 5);
    const { figures, lessons, times } = await ask();
    expect(figures).toMatchObject({ enrolled: 5, finished: 0, stopped: 0 });
    expect(lessons.every(({ readers }) => readers === 0)).toBe(true); // four have opened them
    expect(times).toEqual([]);
  });

  test("of all has the mentors' time to answer, where five have asked", async () => {
    const [busy, quiet] = [await app.member({ name: "Roberto Azevedo" }), await app.member({ name: "Celso Amarante" })];
    const ask = async (mentor: TestMember, count: number) => {
      for (let each = 0; each < count; each += 1)
        await app.services.db.insert(mentorshipSessions).values({
          ...{ mentorId: mentor.id, menteeId: (await app.member()).id, title: "Estudo", description: "Uma conversa." },
          ...{ createdAt: ago(3), answeredAt: ago(2), status: "accepted" },
        });
    };
    await ask(busy, 6);
    await ask(quiet, 4);
    const { body } = await (await app.member({ role: "admin" })).get<Report>("/api/admin/reports");
    expect(body.mentors).toEqual([{ name: "Roberto Azevedo", hours: 24, requests: 5 }]);
  });

  test.each([
    ["lodge=00000000-0000-4000-8000-000000000000", 404],
    ["module=999", 404],
    ["degree=aprendiz&module=12", 404],
    ["months=2", 422],
    ["lodge=%27", 422],
  ])("with %s is refused", async (query, status) => {
    const admin = await app.member({ role: "admin" });
    expect((await admin.get(`/api/admin/reports?${query}`)).status).toBe(status);
  });
});

describe("the report of one's own Lodge", () => {
  test("is for its officer in office: of no other Lodge, and without mentors", async () => {
    const [lodge, other] = [await aLodge(), await aLodge()];
    for (const brother of await brothersOf(lodge, 6)) await reads(brother, 2, 5);
    await brothersOf(other, 20);
    const officer = await anOfficer(lodge);
    const { status, body } = await officer.get<Report>("/api/own-lodge/report");
    expect(status).toBe(200);
    expect(body).toMatchObject({ figures: { enrolled: 5 }, mentors: [] });
    expect(body.lessons[0]!.readers).toBe(5);
    expect(body.lodge).toMatch(/^Luz do Vale nº \d+$/);
    expect((await officer.get(`/api/own-lodge/report?lodge=${other}`)).status).toBe(422);
    expect((await officer.get("/api/admin/reports")).status).toBe(403);
  });

  test("is refused when the term is over, and to a member without office", async () => {
    const lodge = await aLodge();
    const former = await anOfficer(lodge, { seconds: -1 });
    for (const member of [former, await aBrother(lodge)]) expect((await member.get("/api/own-lodge/report")).status).toBe(403);
  });
});
