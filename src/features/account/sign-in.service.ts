import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Ctx, Services } from "#app/server/context.ts";
import { standingOf } from "#app/server/gate.ts";
import { logSecurity } from "#app/server/security-log.ts";
import type { SecondStep, SignInAnswer } from "./account.answers.ts";
import { type Proof, passwords, profiles, type SecondProof, sessions } from "./account.table.ts";
import { SESSION_SECONDS, UNCONFIRMED_SESSION_SECONDS } from "./actor.service.ts";
import { USER_AGENT_LIMIT } from "./device.ts";
import { recognizeBrowser } from "./known-browsers.service.ts";
import { withSecondFactor } from "./second-factor/check.service.ts";
import type { PasskeySignInInput, SecondStepInput } from "./second-factor/factors.schema.ts";
import { verifiedFactorsOf } from "./second-factor/factors.service.ts";
import { type FactorKind, factors } from "./second-factor/factors.table.ts";
import { authenticationOptions, type Purpose, verifyAssertion } from "./second-factor/passkeys.service.ts";
import { closeStep, isTrustedDevice, openStep, readStep, trustDevice } from "./second-factor/steps.service.ts";
import { type Cookies, hashToken, newToken, noCookie, tokenCookie } from "./session-cookie.ts";

export type SignInResult = Cookies & { answer: SignInAnswer };

type First = { userId: string; proof: Proof };

/** Who has just shown who they are, and how. `hash` is that of the password they gave, or has just chosen. */
export type Proven = First & { hash: string };

const SIGNED_IN: SignInAnswer = { next: "signed-in" };
/** There is a session, in which hardly anything is open (src/server/http/standing.ts). */
const SUSPENDED: SignInAnswer = { next: "suspended" };

/**
 * The one exit of every way in (password, recovery link, sign-up, passkey): says what comes next, and opens a session where nothing
 * does. A passkey is two factors by itself, and a browser that the member trusts is not asked.
 * @throws AppError invalid_credentials when the password was changed meanwhile: that change ended every session, this one too
 */
export async function finishSignIn(ctx: Ctx, proven: Proven): Promise<SignInResult> {
  return ctx.db.transaction(async (tx) => {
    const member = await lockWithPassword(tx, proven);
    if (!member) throw new AppError("invalid_credentials");
    const { factorKinds, ...standing } = member;
    const secondStep = secondStepOf(factorKinds);
    if (!secondStep) return enter(ctx, tx, { ...proven, ...standing });
    if (await isTrustedDevice(ctx, tx, proven.userId))
      return enter(ctx, tx, { ...proven, ...standing, secondProof: "trusted-device" });
    await endFormerSession(ctx, tx);
    const cookies = [await openStep(ctx, tx, proven), noCookie(ctx.env, "session")];
    return { answer: { next: "second-factor", ...secondStep }, cookies };
  });
}

/** What the second step asks of a member with such factors; undefined where they have set none up. */
function secondStepOf(kinds: readonly FactorKind[]): SecondStep | undefined {
  if (kinds.length === 0) return undefined;
  return { methods: [...(["passkey", "totp"] as const).filter((kind) => kinds.includes(kind)), "recovery-code"] };
}

/** The second step that this browser has to take, if its first one is proven. */
export async function readSecondStep(ctx: Ctx): Promise<SecondStep | undefined> {
  const step = await readStep(ctx);
  return step && secondStepOf((await verifiedFactorsOf(ctx.db, step.userId)).map(({ kind }) => kind));
}

const secondStepPurpose = (stepId: string): Purpose => `second-step ${stepId}`;

/** Options for the passkey of the second step. @throws AppError sign_in_expired */
export async function secondStepPasskey(ctx: Ctx) {
  const step = await readStep(ctx);
  if (!step) throw new AppError("sign_in_expired");
  return authenticationOptions(ctx, secondStepPurpose(step.id), step.userId);
}

/**
 * Takes the second step.
 * @throws AppError sign_in_expired, invalid_input on `code`, invalid_credentials (passkey), too_many_tries
 */
export async function takeSecondStep(ctx: Ctx, { trust, ...answer }: SecondStepInput): Promise<SignInResult> {
  const step = await readStep(ctx);
  if (!step) throw new AppError("sign_in_expired");
  return withSecondFactor(ctx, step.userId, secondStepPurpose(step.id), answer, async (tx, secondProof) => {
    if (!(await closeStep(tx, step))) throw new AppError("sign_in_expired");
    const trusted = trust ? [await trustDevice(ctx, tx, step.userId)] : [];
    const standing = await lockMember(tx, step.userId);
    const { answer, cookies } = await enter(ctx, tx, { ...step, ...standing, secondProof });
    return { answer, cookies: [...cookies, noCookie(ctx.env, "step"), ...trusted] };
  });
}

/** Leaves a sign-in between its steps. */
export async function leaveSecondStep(ctx: Ctx): Promise<Cookies> {
  const step = await readStep(ctx);
  if (step) await closeStep(ctx.db, step);
  return { cookies: [noCookie(ctx.env, "step")] };
}

/** Options for a passkey as the only step; the browser offers those it knows for this site. */
export const passkeySignInOptions = (ctx: Ctx) => authenticationOptions(ctx, "sign-in");

/** Signs a member in by a passkey, which asks them for finger, face or PIN itself. @throws AppError invalid_credentials, too_many_tries */
export async function signInByPasskey(ctx: Ctx, { response }: PasskeySignInInput): Promise<SignInResult> {
  return ctx.db.transaction(async (tx) => {
    const userId = await verifyAssertion(ctx, tx, "sign-in", response);
    if (!userId) {
      logSecurity(ctx, { event: "failure", of: "passkey" });
      throw new AppError("invalid_credentials", { message: "A chave de acesso não foi aceita. Entre com e-mail e senha." });
    }
    return enter(ctx, tx, { userId, proof: "passkey", ...(await lockMember(tx, userId)) });
  });
}

type MemberStanding = { suspended: boolean; awaitsConfirmation: boolean };
type Entrant = First & MemberStanding & { secondProof?: SecondProof };

/**
 * Opens the session of a locked member. The one that the browser came with, whose cookie it replaces, ends (ASVS 7.2.4). Whoever has not
 * shown that the address is theirs gets a session of a day, and no browser of theirs is known (decision 0023).
 */
async function enter(ctx: Ctx, tx: Db, { suspended, awaitsConfirmation, ...entrant }: Entrant): Promise<SignInResult> {
  await endFormerSession(ctx, tx);
  const { userId: user, proof, secondProof } = entrant;
  logSecurity(ctx, { event: "login", user, proof, secondProof, suspended });
  const session = await openSession(tx, ctx, entrant, awaitsConfirmation ? UNCONFIRMED_SESSION_SECONDS : SESSION_SECONDS);
  const cookies = awaitsConfirmation ? [session] : [session, await recognizeBrowser(ctx, tx, entrant)];
  return { answer: suspended ? SUSPENDED : SIGNED_IN, cookies };
}

/** A suspension or a reset of the password waits, and then finds the session. */
async function lockMember(tx: Db, userId: string): Promise<MemberStanding> {
  const { suspendedAt, awaitsConfirmation, awaitsAdmission } = profiles;
  const [member] = await tx
    .select({ suspendedAt, awaitsConfirmation, awaitsAdmission })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .for("share");
  return {
    suspended: member !== undefined && standingOf(member) === "suspended",
    awaitsConfirmation: member?.awaitsConfirmation ?? true,
  };
}

/**
 * The same where the password is still the proven one, with the member's verified factors; a change of the password waits, too. The rows are
 * locked in the order of the tables here: the member before the password, as a reset does. In another order the two would wait for each other.
 */
async function lockWithPassword(
  tx: Db,
  { userId, hash }: Proven,
): Promise<(MemberStanding & { factorKinds: FactorKind[] }) | undefined> {
  const { suspendedAt, awaitsConfirmation, awaitsAdmission } = profiles;
  const factorKinds = sql<FactorKind[]>`array(
    select ${factors.kind} from ${factors} where ${factors.userId} = ${profiles.id} and ${factors.verifiedAt} is not null)`;
  const [member] = await tx
    .select({ suspendedAt, awaitsConfirmation, awaitsAdmission, factorKinds })
    .from(profiles)
    .innerJoin(passwords, eq(passwords.userId, profiles.id))
    .where(and(eq(profiles.id, userId), eq(passwords.hash, hash)))
    .for("share")
    .prepare("lock_member_with_password")
    .execute();
  if (!member) return undefined;
  const { suspendedAt: _, ...read } = member;
  return { suspended: standingOf(member) === "suspended", ...read };
}

async function endFormerSession({ actor }: Ctx, tx: Db): Promise<void> {
  if (actor) await tx.delete(sessions).where(eq(sessions.id, actor.sessionId));
}

type Request = Pick<Services, "env"> & Pick<Ctx, "ip" | "userAgent">;

/** Opens a session. @param seconds how long it lasts at most @returns its `Set-Cookie` header */
export async function openSession(
  tx: Db,
  request: Request,
  { userId, proof, secondProof }: First & { secondProof?: SecondProof | undefined },
  seconds = SESSION_SECONDS,
): Promise<string> {
  const token = newToken();
  await tx
    .insert(sessions)
    .values({
      userId,
      proof,
      secondProof: secondProof ?? null,
      tokenHash: hashToken(token),
      ipAddress: request.ip,
      userAgent: request.userAgent.slice(0, USER_AGENT_LIMIT),
      expiresAt: sql`now() + make_interval(secs => ${seconds})`,
    })
    .prepare("open_session_of_member")
    .execute();
  return tokenCookie(request.env, "session", token, seconds);
}

/** Ends the session on the server, and takes its cookie away. */
export async function signOut({ db, env, actor }: Ctx): Promise<Cookies> {
  if (actor) await db.delete(sessions).where(eq(sessions.id, actor.sessionId));
  return { cookies: [noCookie(env, "session")] };
}
