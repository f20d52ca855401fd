/** Hours in which nothing rings and no letter comes, as minutes of the member's day; they may pass midnight. */
export type Quiet = { from: number; to: number };

const DAY = 24 * 60;
const MINUTE_MS = 60_000;
/** The day's letter leaves at six in the evening. */
const DIGEST_MINUTE = 18 * 60;

/** The minute of the day that a moment is in some time zone. */
function minuteOfDay(timeZone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return (read("hour") % 24) * 60 + read("minute");
}

const later = (moment: Date, minutes: number): Date => new Date((Math.floor(moment.getTime() / MINUTE_MS) + minutes) * MINUTE_MS);

/**
 * When the quiet hours end that a moment is in; undefined outside of them. In the two nights of a year on which clocks are moved it may be
 * an hour early or late.
 */
export function endOfQuiet(quiet: Quiet | null, timeZone: string, now: Date): Date | undefined {
  if (!quiet) return undefined;
  const { from, to } = quiet;
  const minute = minuteOfDay(timeZone, now);
  const isQuiet = from < to ? from <= minute && minute < to : from <= minute || minute < to;
  return isQuiet ? later(now, (to - minute + DAY) % DAY) : undefined;
}

/** The last time that the day's letter was due: what had come until then is in it. */
export const lastDigestTime = (timeZone: string, now: Date): Date =>
  later(now, -((minuteOfDay(timeZone, now) - DIGEST_MINUTE + DAY) % DAY));
