import type { MiddlewareHandler } from "hono";
import { AppError } from "#app/lib/errors.ts";
import { requireActor } from "../context.ts";
import type { AppEnv } from "./routes.ts";

/** How long a proof of who is there counts for sensitive acts. */
export const PROOF_MINUTES = 10;

/**
 * Mounted on a route, it lets only those in who have shown within the last ten minutes who they are (ASVS 7.5.1). The browser then
 * asks for the proof and repeats the call. A test walks every route that mounts it.
 * @throws AppError unauthenticated, proof_required
 */
export const freshProof: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { provenAt } = requireActor(c.var.ctx);
  if (provenAt.getTime() < Date.now() - PROOF_MINUTES * 60_000) throw new AppError("proof_required");
  await next();
};
