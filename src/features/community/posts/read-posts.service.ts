import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { type AuthorRow, presentAuthor } from "../profile/author.ts";
import { defaultName } from "../profile/names.policy.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import { type CardRef, cardFor } from "./cards.service.ts";
import type { Post } from "./posts.answers.ts";
import { mayDo, seesWords } from "./posts.policy.ts";
import type { PostState, Reaction } from "./posts.schema.ts";

export const PAGE_SIZE = 20;

type PostRow = AuthorRow & {
  id: string;
  number: number;
  state: PostState;
  stateReason: string | null;
  version: number;
  html: string;
  /** What was written is for its author alone. */
  source: string | null;
  cards: CardRef[];
  quote: string | null;
  quoted: { number: number; state: PostState; name: string | null; displayName: string | null } | null;
  usefulCount: number;
  agreeCount: number;
  thanksCount: number;
  /** The reader's. */
  reacted: Reaction[];
  /** Whether a moderator has written to its author, who reads it. */
  addressed: boolean;
  createdAt: string;
  editedAt: string | null;
};

/**
 * Posts as one value of JSON: one by one, their many columns cost more than finding them.
 * @param rows SQL of their rows, which are found before anything is joined to them, so that those of a page are read by their index alone
 * @param order SQL of their order
 */
const selectPosts = (db: Db, reader: Placeholder, rows: SQL, order: SQL = sql`p.number`) => {
  const mine = sql`p.author_id = ${reader}::uuid`;
  const posts = sql`
    select p.id, p.number, p.state, p.state_reason as "stateReason", p.version, p.html, p.cards, p.quote,
      p.useful_count as "usefulCount", p.agree_count as "agreeCount", p.thanks_count as "thanksCount",
      p.created_at as "createdAt", p.edited_at as "editedAt",
      case when ${mine} then p.source end as source,
      ${mine} and exists (select from community_words w where w.post_id = p.id) as addressed,
      a.id as "authorId", a.full_name as "authorFullName", a.degree as "authorDegree", a.lodge as "authorLodge",
      ap.display_name as "authorDisplayName", coalesce(ap.show_lodge, false) as "authorShowsLodge",
      case when p.useful_count + p.agree_count + p.thanks_count > 0
        then (select coalesce(json_agg(r.kind), '[]') from community_reactions r where r.post_id = p.id and r.user_id = ${reader}::uuid)
        else '[]' end as reacted,
      -- of the same topic: one that was split off may be where this reader does not see it
      case when p.quoted_post_id is not null then (
        select json_build_object('number', q.number, 'state', q.state, 'name', qa.full_name, 'displayName', qp.display_name)
        from community_posts q left join profiles qa on qa.id = q.author_id left join community_profiles qp on qp.user_id = q.author_id
        where q.id = p.quoted_post_id and q.topic_id = p.topic_id) end as quoted
    from (${rows}) p left join profiles a on a.id = p.author_id left join community_profiles ap on ap.user_id = p.author_id
    order by ${order}`;
  return db.select({ posts: sql<PostRow[]>`coalesce(json_agg(r), '[]')` }).from(sql`(${posts}) r`);
};

/**
 * A page of a topic's posts and one more.
 * @param which SQL of those behind the number that is asked for; @param order of them
 */
const pageQuery = (name: string, which: SQL, order: SQL) =>
  preparedOnce((db: Db) => {
    const page = sql`select * from community_posts p where p.topic_id = ${sql.placeholder("topicId")} and ${which}
      order by ${order} limit ${sql.raw(String(PAGE_SIZE + 1))}`;
    return selectPosts(db, sql.placeholder("reader"), page, order).prepare(`${QUICK}${name}`);
  });

const number = sql`${sql.placeholder("number")}::int`;
const postsFrom = pageQuery("posts_from", sql`p.number >= ${number}`, sql`p.number`);
const postsBefore = pageQuery("posts_before", sql`p.number < ${number}`, sql`p.number desc`);

/** Up to a page of a topic's posts and one more, from a number on, or those before a number, last first. */
export async function readPosts(
  db: Db,
  { id: reader }: Actor,
  topicId: string,
  place: { from: number } | { before: number },
): Promise<PostRow[]> {
  const asked = { topicId, reader };
  const [page] =
    "from" in place
      ? await postsFrom(db).execute({ ...asked, number: place.from })
      : await postsBefore(db).execute({ ...asked, number: place.before });
  return page!.posts;
}

const postQuery = preparedOnce((db: Db) =>
  selectPosts(db, sql.placeholder("reader"), sql`select * from community_posts where id = ${sql.placeholder("postId")}`).prepare(
    `${QUICK}post`,
  ),
);

export async function readPost(ctx: Ctx, db: Db, topic: OpenTopic, postId: string): Promise<Post> {
  const [row] = await postQuery(db).execute({ reader: requireActor(ctx).id, postId });
  return presentPost(ctx, topic, row!.posts[0]!);
}

/** A post as this reader sees it. Words that they may not see do not leave the server. */
export function presentPost(ctx: Ctx, topic: OpenTopic, row: PostRow): Post {
  const actor = requireActor(ctx);
  const { id, number, state, version, quoted } = row;
  const mine = row.authorId === actor.id;
  const facts = { state, mine, moderates: topic.moderates };
  const shown = seesWords(facts);
  const quote =
    row.quote === null || quoted === null || !shown
      ? null
      : {
          number: quoted.number,
          name: quoted.name === null ? null : (quoted.displayName ?? defaultName(quoted.name)),
          words: quoted.state === "visible" && row.quote ? row.quote : null,
        };
  return {
    id,
    number,
    state,
    stateReason: shown && state !== "visible" ? row.stateReason : null,
    author: presentAuthor(row),
    mine,
    addressed: row.addressed,
    at: new Date(row.createdAt).toISOString(),
    editedAt: shown && row.editedAt ? new Date(row.editedAt).toISOString() : null,
    version,
    html: shown ? row.html : null,
    source: shown ? row.source : null,
    cards: shown ? row.cards.flatMap((ref) => cardFor(ref, ctx.catalogue(), actor.degree) ?? []) : [],
    quote,
    reactions: { useful: row.usefulCount, agree: row.agreeCount, thanks: row.thanksCount },
    reacted: row.reacted,
    can: mayDo(facts, takesPosts(topic)),
  };
}
