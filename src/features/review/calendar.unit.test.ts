/// <reference lib="esnext.temporal" />
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#app/lib/days.ts";
import { dayOf, startOfDay, wallClock } from "./calendar.ts";

/** Brasília had summer time until 2019; Lord Howe moves by half an hour; Apia left out a day in 2011; Recife has one offset. */
const ZONES = ["America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "America/Recife", "Europe/Lisbon", "UTC"];

const at = (moment: Date, zone: string) => Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

function expectClock(moment: Date, zone: string): void {
  const there = at(moment, zone).toPlainDateTime();
  expect(dayOf(moment, zone)).toBe(there.toPlainDate().toString());
  expect(wallClock(moment, zone).getTime()).toBe(there.toZonedDateTime("UTC").epochMilliseconds);
  for (const day of [-1, 0, 1].map((days) => addDays(dayOf(moment, zone), days))) {
    const begins = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
    expect(startOfDay(day, zone).getTime()).toBe(begins);
  }
}

test("the day and the clock of any moment, and where its day begins, are those of the zone, whatever was asked before", () => {
  const moments = fc.date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  fc.assert(fc.property(moments, fc.constantFrom(...ZONES), expectClock), { numRuns: 500 });
});

test("clocks that are put forward or back show it from the very moment on", () => {
  for (const zone of ZONES) {
    let there = at(new Date("2005-01-01"), zone);
    for (let next = there.getTimeZoneTransition("next"); next && next.year < 2030; next = there.getTimeZoneTransition("next")) {
      there = next;
      for (const offset of [-1, 0, 1]) expectClock(new Date(next.epochMilliseconds + offset), zone);
    }
  }
});
