import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { takesPosts } from "../topics/topics.policy.ts";
import { openPost } from "./open-post.service.ts";
import type { Reactions } from "./posts.answers.ts";
import { mayDo } from "./posts.policy.ts";
import type { Reaction } from "./posts.schema.ts";
import { communityPosts, communityReactions } from "./posts.table.ts";

const COUNTS = {
  useful: communityPosts.usefulCount,
  agree: communityPosts.agreeCount,
  thanks: communityPosts.thanksCount,
};

/** Adds or takes back a reaction; the same again changes nothing. @throws AppError not_found, too_many_tries; forbidden to one's own post */
export async function react(ctx: Ctx, { postId, kind }: { postId: string; kind: Reaction }, wanted: boolean): Promise<Reactions> {
  const actor = requireActor(ctx);
  await ctx.limits.take("reaction", actor.id);
  const { post, topic, mine } = await openPost(ctx.db, actor, postId);
  if (!mayDo({ state: post.state, mine, moderates: topic.moderates }, takesPosts(topic)).react)
    throw new AppError("forbidden", { message: "A esta mensagem você não pode reagir." });
  return ctx.db.transaction(async (tx) => {
    const own = { postId, userId: actor.id, kind };
    const changed = wanted
      ? await tx.insert(communityReactions).values(own).onConflictDoNothing().returning({ kind: communityReactions.kind })
      : await tx
          .delete(communityReactions)
          .where(
            and(
              eq(communityReactions.postId, postId),
              eq(communityReactions.userId, actor.id),
              eq(communityReactions.kind, kind),
            ),
          )
          .returning({ kind: communityReactions.kind });
    const column = { useful: "usefulCount", agree: "agreeCount", thanks: "thanksCount" }[kind];
    const step = (wanted ? 1 : -1) * changed.length;
    const [row] = await tx
      .update(communityPosts)
      .set({ [column]: sql`${COUNTS[kind]} + ${step}::int` })
      .where(eq(communityPosts.id, postId))
      .returning(COUNTS);
    const kinds = await tx
      .select({ kind: communityReactions.kind })
      .from(communityReactions)
      .where(and(eq(communityReactions.postId, postId), eq(communityReactions.userId, actor.id)));
    return { reactions: row!, reacted: kinds.map((each) => each.kind) };
  });
}
