/// <reference lib="esnext.temporal" />

const inZone = (moment: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

/** The day that a moment is in there: "2026-11-22". */
export const dayOf = (moment: Date, zone: string): string => inZone(moment, zone).toPlainDate().toString();

/** In UTC, whose days all have the same length: a hundred of these are reckoned for one page of cards. */
const DAY_MS = 86_400_000;

/** The day some days later, or earlier when negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one day to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The moment at which a day begins there. */
export const startOfDay = (day: string, zone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);

/** What the clock on the wall shows there, as if that were UTC: for arithmetic that takes days from UTC. */
export const wallClock = (moment: Date, zone: string): Date =>
  new Date(inZone(moment, zone).toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds);
