/// <reference lib="esnext.temporal" />
import { DAYS_AHEAD, MOST_SLOTS, SESSION_MINUTES } from "./hours.policy.ts";

/** When a mentor is free, as it is stored: by the clock of their zone. Days are `yyyy-mm-dd`. */
export type Availability = {
  timeZone: string;
  hours: readonly { weekday: number; startsAt: number; endsAt: number }[];
  blocks: readonly { from: string; until: string }[];
  pausedUntil: string | null;
  noticeHours: number;
  gapMinutes: number;
};

/** From and until, in milliseconds since 1970. */
export type Busy = { from: number; until: number };

/**
 * The next hours in which a mentor can be met, as instants: sessions of sixty minutes one after the other from the beginning of each of their
 * hours, without those that are too near, overlap what is arranged (with the room between two), or lie on a day away. An hour that the clocks
 * of the zone leave out does not exist, and one that they show twice is the first of the two.
 * @returns the first `most`, in order
 */
export function freeSlots(
  { timeZone, hours, blocks, pausedUntil, noticeHours, gapMinutes }: Availability,
  busy: readonly Busy[],
  now: Date,
  most = MOST_SLOTS,
): Date[] {
  const first = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const earliest = now.getTime() + noticeHours * 3_600_000;
  const gap = gapMinutes * 60_000;
  const found: Date[] = [];
  for (let ahead = 0; ahead < DAYS_AHEAD && found.length < most; ahead += 1) {
    const day = first.add({ days: ahead });
    const name = day.toString();
    if (pausedUntil && name < pausedUntil) continue;
    if (blocks.some(({ from, until }) => from <= name && name <= until)) continue;
    const ofDay = hours.filter(({ weekday }) => weekday === day.dayOfWeek % 7).toSorted((a, b) => a.startsAt - b.startsAt);
    for (const { startsAt, endsAt } of ofDay)
      for (let minute = startsAt; minute + SESSION_MINUTES <= endsAt; minute += SESSION_MINUTES) {
        const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
        const start = day.toZonedDateTime({ timeZone, plainTime: time });
        if (!start.toPlainTime().equals(time)) continue;
        const from = start.epochMilliseconds;
        const until = from + SESSION_MINUTES * 60_000;
        if (from < earliest || busy.some((other) => from < other.until + gap && other.from - gap < until)) continue;
        found.push(new Date(from));
      }
  }
  return found.slice(0, most);
}
