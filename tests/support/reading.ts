import { and, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import type { TestApp, TestMember } from "./app.ts";

/** Lets the clock of a member's open lessons run, as if they had kept reading. */
export const letTimePass = (app: TestApp, member: TestMember, seconds: number) =>
  app.services.db
    .update(lessonProgress)
    .set({ updatedAt: sql`${lessonProgress.updatedAt} - make_interval(secs => ${seconds})` })
    .where(and(eq(lessonProgress.userId, member.id)));

/** Reads a share of a lesson, with all the time that it takes. */
export async function readLesson(
  app: TestApp,
  member: TestMember,
  moduleId: number,
  number: number,
  furthest = 1,
): Promise<void> {
  const path = `/api/modules/${moduleId}/lessons/${number}/progress`;
  expect((await member.put(path, { position: 0, furthest: 0, seconds: 0 })).status).toBe(200);
  await letTimePass(app, member, 3600);
  expect((await member.put(path, { position: furthest, furthest, seconds: 3600 })).status).toBe(200);
}
