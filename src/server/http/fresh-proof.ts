import type { MiddlewareHandler } from "hono";
import { verifiedFactorsOf } from "#app/features/account/second-factor/factors.service.ts";
import { AppError } from "#app/lib/errors.ts";
import { type Actor, requireActor } from "../context.ts";
import type { AppEnv } from "./routes.ts";

/** How long a proof of who is there counts for sensitive acts. */
export const PROOF_MINUTES = 10;

const isFresh = ({ provenAt }: Actor): boolean => provenAt.getTime() >= Date.now() - PROOF_MINUTES * 60_000;

/**
 * Mounted on a route, it lets only those in who have shown within the last ten minutes who they are (ASVS 7.5.1). The browser then
 * asks for the proof and repeats the call. A test walks every route that mounts it.
 * @throws AppError unauthenticated, proof_required
 */
export const freshProof: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!isFresh(requireActor(c.var.ctx))) throw new AppError("proof_required");
  await next();
};

/**
 * The same for a route whose form asks for the current password itself: for a member without a second factor that is the proof, and
 * they need not type it twice.
 * @throws AppError unauthenticated, proof_required
 */
export const freshFactor: MiddlewareHandler<AppEnv> = async (c, next) => {
  const actor = requireActor(c.var.ctx);
  if (!isFresh(actor) && (await verifiedFactorsOf(c.var.ctx.db, actor.id)).length > 0) throw new AppError("proof_required");
  await next();
};
