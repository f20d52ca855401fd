import { type SQL, sql } from "drizzle-orm";
import { batched, inOrder, numbered } from "#app/db/batch.ts";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { type AuthorRow, presentAuthor } from "../profile/author.ts";
import { defaultName } from "../profile/names.policy.ts";
import type { communityProfiles } from "../profile/profile.table.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import { type CardRef, cardFor } from "./cards.service.ts";
import type { Post } from "./posts.answers.ts";
import { mayDo, seesWords } from "./posts.policy.ts";
import type { PostState, Reaction } from "./posts.schema.ts";
import type { PostToWrite, WrittenPost } from "./write-posts.service.ts";

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
  /** Of those who read it with this row. */
  reacted: { userId: string; kind: Reaction }[];
  /** Whether a moderator has written to its author, who reads it. */
  addressed: boolean;
  createdAt: string;
  editedAt: string | null;
};

/**
 * Posts as one value of JSON: one by one, their many columns cost more than finding them. A row may serve several readers; what is for one of them
 * alone is in it, and `presentPost` keeps it from the others.
 * @param readers SQL of their ids, as an array
 * @param rows SQL of their rows, which are found before anything is joined to them, so that those of a page are read by their index alone
 * @param order SQL of their order
 */
const selectPosts = (db: Db, readers: SQL, rows: SQL, order: SQL = sql`p.number`) => {
  const posts = sql`
    select p.id, p.number, p.state, p.state_reason as "stateReason", p.version, p.html, p.cards, p.quote,
      p.useful_count as "usefulCount", p.agree_count as "agreeCount", p.thanks_count as "thanksCount",
      p.created_at as "createdAt", p.edited_at as "editedAt",
      case when p.author_id = any(${readers}) then p.source end as source,
      p.author_id = any(${readers}) and exists (select from community_words w where w.post_id = p.id) as addressed,
      a.id as "authorId", a.full_name as "authorFullName", a.degree as "authorDegree", a.lodge as "authorLodge",
      ap.display_name as "authorDisplayName", coalesce(ap.show_lodge, false) as "authorShowsLodge",
      case when p.useful_count + p.agree_count + p.thanks_count > 0
        then (select coalesce(json_agg(json_build_object('userId', r.user_id, 'kind', r.kind)), '[]')
          from community_reactions r where r.post_id = p.id and r.user_id = any(${readers})) else '[]' end as reacted,
      -- of the same topic: one that was split off may be where this reader does not see it
      case when p.quoted_post_id is not null then (
        select json_build_object('number', q.number, 'state', q.state, 'name', qa.full_name, 'displayName', qp.display_name)
        from community_posts q left join profiles qa on qa.id = q.author_id left join community_profiles qp on qp.user_id = q.author_id
        where q.id = p.quoted_post_id and q.topic_id = p.topic_id) end as quoted
    from (${rows}) p left join profiles a on a.id = p.author_id left join community_profiles ap on ap.user_id = p.author_id
    order by ${order}`;
  return db.select({ posts: sql<PostRow[]>`coalesce(json_agg(r), '[]')` }).from(sql`(${posts}) r`);
};

const pageAndOne = sql.raw(String(PAGE_SIZE + 1));

type PageAsked = { topicId: string; userId: string; number: number };

/**
 * Pages of posts for several requests, each as one value; those who ask for the same page at the same time share it.
 * @param which SQL of those behind the number that is asked for; @param order of them
 */
const sharedPages = (name: string, which: SQL, order: SQL) => {
  const page = sql`select * from community_posts p where p.topic_id = asked."topicId" and ${which} order by ${order} limit ${pageAndOne}`;
  const query = preparedOnce((db: Db) =>
    db
      .select({ n: sql<number>`asked.n`, posts: sql<PostRow[]>`(${selectPosts(db, sql`asked.readers`, page, order)})` })
      .from(
        sql`jsonb_to_recordset(${sql.placeholder("rows")}::jsonb) as asked (n int, "topicId" uuid, number int, readers uuid[])`,
      )
      .prepare(`${QUICK}${name}`),
  );
  return batched<PageAsked, PostRow[]>(async (db, asked) => {
    const keyOf = ({ topicId, number }: PageAsked) => `${topicId} ${number}`;
    const askers = Map.groupBy(asked, keyOf);
    const rows = [...askers.values()].map((same) => ({
      topicId: same[0]!.topicId,
      number: same[0]!.number,
      readers: same.map(({ userId }) => userId),
    }));
    const pages = inOrder(rows, await query(db).execute(numbered(rows)));
    const byKey = new Map([...askers.keys()].map((key, n) => [key, pages[n]?.posts]));
    return asked.map((each) => byKey.get(keyOf(each)));
  });
};

const readFrom = sharedPages("posts_from", sql`p.number >= asked.number`, sql`p.number`);
const readBefore = sharedPages("posts_before", sql`p.number < asked.number`, sql`p.number desc`);

/** Up to a page of a topic's posts and one more, from a number on, or those before a number, last first. */
export async function readPosts(
  db: Db,
  { id: userId }: Actor,
  topicId: string,
  place: { from: number } | { before: number },
): Promise<PostRow[]> {
  const asked = { topicId, userId };
  const page =
    "from" in place ? readFrom(db, { ...asked, number: place.from }) : readBefore(db, { ...asked, number: place.before });
  return (await page)!;
}

export async function readPost(ctx: Ctx, db: Db, topic: OpenTopic, postId: string): Promise<Post> {
  const [row] = await selectPosts(
    db,
    sql`array[${requireActor(ctx).id}]::uuid[]`,
    sql`select * from community_posts where id = ${postId}`,
  );
  return presentPost(ctx, topic, row!.posts[0]!);
}

/** A post as this reader sees it. Words that he may not see do not leave the server. */
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
    addressed: mine && row.addressed,
    at: new Date(row.createdAt).toISOString(),
    editedAt: shown && row.editedAt ? new Date(row.editedAt).toISOString() : null,
    version,
    html: shown ? row.html : null,
    source: shown && mine ? row.source : null,
    cards: shown ? row.cards.flatMap((ref) => cardFor(ref, ctx.catalogue(), actor.degree) ?? []) : [],
    quote,
    reactions: { useful: row.usefulCount, agree: row.agreeCount, thanks: row.thanksCount },
    reacted: row.reacted.flatMap(({ userId, kind }) => (userId === actor.id ? [kind] : [])),
    can: mayDo(facts, takesPosts(topic)),
  };
}

type NewlyWritten = { row: PostToWrite; written: WrittenPost; profile: typeof communityProfiles.$inferSelect };

/** The same of one's own plain reply that has just been written, without reading it. */
export function presentNewPost(ctx: Ctx, topic: OpenTopic, { row, written, profile }: NewlyWritten): Post {
  const { name, degree, lodge } = requireActor(ctx);
  return presentPost(ctx, topic, {
    ...row,
    number: written.number,
    createdAt: written.createdAt.toISOString(),
    state: "visible",
    version: 1,
    editedAt: null,
    quoted: null,
    usefulCount: 0,
    agreeCount: 0,
    thanksCount: 0,
    reacted: [],
    addressed: false,
    authorFullName: name,
    authorDegree: degree,
    authorLodge: lodge,
    authorDisplayName: profile.displayName,
    authorShowsLodge: profile.showLodge,
  });
}
