import { addDays, daysBetween } from "#app/lib/days.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { isoDayInBrasilia, longDay } from "#app/lib/format.ts";

/** A Monday. */
const FIRST = "2026-01-05";

const weekOf = (day: string): number => Math.floor(daysBetween(FIRST, day) / 7);

/** The Monday of a day's week. @param day "2026-11-28" */
export const mondayOf = (day: string): string => addDays(FIRST, 7 * weekOf(day));

/** The Monday of the present week, in Brasília. */
export const presentMonday = (): string => mondayOf(isoDayInBrasilia(new Date()));

/**
 * The piece of a week: those of the reader's own degree first, then those below it, one after the other, so that none comes back before all have
 * been (a Mestre has all, an Aprendiz half of them), and brothers of one degree have the same one.
 * @param open what the reader may read, in the order of the pieces
 */
export function pieceOfWeek<Piece extends { degree: Degree }>(open: readonly Piece[], monday: string): Piece | undefined {
  const turns = DEGREES.toReversed().flatMap((degree) => open.filter((piece) => piece.degree === degree));
  const turn = weekOf(monday) % turns.length;
  return turns.at(turn);
}

/** "16 a 22 de novembro", "30 de novembro a 6 de dezembro" */
export const weekInWords = (from: string, to: string): string =>
  `${from.slice(0, 7) === to.slice(0, 7) ? longDay(from).split(" ")[0] : longDay(from)} a ${longDay(to)}`;
