import { asc, eq, inArray } from "drizzle-orm";
import { passwords, profiles } from "#app/features/account/account.table.ts";
import type { Services } from "#app/server/context.ts";
import { verifyPassword } from "#app/server/password.ts";
import { PEOPLE, WAITING } from "./demo-people.ts";

/** Published: everybody knows it. */
export const DEMO_PASSWORD = "Academia#2026";

/** Addresses of the members whom `npm run seed:large` makes, with the same password, end so (scripts/grown/academy.ts). */
export const GROWN_DOMAIN = "massa.test";

/** Whether the published password opens an account with this hash. Accounts that were seeded share one, and asking costs a hash. */
const opened = new Map<string, boolean>();

/** The demonstration's addresses in the database that the published password opens. Asking again is one query. */
export async function findDemoAccounts({ db }: Pick<Services, "db">): Promise<string[]> {
  const found = await db
    .select({ email: profiles.email, hash: passwords.hash })
    .from(profiles)
    .innerJoin(passwords, eq(passwords.userId, profiles.id))
    .where(inArray(profiles.email, [...[...PEOPLE, ...WAITING].map(({ email }) => email), `m1@${GROWN_DOMAIN}`]))
    .orderBy(asc(profiles.email));
  for (const { hash } of found) if (!opened.has(hash)) opened.set(hash, await verifyPassword({ hash, password: DEMO_PASSWORD }));
  return found.flatMap(({ email, hash }) => (opened.get(hash) ? [email] : []));
}
