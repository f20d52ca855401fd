import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { assessmentAttempts } from "./assessment.table.ts";

const app = testApp();
const RIGHT = { q1: "b", q2: "d", q3: "b", q4: "c", q5: "c" };

test("five questions come without their answers", async () => {
  const member = await app.member();
  const { status, body } = await member.get("/api/assessment");
  expect(status).toBe(200);
  expect(body.questions).toHaveLength(5);
  expect(body.last).toBeNull();
  for (const question of body.questions) expect(Object.keys(question).sort()).toEqual(["id", "options", "prompt"]);
  expect(JSON.stringify(body)).not.toContain("why");
});

test("an attempt is stored, sets the level, explains every question, and can be repeated; it opens nothing", async () => {
  const member = await app.member();
  const first = await member.post("/api/assessment", { answers: RIGHT });
  expect(first).toMatchObject({ status: 200, body: { level: "mestre" } });
  expect(
    first.body.questions.every(
      (question: { why: string; right: string; chosen: string }) => question.why && question.right === question.chosen,
    ),
  ).toBe(true);
  expect((await member.get("/api/session")).body.member).toMatchObject({ level: "mestre", degree: "aprendiz" });
  expect((await member.get("/api/modules/9/lessons/1")).status).toBe(403);
  await member.post("/api/assessment", { answers: { ...RIGHT, q4: "a" } });
  expect((await member.get("/api/assessment")).body.last.level).toBe("companheiro");
  const rows = (await app.services.db.select().from(assessmentAttempts)).filter((row) => row.userId === member.id);
  expect(rows).toHaveLength(2);
});

test.each([
  {},
  { answers: {} },
  { answers: { ...RIGHT, q5: undefined } },
  { answers: { ...RIGHT, q1: "e" } },
  { answers: { ...RIGHT, q6: "a" } },
  { answers: RIGHT, level: "mestre" },
])("%j is refused", async (json) => {
  const member = await app.member();
  expect((await member.post("/api/assessment", json)).status).toBe(422);
  expect((await member.get("/api/assessment")).body.last).toBeNull();
});

test("twenty attempts an hour, and no more; others are not held up", async () => {
  const [member, neighbour] = [await app.member(), await app.member()];
  for (let count = 0; count < 20; count += 1) expect((await member.post("/api/assessment", { answers: RIGHT })).status).toBe(200);
  expect(await member.post("/api/assessment", { answers: RIGHT })).toMatchObject({
    status: 429,
    body: { code: "too_many_tries" },
  });
  expect((await neighbour.post("/api/assessment", { answers: RIGHT })).status).toBe(200);
  expect(await app.services.db.$count(assessmentAttempts, eq(assessmentAttempts.userId, member.id))).toBe(20);
});

test("visitors are refused", async () => {
  expect((await app.visitor.get("/api/assessment")).status).toBe(401);
  expect((await app.visitor.post("/api/assessment", { answers: RIGHT })).status).toBe(401);
});
