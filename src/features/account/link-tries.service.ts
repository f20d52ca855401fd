import { AppError, type ErrorCode } from "#app/lib/errors.ts";
import type { Ctx } from "#app/server/context.ts";
import { networkOf } from "#app/server/network.ts";
import { bitsFor, requireWork } from "#app/server/proof-of-work.ts";

/**
 * Looks a mailed link up before anything else is done for it. Guessing one is hopeless; a network that tries many pays for each further try
 * with work, and the owner of a real link in the same network is never shut out.
 * @throws AppError `refusal` where there is no such link, work_required
 */
export async function requireLink<Link>(ctx: Ctx, find: () => Promise<Link | undefined>, refusal: ErrorCode): Promise<Link> {
  const network = networkOf(ctx.ip);
  await requireWork(ctx, "link", bitsFor(await ctx.limits.used("unknownLink", network)));
  const link = await find();
  if (link) return link;
  await ctx.limits.allows("unknownLink", network);
  throw new AppError(refusal);
}
