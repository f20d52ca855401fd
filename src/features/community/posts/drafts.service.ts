import { and, count, eq, sql } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { openBoard } from "../boards/boards.service.ts";
import { openTopic } from "../topics/open-topic.service.ts";
import type { Draft, DraftAnswer } from "./posts.answers.ts";
import type { DraftInput } from "./posts.schema.ts";
import { communityDrafts } from "./posts.table.ts";

const MOST_DRAFTS = 100;

/** @throws AppError not_found where the member may not read the place that a draft is for */
async function requirePlace(ctx: Ctx, actor: Actor, place: string): Promise<void> {
  const [kind, id] = place.split(":", 2) as ["topic" | "board", string];
  await (kind === "topic" ? openTopic(ctx.db, actor, id) : openBoard(ctx.db, actor, id));
}

const ownDraft = (actor: Actor, place: string) => and(eq(communityDrafts.userId, actor.id), eq(communityDrafts.place, place));

/** What the member has written for a place and not sent. @throws AppError not_found */
export async function readDraft(ctx: Ctx, place: string): Promise<DraftAnswer> {
  const actor = requireActor(ctx);
  await requirePlace(ctx, actor, place);
  const [row] = await ctx.db.select().from(communityDrafts).where(ownDraft(actor, place));
  return { draft: row ? present(row) : null };
}

/**
 * Keeps what the member is writing. `version` is the one that they have seen, 0 for none.
 * @throws AppError not_found, too_many_tries; conflict when it was changed in another window, or they keep as many as they may
 */
export async function keepDraft(ctx: Ctx, place: string, { title, body, version }: DraftInput): Promise<Draft> {
  const actor = requireActor(ctx);
  await ctx.limits.take("draft", actor.id);
  await requirePlace(ctx, actor, place);
  const changed = { title, body, version: version + 1, updatedAt: sql`now()` };
  if (version > 0) {
    const [row] = await ctx.db
      .update(communityDrafts)
      .set(changed)
      .where(and(ownDraft(actor, place), eq(communityDrafts.version, version)))
      .returning();
    if (row) return present(row);
    throw new AppError("conflict", { message: "Este rascunho foi mudado ou enviado em outra aba ou em outro aparelho." });
  }
  const [kept] = await ctx.db.select({ drafts: count() }).from(communityDrafts).where(eq(communityDrafts.userId, actor.id));
  if (kept!.drafts >= MOST_DRAFTS)
    throw new AppError("conflict", { message: "Você tem cem rascunhos guardados. Envie ou descarte algum para guardar outro." });
  const [row] = await ctx.db
    .insert(communityDrafts)
    .values({ userId: actor.id, place, title, body })
    .onConflictDoNothing()
    .returning();
  if (row) return present(row);
  throw new AppError("conflict", { message: "Há outro rascunho para este lugar, guardado em outra aba ou em outro aparelho." });
}

/** Discards a draft; also of a place that the member may not read any more. */
export async function discardDraft(ctx: Ctx, place: string): Promise<{ ok: true }> {
  await ctx.db.delete(communityDrafts).where(ownDraft(requireActor(ctx), place));
  return { ok: true };
}

const present = ({ title, body, version, updatedAt }: typeof communityDrafts.$inferSelect): Draft => ({
  title,
  body,
  version,
  updatedAt: updatedAt.toISOString(),
});
