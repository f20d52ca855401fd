import { DEGREES, type Degree } from "#app/lib/degrees.ts";

const DAY_MS = 86_400_000;
/** A Monday. */
const FIRST = Date.UTC(2026, 0, 5);

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The Monday of a day's week. @param day "2026-11-28" */
export const mondayOf = (day: string): string => dayOf(FIRST + Math.floor((timeOf(day) - FIRST) / (7 * DAY_MS)) * 7 * DAY_MS);

/** A day so many days after another, or before it. */
export const daysAfter = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY_MS);

/**
 * The piece of a week: those of the reader's own degree first, then those below it, one after the other, so that none comes back before all have
 * been (a Mestre has all, an Aprendiz half of them), and brothers of one degree have the same one.
 * @param open what the reader may read, in the order of the pieces
 */
export function pieceOfWeek<Piece extends { degree: Degree }>(open: readonly Piece[], monday: string): Piece | undefined {
  const turns = DEGREES.toReversed().flatMap((degree) => open.filter((piece) => piece.degree === degree));
  const week = Math.round((timeOf(monday) - FIRST) / (7 * DAY_MS));
  return turns[((week % turns.length) + turns.length) % turns.length];
}
