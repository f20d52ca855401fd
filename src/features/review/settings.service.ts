import { eq, sql } from "drizzle-orm";
import { AppError } from "#app/lib/errors.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { dayOf, daysBetween } from "./calendar.ts";
import type { ReviewSettings } from "./review.answers.ts";
import { LONGEST_PAUSE, PER_DAY, type ReviewSettingsInput, type ReviewZone } from "./review.schema.ts";
import { DEFAULT_ZONE } from "./review.service.ts";
import { reviewCards, reviewSettings } from "./review.table.ts";

const DEFAULTS = { perDay: PER_DAY.default, pausedUntil: null, timeZone: DEFAULT_ZONE } as const;

/** How the member reviews. */
export async function readSettings(ctx: Ctx): Promise<ReviewSettings> {
  const { id } = requireActor(ctx);
  const [row] = await ctx.db.select().from(reviewSettings).where(eq(reviewSettings.userId, id));
  return present(row ?? DEFAULTS);
}

/**
 * Changes how the member reviews. A pause moves every card by its length, so that the days after it ask as many as the days before it
 * would have; one that is ended early, or made longer, moves them by the difference.
 * @throws AppError invalid_input when the day of the return is past, or more than a year away
 */
export async function changeSettings(ctx: Ctx, input: ReviewSettingsInput): Promise<ReviewSettings> {
  const { id: userId } = requireActor(ctx);
  const today = dayOf(new Date(), input.timeZone);
  const daysLeft = (day: string | null) => (day === null ? 0 : Math.max(0, daysBetween(today, day)));
  const pause = daysLeft(input.pausedUntil);
  if (input.pausedUntil !== null && pause === 0) throw refuseDay("Escolha um dia depois de hoje.");
  if (pause > LONGEST_PAUSE) throw refuseDay("Escolha um dia dentro de um ano.");
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(reviewSettings)
      .values({ userId, ...DEFAULTS })
      .onConflictDoNothing();
    const [before] = await tx.select().from(reviewSettings).where(eq(reviewSettings.userId, userId)).for("update");
    const moved = pause - daysLeft(before!.pausedUntil);
    await tx.update(reviewSettings).set(input).where(eq(reviewSettings.userId, userId));
    if (moved === 0) return;
    await tx
      .update(reviewCards)
      .set({ due: sql`${reviewCards.due} + make_interval(days => ${moved})` })
      .where(eq(reviewCards.userId, userId));
  });
  return readSettings(ctx);
}

const refuseDay = (message: string) => new AppError("invalid_input", { fields: { pausedUntil: message } });

type Kept = { perDay: number; pausedUntil: string | null; timeZone: ReviewZone };

/** A pause that is over is none. */
function present({ perDay, pausedUntil, timeZone }: Kept): ReviewSettings {
  const today = dayOf(new Date(), timeZone);
  return { perDay, pausedUntil: pausedUntil && pausedUntil > today ? pausedUntil : null, timeZone, today };
}
