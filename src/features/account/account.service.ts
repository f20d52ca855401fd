import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import { lockKeys } from "#app/db/locks.ts";
import { openAdmissionRequest } from "#app/features/admission/admission.service.ts";
import { writesAnything } from "#app/features/authoring/authors.service.ts";
import { lodgeColumns } from "#app/features/lodges/matching.service.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Actor, Ctx } from "#app/server/context.ts";
import type { Turn } from "#app/server/fair-queue.ts";
import { mayWriteTo } from "#app/server/mail/letter-budget.ts";
import { networksOf } from "#app/server/network.ts";
import { hashPassword, verifyPassword } from "#app/server/password.ts";
import { bitsFor, requireWork } from "#app/server/proof-of-work.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { Member, SessionAnswer } from "./account.answers.ts";
import { CONSENT_VERSION, EASY_PASSWORD, type LoginInput, type SignUpInput } from "./account.schema.ts";
import { consents, knownBrowsers, passwords, profiles } from "./account.table.ts";
import { askToConfirm, isTaken } from "./address.service.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { readOpenDegreeRequest } from "./degree-requests.service.ts";
import { browserToken } from "./known-browsers.service.ts";
import { hashToken } from "./session-cookie.ts";
import { finishSignIn, readSecondStep, type SignInResult } from "./sign-in.service.ts";
import { bitsWhenBusy, tryPassword, turnOf } from "./sign-in-tries.service.ts";

/** The signed-in member for the browser. */
async function presentMember(ctx: Ctx, actor: Actor): Promise<Member> {
  const [degreeRequest, write] = await Promise.all([readOpenDegreeRequest(ctx.db, actor.id), writesAnything(ctx.db, actor)]);
  const { id, email, name, lodge, degree, level, reading, role, standing } = actor;
  const can = { administer: role === "admin", officiate: actor.office !== null, write };
  const secondFactorMissing = actor.secondFactorRequired && !can.administer;
  return { id, email, name, lodge, degree, level, reading, role, standing, secondFactorMissing, degreeRequest, can };
}

/** Who is here, or which step of a sign-in they have to take next. */
export async function readSession(ctx: Ctx): Promise<SessionAnswer> {
  if (ctx.actor?.standing === "suspended") return { member: null, suspended: await readSuspension(ctx.db, ctx.actor.id) };
  if (ctx.actor) return { member: await presentMember(ctx, ctx.actor) };
  const secondStep = await readSecondStep(ctx);
  return { member: null, ...(secondStep && { secondStep }) };
}

async function readSuspension(db: Db, userId: string): Promise<{ reason: string }> {
  const [row] = await db.select({ reason: profiles.suspensionReason }).from(profiles).where(eq(profiles.id, userId));
  return { reason: row?.reason ?? "" };
}

/** `browser` is the number of the browser that asks, if the member has signed in with it before. */
const passwordQuery = preparedOnce((db: Db) =>
  db
    .select({ userId: profiles.id, hash: passwords.hash, browser: knownBrowsers.id })
    .from(profiles)
    .innerJoin(passwords, eq(passwords.userId, profiles.id))
    .leftJoin(
      knownBrowsers,
      and(eq(knownBrowsers.userId, profiles.id), eq(knownBrowsers.tokenHash, sql.placeholder("browserHash"))),
    )
    .where(eq(profiles.email, sql.placeholder("email")))
    .prepare(`${QUICK}password_of_address`),
);

/**
 * Signs a member in by their password. The answer is the same, in words and in time, whether the address or the password is wrong.
 * @throws AppError invalid_credentials, work_required, too_many_tries
 */
export async function signIn(ctx: Ctx, { email, password }: LoginInput): Promise<SignInResult> {
  const proven = await tryPassword(ctx, email, async () => {
    const [member] = await passwordQuery(ctx.db).execute({ email, browserHash: hashToken(browserToken(ctx) ?? "") });
    const verify = async (turn: Turn) => {
      const right = await verifyPassword({ hash: member?.hash, password }, turn);
      if (member && right) return { userId: member.userId, hash: member.hash };
      logSecurity(ctx, { event: "failure", of: "password", user: member?.userId });
      return undefined;
    };
    return { browser: member?.browser ?? undefined, verify };
  });
  if (!proven) throw new AppError("invalid_credentials");
  return finishSignIn(ctx, { ...proven, proof: "password" });
}

/**
 * Makes an account with its owner's consent, all of it or nothing, and signs them in. Any refusal looks the same; the owner of an
 * address that already has an account gets a letter.
 * @throws AppError signup_closed, invalid_input (common password), signup_refused, work_required, too_many_tries
 */
export async function signUp(ctx: Ctx, input: SignUpInput): Promise<SignInResult> {
  if (ctx.settings().admission === "invitation") throw new AppError("signup_closed");
  await takeSignUp(ctx);
  refuseCommonPassword(input.password, [input.email, input.fullName, input.lodge ?? ""]);
  const created = await createMember(ctx, input);
  if (!created) {
    await tellOwnerOfRefusedSignUp(ctx, input.email);
    throw new AppError("signup_refused");
  }
  return finishSignIn(ctx, { ...created, proof: "sign-up" });
}

/** Sixty an hour from one network, the last forty of them for some work: an evening at the lodge fits in. */
async function takeSignUp(ctx: Ctx): Promise<void> {
  const networks = networksOf(ctx.ip);
  const used = await ctx.limits.used("signUp", networks[0]);
  await requireWork(ctx, "sign-up", Math.max(bitsFor(used * 3), bitsWhenBusy()));
  await ctx.limits.take("signUp", networks[0]);
  if (networks.length > 1) await ctx.limits.take("signUpPer48", networks.at(-1)!);
}

type Created = { userId: string; hash: string };

/** @returns the new member, or nothing when the address has an account */
async function createMember(ctx: Ctx, { fullName: name, email, lodge, password }: SignUpInput): Promise<Created | undefined> {
  if (await isTaken(ctx.db, email)) return undefined; // no hash is spent on it
  const hash = await hashPassword(password, turnOf(ctx));
  const mayWrite = await mayWriteTo(ctx.limits, email, "way-in"); // before: it needs a connection of its own
  return ctx.db.transaction(async (tx) => {
    await lockKeys(tx, "address", [email]);
    const awaitsAdmission = ctx.settings().admission === "approval";
    const ofLodge = await lodgeColumns(tx, lodge || null);
    const userId = await insertMember(tx, { email, name, ...ofLodge, awaitsAdmission }, hash);
    if (!userId) return undefined;
    if (awaitsAdmission) await openAdmissionRequest(tx, userId);
    await tx.insert(consents).values({ userId, purpose: "membership-data", textVersion: CONSENT_VERSION });
    if (mayWrite) await askToConfirm(ctx, tx, "confirm-address", { userId, email });
    return { userId, hash };
  });
}

/**
 * A profile with its password, in the caller's transaction. Where the address is not known to be theirs, it has to be confirmed.
 * @param hash of the password, made before: it takes its time, and a transaction holds a connection
 * @returns the member's id, or nothing when the address has an account
 */
export async function insertMember(
  tx: Db,
  profile: Pick<
    typeof profiles.$inferInsert,
    "email" | "name" | "lodge" | "lodgeId" | "lodgeConfirmedAt" | "emailVerified" | "awaitsConfirmation" | "awaitsAdmission"
  >,
  hash: string,
): Promise<string | undefined> {
  const [member] = await tx
    .insert(profiles)
    .values({ awaitsConfirmation: !profile.emailVerified, ...profile })
    .onConflictDoNothing({ target: profiles.email })
    .returning({ id: profiles.id });
  if (member) await tx.insert(passwords).values({ userId: member.id, hash });
  return member?.id;
}

/** Anybody can repeat the sign-up; beyond some letters an hour the owner is left in peace, and the answer stays the same. */
async function tellOwnerOfRefusedSignUp(ctx: Ctx, email: string): Promise<void> {
  const [owner] = await ctx.db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  if (!owner || !(await mayWriteTo(ctx.limits, email, "other"))) return;
  await ctx.notify(ctx.db, "sign-up-refused", { memberId: owner.id }, {});
}

/** @throws AppError invalid_input on `password` when it is among the most used ones or made of the member's own data */
export function refuseCommonPassword(password: string, context: string[]): void {
  if (isCommonPassword(password, context)) throw new AppError("invalid_input", { fields: { password: EASY_PASSWORD } });
}
