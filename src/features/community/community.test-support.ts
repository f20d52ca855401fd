import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Answer, TestApp, TestMember } from "#tests/support/app.ts";
import { communityProfiles } from "./profile/profile.table.ts";

/** A member who has accepted the rules of the house, and whose first day is over. */
export async function writer(app: TestApp, options?: Parameters<TestApp["member"]>[0]): Promise<TestMember> {
  const member = await newcomer(app, options);
  await app.services.db
    .update(communityProfiles)
    .set({ firstPostAt: sql`now() - interval '2 days'` })
    .where(eq(communityProfiles.userId, member.id));
  return member;
}

/** A new member who has accepted the rules of the house. */
export async function newcomer(app: TestApp, options?: Parameters<TestApp["member"]>[0]): Promise<TestMember> {
  const member = await app.member(options);
  expect((await member.put("/api/community/rules")).status).toBe(200);
  return member;
}

type Topic = { id?: string; board?: string; title?: string; source?: string; text?: unknown };

/** @returns the id of a new topic of the member's */
export async function openTopic(member: TestMember, { board = "geral", ...given }: Topic = {}): Promise<string> {
  const topic = { id: randomUUID(), title: "Um assunto", source: "Uma pergunta.", text: null, ...given };
  const { status, body } = await member.post(`/api/community/boards/${board}/topics`, topic);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

type Reply = { id?: string; source?: string; boardId?: string; quote?: unknown };

/** Where topics are in their board's list, the first being the latest. */
export async function orderOf(reader: TestMember, topicIds: string[], board = "geral"): Promise<string[]> {
  const { body } = await reader.get(`/api/community/boards/${board}/topics`);
  return body.topics.map(({ id }: { id: string }) => id).filter((id: string) => topicIds.includes(id));
}

export const reply = (member: TestMember, topicId: string, given: Reply = {}): Promise<Answer> =>
  member.post(`/api/community/topics/${topicId}/posts`, {
    id: randomUUID(),
    source: "Uma resposta.",
    boardId: "geral",
    quote: null,
    ...given,
  });
