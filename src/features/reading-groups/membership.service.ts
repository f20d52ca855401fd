import { and, eq } from "drizzle-orm";
import { openTopic } from "#app/features/community/topics/open-topic.service.ts";
import { openNewTopic } from "#app/features/community/topics/topics.service.ts";
import { communityTopics } from "#app/features/community/topics/topics.table.ts";
import { presentMonday } from "#app/features/week/week.policy.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { openGroup } from "./access.service.ts";
import { requireOpen } from "./keeping.service.ts";
import { weekOn } from "./reading-groups.policy.ts";
import { MOST_MEMBERS } from "./reading-groups.schema.ts";
import { findBoard, weeksOf } from "./reading-groups.service.ts";
import { readingGroupMembers } from "./reading-groups.table.ts";
import { textFinder } from "./texts.service.ts";

/**
 * Takes part in a group, or says anew whether the others may see what one has read.
 * @throws AppError not_found; conflict when it is over or full
 */
export async function joinGroup(ctx: Ctx, groupId: string, showsReading: boolean): Promise<{ ok: true }> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const group = await openGroup(tx, actor, groupId, "update"); // one after the other, so that no more join than may
    const own = and(eq(readingGroupMembers.groupId, groupId), eq(readingGroupMembers.userId, actor.id));
    const changed = await tx.update(readingGroupMembers).set({ showsReading }).where(own).returning();
    if (changed.length > 0) return; // also of one that is over
    requireOpen(group, (await weeksOf(tx, groupId)).length);
    if ((await tx.$count(readingGroupMembers, eq(readingGroupMembers.groupId, groupId))) >= MOST_MEMBERS)
      throw new AppError("conflict", {
        message: `Este grupo já tem ${MOST_MEMBERS} irmãos, e não cabem mais. Peça à sua Loja que abra outro.`,
      });
    await tx.insert(readingGroupMembers).values({ groupId, userId: actor.id, showsReading });
  });
  return { ok: true };
}

/** Leaves a group, of which nothing is kept; who is not in it has left already. */
export async function leaveGroup(ctx: Ctx, groupId: string): Promise<{ ok: true }> {
  const { id } = requireActor(ctx);
  await ctx.db
    .delete(readingGroupMembers)
    .where(and(eq(readingGroupMembers.groupId, groupId), eq(readingGroupMembers.userId, id)));
  return { ok: true };
}

/**
 * Begins the topic of a week in the community, in the name of the member who asks; where it has been begun, leads to it. The community is
 * everybody's: what is written there names the text, and neither the group nor its Lodge.
 * @throws AppError not_found, rules_unaccepted, too_many_tries; conflict where the week has not begun, or its text or board is gone
 */
export async function beginTopic(ctx: Ctx, groupId: string, number: number): Promise<{ topicId: string }> {
  const actor = requireActor(ctx);
  const group = await openGroup(ctx.db, actor, groupId);
  const isIn = and(eq(readingGroupMembers.groupId, groupId), eq(readingGroupMembers.userId, actor.id));
  const [weeks, joined, board] = await Promise.all([
    weeksOf(ctx.db, groupId),
    ctx.db.$count(readingGroupMembers, isIn),
    findBoard(ctx.db, group.degree),
  ]);
  const week = weeks.find((each) => each.number === number);
  if (!week) throw new AppError("not_found");
  if (joined === 0) throw new AppError("forbidden", { message: "A conversa quem abre é quem participa do grupo." });
  if (number > weekOn(group, presentMonday()))
    throw new AppError("conflict", { message: "Esta semana ainda não começou. A conversa se abre na segunda-feira dela." });
  const { topicId: id } = week;
  const text = textFinder(ctx, group.degree)(week.textKind, week.textId);
  if (!text)
    throw new AppError("conflict", { message: "O texto desta semana foi retirado, e não há mais o que conversar aqui." });
  if (!board)
    throw new AppError("conflict", { message: "A comunidade não tem agora uma sala aberta para este grau. Tente mais tarde." });
  if (!(await isBegun(ctx, id))) {
    const title = `Leitura em grupo: ${text.title}`.slice(0, 120);
    const source = `Leitura em grupo desta semana: [${text.title}](${text.path}).\n\nO que ficou da leitura em cada um?`;
    try {
      await openNewTopic(ctx, board.id, { id, title, source, text: null }, { keepsDraft: true });
    } catch (error) {
      if (!(await isBegun(ctx, id))) throw error; // two began at once, and the other was first
    }
  }
  await openTopic(ctx.db, actor, id).catch(() => {
    throw new AppError("conflict", { message: "A conversa desta semana espera a palavra de um moderador. Volte mais tarde." });
  });
  return { topicId: id };
}

const isBegun = async ({ db }: Ctx, topicId: string): Promise<boolean> =>
  (await db.$count(communityTopics, eq(communityTopics.id, topicId))) > 0;
