import { type SQL, sql } from "drizzle-orm";
import { numbered } from "#app/db/batch.ts";
import type { Db } from "#app/db/client.ts";
import { VISITED } from "../topics/topics.table.ts";
import type { CardRef } from "./cards.service.ts";
import { communityPosts } from "./posts.table.ts";

/** A post as the statement takes it. */
export type PostToWrite = {
  id: string;
  topicId: string;
  boardId: string;
  authorId: string;
  source: string;
  html: string;
  excerpt: string;
  cards: CardRef[];
  mentions: string[];
  /** Why it is held; null where everybody sees it. */
  stateReason: string | null;
  quotedPostId: string | null;
  quote: string | null;
  /** The draft that is sent with it. */
  draftPlace: string;
};

export type WrittenPost = { id: string; number: number; createdAt: Date };

/** Topics that take posts from everybody, and that no other transaction holds. */
const OPEN = {
  topics: sql`and hidden_at is null and locked_at is null for no key update skip locked`,
  boards: sql`and b.closed_at is null`,
};
const ANY = { topics: sql``, boards: sql`` };

/** Rows are looked up by lists of their keys (`any(array(…))`), too: the planner expects a hundred posts, and would read whole tables for a join with so many. */
const prepareWrite = (name: string, open: { topics: SQL; boards: SQL }) => (db: Db) => {
  const step = (alias: string, text: SQL) => db.$with(alias, {}).as(text);
  return db
    .with(
      step(
        "given",
        sql`select * from jsonb_to_recordset(${sql.placeholder("rows")}::jsonb)
          as g (n int, id uuid, "topicId" uuid, "boardId" text, "authorId" uuid, source text, html text, excerpt text, cards jsonb, mentions uuid[],
            "stateReason" text, "quotedPostId" uuid, quote text, "draftPlace" text)`,
      ),
      step(
        "topic",
        sql`select id, board_id, last_number from community_topics where id = any(array(select "topicId" from given)) ${open.topics}`,
      ),
      step(
        "fitting",
        sql`select g.*, (t.last_number + row_number() over (partition by t.id order by g.n))::int as number
          from given g
          join topic t on t.id = g."topicId" and t.board_id = g."boardId"
          join community_boards b on b.id = t.board_id ${open.boards}
          where (select p.id from community_posts p where p.id = g.id) is null`,
      ),
      step(
        "written",
        sql`insert into community_posts (id, topic_id, number, author_id, source, html, excerpt, cards, quoted_post_id, quote, state, state_reason, created_at)
          select id, "topicId", number, "authorId", source, html, excerpt, cards, "quotedPostId", quote,
            case when "stateReason" is null then 'visible' else 'held' end, "stateReason", clock_timestamp()
          from fitting order by n
          returning id, topic_id, number, author_id, state, created_at`,
      ),
      step(
        "counted",
        sql`update community_topics t
          set last_number = w.last, post_count = t.post_count + w.count, last_post_at = coalesce(w.at, t.last_post_at)
          from (
            select topic_id, max(number) as last, count(*)::int as count, max(created_at) filter (where state = 'visible') as at
            from written group by topic_id) w
          where t.id = w.topic_id and t.id = any(array(select topic_id from written))`,
      ),
      step(
        "named",
        sql`insert into community_mentions (post_id, user_id) select id, unnest(mentions) from fitting on conflict do nothing`,
      ),
      step(
        "followed",
        sql`insert into community_follows (user_id, topic_id) select distinct author_id, topic_id from written on conflict do nothing`,
      ),
      step(
        "read",
        sql`insert into community_reads (user_id, topic_id, read_up_to)
          select author_id, topic_id, max(number) from written group by author_id, topic_id
          on conflict (user_id, topic_id) do update set read_up_to = excluded.read_up_to, visited_at = ${VISITED}`,
      ),
      step(
        "begun",
        sql`update community_profiles p set first_post_at = now() from fitting f
          where p.user_id = f."authorId" and p.user_id = any(array(select "authorId" from fitting)) and p.first_post_at is null`,
      ),
      step(
        "sent",
        sql`delete from community_drafts d using fitting f
          where d.user_id = f."authorId" and d.user_id = any(array(select "authorId" from fitting)) and d.place = f."draftPlace"`,
      ),
    )
    .select({
      id: sql<string>`id`,
      number: sql<number>`number`,
      createdAt: sql`created_at`.mapWith(communityPosts.createdAt),
    })
    .from(sql`written`)
    .prepare(name);
};

const WRITES = { held: prepareWrite("post_write", ANY), shared: prepareWrite("post_writes", OPEN) };

/**
 * Writes posts with all that belongs to them, in one statement: each has the next number of its topic, its writer has read what came before,
 * follows the topic unless he has left it, and his draft is sent.
 *
 * @param whose `held`: the transaction holds their topics' rows. `shared`: posts of several requests; those whose topic is held by another
 * transaction, takes no replies or was moved, or which are written already, are left out
 * @returns what was written
 */
export const writePosts = (db: Db, posts: PostToWrite[], whose: keyof typeof WRITES): Promise<WrittenPost[]> =>
  WRITES[whose](db).execute(numbered(posts));
