import { type EphemerisSource, readEphemerides, yearlyDay } from "#app/content/ephemerides.ts";
import { documentInBrief } from "#app/features/documents/documents.service.ts";
import { studyInBrief } from "#app/features/studies/studies.service.ts";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { isoDayInBrasilia } from "#app/lib/format.ts";
import { once } from "#app/lib/once.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import type { EphemeridesOfMonth, Ephemeris, ThisDay } from "./ephemerides.answers.ts";

/** The days of this release, read once: nobody edits them but in the files. */
const ephemerides = once(() => readEphemerides());

/** The text that tells more of a day, and whose degree the day has; nothing where it is no more. */
function textOf(ctx: Pick<Ctx, "catalogue">, { kind, id }: EphemerisSource["of"]) {
  const catalogue = ctx.catalogue();
  if (kind === "document") return documentInBrief(catalogue, id);
  if (kind === "study") return studyInBrief(catalogue, id);
  const lesson = catalogue.lessonById.get(id);
  if (!lesson) return undefined;
  const { moduleId, number, title } = lesson;
  return { title, path: `/modulo/${moduleId}/licao/${number}`, degree: catalogue.byId.get(moduleId)!.degree };
}

/** The days that a degree may read, in the order of the year, each with its text. */
export function daysOpenTo(ctx: Pick<Ctx, "catalogue">, reader: Degree) {
  return ephemerides().flatMap((source) => {
    const text = textOf(ctx, source.of);
    return text && coversDegree(reader, text.degree) ? [{ source, of: { title: text.title, path: text.path } }] : [];
  });
}

/** The days that a degree may read, as they are shown. */
export function ephemeridesFor(ctx: Pick<Ctx, "catalogue">, reader: Degree): Ephemeris[] {
  return daysOpenTo(ctx, reader).map(({ source: { day, calendar, tradition, title, source, text }, of }) => {
    return { day, julian: calendar === "juliano", tradition, title, text, source, of };
  });
}

/** @param month 1 to 12 */
export function listMonth(ctx: Ctx, month: number): EphemeridesOfMonth {
  const { degree } = requireActor(ctx);
  const inMonth = `${String(month).padStart(2, "0")}-`;
  return {
    today: isoDayInBrasilia(new Date()),
    entries: ephemeridesFor(ctx, degree).filter((each) => yearlyDay(each).startsWith(inMonth)),
  };
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** On which day of a year a date comes back: one of 29 February on the 28th where the year has none. */
export function dayIn(year: number, each: Pick<EphemerisSource, "day">): string {
  const day = yearlyDay(each);
  return `${year}-${day === "02-29" && !isLeap(year) ? "02-28" : day}`;
}

/** What "Neste dia" shows on a day: its first entry, or that of the next day which has one. @param today "2026-11-28" */
export function thisDayFor(all: Ephemeris[], today: string): ThisDay | null {
  const year = Number(today.slice(0, 4));
  const next = (entry: Ephemeris) => [dayIn(year, entry), dayIn(year + 1, entry)].find((date) => date >= today)!;
  const dated = all.map((entry) => ({ entry, date: next(entry) }));
  const date = dated.map((each) => each.date).sort()[0];
  const [first, ...more] = dated.filter((each) => each.date === date);
  return date && first ? { date, isToday: date === today, entry: first.entry, more: more.length } : null;
}

/** What the member's panel shows today; nothing before their address is confirmed and they are admitted. */
export function readThisDay(ctx: Ctx): ThisDay | null {
  const { degree, standing } = requireActor(ctx);
  return standing === "full" ? thisDayFor(ephemeridesFor(ctx, degree), isoDayInBrasilia(new Date())) : null;
}
