import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { AuditAction, AuditDetails } from "#app/features/audit/audit.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import { lockPost, openPost, type PostRecord } from "../posts/open-post.service.ts";
import type { OpenTopic } from "../topics/open-topic.service.ts";
import type { ModeratorsWords } from "./moderation.answers.ts";
import { isDecidedSince, mayDecideOn } from "./moderation.policy.ts";
import type { Decision, HideInput, Seen, ShowInput } from "./moderation.schema.ts";
import { communityReports, communityWords } from "./moderation.table.ts";
import { changeState, openReportsOf } from "./reports.service.ts";

type Moderated = { post: PostRecord; topic: OpenTopic };

/** A post on which the member may decide, held until the transaction ends. @throws AppError not_found, forbidden */
async function lockForDecision(tx: Db, actor: Actor, postId: string): Promise<Moderated> {
  const { post, topic } = await lockPost(tx, actor, postId);
  if (!topic.moderates) throw new AppError("forbidden");
  if (!mayDecideOn(post, actor, topic.moderates))
    throw new AppError("forbidden", { message: "A mensagem é sua: outro moderador decide sobre ela." });
  return { post, topic };
}

/** A decision is not taken over another one, nor on words, that its moderator has not seen. @throws AppError conflict */
async function requireAsSeen(tx: Db, { id, state, version }: PostRecord, seen: Seen | undefined): Promise<void> {
  if (!seen) return;
  const reported = (await tx.$count(communityReports, openReportsOf(id))) > 0;
  if (isDecidedSince({ state, reported }, seen))
    throw new AppError("conflict", {
      message:
        state === "visible"
          ? "A moderação já decidiu: esta mensagem está à vista de todos da sala."
          : "A moderação já decidiu: esta mensagem está oculta.",
    });
  if (seen.version !== undefined && seen.version !== version)
    throw new AppError("conflict", {
      message: "O autor mudou esta mensagem depois que você a abriu. Leia o que ela diz agora e decida de novo.",
    });
}

/** Takes a post from everybody but its author and the moderators, who read why. @throws AppError not_found, forbidden; conflict for what was decided or changed meanwhile */
export async function hidePost(ctx: Ctx, postId: string, { reason, seen }: HideInput): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const { post, topic } = await lockForDecision(tx, actor, postId);
    await requireAsSeen(tx, post, seen);
    if (post.state !== "hidden") {
      await changeState(tx, post, topic, "hidden", reason);
      await tellAuthor(ctx, tx, "community-hidden", { post, topic });
      await audit(tx, actor, "community.post-hide", { post, topic }, { reason });
    }
    await decideReports(ctx, tx, actor, { post, topic }, "hidden");
  });
}

/** Lets everybody read a post that was held or hidden, or leaves one that was reported as it is. @throws AppError not_found, forbidden; conflict for what was decided or changed meanwhile */
export async function showPost(ctx: Ctx, postId: string, { seen }: ShowInput): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const { post, topic } = await lockForDecision(tx, actor, postId);
    await requireAsSeen(tx, post, seen);
    const wasShut = post.state !== "visible";
    if (wasShut) {
      await changeState(tx, post, topic, "visible", null);
      await tellAuthor(ctx, tx, "community-shown", { post, topic });
      await ctx.jobs.send(tx, "tell-of-posts", { postIds: [postId] });
    }
    const decided = await decideReports(ctx, tx, actor, { post, topic }, "kept");
    if (wasShut || decided > 0) await audit(tx, actor, "community.post-show", { post, topic });
  });
}

/** Writes to the author of a post, for them alone to read. @throws AppError not_found, forbidden; conflict when they have left */
export async function writeToAuthor(ctx: Ctx, postId: string, { body }: { body: string }): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.limits.take("message", actor.id);
  await ctx.db.transaction(async (tx) => {
    const { post, topic } = await lockForDecision(tx, actor, postId);
    if (post.authorId === null) throw new AppError("conflict", { message: "O autor desta mensagem não tem mais conta." });
    await tx.insert(communityWords).values({ postId, moderatorId: actor.id, body });
    await tellAuthor(ctx, tx, "community-word", { post, topic });
    await audit(tx, actor, "community.post-word", { post, topic });
  });
}

/** What moderators have written to the author of a post: for them and for them. @throws AppError not_found, forbidden */
export async function readWords(ctx: Ctx, postId: string): Promise<ModeratorsWords> {
  const { topic, mine } = await openPost(ctx.db, requireActor(ctx), postId);
  if (!mine && !topic.moderates) throw new AppError("forbidden");
  const rows = await ctx.db
    .select({ body: communityWords.body, at: communityWords.createdAt })
    .from(communityWords)
    .where(eq(communityWords.postId, postId))
    .orderBy(asc(communityWords.createdAt), asc(communityWords.id));
  return { words: rows.map(({ body, at }) => ({ body, at: at.toISOString() })) };
}

/** Closes the open reports of a post, and answers those who made them. @returns how many there were */
async function decideReports(ctx: Ctx, tx: Db, actor: Actor, { post, topic }: Moderated, decision: Decision): Promise<number> {
  const decided = await tx
    .update(communityReports)
    .set({ decidedAt: sql`now()`, decidedBy: actor.id, decision })
    .where(openReportsOf(post.id))
    .returning({ userId: communityReports.userId });
  for (const { userId } of decided)
    if (userId)
      await ctx.notify(
        tx,
        "community-report-decided",
        { memberId: userId },
        { topicId: topic.id, number: post.number, decision },
      );
  return decided.length;
}

async function tellAuthor(
  ctx: Ctx,
  tx: Db,
  kind: "community-hidden" | "community-shown" | "community-word",
  { post, topic }: Moderated,
): Promise<void> {
  if (post.authorId && post.authorId !== requireActor(ctx).id)
    await ctx.notify(tx, kind, { memberId: post.authorId }, { topicId: topic.id, number: post.number });
}

const audit = (tx: Db, actor: Actor, action: AuditAction, { post, topic }: Moderated, details: AuditDetails = {}) =>
  recordAudit(tx, {
    actorId: actor.id,
    action,
    targetType: "community-post",
    targetId: post.id,
    details: { board: topic.board.name, ...(post.authorId && { memberId: post.authorId }), ...details },
  });
