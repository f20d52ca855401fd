import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { announce } from "#app/server/realtime/live.ts";
import { testApp } from "#tests/support/app.ts";
import { openNode } from "#tests/support/nodes.ts";
import { openTopic, reply, writer } from "./community.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

test("a topic is opened, answered and read", async () => {
  const anselmo = await writer(app, { name: "Anselmo Prado Lima" });
  const benedito = await writer(app, { name: "Benedito Salles" });
  const topicId = await openTopic(anselmo, {
    title: "A régua de quem trabalha por turno",
    source: "Minha escala **não** tem oito horas.",
  });
  expect(
    (await reply(benedito, topicId, { source: "Meça a semana.", quote: { number: 1, words: "não tem oito horas" } })).status,
  ).toBe(200);

  const { body } = await anselmo.get(`/api/community/topics/${topicId}`);
  expect(body.topic).toMatchObject({
    title: "A régua de quem trabalha por turno",
    replies: 1,
    lastNumber: 2,
    following: true,
    readUpTo: 1,
  });
  expect(body.posts).toMatchObject([
    { number: 1, mine: true, html: "<p>Minha escala <strong>não</strong> tem oito horas.</p>", author: { name: "Anselmo L." } },
    { number: 2, mine: false, source: null, quote: { number: 1, name: "Anselmo L.", words: "não tem oito horas" } },
  ]);
  const list = await benedito.get("/api/community/boards/geral/topics");
  expect(list.body.topics[0]).toMatchObject({
    id: topicId,
    replies: 1,
    last: { number: 2, name: "Benedito S.", excerpt: "Meça a semana." },
  });
});

test("what is sent again is written once", async () => {
  const member = await writer(app);
  const id = randomUUID();
  await openTopic(member, { id });
  await openTopic(member, { id });
  const post = { id: randomUUID() };
  await reply(member, id, post);
  expect((await reply(member, id, post)).body).toMatchObject({ number: 2 });
  expect((await member.get(`/api/community/topics/${id}`)).body.topic).toMatchObject({ lastNumber: 2, replies: 1 });
});

test("who has not accepted the rules does not write", async () => {
  const member = await app.member();
  const topicId = await openTopic(await writer(app));
  expect((await reply(member, topicId)).body).toMatchObject({ code: "rules_unaccepted" });
});

test("posts are read twenty by twenty, in both directions, and from the first unread one", async () => {
  const member = await writer(app);
  const topicId = await openTopic(member);
  for (let number = 2; number <= 45; number += 1) await reply(member, topicId);
  const numbers = async (query: string) => {
    const { body } = await member.get(`/api/community/topics/${topicId}${query}`);
    return [body.posts.at(0)?.number, body.posts.at(-1)?.number, body.before, body.after];
  };
  expect(await numbers("")).toEqual([1, 20, false, true]);
  expect(await numbers("?after=20")).toEqual([21, 40, true, true]);
  expect(await numbers("?after=40")).toEqual([41, 45, true, false]);
  expect(await numbers("?before=41")).toEqual([21, 40, true, true]);
  expect(await numbers("?before=21")).toEqual([1, 20, false, true]);
  expect(await numbers("?from=30")).toEqual([30, 45, true, false]);
  expect(await numbers("?from=new")).toEqual([45, 45, true, false]);
});

test("topics are read page by page in both directions, pinned ones first", async () => {
  const member = await writer(app, { degree: "companheiro" });
  const ids: string[] = [];
  for (let index = 0; index < 45; index += 1) ids.unshift(await openTopic(member, { board: "companheiro" }));
  await app.asOwner(`update community_topics set pinned = true where id = '${ids[44]}'`);
  const expected = [ids[44], ...ids.slice(0, 44)];
  const page = async (query: string) => {
    const { body } = await member.get(`/api/community/boards/companheiro/topics${query}`);
    return { ids: body.topics.map(({ id }: { id: string }) => id), next: body.next, previous: body.previous };
  };
  const first = await page("");
  const second = await page(`?after=${encodeURIComponent(first.next)}`);
  const third = await page(`?after=${encodeURIComponent(second.next)}`);
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(expected);
  expect([first.previous, third.next]).toEqual([null, null]);
  const back = await page(`?before=${encodeURIComponent(third.previous)}`);
  expect(back.ids).toEqual(second.ids);
  const start = await page(`?before=${encodeURIComponent(back.previous)}`);
  expect(start).toMatchObject({ ids: first.ids, previous: null });
});

/** How many statements a call sends, with the one for its member. */
async function countQueries(call: () => Promise<unknown>): Promise<number> {
  const pool = (app.services.db as unknown as { $client: { query: (...args: unknown[]) => unknown } }).$client;
  const original = pool.query;
  let queries = 0;
  pool.query = function (this: unknown, ...args: unknown[]) {
    queries += 1;
    return original.apply(this, args);
  };
  try {
    await call();
  } finally {
    pool.query = original;
  }
  return queries;
}

test("a page of a topic, of a board's topics, and the bell's count take three queries at most, whatever there is", async () => {
  const member = await writer(app);
  const topicId = await openTopic(member);
  for (let number = 2; number <= 25; number += 1) await reply(member, topicId);
  await member.get("/api/community"); // their visit is noted
  expect(await countQueries(() => member.get(`/api/community/topics/${topicId}`))).toBe(3);
  expect(await countQueries(() => member.get(`/api/community/topics/${topicId}?from=new`))).toBe(3);
  expect(await countQueries(() => member.get(`/api/community/topics/${topicId}?before=21`))).toBe(3);
  expect(await countQueries(() => member.get("/api/community/boards/geral/topics"))).toBe(3);
  expect(await countQueries(() => member.get("/api/community"))).toBe(2);
  expect(await countQueries(() => member.get("/api/community/texts/lesson/m01-l01"))).toBe(2);
  expect(await countQueries(() => member.get("/api/notices/unread"))).toBe(2);
});

describe("two processes on one database", () => {
  test("what one writes is heard at the other, by who follows the topic or has just read it, and by nobody else", async () => {
    const node = await openNode(app);
    const [author, follower, reader, stranger] = await Promise.all([1, 2, 3, 4].map(() => writer(app)));
    const topicId = await openTopic(author!);
    await follower!.put(`/api/community/topics/${topicId}/follow`, { following: true });
    await reader!.put(`/api/community/topics/${topicId}/read`, { upTo: 1 });
    const streams = await Promise.all([follower!, reader!, stranger!].map(({ id }) => node.follow(id, "/api/events")));
    for (const stream of streams) expect((await stream.next())?.event).toBe("again");
    await reply(author!, topicId);
    for (const stream of streams.slice(0, 2)) {
      const heard = [(await stream.next())!.data.subject, (await stream.next())!.data.subject];
      expect(heard.toSorted()).toEqual(["community", `topic:${topicId}`]);
    }
    await app.services.db.transaction((tx) => announce(tx, [stranger!.id], "last"));
    expect((await streams[2]!.next())?.data).toEqual({ subject: "last" });
  });
});
