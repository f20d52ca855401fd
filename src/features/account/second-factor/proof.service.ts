import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { logSecurity } from "#app/server/security-log.ts";
import { type SecondProof, sessions } from "../account.table.ts";
import { requireCurrentPassword } from "../password.service.ts";
import { withSecondFactor } from "./check.service.ts";
import type { ProofMethods } from "./factors.answers.ts";
import type { ProofInput } from "./factors.schema.ts";
import { verifiedFactorsOf } from "./factors.service.ts";
import { authenticationOptions, type Purpose } from "./passkeys.service.ts";

const purposeOf = (sessionId: string): Purpose => `proof ${sessionId}`;

/** How the member can prove again that it is them: by a factor where they have one, else by their password. */
export async function readProofMethods(ctx: Ctx): Promise<ProofMethods> {
  const kinds = (await verifiedFactorsOf(ctx.db, requireActor(ctx).id)).map(({ kind }) => kind);
  if (kinds.length === 0) return { methods: ["password"] };
  return { methods: [...(["passkey", "totp"] as const).filter((kind) => kinds.includes(kind)), "recovery-code"] };
}

export function proofPasskeyOptions(ctx: Ctx) {
  const actor = requireActor(ctx);
  return authenticationOptions(ctx, purposeOf(actor.sessionId), actor.id);
}

/**
 * Takes the proof that a sensitive act asks for, and writes its moment into the session.
 * @throws AppError invalid_input on `password` or `code`, invalid_credentials (passkey), too_many_tries, forbidden for a password where
 * the member has a factor
 */
export async function proveAgain(ctx: Ctx, input: ProofInput): Promise<void> {
  const actor = requireActor(ctx);
  const { methods } = await readProofMethods(ctx);
  if (!methods.includes(input.method)) throw new AppError("forbidden");
  const write = (tx: Db, secondProof?: SecondProof) =>
    tx
      .update(sessions)
      .set({ provenAt: sql`now()`, ...(secondProof && { secondProof }) })
      .where(eq(sessions.id, actor.sessionId));
  if (input.method === "password") {
    await requireCurrentPassword(ctx, actor, input.password, "password");
    await write(ctx.db);
  } else await withSecondFactor(ctx, actor.id, purposeOf(actor.sessionId), input, write);
  logSecurity(ctx, { event: "proof", of: input.method, user: actor.id });
}
