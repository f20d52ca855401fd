import { sql } from "drizzle-orm";
import { DEGREES } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import { cardFor } from "../posts/cards.service.ts";
import type { TextTalk } from "./topics.answers.ts";
import type { DiscussedText } from "./topics.schema.ts";

/**
 * Where a lesson or study is discussed, and by how many: its topic in the board of the highest degree that the member may read, or the
 * board in which they would open one, which is that of the text's degree.
 * @throws AppError not_found
 */
export async function readTalk(ctx: Ctx, { kind, textId }: DiscussedText): Promise<TextTalk> {
  const { degree } = requireActor(ctx);
  const card = cardFor({ kind, id: textId }, ctx.catalogue(), degree);
  if (!card) throw new AppError("not_found");
  const own = DEGREES.find((each) => cardFor({ kind, id: textId }, ctx.catalogue(), each))!;
  const { rows } = await ctx.db.execute<Omit<TextTalk, "title">>(sql`
    with readable as (select * from community_boards b where ${covers(degree, sql`b.degree`)}),
    found as (
      select t.id, t.board_id, t.post_count from community_topics t join readable b on b.id = t.board_id
      where t.text_kind = ${kind} and t.text_id = ${textId} and t.hidden_at is null order by t.last_post_at desc limit 1)
    select (select id from found) as "topicId",
      coalesce((select board_id from found), (select id from readable b where b.degree = ${own} and b.closed_at is null order by position, id limit 1),
        (select id from readable b where b.degree is null and b.closed_at is null order by position, id limit 1)) as "boardId",
      coalesce((select post_count - 1 from found), 0) as replies,
      (select count(distinct p.author_id)::int from community_posts p where p.topic_id = (select id from found) and p.state = 'visible') as people`);
  return { ...rows[0]!, title: card.title };
}
