import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { openTopic, reply, writer } from "../community.test-support.ts";

const app = testApp();

test("of sixty replies in a minute twenty are written; the others are refused in words, and their draft stays", async () => {
  const [member, other] = [await writer(app), await writer(app)];
  const topicId = await openTopic(other);
  const draft = { title: "", body: "O que ainda ia dizer.", version: 0 };
  const answers = await Promise.all(Array.from({ length: 60 }, () => reply(member, topicId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body).toMatchObject({ code: "too_many_tries", message: expect.stringMatching(/^Muitas tentativas/) });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await member.put(`/api/community/drafts/topic:${topicId}`, draft)).status).toBe(200);
  expect((await reply(member, topicId, { source: draft.body })).status).toBe(429);
  expect((await member.get(`/api/community/drafts/topic:${topicId}`)).body.draft.body).toBe(draft.body);
  expect((await reply(other, topicId)).status).toBe(200);
});

test("replies that arrive together are numbered without gaps, in each topic by itself, and each once", async () => {
  const writers = await Promise.all([1, 2, 3, 4].map(() => writer(app)));
  const topics = [await openTopic(writers[0]!), await openTopic(writers[1]!)];
  const again = { id: randomUUID(), source: "Enviada duas vezes." };
  const answers = await Promise.all([
    ...writers.flatMap((member) => topics.flatMap((topicId) => [reply(member, topicId), reply(member, topicId)])),
    reply(writers[0]!, topics[0]!, again),
    reply(writers[0]!, topics[0]!, again),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(18).fill(200));
  for (const [index, topicId] of topics.entries()) {
    const { body } = await writers[2]!.get(`/api/community/topics/${topicId}`);
    const count = index === 0 ? 10 : 9;
    expect(body.topic).toMatchObject({ lastNumber: count, replies: count - 1, following: true });
    expect(body.posts.map(({ number }: { number: number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(body.topic.readUpTo).toBe(Math.max(...body.posts.filter(({ mine }: any) => mine).map(({ number }: any) => number)));
  }
  const own = answers[0]!.body;
  expect(own).toMatchObject({
    mine: true,
    html: "<p>Uma resposta.</p>",
    source: "Uma resposta.",
    can: { edit: true, delete: true },
  });
  const { body } = await writers[0]!.get(`/api/community/topics/${topics[0]}?from=${own.number}`);
  expect(body.posts[0]).toEqual(own);
});

test("of replies that arrive together only those are written that their topics take", async () => {
  const [member, newcomer] = [await writer(app), await writer(app)];
  const [open, closed, away] = [await openTopic(member), await openTopic(member), await openTopic(member)];
  await app.asOwner(`update community_topics set locked_at = now() where id = '${closed}'`);
  await app.asOwner(`update community_topics set board_id = 'aprendiz' where id = '${away}'`);
  await app.asOwner(`update community_profiles set first_post_at = null where user_id = '${newcomer.id}'`);
  const answers = await Promise.all([
    reply(member, open),
    reply(member, closed),
    reply(member, away),
    reply(newcomer, open, { source: "Vejam https://exemplo.com.br" }),
    reply(newcomer, open),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 422, 200]);
  const { body } = await member.get(`/api/community/topics/${open}`);
  expect(body.topic).toMatchObject({ lastNumber: 3, replies: 2 });
});
