import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Services } from "#app/server/context.ts";
import { covers, takesPart } from "#app/server/gate.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { communityProfiles } from "../profile/profile.table.ts";
import { isTitleShown } from "../topics/titles.service.ts";
import { MOST_OF_A_BOARD } from "./digest.notices.ts";

const BATCH = 200;
/** Titles in one letter; of more topics it says how many. */
const MOST_TITLES = 10;
/** Who was written to less than this ago waits for the next one. */
const BETWEEN = sql.raw("interval '6 days'");

/**
 * Writes on Mondays to each member of what is new in what they follow, and of nothing that they have read, or may not read. Safe to repeat: that they
 * was written to is noted in the same transaction.
 */
export const writeWeeklyLetters: Job<"write-weekly-letters"> = {
  retries: 3,
  isLong: true,
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

/**
 * A batch of members to whom a letter may go, with what is new for them. It goes out from what each follows, and looks up member and topics one by one
 * (`offset 0`): joined, all members would be read for every batch, and all topics of the week for every member.
 */
async function findDue({ db }: Services, after: string | undefined): Promise<Due[]> {
  const { rows } = await db.execute<Due>(sql`
    with due as materialized (
      select c.user_id as id, p.degree, greatest(c.letter_sent_at, now() - interval '8 days') as since
      from community_profiles c cross join lateral (
        select m.degree from profiles m where m.id = c.user_id and ${takesPart(sql`m`)} offset 0) p
      where (c.letter_sent_at is null or c.letter_sent_at < now() - ${BETWEEN})
        ${after === undefined ? sql`` : sql`and c.user_id > ${after}`}
      order by c.user_id limit ${BATCH})
    select due.id, news.topics, news.titles
    from due cross join lateral (
      select count(*)::int as topics, coalesce((array_agg(topic.title order by topic.at desc) filter (where topic.is_shown))[1:${sql.raw(String(MOST_TITLES))}], '{}') as titles
      from (
        select t.title, ${isTitleShown(sql`t.id`)} as is_shown, newest.at
        from (
          select f.topic_id as id from community_follows f where f.user_id = due.id and f.topic_id is not null and f.following
          union
          select t.id
          from community_follows f cross join lateral (
            select l.id from community_topics l where l.board_id = f.board_id and l.hidden_at is null and l.last_post_at > due.since
            order by l.last_post_at desc limit ${MOST_OF_A_BOARD}) t
          where f.user_id = due.id and f.following
            and (select own.following from community_follows own where own.user_id = due.id and own.topic_id = t.id) is not false
        ) followed
        cross join lateral (
          select t.id, t.title from community_topics t join community_boards b on b.id = t.board_id
          where t.id = followed.id and t.hidden_at is null and t.last_post_at > due.since
            and ${covers(sql`due.degree`, sql`b.degree`)}
          offset 0) t
        cross join lateral (
          select o.created_at as at from community_posts o
          where o.topic_id = t.id and o.state = 'visible' and o.created_at > due.since and o.author_id is distinct from due.id
            and o.number > coalesce((select r.read_up_to from community_reads r where r.user_id = due.id and r.topic_id = t.id), 0)
          order by o.number desc limit 1) newest) topic) news
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
