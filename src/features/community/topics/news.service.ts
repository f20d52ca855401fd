import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { announceSelected } from "#app/server/realtime/live.ts";

/** Who is told at once: of more members only so many. */
const MOST_TOLD = 500;

/** What an open page of a topic follows. */
export const topicSubject = (topicId: string): string => `topic:${topicId}`;
/** What pages follow that show how much is new. */
const COMMUNITY_SUBJECT = "community";

/** The open pages of those who follow a topic, or have been in it in the last half hour, hear that it has news. */
export async function announceTopic(
  tx: Db,
  { id, board }: { id: string; board: { id: string; degree: Degree | null } },
): Promise<void> {
  const degrees = board.degree === null ? DEGREES : DEGREES.slice(DEGREES.indexOf(board.degree));
  const members = sql`
    select p.id from profiles p join (
      select user_id from community_follows where topic_id = ${id} and following
      union select user_id from community_follows where board_id = ${board.id} and following
      union select user_id from community_reads where topic_id = ${id} and visited_at > now() - interval '30 minutes'
      limit ${sql.raw(String(MOST_TOLD))}
    ) near on near.user_id = p.id
    where p.suspended_at is null and not p.awaits_confirmation and p.degree = any(${sql.param(degrees)}::text[])`;
  await announceSelected(tx, members, [topicSubject(id), COMMUNITY_SUBJECT]);
}
