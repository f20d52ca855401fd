import { z } from "zod";

/** A day of the Craft's history. `day` is the date of the paper, `julian` where it is one of the old calendar. */
export const ephemeris = z.strictObject({
  day: z.iso.date(),
  julian: z.boolean(),
  tradition: z.boolean(),
  title: z.string(),
  text: z.string(),
  source: z.string(),
  /** The text of the academy that tells more. */
  of: z.strictObject({ title: z.string(), path: z.string() }),
});
export type Ephemeris = z.output<typeof ephemeris>;

/** The days of a month; `today` in Brasília ("2026-11-28"). */
export const ephemeridesOfMonth = z.strictObject({ today: z.iso.date(), entries: z.array(ephemeris) });
export type EphemeridesOfMonth = z.output<typeof ephemeridesOfMonth>;

/** Today's, or the next one there is: on `date`, and how many more that day has. */
export const thisDay = z.strictObject({ date: z.iso.date(), isToday: z.boolean(), entry: ephemeris, more: z.int().min(0) });
export type ThisDay = z.output<typeof thisDay>;

/** The private address at which a calendar reads the days; null while there is none. */
export const calendarFeed = z.strictObject({ address: z.url().nullable() });
export type CalendarFeed = z.output<typeof calendarFeed>;
