import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { isReaderOf } from "#app/server/gate.ts";
import { announceSelected } from "#app/server/realtime/live.ts";

/** Who is told at once: of more members only so many. */
const MOST_TOLD = 500;

/** What an open page of a topic follows. */
const topicSubject = (topicId: string): string => `topic:${topicId}`;
/** What pages follow that show how much is new. */
const COMMUNITY_SUBJECT = "community";

type Topic = { id: string; board: { id: string; degree: Degree | null } };

/** The open pages of those who follow a topic, or have been in it in the last half hour, hear that it has news. */
export async function announceTopic(tx: Db, { id, board: { id: boardId, degree } }: Topic): Promise<void> {
  await announceSelected(tx, "announce_topic", NEWS, { topicId: id, boardId, subject: topicSubject(id), degree });
}

const topicId = sql.placeholder("topicId");

/**
 * Who is near a topic is looked up first: joined to the members the other way round, it would be looked up for each of them. And they are looked up by
 * a list of their ids, as the planner expects thousands and would read all members.
 */
const NEWS = sql`
  with near as materialized (
    select user_id from community_follows where topic_id = ${topicId} and following
    union select user_id from community_follows where board_id = ${sql.placeholder("boardId")} and following
    union select user_id from community_reads where topic_id = ${topicId} and visited_at > now() - interval '30 minutes'
    limit ${sql.raw(String(MOST_TOLD))}
  )
  select p.id, s.subject
  from near
  join profiles p on p.id = near.user_id and p.id = any(array(select user_id from near))
  cross join lateral unnest(array[${sql.placeholder("subject")}::text, ${sql.raw(`'${COMMUNITY_SUBJECT}'`)}]) as s (subject)
  where ${isReaderOf(sql`${sql.placeholder("degree")}::text`, sql`p`)}`;
