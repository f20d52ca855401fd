import { and, eq, gt, lt, sql } from "drizzle-orm";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { takePossession } from "#app/features/account/possession.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import type { Job } from "#app/server/jobs/queue.ts";
import { mayWriteTo } from "#app/server/mail/letter-budget.ts";
import { networkOf } from "#app/server/network.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { hashOfToken, newConfirmationToken, subscriberOfToken, unsubscribeToken } from "./link-tokens.service.ts";
import type { SubscribeInput, TokenInput } from "./newsletter.schema.ts";
import { newsletterConfirmations, newsletterSubscribers } from "./newsletter.table.ts";

/**
 * Asks for the newsletter. Only a task is queued here, so that the answer and its time are the same for an address that is new,
 * waiting, confirmed or gone.
 * @throws AppError too_many_tries
 */
export async function subscribe(ctx: Ctx, { email }: SubscribeInput): Promise<void> {
  await ctx.limits.take("publicForm", `newsletter ${networkOf(ctx.ip)}`);
  await ctx.jobs.send(ctx.db, "subscribe-newsletter", { email });
}

/** Keeps the address and writes to its owner: a link to confirm with, or that they are already on the list. */
export const writeToSubscriber: Job<"subscribe-newsletter"> = {
  retries: 5,
  run: async (services, { email }) => {
    if (!(await mayWriteTo(services.limits, email, "other")))
      return logSecurity(services, { event: "limit", limit: "letterPerEmail" });
    await services.db.transaction(async (tx) => {
      const [subscriber] = await tx
        .insert(newsletterSubscribers)
        .values({ email })
        .onConflictDoUpdate({ target: newsletterSubscribers.email, set: { requestedAt: sql`now()` } })
        .returning({ id: newsletterSubscribers.id, status: newsletterSubscribers.status });
      const { id, status } = subscriber!;
      if (status === "confirmed")
        return services.notify(
          tx,
          "newsletter-subscribed",
          { address: email },
          { leaveToken: unsubscribeToken(services.env.AUTH_SECRET, id) },
        );
      const token = newConfirmationToken();
      await tx
        .insert(newsletterConfirmations)
        .values({ subscriberId: id, tokenHash: hashOfToken(token), expiresAt: sql`now() + interval '7 days'` });
      await services.notify(tx, "newsletter-confirmation", { address: email }, { token });
    });
  },
};

/**
 * Puts an address on the list, by the link that was mailed to it. A member who follows it signed in has proved their address.
 * @throws AppError link_invalid when the link is forged, used or older than seven days
 */
export async function confirmSubscription(ctx: Ctx, { token }: TokenInput): Promise<void> {
  const tokenHash = hashOfToken(token);
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: newsletterSubscribers.id, email: newsletterSubscribers.email })
      .from(newsletterConfirmations)
      .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterConfirmations.subscriberId))
      .where(and(eq(newsletterConfirmations.tokenHash, tokenHash), gt(newsletterConfirmations.expiresAt, sql`now()`)))
      .for("update", { of: newsletterSubscribers });
    if (!found) throw new AppError("link_invalid");
    // The lock puts simultaneous presses in a row; the later ones find that the link is gone.
    const used = await tx
      .delete(newsletterConfirmations)
      .where(eq(newsletterConfirmations.subscriberId, found.id))
      .returning({ tokenHash: newsletterConfirmations.tokenHash });
    if (!used.some((row) => row.tokenHash === tokenHash)) throw new AppError("link_invalid");
    await tx
      .update(newsletterSubscribers)
      .set({ status: "confirmed", confirmedAt: sql`now()`, unsubscribedAt: null, consentVersion: CONSENT_VERSION })
      .where(eq(newsletterSubscribers.id, found.id));
    if (ctx.actor?.email === found.email) await takePossession(tx, ctx.actor.id, ctx.actor.sessionId);
  });
}

/**
 * Takes an address off the list, by the signed link in every letter. Doing it twice, or for an address that was since deleted,
 * changes nothing and is no error.
 * @throws AppError link_invalid when the link is not ours
 */
export async function unsubscribe(ctx: Ctx, { token }: TokenInput): Promise<void> {
  const id = subscriberOfToken(ctx.env.AUTH_SECRET, token);
  if (!id) throw new AppError("link_invalid", { message: "Este link não é válido. Abra-o de novo a partir do e-mail." });
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(newsletterSubscribers)
      .set({ status: "unsubscribed", unsubscribedAt: sql`coalesce(${newsletterSubscribers.unsubscribedAt}, now())` })
      .where(eq(newsletterSubscribers.id, id));
    await tx.delete(newsletterConfirmations).where(eq(newsletterConfirmations.subscriberId, id));
  });
}

/** Removes addresses that nobody confirmed in 30 days, and links that have run out. */
export const purgeNewsletter: Job<"purge-newsletter"> = {
  retries: 2,
  cron: "27 4 * * *",
  run: async ({ db }) => {
    await db
      .delete(newsletterSubscribers)
      .where(
        and(eq(newsletterSubscribers.status, "pending"), lt(newsletterSubscribers.requestedAt, sql`now() - interval '30 days'`)),
      );
    await db.delete(newsletterConfirmations).where(lt(newsletterConfirmations.expiresAt, sql`now()`));
  },
};
