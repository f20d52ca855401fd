import { eq, sql } from "drizzle-orm";
import { daysBetween } from "#app/lib/days.ts";
import { AppError } from "#app/lib/errors.ts";
import { DEFAULT_ZONE } from "#app/lib/time-zones.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { dayOf } from "./calendar.ts";
import type { ReviewSettings } from "./review.answers.ts";
import { type DeviceZoneInput, LONGEST_PAUSE, PER_DAY, type ReviewSettingsInput, UNKNOWN_ZONE } from "./review.schema.ts";
import { reviewCards, reviewSettings } from "./review.table.ts";

const DEFAULTS = { perDay: PER_DAY.default, pausedUntil: null, timeZone: DEFAULT_ZONE } as const;

/** How the member reviews. */
export async function readSettings(ctx: Ctx): Promise<ReviewSettings> {
  const { id } = requireActor(ctx);
  const [row] = await ctx.db.select().from(reviewSettings).where(eq(reviewSettings.userId, id));
  return row ? present(row) : { ...DEFAULTS, timeZone: null, today: dayOf(new Date(), DEFAULT_ZONE) };
}

/**
 * Keeps the zone of the member's device, where they have chosen none: at their first review.
 * @throws AppError invalid_input when the database does not know it
 */
export async function keepDeviceZone(ctx: Ctx, { timeZone }: DeviceZoneInput): Promise<ReviewSettings> {
  const { id: userId } = requireActor(ctx);
  await refuseUnknownZone(ctx, timeZone);
  await ctx.db
    .insert(reviewSettings)
    .values({ userId, ...DEFAULTS, timeZone })
    .onConflictDoNothing();
  return readSettings(ctx);
}

/** Node and PostgreSQL each have a list of their own. @throws AppError invalid_input */
async function refuseUnknownZone({ db }: Ctx, timeZone: string): Promise<void> {
  const names = await db.execute(sql`select from pg_timezone_names where name = ${timeZone}`);
  if (names.rowCount === 0) throw new AppError("invalid_input", { fields: { timeZone: UNKNOWN_ZONE } });
}

/**
 * Changes how the member reviews. A pause moves every card by its length, so that the days after it ask as many as the days before it
 * would have; one that is ended early, or made longer, moves them by the difference.
 * @throws AppError invalid_input when the day of the return is past, or more than a year away, or the zone is unknown
 */
export async function changeSettings(ctx: Ctx, input: ReviewSettingsInput): Promise<ReviewSettings> {
  const { id: userId } = requireActor(ctx);
  await refuseUnknownZone(ctx, input.timeZone);
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

type Kept = { perDay: number; pausedUntil: string | null; timeZone: string };

/** A pause that is over is none. */
function present({ perDay, pausedUntil, timeZone }: Kept): ReviewSettings {
  const today = dayOf(new Date(), timeZone);
  return { perDay, pausedUntil: pausedUntil && pausedUntil > today ? pausedUntil : null, timeZone, today };
}
