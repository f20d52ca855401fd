import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { addressConfirmations, knownBrowsers, profiles, recoveryLinks, sessions } from "./account.table.ts";
import { forgetSecondFactor } from "./second-factor/factors.service.ts";

/**
 * Whoever acts now reads the mailbox of the account's address: it is confirmed, and theirs alone. At the first such proof everything goes by
 * which somebody else could still get in, since anybody could have signed up with the address: factors, recovery codes, known browsers, links
 * and all sessions but the present one. What was read and written stays.
 * @param kept the session in which they act; without one they have just chosen a new password
 */
export async function takePossession(tx: Db, userId: string, kept?: string): Promise<void> {
  const [member] = await tx
    .select({ emailVerified: profiles.emailVerified, awaitsConfirmation: profiles.awaitsConfirmation })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update");
  await tx.update(profiles).set({ emailVerified: true, awaitsConfirmation: false }).where(eq(profiles.id, userId));
  await tx.delete(addressConfirmations).where(eq(addressConfirmations.userId, userId));
  // a session of a member from before addresses were confirmed has shown the factors that it has
  const first = kept ? member?.awaitsConfirmation : !member?.emailVerified;
  if (!first) return;
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), kept ? ne(sessions.id, kept) : sql`true`));
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
  await tx.delete(recoveryLinks).where(eq(recoveryLinks.userId, userId));
  await forgetSecondFactor(tx, userId);
}
