import type { Db } from "#app/db/client.ts";
import { BRAZILIAN_ZONES } from "#app/lib/time-zones.ts";
import { dayOf } from "./calendar.ts";
import { PER_DAY } from "./review.schema.ts";
import { reviewSettings } from "./review.table.ts";

/** Lets members live where it is not nearly midnight: what comes back in ten minutes comes back on the same day. */
export async function keepFromMidnight(db: Db, ...userIds: string[]): Promise<void> {
  const now = Date.now();
  const timeZone = Object.keys(BRAZILIAN_ZONES).find(
    (zone) => dayOf(new Date(now - 60_000), zone) === dayOf(new Date(now + 30 * 60_000), zone),
  )!;
  const row = { perDay: PER_DAY.default, timeZone };
  await db
    .insert(reviewSettings)
    .values(userIds.map((userId) => ({ userId, ...row })))
    .onConflictDoNothing();
}
