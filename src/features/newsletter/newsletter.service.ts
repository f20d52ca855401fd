import { sql } from "drizzle-orm";
import type { Ctx } from "../../server/context.ts";
import { networkOf } from "../../server/limits.ts";
import type { SubscribeInput } from "./newsletter.schema.ts";
import { newsletterSubscribers } from "./newsletter.table.ts";

/** Keeps an address that asked for the newsletter, to be confirmed by its owner. Asking twice changes nothing. */
export async function subscribe(ctx: Ctx, { email }: SubscribeInput): Promise<void> {
  await ctx.limits.take("publicForm", `newsletter ${networkOf(ctx.ip)}`);
  await ctx.db
    .insert(newsletterSubscribers)
    .values({ email })
    .onConflictDoUpdate({
      target: newsletterSubscribers.email,
      set: { status: "pending", unsubscribedAt: null },
      setWhere: sql`${newsletterSubscribers.status} = 'unsubscribed'`,
    });
}
