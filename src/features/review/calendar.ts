/// <reference lib="esnext.temporal" />

/** A time in which a zone's clocks keep one distance from UTC, in milliseconds. */
type Span = { from: number; to: number; offset: number };

const spansOf = new Map<string, Span[]>();

/** The span of a moment. The library is asked once for each, as a page of cards asks for a hundred moments. */
function spanAt(moment: number, zone: string): Span {
  const known = spansOf.get(zone) ?? [];
  const span = known.find(({ from, to }) => from <= moment && moment < to);
  if (span) return span;
  const found = findSpan(moment, zone);
  spansOf.set(zone, [...known, found]);
  return found;
}

function findSpan(moment: number, zone: string): Span {
  const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  const [from, to] = [there.add({ nanoseconds: 1 }).getTimeZoneTransition("previous"), there.getTimeZoneTransition("next")];
  return {
    from: from?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: to?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: there.offsetNanoseconds / 1e6,
  };
}

/** What the clock on the wall shows there, as if that were UTC: for arithmetic that takes days from UTC. */
export const wallClock = (moment: Date, zone: string): Date => new Date(moment.getTime() + spanAt(moment.getTime(), zone).offset);

const dateOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The day that a moment is in there: "2026-11-22". */
export const dayOf = (moment: Date, zone: string): string => dateOf(wallClock(moment, zone));

const DAY_MS = 86_400_000;

/** The moment at which a day begins there; the library knows it where the clocks are changed near that midnight. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(day);
  const { from, to, offset } = spanAt(midnight, zone);
  const unchanged = from < midnight - DAY_MS && midnight + DAY_MS < to;
  return new Date(unchanged ? midnight - offset : Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds);
}
