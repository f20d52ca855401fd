import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SearchBrief, SearchPage } from "#app/features/search/search.answers.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import { openTopic, reply, writer } from "../community.test-support.ts";
import { writeWeeklyLetters } from "../digest/weekly-letter.ts";
import { communityProfiles } from "../profile/profile.table.ts";

const app = testApp({ LIMITS_FACTOR: "100000" });

type Post = {
  id: string;
  state: "visible" | "held" | "hidden" | "deleted";
  author: string;
  topic: string;
  words: string[];
  version: number;
};
type Topic = {
  id: string;
  opener: string;
  board: Board;
  hidden: boolean;
  title: string;
  /** The titles that a moderator has replaced. */
  former: string[];
  /** Whether its title is a moderator's, given since the first post had words. */
  retitled: boolean;
};
type Board = "geral" | "companheiro" | "mestre";
type Reader = { member: TestMember; degree: Degree };

const DEGREE_OF: Record<Board, number> = { geral: 0, companheiro: 1, mestre: 2 };
const RANK: Record<Degree, number> = { aprendiz: 0, companheiro: 1, mestre: 2 };

/** A word that no text has, and that a search finds whole. */
const newWord = () => `x${randomUUID().replaceAll("-", "")}`;

const MOVES = [
  "hide",
  "show",
  "report",
  "edit",
  "delete",
  "quote",
  "split",
  "retitle",
  "hide topic",
  "show topic",
  "up",
  "down",
  "index",
] as const;

/** What the world is after the moves that were accepted, written down apart from the program. */
class World {
  readonly posts: Post[] = [];
  readonly topics = new Map<string, Topic>();

  /** Whether a reader who moderates nothing may see the words of a post. */
  sees({ member, degree }: Reader, post: Post): boolean {
    const topic = this.topics.get(post.topic)!;
    const alone = topic.opener === member.id && this.posts.filter((each) => each.topic === topic.id).length === 1;
    if (RANK[degree] < DEGREE_OF[topic.board] || (topic.hidden && !alone)) return false;
    return post.state === "visible" || (post.state !== "deleted" && post.author === member.id);
  }

  /**
   * The same of a topic's title: it goes with its first post's words, and who has opened it reads it as long as there are any; a title that a moderator gave
   * it after they were deleted is for all.
   */
  seesTitle({ member, degree }: Reader, topic: Topic): boolean {
    const { state } = this.posts.find(({ id }) => id === topic.id)!;
    if (RANK[degree] < DEGREE_OF[topic.board] || (state === "deleted" && !topic.retitled)) return false;
    return topic.opener === member.id || (!topic.hidden && (state === "visible" || state === "deleted"));
  }
}

/** Everything by which words of the community could reach a member, but for the copy of their data, which has all that is their own. */
async function everythingFor({ member }: Reader, world: World, words: string[]): Promise<string> {
  const paths = [
    ...[...world.topics.keys()].flatMap((id) => [`/api/community/topics/${id}`, `/api/community/topics/${id}/hiding`]),
    ...["geral", "companheiro", "mestre"].map((board) => `/api/community/boards/${board}/topics`),
    ...world.posts.flatMap(({ id }) => [`/api/community/posts/${id}/versions`, `/api/community/posts/${id}/words`]),
    ...words.flatMap((word) => [`/api/search?q=${word}`, `/api/search/brief?q=${word}`]),
    "/api/notices",
    "/api/community",
    "/api/community/moderation",
  ];
  const answers = await Promise.all(paths.map(async (path) => ({ path, ...(await member.get(path)) })));
  return answers.map(({ path, body }) => (path.includes("/search") ? foundIn(body) : JSON.stringify(body))).join("\n");
}

const exportFor = async ({ member }: Reader): Promise<string> => JSON.stringify((await member.get("/api/account/export")).body);

/** The letters that would go out now, to whomever. */
async function lettersNow(): Promise<Map<string, string>> {
  const { db } = app.services;
  await db.delete(outboxMails);
  await db.update(communityProfiles).set({ letterSentAt: null });
  await writeWeeklyLetters.run(app.services, {});
  return new Map((await db.select().from(outboxMails)).map(({ recipient, text }) => [recipient, text ?? ""]));
}

/** The words of what a search has found, in which it marks those that were looked for. */
function foundIn(body: SearchPage | SearchBrief): string {
  const results = "results" in body ? body.results : body.groups.flatMap((group) => group.results);
  return [...results, ...body.near]
    .map(({ title, excerpt }) => [...title, ...excerpt].map(({ text }) => text).join(""))
    .join("\n");
}

test("no sequence of moves shows the words of a hidden post, or the title written with it, to one who may not see them", async () => {
  const [admin, other] = [
    await writer(app, { role: "admin", degree: "mestre" }),
    await writer(app, { role: "admin", degree: "mestre" }),
  ];
  const readers: Reader[] = [
    { member: await writer(app), degree: "aprendiz" },
    { member: await writer(app), degree: "aprendiz" },
    { member: await writer(app, { degree: "companheiro" }), degree: "companheiro" },
  ];
  const [first, second, stranger] = readers.map(({ member }) => member) as [TestMember, TestMember, TestMember];
  const reporters = await Promise.all([stranger, first, second, await writer(app), await writer(app), await writer(app)]);
  await app.asOwner("update profiles set created_at = now() - interval '2 days'");
  for (const { member } of readers)
    for (const board of Object.keys(DEGREE_OF)) await member.put(`/api/community/boards/${board}/follow`, { following: true });

  // mostly the first post, with which the title goes
  const which = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });
  const move = fc.record({ what: fc.constantFrom(...MOVES), which });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 8 }), async (moves) => {
      const world = await begin(first, second);
      for (const { what, which } of moves) {
        await make(world, { admin, other, reporters, members: [first, second] }, what, world.posts[which % world.posts.length]!);
        const letters = await lettersNow();
        for (const reader of readers) {
          const unseen = [
            ...world.posts.filter((post) => !world.sees(reader, post)),
            ...[...world.topics.values()]
              .filter((topic) => !world.seesTitle(reader, topic))
              .map(({ title, id, opener }) => ({ words: [title], id, author: opener })),
            ...[...world.topics.values()].flatMap(({ former, id }) =>
              former.length > 0 ? [{ words: former, id, author: null }] : [],
            ),
          ];
          if (unseen.length === 0) continue;
          const latest = unseen.flatMap(({ words }) => words.slice(-1));
          const said = (await everythingFor(reader, world, latest)) + letters.get(reader.member.email);
          const exported = await exportFor(reader);
          for (const { words, id, author } of unseen)
            for (const word of words) {
              expect(said.includes(word), `${what}: ${id} to ${reader.degree}`).toBe(false);
              if (author !== reader.member.id) expect(exported.includes(word), `${what}: ${id} exported`).toBe(false);
            }
        }
      }
    }),
    { numRuns: process.env.TEST_LONG === "1" ? 80 : 3 },
  );
}, 240_000);

async function begin(first: TestMember, second: TestMember): Promise<World> {
  const world = new World();
  const [word, title] = [newWord(), newWord()];
  const topic = await openTopic(first, { source: word, title });
  world.topics.set(topic, { id: topic, opener: first.id, board: "geral", hidden: false, title, former: [], retitled: false });
  world.posts.push({ id: topic, state: "visible", author: first.id, topic, words: [word], version: 1 });
  // each quotes the one before it, so that whatever is hidden has its words in two places
  for (const [index, author] of [second, first, second].entries())
    await add(world, author, topic, { number: index + 1, words: world.posts.at(-1)!.words[0]! });
  await app.runJobs(); // told to who follows, and found
  return world;
}

async function add(
  world: World,
  author: TestMember,
  topic: string,
  quote: { number: number; words: string } | null,
): Promise<void> {
  const word = newWord();
  const { status, body } = await reply(author, topic, { source: word, quote, boardId: world.topics.get(topic)!.board });
  if (status === 200) world.posts.push({ id: body.id, state: "visible", author: author.id, topic, words: [word], version: 1 });
}

type People = { admin: TestMember; other: TestMember; reporters: TestMember[]; members: TestMember[] };

/** Makes a move with the program, and writes down what it should have done where it was accepted. */
async function make(
  world: World,
  { admin, other, reporters, members }: People,
  what: (typeof MOVES)[number],
  post: Post,
): Promise<void> {
  const topic = world.topics.get(post.topic)!;
  const isAlone = () => world.posts.filter((each) => each.topic === topic.id).length === 1;
  const author = members.find(({ id }) => id === post.author)!;
  const onPost = (act: string, json?: object) => admin.post(`/api/community/posts/${post.id}/${act}`, json);
  const onTopic = (act: string, json?: object) => other.post(`/api/community/topics/${topic.id}/${act}`, json);
  const hide = (state: Post["state"]) => {
    post.state = state;
    if (isAlone()) topic.hidden = state !== "visible";
  };
  if (what === "hide" && (await onPost("hide", { reason: "Não cabe." })).status === 200) hide("hidden");
  if (what === "show" && (await onPost("show")).status === 200) hide("visible");
  if (what === "report") {
    const before = post.state;
    const statuses = [];
    for (const reporter of reporters)
      statuses.push((await reporter.post(`/api/community/posts/${post.id}/reports`, { reason: "Veja." })).status);
    const seen = await admin.get("/api/community/moderation");
    const queued = seen.body.entries.find((entry: { post: { id: string } }) => entry.post.id === post.id);
    if (before === "visible" && queued?.post.state === "held") hide("held");
  }
  if (what === "edit") {
    const word = newWord();
    const { status, body } = await author.put(`/api/community/posts/${post.id}`, { source: word, version: post.version });
    if (status === 200) {
      post.words.push(word);
      post.version = body.version;
    }
  }
  if (what === "index") await app.runJobs(); // what was written since is put into the search, as it is now
  if (what === "delete" && (await author.delete(`/api/community/posts/${post.id}`, { version: post.version })).status === 200) {
    post.state = "deleted";
    if (post.id === topic.id) topic.retitled = false;
  }
  if (what === "quote") {
    const { body } = await admin.get(`/api/community/topics/${topic.id}`);
    const number = body.posts.find(({ id }: { id: string }) => id === post.id)?.number;
    const writerOfQuote = members.find(({ id }) => id !== post.author)!;
    if (number) await add(world, writerOfQuote, topic.id, { number, words: post.words.at(-1)! });
  }
  if (what === "split") {
    const { body } = await admin.get(`/api/community/topics/${topic.id}`);
    const number = body.posts.find(({ id }: { id: string }) => id === post.id)?.number;
    const title = newWord();
    if (number > 1 && (await onTopic("split", { numbers: [number], title })).status === 200) {
      post.topic = post.id;
      world.topics.set(post.id, { ...topic, id: post.id, opener: post.author, title, former: [], retitled: false });
    }
  }
  if (what === "retitle") {
    const { body } = await other.get(`/api/community/topics/${topic.id}`);
    const title = newWord();
    const { status } = await other.put(`/api/community/topics/${topic.id}/title`, { title, before: body.topic.title });
    if (status === 200) {
      topic.former.push(topic.title);
      topic.title = title;
      topic.retitled = true;
    }
  }
  if (what === "hide topic" && (await onTopic("hide", { reason: "Não cabe." })).status === 200) topic.hidden = true;
  if (what === "show topic" && (await onTopic("show")).status === 200) topic.hidden = false;
  for (const board of what === "up" ? (["companheiro", "mestre"] as const) : what === "down" ? (["geral"] as const) : [])
    if ((await onTopic("move", { boardId: board })).status === 200) {
      topic.board = board;
      break;
    }
}
