/** In UTC, whose days all have the same length. */
const DAY_MS = 86_400_000;

/** The day some days later, or earlier when negative. @param day "2026-11-28" */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from one day to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
