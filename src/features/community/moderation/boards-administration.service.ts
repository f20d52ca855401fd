import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { profiles } from "#app/features/account/account.table.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { coversDegree } from "#app/lib/degrees.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireAdmin } from "#app/server/context.ts";
import { mayRead } from "../boards/boards.policy.ts";
import { type OpenBoard, openBoard } from "../boards/boards.service.ts";
import { communityBoards, communityModerators } from "../boards/boards.table.ts";
import type { BoardModerators } from "./moderation.answers.ts";
import type { BoardInput, ModeratorsInput, NewBoardInput } from "./moderation.schema.ts";

/** Opens a board behind the others. Who reads there is settled for good. @throws AppError forbidden; invalid_input for a degree above one's own; conflict */
export async function createBoard(ctx: Ctx, { id, name, description, degree }: NewBoardInput): Promise<void> {
  const actor = requireAdmin(ctx);
  if (!coversDegree(actor.degree, degree))
    throw new AppError("invalid_input", { fields: { degree: "Só quem tem o grau abre uma sala dele." } });
  await ctx.db.transaction(async (tx) => {
    const made = await tx
      .insert(communityBoards)
      .values({ id, name, description, degree, position: sql`(select coalesce(max(position), 0) + 1 from community_boards)` })
      .onConflictDoNothing()
      .returning({ id: communityBoards.id });
    if (made.length === 0) {
      const message = "Já há uma sala com este nome. Escolha outro.";
      throw new AppError("conflict", { message, fields: { name: message } });
    }
    await audit(tx, actor, "community.board-create", { id, name });
  });
}

/** Gives a board its place among the others, which are numbered from one. */
async function placeBoard(tx: Db, boardId: string, place: number): Promise<void> {
  const { id, position } = communityBoards;
  const boards = await tx.select({ id, position }).from(communityBoards).orderBy(asc(position), asc(id)).for("update");
  const ids = boards.map((board) => board.id).filter((each) => each !== boardId);
  ids.splice(place - 1, 0, boardId);
  for (const [index, each] of ids.entries())
    await tx
      .update(communityBoards)
      .set({ position: index + 1 })
      .where(eq(id, each));
}

/** Administrators who change a board at the same time do so one after the other. */
const lockBoard = (tx: Db, boardId: string) =>
  tx.select({ id: communityBoards.id }).from(communityBoards).where(eq(communityBoards.id, boardId)).for("update");

/** Renames, describes, orders, closes or opens a board. @throws AppError forbidden, not_found; conflict when it was changed since it was shown */
export async function changeBoard(ctx: Ctx, boardId: string, { closed, position, before, ...fields }: BoardInput): Promise<void> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockBoard(tx, boardId);
    const board = await openBoard(tx, actor, boardId);
    const { name, description, closedAt } = board;
    if (before && !isDeepStrictEqual(before, { name, description, closed: closedAt !== null }))
      throw new AppError("conflict", {
        message: "Outro administrador mudou esta sala. Feche e abra de novo para ver como ela está.",
      });
    await tx
      .update(communityBoards)
      .set({ ...fields, closedAt: closed ? (board.closedAt ?? new Date()) : null })
      .where(eq(communityBoards.id, boardId));
    await placeBoard(tx, boardId, position);
    await audit(tx, actor, "community.board-change", { id: boardId, name: fields.name });
  });
}

/** Those who moderate a board besides the administrators. @throws AppError forbidden, not_found */
export async function listModerators(ctx: Ctx, boardId: string): Promise<BoardModerators> {
  const actor = requireAdmin(ctx);
  await openBoard(ctx.db, actor, boardId);
  return { moderators: await readModerators(ctx.db, boardId) };
}

const readModerators = (db: Db, boardId: string) =>
  db
    .select({ id: profiles.id, name: profiles.name })
    .from(communityModerators)
    .innerJoin(profiles, eq(profiles.id, communityModerators.userId))
    .where(eq(communityModerators.boardId, boardId))
    .orderBy(asc(profiles.name), asc(profiles.id));

/**
 * Names the moderators of a board: these and no others.
 * @throws AppError forbidden, not_found; invalid_input for who may not read there; conflict when others were named since they were shown
 */
export async function nameModerators(
  ctx: Ctx,
  boardId: string,
  { memberIds, before: shown }: ModeratorsInput,
): Promise<BoardModerators> {
  const actor = requireAdmin(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockBoard(tx, boardId);
    const board = await openBoard(tx, actor, boardId);
    await requireReaders(tx, board, memberIds);
    const before = new Set((await readModerators(tx, boardId)).map(({ id }) => id));
    if (shown && !isDeepStrictEqual(new Set(shown), before))
      throw new AppError("conflict", {
        message: "Outro administrador mudou os moderadores desta sala. Veja a lista, e tente de novo.",
      });
    const ofBoard = eq(communityModerators.boardId, boardId);
    await tx
      .delete(communityModerators)
      .where(memberIds.length > 0 ? and(ofBoard, notInArray(communityModerators.userId, memberIds)) : ofBoard);
    if (memberIds.length > 0)
      await tx
        .insert(communityModerators)
        .values(memberIds.map((userId) => ({ boardId, userId })))
        .onConflictDoNothing();
    const after = new Set(memberIds);
    for (const memberId of after) if (!before.has(memberId)) await audit(tx, actor, "community.moderator-add", board, memberId);
    for (const memberId of before)
      if (!after.has(memberId)) await audit(tx, actor, "community.moderator-remove", board, memberId);
    return { moderators: await readModerators(tx, boardId) };
  });
}

async function requireReaders(tx: Db, board: OpenBoard, memberIds: string[]): Promise<void> {
  const members = await tx
    .select({ id: profiles.id, degree: profiles.degree })
    .from(profiles)
    .where(inArray(profiles.id, memberIds));
  const readers = members.filter((member) => mayRead(board, member));
  if (readers.length < new Set(memberIds).size)
    throw new AppError("invalid_input", { fields: { memberIds: "Um destes membros não pode entrar nesta sala." } });
}

const audit = (
  tx: Db,
  actor: Actor,
  action: "community.board-create" | "community.board-change" | "community.moderator-add" | "community.moderator-remove",
  { id, name }: { id: string; name: string },
  memberId?: string,
) =>
  recordAudit(tx, {
    actorId: actor.id,
    action,
    targetType: "community-board",
    targetId: id,
    details: { title: name, ...(memberId && { memberId }) },
  });
