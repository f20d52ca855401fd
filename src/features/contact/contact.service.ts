import { eq } from "drizzle-orm";
import { userRoles } from "#app/features/account/account.table.ts";
import type { Ctx } from "#app/server/context.ts";
import { networkOf } from "#app/server/network.ts";
import { looksAutomated } from "./contact.policy.ts";
import type { ContactInput } from "./contact.schema.ts";
import { contactMessages } from "./contact.table.ts";

/**
 * Keeps a message and writes to every administrator about it. One that looks automated is set aside without a letter; the
 * answer does not tell.
 * @throws AppError too_many_tries
 */
export async function sendMessage(ctx: Ctx, { website, elapsedMs, ...message }: ContactInput): Promise<void> {
  await ctx.limits.take("publicForm", `contact ${networkOf(ctx.ip)}`);
  const suspect = looksAutomated({ website, elapsedMs });
  await ctx.db.transaction(async (tx) => {
    await tx.insert(contactMessages).values({ ...message, suspect, userId: ctx.actor?.id });
    if (suspect) return;
    const administrators = await tx.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, "admin"));
    for (const { id } of administrators)
      await ctx.notify(tx, "contact-message", { memberId: id }, { ...message, fromMember: ctx.actor !== null });
  });
}
