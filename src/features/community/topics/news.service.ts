import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { announceSelected } from "#app/server/realtime/live.ts";

/** Who is told at once: of more members only so many. */
const MOST_TOLD = 500;

/** What an open page of a topic follows. */
const topicSubject = (topicId: string): string => `topic:${topicId}`;
/** What pages follow that show how much is new. */
const COMMUNITY_SUBJECT = "community";

type Topic = { id: string; board: { id: string; degree: Degree | null } };

/** The open pages of those who follow these topics, or have been in them in the last half hour, hear that they have news. */
export async function announceTopics(tx: Db, topics: Topic[]): Promise<void> {
  const rows = topics.map(({ id, board: { id: board, degree } }) => ({
    id,
    board,
    subject: topicSubject(id),
    degrees: degree === null ? DEGREES : DEGREES.slice(DEGREES.indexOf(degree)),
  }));
  await announceSelected(tx, "announce_topics", NEWS, { topics: JSON.stringify(rows) });
}

/**
 * Who is near a topic is looked up first: joined to the members the other way round, it would be looked up for each of them. And they are looked up by
 * a list of their ids, as the planner expects thousands and would read all members.
 */
const NEWS = sql`
  with near as materialized (
    select t.subject, t.degrees, n.user_id
    from jsonb_to_recordset(${sql.placeholder("topics")}::jsonb) as t (id uuid, board text, subject text, degrees text[])
    cross join lateral (
      select user_id from community_follows where topic_id = t.id and following
      union select user_id from community_follows where board_id = t.board and following
      union select user_id from community_reads where topic_id = t.id and visited_at > now() - interval '30 minutes'
      limit ${sql.raw(String(MOST_TOLD))}
    ) n
  )
  select distinct p.id, s.subject
  from near
  join profiles p on p.id = near.user_id and p.id = any(array(select user_id from near))
  cross join lateral unnest(array[near.subject, ${sql.raw(`'${COMMUNITY_SUBJECT}'`)}]) as s (subject)
  where p.suspended_at is null and not p.awaits_confirmation and p.degree = any(near.degrees)`;

export const announceTopic = (tx: Db, topic: Topic): Promise<void> => announceTopics(tx, [topic]);
