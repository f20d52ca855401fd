import { sql } from "drizzle-orm";
import { type Db, preparedOnce } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import type { Services } from "#app/server/context.ts";
import { isReaderOf } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { indexNewPosts } from "./indexing.service.ts";

/** So many are told in one transaction. */
const TOGETHER = 50;

/**
 * After posts have been written that everybody in their boards sees: lets them be found, and tells those whom they name, and those who follow their topic or
 * board and may read there. Run again it tells nobody twice.
 */
export const tellOfPosts: Job<"tell-of-posts"> = {
  retries: 3,
  isLong: true,
  run: async (services, { postIds }) => {
    await indexNewPosts(services.db, postIds);
    const readers = await findReaders(services, postIds);
    for (let start = 0; start < readers.length; start += TOGETHER)
      await services.db.transaction((tx) => tell(services, tx, readers.slice(start, start + TOGETHER)));
  },
};

async function tell({ notify }: Services, tx: Db, readers: Reader[]): Promise<void> {
  // tasks that tell the same members of other posts change the same lines under their bells
  await lockKeys(
    tx,
    "topicNotices",
    readers.map(({ memberId }) => memberId),
  );
  for (const { memberId, from, topicId, number, named } of readers)
    await notify(tx, named ? "community-mention" : "community-reply", { memberId, from }, { topicId, number });
}

type Reader = { memberId: string; from: string; topicId: string; number: number; named: boolean };

const READERS = sql`
    with post as (
      select p.id, p.topic_id, p.number, p.author_id, t.board_id, b.degree
      from community_posts p join community_topics t on t.id = p.topic_id join community_boards b on b.id = t.board_id
      where p.id = any(${sql.placeholder("postIds")}::uuid[]) and p.state = 'visible' and p.author_id is not null and t.hidden_at is null
    ), near as (
      select p.id, m.user_id from post p join community_mentions m on m.post_id = p.id
      union select p.id, f.user_id from post p join community_follows f on f.topic_id = p.topic_id and f.following and p.number > 1
      union select p.id, f.user_id from post p join community_follows f on f.board_id = p.board_id and f.following
    )
    select r.id as "memberId", p.author_id as "from", p.topic_id as "topicId", p.number, m.user_id is not null as named
    from near join post p on p.id = near.id join profiles r on r.id = near.user_id
    left join community_mentions m on m.post_id = p.id and m.user_id = r.id
    left join community_follows t on t.user_id = r.id and t.topic_id = p.topic_id
    left join community_follows b on b.user_id = r.id and b.board_id = p.board_id
    where (m.user_id is not null or coalesce(t.following, b.following)) and r.id <> p.author_id
      and ${isReaderOf(sql`p.degree`, sql`r`)}
    order by r.id, p.topic_id, p.number`;

/** Its joins take PostgreSQL five times as long to plan as to run. */
const readersQuery = preparedOnce((db: Db) =>
  db.select({ reader: sql<Reader>`to_json(reader)` }).from(sql`(${READERS}) reader`).prepare("readers_of_posts"),
);

const findReaders = async ({ db }: Services, postIds: string[]): Promise<Reader[]> =>
  (await readersQuery(db).execute({ postIds })).map(({ reader }) => reader);
