import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Actor } from "#app/server/context.ts";
import { mayRead } from "../boards/boards.policy.ts";
import { moderates } from "../boards/boards.service.ts";
import { communityBoards } from "../boards/boards.table.ts";
import { communityTopics } from "./topics.table.ts";

/** A topic that the member may read, and what decides what they may do in it; its title is not for every reader (`shownTitle`). */
export type OpenTopic = Omit<typeof communityTopics.$inferSelect, "title"> & {
  board: typeof communityBoards.$inferSelect;
  closedAt: Date | null;
  moderates: boolean;
};

const selectTopic = (db: Db, actor: Actor, topicId: string) =>
  db
    .select({ topic: communityTopics, board: communityBoards, moderates: moderates(actor) })
    .from(communityTopics)
    .innerJoin(communityBoards, eq(communityBoards.id, communityTopics.boardId))
    .where(eq(communityTopics.id, topicId));

type TopicRow = { topic: typeof communityTopics.$inferSelect; board: typeof communityBoards.$inferSelect; moderates: boolean };

/**
 * The gate in front of everything that is in a topic: one of a board above the member's degree does not exist for them, nor does one
 * that is hidden, unless they moderate its board, or have opened it and nobody else has written in it.
 * @throws AppError not_found
 */
export function requireReadable<Row extends TopicRow>(actor: Actor, row: Row | undefined): OpenTopic {
  if (!row || !mayRead(row.board, actor)) throw new AppError("not_found");
  const { hiddenAt, authorId, postCount } = row.topic;
  const isHisAlone = authorId === actor.id && postCount === 1;
  if (hiddenAt !== null && !row.moderates && !isHisAlone) throw new AppError("not_found");
  return { ...row.topic, board: row.board, closedAt: row.board.closedAt, moderates: row.moderates };
}

/** @throws AppError not_found */
export async function openTopic(db: Db, actor: Actor, topicId: string): Promise<OpenTopic> {
  const [row] = await selectTopic(db, actor, topicId);
  return requireReadable(actor, row);
}

/** The same, held until the transaction ends, so that posts are numbered one after the other. @throws AppError not_found */
export async function lockTopic(tx: Db, actor: Actor, topicId: string): Promise<OpenTopic> {
  const [row] = await selectTopic(tx, actor, topicId).for("update", { of: communityTopics });
  return requireReadable(actor, row);
}
