import { randomUUID } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import { type DemoPost, type DemoTopic, isWritten, readDemoTopics, type WrittenPost } from "#app/content/community.ts";
import { readModules } from "#app/content/courses.ts";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { communityBoardVisits, communityModerators } from "#app/features/community/boards/boards.table.ts";
import { topicGroup } from "#app/features/community/community.notices.ts";
import { REPORTED } from "#app/features/community/moderation/moderation.policy.ts";
import { communityReports } from "#app/features/community/moderation/moderation.table.ts";
import { indexTopics } from "#app/features/community/posts/indexing.service.ts";
import { excerptOf } from "#app/features/community/posts/post-text.ts";
import { REACTIONS, type Reaction } from "#app/features/community/posts/posts.schema.ts";
import { communityPosts, communityReactions } from "#app/features/community/posts/posts.table.ts";
import { defaultName } from "#app/features/community/profile/names.policy.ts";
import { communityProfiles } from "#app/features/community/profile/profile.table.ts";
import { communityFollows, communityReads, communityTopics } from "#app/features/community/topics/topics.table.ts";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import { renderMarkdown } from "#app/server/markdown/members-text.ts";
import { notices } from "#app/server/notify/notices.table.ts";

const STUDENT = "aluno";
/** The student was in the community on the day before yesterday, and follows these. */
const LAST_VISIT_DAY = 3;
const FOLLOWED = ["regua-e-plantao", "silencio-do-vendedor", "livros-do-primeiro-ano", "noite-de-quarta"];
const MODERATORS = { geral: ["mentor"], aprendiz: ["mentor", "mentor2"], mestre: ["mentor3"] };

type Members = (name: string) => string;

/** The conversations of content/community, by the demo members, as if they had been written in the last weeks. */
export async function seedCommunity(tx: Db, ids: ReadonlyMap<string, string>): Promise<void> {
  const member: Members = (name) => {
    const id = ids.get(`${name}@academia.example`);
    if (!id) throw new Error(`content/community: there is no demo member “${name}”`);
    return id;
  };
  await seedProfiles(tx, [...ids.values()]);
  const topics = readDemoTopics();
  const made: string[] = [];
  for (const topic of topics) made.push(await seedTopic(tx, topic, member));
  await indexTopics(tx, made);
  for (const [boardId, names] of Object.entries(MODERATORS))
    await tx.insert(communityModerators).values(names.map((name) => ({ boardId, userId: member(name) })));
  for (const boardId of ["geral", "aprendiz"])
    await tx
      .insert(communityBoardVisits)
      .values({ userId: member(STUDENT), boardId, visitedAt: at({ day: LAST_VISIT_DAY, at: "22:14" }) });
}

/** A moment of so many days ago, in Brasília, which is three hours behind UTC. */
function at({ day, at: hour }: { day: number; at: string }): Date {
  const date = new Date(Date.now() - day * 86_400_000);
  date.setUTCHours(Number(hour.slice(0, 2)) + 3, Number(hour.slice(3)), 0, 0);
  return date;
}

async function seedProfiles(tx: Db, ids: string[]): Promise<void> {
  const members = await tx.select({ id: profiles.id, name: profiles.name }).from(profiles).where(inArray(profiles.id, ids));
  const longAgo = at({ day: 60, at: "20:00" });
  await tx.insert(communityProfiles).values(
    members.map(({ id, name }, index) => ({
      userId: id,
      displayName: defaultName(name),
      showLodge: index % 2 === 0,
      rulesAcceptedAt: longAgo,
      firstPostAt: longAgo,
    })),
  );
}

const lessonPaths = () =>
  new Map(
    readModules().flatMap(({ id, lessons }) => lessons.map((lesson, index) => [lesson.id, `/modulo/${id}/licao/${index + 1}`])),
  );

/** @returns the id of the topic */
async function seedTopic(tx: Db, topic: DemoTopic, member: Members): Promise<string> {
  const id = randomUUID();
  const [first] = topic.posts;
  const last = topic.posts.at(-1)!;
  await tx.insert(communityTopics).values({
    id,
    boardId: topic.board,
    authorId: first && isWritten(first) ? member(first.author) : null,
    title: topic.title,
    ...(topic.lesson && { textKind: "lesson", textId: topic.lesson }),
    ...(topic.study && { textKind: "study", textId: topic.study }),
    postCount: topic.posts.length,
    lastNumber: topic.posts.length,
    lastPostAt: at(topic.posts.findLast((post) => isWritten(post) && !post.reports)!),
    answerNumber: topic.answer ?? null,
    lockedAt: topic.locked ? at(last) : null,
    createdAt: at(first!),
  });
  const paths = lessonPaths();
  const rows = topic.posts.map((post, index) =>
    rowOf(post, { id: index === 0 ? id : randomUUID(), topicId: id, number: index + 1 }, paths, member),
  );
  for (const [index, post] of topic.posts.entries()) {
    const quoted = isWritten(post) && post.quotes ? rows[post.quotes - 1] : undefined;
    await tx.insert(communityPosts).values({
      ...rows[index]!,
      ...(quoted && { quotedPostId: quoted.id, quote: firstSentence(quoted.html) }),
    });
    if (isWritten(post)) await seedReactions(tx, rows[index]!.id, post, member);
  }
  await seedReaders(tx, id, topic, member);
  return id;
}

function rowOf(
  post: DemoPost,
  place: { id: string; topicId: string; number: number },
  paths: ReadonlyMap<string, string>,
  member: Members,
) {
  if (!isWritten(post)) return { ...place, state: "masked" as const, source: "", html: "", excerpt: "", createdAt: at(post) };
  const { html } = renderMarkdown(post.text, { site: "", lessonPaths: paths, inserts: null });
  const lessons = [...post.text.matchAll(/\(licao:([a-z0-9-]+)\)/g)].map(([, id]) => ({ kind: "lesson" as const, id: id! }));
  return {
    ...place,
    authorId: member(post.author),
    source: post.text,
    html,
    excerpt: excerptOf(textOfHtml(html)),
    cards: lessons,
    createdAt: at(post),
    usefulCount: post.useful.length,
    agreeCount: post.agree.length,
    thanksCount: post.thanks.length,
    ...(post.reports && { state: "held" as const, stateReason: REPORTED }),
  };
}

const firstSentence = (html: string): string => /^.+?[.?](?=\s|$)/.exec(textOfHtml(html).replace(/\s+/g, " ").trim())?.[0] ?? "";

async function seedReactions(tx: Db, postId: string, post: WrittenPost, member: Members): Promise<void> {
  const rows = REACTIONS.flatMap((kind: Reaction) => post[kind].map((name) => ({ postId, userId: member(name), kind })));
  if (rows.length > 0) await tx.insert(communityReactions).values(rows);
  const { reports = [], author } = post;
  if (reports.length === 0) return;
  await tx
    .insert(communityReports)
    .values(reports.map((report) => ({ postId, userId: member(report.by), reason: report.reason, createdAt: at(report) })));
  await tx.insert(notices).values({
    userId: member(author),
    kind: "community-held",
    facts: await placeOf(tx, postId),
    createdAt: at(reports.at(-1)!),
  });
}

async function placeOf(tx: Db, postId: string): Promise<{ topicId: string; number: number }> {
  const { topicId, number } = communityPosts;
  const [place] = await tx
    .select({ topicId, number })
    .from(communityPosts)
    .where(inArray(communityPosts.id, [postId]));
  return place!;
}

/** Those who wrote follow the topic and have read it; the student follows some, and has not read what came since they were there. */
async function seedReaders(tx: Db, topicId: string, { id, posts }: DemoTopic, member: Members): Promise<void> {
  const student = member(STUDENT);
  const writers = new Set(posts.flatMap((post) => (isWritten(post) ? [member(post.author)] : [])));
  const readByStudent = posts.filter(({ day }) => day >= LAST_VISIT_DAY).length;
  const followers = new Set([...writers, ...(FOLLOWED.includes(id) ? [student] : [])]);
  await tx.insert(communityFollows).values([...followers].map((userId) => ({ userId, topicId })));
  const visitedAt = at(posts.at(-1)!);
  const reads = [...writers].filter((userId) => userId !== student).map((userId) => ({ userId, readUpTo: posts.length }));
  if (followers.has(student) && readByStudent > 0) reads.push({ userId: student, readUpTo: readByStudent });
  await tx.insert(communityReads).values(reads.map((read) => ({ ...read, topicId, visitedAt })));
  if (!followers.has(student)) return;
  const news = posts.flatMap((post, index) =>
    index >= readByStudent && isWritten(post) && !post.reports ? [{ post, number: index + 1 }] : [],
  );
  for (const [index, { post, number }] of news.entries())
    await tx.insert(notices).values({
      userId: student,
      kind: "community-reply",
      facts: { topicId, number },
      key: `community-reply:${topicId}:${number}`,
      group: topicGroup(topicId),
      fromId: member(post.author),
      isLatest: index === news.length - 1,
      count: index + 1,
      createdAt: sql`${at(post).toISOString()}::timestamptz`,
    });
}
