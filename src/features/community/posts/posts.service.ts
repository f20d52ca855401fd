import { and, eq, notInArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { judgePost } from "../moderation/holds.service.ts";
import type { Shingles } from "../moderation/shingles.ts";
import { announceTopic } from "../topics/news.service.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import { VISITED } from "../topics/topics.table.ts";
import { attachImages } from "./images.service.ts";
import type { NewPostInput } from "./posts.schema.ts";
import { communityMentions, communityPosts } from "./posts.table.ts";
import { says } from "./quotes.ts";
import type { PostText } from "./rendering.service.ts";

/** Whether the member has written this already. @throws AppError conflict where the id is another's */
export async function findWritten(tx: Db, actor: Actor, id: string): Promise<boolean> {
  const [post] = await tx.select({ authorId: communityPosts.authorId }).from(communityPosts).where(eq(communityPosts.id, id));
  if (post && post.authorId !== actor.id) throw new AppError("conflict");
  return post !== undefined;
}

/** The post that is quoted, if its words can be seen and are these. @throws AppError conflict */
export async function findQuoted(
  tx: Db,
  topicId: string,
  { number, words }: NonNullable<NewPostInput["quote"]>,
): Promise<string> {
  const [post] = await tx
    .select({ id: communityPosts.id, html: communityPosts.html })
    .from(communityPosts)
    .where(and(eq(communityPosts.topicId, topicId), eq(communityPosts.number, number), eq(communityPosts.state, "visible")));
  if (post && says(post.html, words)) return post.id;
  const what = post ? `não diz mais o trecho citado` : `não está mais aberta a citações`;
  throw new AppError("conflict", { message: `A mensagem ${number} ${what}. Retire a citação, ou cite de novo, e envie.` });
}

type NewPost = {
  id: string;
  /** Of the topic that it opens. */
  title?: string;
  source: string;
  text: PostText;
  quote: { postId: string; words: string } | null;
  judgedBy: Shingles;
  /** It was not written in the form whose draft would be sent with it. */
  keepsDraft?: boolean;
};

const given = (name: string, type: "uuid" | "int" | "text" | "jsonb" | "boolean") =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const [id, topicId, authorId, number] = [
  given("id", "uuid"),
  given("topicId", "uuid"),
  given("authorId", "uuid"),
  given("number", "int"),
];

/** A post and what belongs to it, in one prepared statement: one by one, the parts cost more than all else of a reply (decision 0043). */
const writeStatement = (tx: Db) => {
  const step = (name: string, text: SQL) => tx.$with(name, {}).as(text);
  return tx
    .with(
      step(
        "written",
        sql`insert into community_posts
            (id, topic_id, number, author_id, source, html, excerpt, cards, quoted_post_id, quote, state, state_reason, created_at)
          values (${id}, ${topicId}, ${number}, ${authorId}, ${given("source", "text")}, ${given("html", "text")}, ${given("excerpt", "text")},
            ${given("cards", "jsonb")}, ${given("quotedPostId", "uuid")}, ${given("quote", "text")}, ${given("state", "text")},
            ${given("stateReason", "text")}, clock_timestamp())
          returning state, created_at`,
      ),
      step(
        "counted",
        sql`update community_topics t set last_number = ${number}, post_count = post_count + 1,
            last_post_at = case w.state when 'visible' then w.created_at else t.last_post_at end,
            hidden_at = case when ${given("hides", "boolean")} then w.created_at else t.hidden_at end
          from written w where t.id = ${topicId}`,
      ),
      step(
        "followed",
        sql`insert into community_follows (user_id, topic_id) values (${authorId}, ${topicId}) on conflict do nothing`,
      ),
      step(
        "read",
        sql`insert into community_reads (user_id, topic_id, read_up_to) values (${authorId}, ${topicId}, ${number})
          on conflict (user_id, topic_id) do update set read_up_to = excluded.read_up_to, visited_at = ${VISITED}`,
      ),
      step(
        "begun",
        sql`update community_profiles set first_post_at = now() where user_id = ${authorId} and first_post_at is null`,
      ),
      step("sent", sql`delete from community_drafts where user_id = ${authorId} and place = ${given("draft", "text")}`),
    )
    .select({ state: sql`state` })
    .from(sql`written`)
    .prepare("post_write");
};

/**
 * Adds a post to a topic that is locked by the transaction, with all that belongs to it: it has the topic's next number, its writer has read what came
 * before, follows the topic unless they have left it, and their draft is sent.
 */
export async function addPost(ctx: Ctx, tx: Db, topic: OpenTopic, post: NewPost): Promise<void> {
  const actor = requireActor(ctx);
  const { id, title = "", source, text, quote, judgedBy } = post;
  const typed = [title, source, quote?.words ?? ""];
  const stateReason = await judgePost(tx, actor, { ...topic, ...text, typed, isNew: true }, judgedBy);
  const isHeld = stateReason !== null;
  const opens = topic.lastNumber === 0;
  await writeStatement(tx).execute({
    id,
    topicId: topic.id,
    number: topic.lastNumber + 1,
    authorId: actor.id,
    source,
    html: text.html,
    excerpt: text.excerpt,
    cards: JSON.stringify(text.cards),
    quotedPostId: quote?.postId ?? null,
    quote: quote?.words ?? null,
    state: isHeld ? "held" : "visible",
    stateReason,
    hides: isHeld && opens, // its title says something as well
    draft: post.keepsDraft ? "" : opens ? `board:${topic.board.id}` : `topic:${topic.id}`,
  });
  await addMentions(tx, id, text.mentions);
  await attachImages(tx, actor, topic.board.id, id, text.images);
  if (isHeld) return;
  await ctx.jobs.send(tx, "tell-of-posts", { postIds: [id] }); // those who follow, and the search
  await announceTopic(tx, topic);
}

/** Writes down whom a post names. */
export async function keepMentions(tx: Db, postId: string, userIds: string[]): Promise<void> {
  await tx
    .delete(communityMentions)
    .where(
      and(eq(communityMentions.postId, postId), userIds.length > 0 ? notInArray(communityMentions.userId, userIds) : undefined),
    );
  await addMentions(tx, postId, userIds);
}

async function addMentions(tx: Db, postId: string, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insert(communityMentions)
    .values(userIds.map((userId) => ({ postId, userId })))
    .onConflictDoNothing();
}
