import { and, eq, lte, sql } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor, requireAdmin, type Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { profiles, sessions } from "../account.table.ts";
import { forgetSecondFactor, verifiedFactorsOf } from "./factors.service.ts";
import { factorResets } from "./factors.table.ts";

/**
 * Asks that a member's factors be removed, for one who has lost them all. It happens after 24 hours, in which they can object.
 * @throws AppError forbidden (also for oneself), not_found, conflict when there is nothing to remove
 */
export async function requestFactorReset(ctx: Ctx, userId: string): Promise<void> {
  const actor = requireAdmin(ctx);
  if (userId === actor.id) throw new AppError("forbidden", { message: "Os seus próprios você remove em Minha conta." });
  await ctx.db.transaction(async (tx) => {
    const [target] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
    if (!target) throw new AppError("not_found");
    if ((await verifiedFactorsOf(tx, userId)).length === 0)
      throw new AppError("conflict", { message: "Este membro não usa a verificação em duas etapas." });
    const [reset] = await tx
      .insert(factorResets)
      .values({ userId, requestedBy: actor.id, dueAt: sql`now() + interval '24 hours'` })
      .onConflictDoNothing()
      .returning({ dueAt: factorResets.dueAt });
    if (!reset) throw new AppError("conflict", { message: "O pedido já foi feito e espera as 24 horas." });
    await ctx.notify(tx, "factors-reset-requested", { memberId: userId }, { dueAt: reset.dueAt.toISOString() });
    await recordAudit(tx, { actorId: actor.id, action: "member.factors-reset-request", targetType: "member", targetId: userId });
  });
  logSecurity(ctx, { event: "factor", act: "reset-requested", user: userId, by: actor.id });
}

/** The member objects. @throws AppError not_found */
export async function cancelFactorReset(ctx: Ctx): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const cancelled = await tx.delete(factorResets).where(eq(factorResets.userId, actor.id)).returning();
    if (cancelled.length === 0) throw new AppError("not_found");
    await ctx.notify(tx, "factors-reset-cancelled", { memberId: actor.id }, {});
    await recordAudit(tx, {
      actorId: actor.id,
      action: "account.factors-reset-cancel",
      targetType: "member",
      targetId: actor.id,
    });
  });
  logSecurity(ctx, { event: "factor", act: "reset-cancelled", user: actor.id });
}

/** Removes a member's factors and ends their sessions. @param actorId who asked for it; null for the operator's command */
export async function resetFactors(services: Pick<Services, "db" | "notify" | "log">, userId: string, actorId: string | null) {
  await services.db.transaction(async (tx) => {
    await forgetSecondFactor(tx, userId);
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await services.notify(tx, "factors-reset", { memberId: userId }, {});
    await recordAudit(tx, { actorId, action: "member.factors-reset", targetType: "member", targetId: userId });
  });
  logSecurity(services, { event: "factor", act: "reset", user: userId, by: actorId });
}

/** Carries out the requests that have waited their 24 hours. */
export const resetDueFactors: Job<"reset-due-factors"> = {
  retries: 3,
  cron: "*/10 * * * *",
  run: async (services) => {
    const due = await services.db
      .select({ userId: factorResets.userId, requestedBy: factorResets.requestedBy })
      .from(factorResets)
      .where(and(lte(factorResets.dueAt, sql`now()`)));
    for (const { userId, requestedBy } of due) await resetFactors(services, userId, requestedBy);
  },
};
