import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { rankOf } from "#app/db/degree-rank.ts";
import type { Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { isTitleShown } from "../topics/titles.service.ts";

const BATCH = 200;
/** Titles in one letter; of more topics it says how many. */
const MOST_TITLES = 10;
/** Who was written to less than this ago waits for the next one. */
const BETWEEN = sql.raw("interval '6 days'");

/**
 * Writes on Mondays to each member of what is new in what he follows, and of nothing that he has read, or may not read. Safe to repeat: that he
 * was written to is noted in the same transaction.
 */
export const writeWeeklyLetters: Job<"write-weekly-letters"> = {
  retries: 3,
  cron: "0 11 * * 1", // eight in the morning in Brasília
  run: async (services) => {
    for (let last: string | undefined, more = true; more; ) {
      const members = await findDue(services, last);
      for (const { id, topics, titles } of members) if (topics > 0) await write(services, id, { topics, titles });
      last = members.at(-1)?.id;
      more = members.length === BATCH;
    }
  },
};

type Due = { id: string; topics: number; titles: string[] };

/** A batch of members to whom a letter may go, with what is new for them. */
async function findDue({ db }: Services, after: string | undefined): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    with due as (
      select c.user_id as id, p.degree, greatest(c.letter_sent_at, now() - interval '8 days') as since
      from community_profiles c join profiles p on p.id = c.user_id
      where (c.letter_sent_at is null or c.letter_sent_at < now() - ${BETWEEN})
        and p.suspended_at is null and not p.awaits_confirmation
        ${after === undefined ? sql`` : sql`and c.user_id > ${after}`}
      order by c.user_id limit ${BATCH})
    select due.id, news.topics, news.titles
    from due cross join lateral (
      select count(*)::int as topics, coalesce((array_agg(topic.title order by topic.at desc) filter (where topic.is_shown))[1:${sql.raw(String(MOST_TITLES))}], '{}') as titles
      from (
        select t.title, ${isTitleShown(sql`t.id`)} as is_shown, max(o.created_at) as at
        from community_topics t
        join community_boards b on b.id = t.board_id
        join community_posts o on o.topic_id = t.id and o.state = 'visible' and o.created_at > due.since
          and o.author_id is distinct from due.id
        left join community_follows own on own.user_id = due.id and own.topic_id = t.id
        left join community_follows room on room.user_id = due.id and room.board_id = b.id
        left join community_reads r on r.user_id = due.id and r.topic_id = t.id
        where t.hidden_at is null and t.last_post_at > due.since
          and coalesce(own.following, room.following, false) and o.number > coalesce(r.read_up_to, 0)
          and (b.degree is null or ${rankOf(sql`b.degree`)} <= ${rankOf(sql`due.degree`)})
        group by t.id) topic) news
    order by due.id`);
  return rows;
}

const write = ({ db, notify }: Services, userId: string, news: Omit<Due, "id">): Promise<void> =>
  db.transaction(async (tx) => {
    const { letterSentAt } = communityProfiles;
    const noted = await tx
      .update(communityProfiles)
      .set({ letterSentAt: sql`now()` })
      .where(and(eq(communityProfiles.userId, userId), or(isNull(letterSentAt), lt(letterSentAt, sql`now() - ${BETWEEN}`))))
      .returning({ userId: communityProfiles.userId });
    if (noted.length > 0) await notify(tx, "community-weekly", { memberId: userId }, news);
  });
