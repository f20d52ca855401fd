import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import type { Services } from "#app/server/context.ts";
import { notices } from "#app/server/notify/notices.table.ts";
import { ORIGIN, testApp } from "#tests/support/app.ts";
import { openTestSession } from "#tests/support/members.ts";
import { openNode } from "#tests/support/nodes.ts";
import { openTopic, reply, writer } from "./community.test-support.ts";
import { communityPosts } from "./posts/posts.table.ts";
import { tellOfPosts } from "./posts/tell-of-posts.ts";

/** Many posts at once, in two processes on one database. */
const app = testApp({ LIMITS_FACTOR: "1000" });

const write = async (services: Services, memberId: string, topicId: string) => {
  const hono = createApp(services, async () => true);
  const cookie = await openTestSession(services, memberId);
  const json = { id: randomUUID(), source: "De um processo.", boardId: "geral", quote: null };
  const headers = { host: "academia.test", origin: ORIGIN, cookie, "content-type": "application/json" };
  return hono.request(`/api/community/topics/${topicId}/posts`, { method: "POST", headers, body: JSON.stringify(json) });
};

test("tasks that tell many followers of many posts at once do not stop each other", async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => writer(app)));
  const topicId = await openTopic(members[0]!);
  for (let round = 0; round < 3; round += 1) await Promise.all(members.map((member) => reply(member, topicId)));
  const posts = await app.services.db
    .select({ id: communityPosts.id })
    .from(communityPosts)
    .where(eq(communityPosts.topicId, topicId));
  const ids = posts.map(({ id }) => id);
  const tasks = [0, 1, 2, 3, 4].map((task) => ids.filter((_, index) => index % 5 === task));
  await Promise.all(tasks.map((postIds) => tellOfPosts.run(app.services, { postIds })));
  const told = await app.services.db.select({ id: notices.id }).from(notices).where(eq(notices.userId, members[0]!.id));
  expect(told.length).toBeGreaterThanOrEqual(57);
});

test("posts that are written at once at both are numbered one after the other, and each is told once", async () => {
  const node = await openNode(app);
  const [author, follower] = [await writer(app), await writer(app)];
  const topicId = await openTopic(author);
  await app.runJobs();
  await follower.put(`/api/community/topics/${topicId}/follow`, { following: true });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => write(index % 2 ? node.services : app.services, author.id, topicId)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const { body } = await author.get(`/api/community/topics/${topicId}`);
  expect(body.posts.map(({ number }: { number: number }) => number)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
  const posts: { id: string }[] = body.posts.slice(1);
  await Promise.all(posts.flatMap(({ id }) => [app, node].map(({ services }) => tellOfPosts.run(services, { postIds: [id] }))));
  await app.runJobs();
  const told = await app.services.db.select({ id: notices.id }).from(notices).where(eq(notices.userId, follower.id));
  expect(told).toHaveLength(12);
});
