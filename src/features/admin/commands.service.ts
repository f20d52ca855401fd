import { eq } from "drizzle-orm";
import { commandWords } from "#app/command-words.ts";
import { EASY_PASSWORD, signUpInput } from "#app/features/account/account.schema.ts";
import { insertMember } from "#app/features/account/account.service.ts";
import { profiles, sessions, userRoles } from "#app/features/account/account.table.ts";
import { notifyOfNewAdministrator } from "#app/features/account/administrators.service.ts";
import { isCommonPassword } from "#app/features/account/common-passwords.ts";
import { resetFactors } from "#app/features/account/second-factor/resets.service.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/server/context.ts";
import { hashPassword } from "#app/server/password.ts";
import { ROLE_LABEL } from "./admin.schema.ts";

export type NewAdministrator = { email: string; name: string; password: string };

/**
 * Makes an administrator's account, for the operator's command: in production nobody else can make the first one.
 * @throws AppError invalid_input with a message for each wrong field, conflict when the address has an account
 */
export async function createAdministrator({ db }: Pick<Services, "db">, given: NewAdministrator): Promise<void> {
  const parsed = signUpInput.safeParse({ fullName: given.name, email: given.email, password: given.password });
  if (!parsed.success)
    throw new AppError("invalid_input", { message: parsed.error.issues.map(({ message }) => message).join("\n") });
  const { fullName: name, email, password } = parsed.data;
  if (isCommonPassword(password, [email, name])) throw new AppError("invalid_input", { message: EASY_PASSWORD });
  const hashed = await hashPassword(password);
  await db.transaction(async (tx) => {
    const userId = await insertMember(tx, { email, name, emailVerified: true }, hashed);
    if (!userId)
      throw new AppError("conflict", {
        message: `Já existe uma conta com este e-mail. Use: ${commandWords("admin", `promote --email ${email}`)}`,
      });
    await tx.insert(userRoles).values({ userId, role: "admin" });
    await recordAudit(tx, { actorId: null, action: "member.create", targetType: "member", targetId: userId });
  });
}

/**
 * Gives the administrator's permission to an account that exists.
 * @returns false when it had it already
 * @throws AppError not_found
 */
export async function promoteToAdministrator(services: Pick<Services, "db" | "notify">, email: string): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(profiles)
      .where(eq(profiles.email, email.trim().toLowerCase()));
    if (!member)
      throw new AppError("not_found", {
        message: `Nenhuma conta tem este e-mail. Confira, ou use: ${commandWords("admin", "create")}`,
      });
    const [role] = await tx.select().from(userRoles).where(eq(userRoles.userId, member.id));
    if (role?.role === "admin") return false;
    await tx
      .insert(userRoles)
      .values({ userId: member.id, role: "admin" })
      .onConflictDoUpdate({ target: userRoles.userId, set: { role: "admin" } });
    await tx.update(profiles).set({ awaitsConfirmation: false }).where(eq(profiles.id, member.id)); // the operator answers for them
    await recordAudit(tx, {
      actorId: null,
      action: "member.role-change",
      targetType: "member",
      targetId: member.id,
      details: { from: ROLE_LABEL.user, to: ROLE_LABEL.admin },
    });
    await notifyOfNewAdministrator(services, tx, member);
    return true;
  });
}

/** Turns off the second factor of somebody who has lost it, at once: for the operator, who has the server. @throws AppError not_found */
export async function resetSecondFactor(services: Pick<Services, "db" | "notify" | "log">, email: string): Promise<void> {
  const [member] = await services.db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.email, email.trim().toLowerCase()));
  if (!member) throw new AppError("not_found", { message: "Nenhuma conta tem este e-mail. Confira-o." });
  await resetFactors(services, member.id, null);
}

/** Signs everybody out everywhere, at once, for the operator after an incident. @returns how many sessions those were */
export async function endAllSessions({ db }: Pick<Services, "db">): Promise<number> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(sessions);
    const ended = rowCount ?? 0;
    await recordAudit(tx, {
      actorId: null,
      action: "member.sessions-end-all",
      targetType: "members",
      targetId: null,
      details: { ended },
    });
    return ended;
  });
}
