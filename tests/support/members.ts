import type { Db } from "#app/db/client.ts";
import { insertMember } from "#app/features/account/account.service.ts";
import { openSession } from "#app/features/account/sign-in.service.ts";
import type { Services } from "#app/server/context.ts";

/** What both kinds of tests, of the API and in the browser, make members and sessions with: rows, as sign-up and login leave them. */

/** The password of every member that a test makes. */
export const PASSWORD = "Esquadro&Compasso9";

/** @returns the id of a new member with a password of this hash */
export async function insertTestMember(
  db: Db,
  profile: { email: string; name: string; emailVerified?: boolean; awaitsConfirmation?: boolean; awaitsAdmission?: boolean },
  passwordHash: string,
): Promise<string> {
  const userId = await insertMember(db, { awaitsConfirmation: false, ...profile }, passwordHash);
  if (!userId) throw new Error(`${profile.email} has an account already`);
  return userId;
}

/** @returns the cookie, as `name=value`, of a new session of this member, made as the login makes it */
export async function openTestSession({ db, env }: Pick<Services, "db" | "env">, userId: string): Promise<string> {
  const header = await openSession(db, { env, ip: "203.0.113.2", userAgent: "" }, { userId, proof: "password" });
  return header.split(";")[0]!;
}
