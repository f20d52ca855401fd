import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Actor } from "#app/server/context.ts";
import { covers } from "#app/server/gate.ts";
import { moderates } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import type { PostState } from "../posts/posts.schema.ts";
import { communityTopics } from "./topics.table.ts";

/** SQL: the state of a topic's first post, which decides who reads its title. */
export const firstStateOf = (topicId: SQLWrapper = communityTopics.id): SQL<PostState> =>
  sql<PostState>`(select first.state from community_posts first where first.id = ${topicId})`;

/** SQL: everybody of its board may read a topic's title (`shownTitle`). */
export const isTitleShown = (topicId: SQLWrapper): SQL => sql`(
  select first.state in ('visible', 'masked') or (first.state = 'deleted' and titled.retitled_at is not null)
  from community_posts first join community_topics titled on titled.id = first.id where first.id = ${topicId})`;

/** SQL: a topic's title for a line about it; null where this reader may not read it. */
export const titleForReader = (topicId: SQL, actor: Actor): SQL<string | null> => sql<string | null>`(
  select ${communityTopics.title} from ${communityTopics} join ${communityBoards} on ${communityBoards.id} = ${communityTopics.boardId}
  where ${communityTopics.id} = ${topicId} and ${communityTopics.hiddenAt} is null
    and ${covers(actor.degree, communityBoards.degree)}
    and (${isTitleShown(communityTopics.id)} or ${communityTopics.authorId} = ${actor.id} or ${moderates(actor)}))`;
