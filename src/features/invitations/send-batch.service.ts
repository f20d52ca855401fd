import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireAdmin, type Services } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import type { InvitationBatch } from "./invitations.answers.ts";
import { isOpen, writeInvitation } from "./invitations.service.ts";
import { invitationBatches, invitations } from "./invitations.table.ts";
import { readBatch } from "./read-invitations.service.ts";

/** People who are written to in one transaction; then the task looks again whether it was stopped. */
const AT_ONCE = 20;

type Batch = typeof invitationBatches.$inferSelect;

/**
 * Writes to the people of a list, some in a transaction: broken off, it goes on with those who have not been written to. Of two processes at
 * one list the second waits for the first's transaction, so that nobody is written to twice.
 */
export const sendInvitations: Job<"send-invitations"> = {
  retries: 10,
  isLong: true,
  run: async (services, { batchId }) => {
    for (let more = true; more; ) more = await services.db.transaction((tx) => sendSome(services, tx, batchId));
  },
};

/** @returns whether there may be more */
async function sendSome(services: Services, tx: Db, batchId: string): Promise<boolean> {
  const [batch] = await tx.select().from(invitationBatches).where(eq(invitationBatches.id, batchId)).for("update");
  if (!batch || batch.endedAt) return false;
  const waiting = await tx
    .select({ id: invitations.id, email: invitations.email, lodgeId: invitations.lodgeId })
    .from(invitations)
    .where(and(eq(invitations.batchId, batchId), isNull(invitations.sentAt), isOpen))
    .orderBy(asc(invitations.id))
    .limit(AT_ONCE)
    .for("update");
  if (waiting.length === 0) {
    await endBatch(services, tx, batch, false);
    return false;
  }
  for (const invitation of waiting) await writeInvitation(services, tx, invitation);
  await tx
    .update(invitationBatches)
    .set({ sent: sql`${invitationBatches.sent} + ${waiting.length}` })
    .where(eq(invitationBatches.id, batchId));
  return true;
}

async function endBatch({ notify }: Pick<Services, "notify">, tx: Db, { id, invitedBy, sent, total }: Batch, stopped: boolean) {
  await tx.update(invitationBatches).set({ endedAt: sql`now()`, stopped }).where(eq(invitationBatches.id, id));
  if (invitedBy) await notify(tx, "invitations-sent", { memberId: invitedBy }, { batchId: id, sent, total, stopped });
}

/** Stops a list after those who are being written to; the others were never invited. @throws AppError forbidden, not_found, conflict when it has ended */
export async function stopBatch(ctx: Ctx, batchId: string): Promise<InvitationBatch> {
  const actor = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    const [batch] = await tx.select().from(invitationBatches).where(eq(invitationBatches.id, batchId)).for("update");
    if (!batch) throw new AppError("not_found");
    if (batch.endedAt) throw new AppError("conflict", { message: "Este envio já terminou." });
    await tx.delete(invitations).where(and(eq(invitations.batchId, batchId), isNull(invitations.sentAt)));
    await endBatch(ctx, tx, batch, true);
    await recordAudit(tx, {
      actorId: actor.id,
      action: "invitation.stop",
      targetType: "invitation",
      targetId: batchId,
      details: { sent: batch.sent, total: batch.total },
    });
  });
  return (await readBatch(ctx.db, eq(invitationBatches.id, batchId)))!;
}
