import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gt, gte, ne, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, type Ctx, requireActor } from "#app/server/context.ts";
import type { Env } from "#app/server/env.ts";
import { mayWriteTo } from "#app/server/mail/letter-budget.ts";
import { hashPassword } from "#app/server/password.ts";
import { deriveKey } from "#app/server/seal.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { ConfirmationAnswer } from "./account.answers.ts";
import {
  addressChanges,
  addressConfirmations,
  knownBrowsers,
  passwords,
  profiles,
  recoveryLinks,
  sessions,
} from "./account.table.ts";
import type { AddressCodeInput, AddressTokenInput, EmailChangeInput } from "./address.schema.ts";
import { recognizeBrowser } from "./known-browsers.service.ts";
import { takePossession } from "./possession.service.ts";
import { forgetFactorsSince } from "./second-factor/factors.service.ts";
import { forgetTrust } from "./second-factor/steps.service.ts";
import { type Cookies, hashToken, newToken } from "./session-cookie.ts";
import { renewToken } from "./session-token.service.ts";

/** How long a link and a code count, and how long the former address can take a change back. */
const VALID = sql`interval '24 hours'`;
const UNDO = sql`interval '72 hours'`;

/** What is kept of a code. A plain hash of six digits would say them. */
const hashCode = (env: Env, id: string, code: string): string =>
  createHmac("sha256", deriveKey(env, "address code")).update(`${id} ${code}`).digest("base64url");

/** Writes a link and a code to an address, in the caller's transaction. They count for 24 hours; of codes only the last one does. */
export async function askToConfirm(
  ctx: Ctx,
  tx: Db,
  kind: "confirm-address" | "confirm-new-address",
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const [id, token, code] = [randomUUID(), newToken(), String(randomInt(1_000_000)).padStart(6, "0")];
  await tx.insert(addressConfirmations).values({
    id,
    userId,
    email,
    tokenHash: hashToken(token),
    codeHash: hashCode(ctx.env, id, code),
    expiresAt: sql`now() + ${VALID}`,
  });
  await ctx.notify(tx, kind, { address: email }, { token, code: `${code.slice(0, 3)} ${code.slice(3)}` });
}

const isOpen = gt(addressConfirmations.expiresAt, sql`now()`);

/** The address that the member has asked to change to, and has not confirmed yet. */
export async function readPendingAddress(db: Db, { id, email }: Pick<Actor, "id" | "email">): Promise<string | null> {
  const [pending] = await db
    .select({ email: addressConfirmations.email })
    .from(addressConfirmations)
    .where(and(eq(addressConfirmations.userId, id), ne(addressConfirmations.email, email), isOpen))
    .orderBy(desc(addressConfirmations.createdAt))
    .limit(1);
  return pending?.email ?? null;
}

/**
 * Only the account's own address gets its member in: letters to another one, which may be a stranger's, leave that one's links room.
 * @throws AppError too_many_tries, in words of its own
 */
async function takeLetter(ctx: Ctx, actor: Pick<Actor, "email">, email: string): Promise<void> {
  if (await mayWriteTo(ctx.limits, email, email === actor.email ? "way-in" : "other")) return;
  throw new AppError("too_many_tries", {
    message: "Já enviamos várias mensagens a este endereço. Procure também no spam, ou peça outra daqui a uma hora.",
  });
}

/** Sends the link and a new code once more. @throws AppError conflict when nothing waits, too_many_tries */
export async function resendConfirmation(ctx: Ctx): Promise<void> {
  const actor = requireActor(ctx);
  const pending = await readPendingAddress(ctx.db, actor);
  if (!pending && actor.standing !== "unconfirmed")
    throw new AppError("conflict", { message: "O seu e-mail já está confirmado." });
  const email = pending ?? actor.email;
  await takeLetter(ctx, actor, email);
  await askToConfirm(ctx, ctx.db, pending ? "confirm-new-address" : "confirm-address", { userId: actor.id, email });
}

/** The same for a member who does not find the letter, asked for by an administrator. @throws AppError conflict when it is confirmed, too_many_tries */
export async function sendConfirmationTo(
  ctx: Ctx,
  tx: Db,
  { id, email, awaitsConfirmation }: Pick<typeof profiles.$inferSelect, "id" | "email" | "awaitsConfirmation">,
): Promise<void> {
  if (!awaitsConfirmation) throw new AppError("conflict", { message: "Este e-mail já está confirmado." });
  await takeLetter(ctx, { email }, email);
  await askToConfirm(ctx, tx, "confirm-address", { userId: id, email });
}

/** Whether an account has the address, or may take it back. */
export async function isTaken(db: Db, email: string): Promise<boolean> {
  if ((await db.$count(profiles, eq(profiles.email, email))) > 0) return true;
  return (await db.$count(addressChanges, and(eq(addressChanges.formerEmail, email), canUndo))) > 0;
}

const canUndo = gt(addressChanges.undoUntil, sql`now()`);

/**
 * Writes to the address that the member wants instead of theirs. The answer is the same where another account has it; its owner is told.
 * @throws AppError invalid_input, too_many_tries
 */
export async function requestEmailChange(ctx: Ctx, { email }: EmailChangeInput): Promise<void> {
  const actor = requireActor(ctx);
  if (email === actor.email) throw new AppError("invalid_input", { fields: { email: "Este já é o seu e-mail." } });
  await ctx.limits.take("emailChange", actor.id);
  await takeLetter(ctx, actor, email);
  if (!(await isTaken(ctx.db, email))) return askToConfirm(ctx, ctx.db, "confirm-new-address", { userId: actor.id, email });
  const [owner] = await ctx.db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  if (owner) await ctx.notify(ctx.db, "address-wanted", { memberId: owner.id }, {});
}

/** The member gives the wish up. */
export async function cancelEmailChange(ctx: Ctx): Promise<void> {
  const actor = requireActor(ctx);
  await ctx.db
    .delete(addressConfirmations)
    .where(and(eq(addressConfirmations.userId, actor.id), ne(addressConfirmations.email, actor.email)));
}

const confirmationOf = (token: string) => and(eq(addressConfirmations.tokenHash, hashToken(token)), isOpen);

/**
 * Confirms an address by the mailed link in a session of its account. Elsewhere the link alone does nothing: whoever presses it reads the
 * mailbox, and somebody else may have made the account or asked for the change.
 * @throws AppError link_invalid
 */
export async function confirmByLink(ctx: Ctx, { token }: AddressTokenInput): Promise<Cookies & { answer: ConfirmationAnswer }> {
  const [link] = await ctx.db
    .select({ userId: addressConfirmations.userId, awaitsConfirmation: profiles.awaitsConfirmation })
    .from(addressConfirmations)
    .innerJoin(profiles, eq(profiles.id, addressConfirmations.userId))
    .where(confirmationOf(token));
  if (!link) throw new AppError("link_invalid");
  if (ctx.actor?.id !== link.userId)
    return { answer: { next: link.awaitsConfirmation ? "new-password" : "own-session" }, cookies: [] };
  return {
    answer: { next: "confirmed" },
    ...(await confirmInSession(ctx, eq(addressConfirmations.tokenHash, hashToken(token)))),
  };
}

/** What a claim finds: the confirmation, and the account that waits for it. */
export type OpenConfirmation = { id: string; userId: string; email: string };

/** The confirmation of this link, if its account has never been confirmed: whoever reads the mailbox may claim it (claim.service.ts). */
export async function findClaimable({ db }: Ctx, token: string): Promise<OpenConfirmation | undefined> {
  const { id, userId, email } = addressConfirmations;
  const [link] = await db
    .select({ id, userId, email })
    .from(addressConfirmations)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(confirmationOf(token), profiles.awaitsConfirmation));
  return link;
}

/** Confirms an address by the last code. @throws AppError invalid_input on `code`, too_many_tries: ten tries a day; the link stays open */
export async function confirmByCode(ctx: Ctx, { code }: AddressCodeInput): Promise<Cookies> {
  const actor = requireActor(ctx);
  await ctx.limits.take("addressCode", actor.id);
  const [last] = await ctx.db
    .select({ id: addressConfirmations.id, codeHash: addressConfirmations.codeHash })
    .from(addressConfirmations)
    .where(and(eq(addressConfirmations.userId, actor.id), isOpen))
    .orderBy(desc(addressConfirmations.createdAt))
    .limit(1);
  const right = last && timingSafeEqual(Buffer.from(last.codeHash), Buffer.from(hashCode(ctx.env, last.id, code)));
  if (!right) {
    logSecurity(ctx, { event: "failure", of: "address-code", user: actor.id });
    throw new AppError("invalid_input", { fields: { code: "Código incorreto ou vencido. Use o da última mensagem." } });
  }
  const confirmed = await confirmInSession(ctx, eq(addressConfirmations.id, last.id));
  await ctx.limits.clear("addressCode", actor.id);
  return confirmed;
}

/** Confirms an address in the member's own session, which goes on with a new token, and lasts from now on. */
async function confirmInSession(ctx: Ctx, which: ReturnType<typeof eq>): Promise<Cookies> {
  const actor = requireActor(ctx);
  return ctx.db.transaction(async (tx) => {
    const { awaitsConfirmation } = await spendConfirmation(ctx, tx, actor.id, which);
    await takePossession(tx, actor.id, actor.sessionId);
    logSecurity(ctx, { event: "proof", of: "address", user: actor.id });
    const session = await renewToken(ctx, tx, { lasting: true });
    return {
      cookies: [
        session,
        ...(awaitsConfirmation ? [await recognizeBrowser(ctx, tx, { userId: actor.id, proof: "sign-up" })] : []),
      ],
    };
  });
}

/**
 * Uses a confirmation up: where its address is another than the account's it takes its place.
 * @returns the member as they were before
 * @throws AppError link_invalid when it was used meanwhile
 */
export async function spendConfirmation(ctx: Ctx, tx: Db, userId: string, which: ReturnType<typeof eq>): Promise<Holder> {
  const [member] = await tx
    .select({ id: profiles.id, email: profiles.email, awaitsConfirmation: profiles.awaitsConfirmation })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("update"); // simultaneous uses wait here, and the later ones find that it is gone
  const [spent] = await tx
    .delete(addressConfirmations)
    .where(and(which, eq(addressConfirmations.userId, userId), isOpen))
    .returning({ email: addressConfirmations.email });
  if (!member || !spent) throw new AppError("link_invalid");
  if (spent.email !== member.email) await changeAddress(ctx, tx, member, spent.email);
  return member;
}

type Holder = { id: string; email: string; awaitsConfirmation: boolean };

/**
 * Gives an account its new address. The other sessions end, links to the former address die, and that address can undo it for 72
 * hours; not where it was never confirmed, as it may be a stranger's.
 */
async function changeAddress(ctx: Ctx, tx: Db, { id, email: former, awaitsConfirmation }: Holder, email: string): Promise<void> {
  await lockKeys(tx, "address", [email]);
  if (await isTaken(tx, email)) throw new AppError("link_invalid");
  await tx.update(profiles).set({ email, updatedAt: sql`now()` }).where(eq(profiles.id, id));
  await tx.delete(recoveryLinks).where(eq(recoveryLinks.userId, id));
  await tx.delete(addressConfirmations).where(eq(addressConfirmations.userId, id));
  const kept = ctx.actor?.id === id ? ne(sessions.id, ctx.actor.sessionId) : undefined;
  await tx.delete(sessions).where(and(eq(sessions.userId, id), kept));
  await forgetTrust(tx, id);
  if (!awaitsConfirmation) {
    const token = newToken();
    await tx
      .insert(addressChanges)
      .values({ userId: id, formerEmail: former, tokenHash: hashToken(token), undoUntil: sql`now() + ${UNDO}` });
    await ctx.notify(tx, "email-changed", { address: former }, { token });
  }
  await recordAudit(tx, { actorId: id, action: "account.email-change", targetType: "member", targetId: id });
  logSecurity(ctx, { event: "account", act: "email-changed", user: id });
}

/**
 * Gives an account its former address back, by the link that went there. The person who changed it had the password and a session: all
 * sessions end, the password counts no more, nor do factors and browsers from the change on, and a link for a new password goes to the
 * address. Factors from before stay: the mailbox alone must not be enough against them.
 * @throws AppError link_invalid
 */
export async function undoEmailChange(ctx: Ctx, { token }: AddressTokenInput): Promise<void> {
  const which = and(eq(addressChanges.tokenHash, hashToken(token)), canUndo);
  if ((await ctx.db.$count(addressChanges, which)) === 0) throw new AppError("link_invalid");
  const hash = await hashPassword(newToken());
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx.select({ userId: addressChanges.userId }).from(addressChanges).where(which);
    if (!found) throw new AppError("link_invalid");
    const { userId } = found;
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)).for("update");
    const [change] = await tx.select().from(addressChanges).where(which);
    if (!change) throw new AppError("link_invalid");
    // with those that were made after it: the link that undoes them went to the person who made them
    await tx
      .delete(addressChanges)
      .where(and(eq(addressChanges.userId, userId), gte(addressChanges.createdAt, change.createdAt)));
    await tx
      .update(profiles)
      .set({ email: change.formerEmail, emailVerified: true, awaitsConfirmation: false, updatedAt: sql`now()` })
      .where(eq(profiles.id, userId));
    await tx.update(passwords).set({ hash, updatedAt: sql`now()` }).where(eq(passwords.userId, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await tx.delete(recoveryLinks).where(eq(recoveryLinks.userId, userId));
    await tx.delete(addressConfirmations).where(eq(addressConfirmations.userId, userId));
    await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId));
    await forgetTrust(tx, userId);
    await forgetFactorsSince(tx, userId, change.createdAt);
    await recordAudit(tx, { actorId: userId, action: "account.email-change-undo", targetType: "member", targetId: userId });
    await ctx.jobs.send(tx, "recover-password", { email: change.formerEmail });
    logSecurity(ctx, { event: "account", act: "email-restored", user: userId });
  });
}
