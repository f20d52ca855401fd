import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAYS_AHEAD, SESSION_MINUTES } from "./hours.policy.ts";
import { type Availability, freeSlots } from "./slots.ts";

/** A Sunday. */
const NOW = new Date("2026-11-29T12:00:00Z");
const HOUR_MS = 3_600_000;

/** Tuesdays from 19:00 to 22:00. */
const tuesdays = (more: Partial<Availability> = {}): Availability => ({
  ...{
    timeZone: "America/Sao_Paulo",
    hours: [{ weekday: 2, startsAt: 19 * 60, endsAt: 22 * 60 }],
    blocks: [],
    pausedUntil: null,
  },
  ...{ noticeHours: 0, gapMinutes: 0, ...more },
});
const first = (availability: Availability, most = 3) => freeSlots(availability, [], NOW, most).map((slot) => slot.toISOString());

describe("a mentor's free hours", () => {
  test.each([
    ["America/Sao_Paulo", "2026-12-01T22:00:00.000Z"],
    ["America/Cuiaba", "2026-12-01T23:00:00.000Z"],
    ["America/Rio_Branco", "2026-12-02T00:00:00.000Z"],
    ["America/Noronha", "2026-12-01T21:00:00.000Z"],
    ["Europe/Lisbon", "2026-12-01T19:00:00.000Z"],
  ])("seven in the evening in %s is %s", (timeZone, instant) => {
    expect(first(tuesdays({ timeZone }), 1)).toEqual([instant]);
  });

  test("are one after the other, four weeks ahead, and leave out what does not fill an hour", () => {
    expect(first(tuesdays())).toEqual(["2026-12-01T22:00:00.000Z", "2026-12-01T23:00:00.000Z", "2026-12-02T00:00:00.000Z"]);
    expect(freeSlots(tuesdays(), [], NOW)).toHaveLength(4 * 3);
    expect(freeSlots(tuesdays({ hours: [{ weekday: 2, startsAt: 540, endsAt: 690 }] }), [], NOW)).toHaveLength(8);
    expect(freeSlots(tuesdays({ hours: [{ weekday: 2, startsAt: 1380, endsAt: 1440 }] }), [], NOW)).toHaveLength(4);
    expect(freeSlots(tuesdays({ hours: [] }), [], NOW)).toEqual([]);
  });

  test("are not offered too late, on days away, or in a pause", () => {
    const [one, two, three] = first(tuesdays()) as [string, string, string];
    const hoursUntilTwo = (Date.parse(two) - NOW.getTime()) / HOUR_MS;
    expect(first(tuesdays({ noticeHours: hoursUntilTwo }))[0]).toBe(two);
    expect(first(tuesdays({ noticeHours: hoursUntilTwo + 1 }))[0]).toBe(three);
    const away = tuesdays({ blocks: [{ from: "2026-12-01", until: "2026-12-08" }] });
    expect(first(away)[0]).toBe("2026-12-15T22:00:00.000Z");
    expect(first(tuesdays({ pausedUntil: "2026-12-01" }))[0]).toBe(one); // back on that day
    expect(first(tuesdays({ pausedUntil: "2026-12-02" }))[0]).toBe("2026-12-08T22:00:00.000Z");
  });

  test("are not offered over what is arranged, nor without the room between two", () => {
    const [one, two, three] = first(tuesdays()) as [string, string, string];
    const busy = [{ from: Date.parse(one), until: Date.parse(two) }];
    expect(freeSlots(tuesdays(), busy, NOW, 1)[0]!.toISOString()).toBe(two);
    expect(freeSlots(tuesdays({ gapMinutes: 15 }), busy, NOW, 1)[0]!.toISOString()).toBe(three);
  });

  test("an hour that the clocks leave out does not exist, and of one they show twice there is the first", () => {
    // Sundays from 1:00 to 4:00 in New York: on 8 March 2026 two o'clock is left out, on 1 November 2026 one o'clock comes twice
    const nights = tuesdays({ timeZone: "America/New_York", hours: [{ weekday: 0, startsAt: 60, endsAt: 240 }] });
    const on = (day: string) =>
      freeSlots(nights, [], new Date(`${day}T00:00:00Z`), 3).map((slot) => slot.toISOString().slice(0, 16));
    expect(on("2026-03-08")).toEqual(["2026-03-08T06:00", "2026-03-08T07:00", "2026-03-15T05:00"]);
    expect(on("2026-11-01")).toEqual(["2026-11-01T05:00", "2026-11-01T07:00", "2026-11-01T08:00"]);
  });

  test("of any hours, in any zone, lie within them by the zone's own clock, and never over what is taken", () => {
    const zones = [
      "America/Sao_Paulo",
      "America/Rio_Branco",
      "America/New_York",
      "Europe/Lisbon",
      "Asia/Kolkata",
      "Pacific/Auckland",
    ];
    const hours = fc.record({
      weekday: fc.integer({ min: 0, max: 6 }),
      startsAt: fc.integer({ min: 0, max: 1379 }),
      length: fc.integer({ min: 1, max: 600 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(hours, { maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: DAYS_AHEAD * 24 }), { maxLength: 8 }),
        fc.integer({ min: 0, max: 60 }),
        fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true }),
        (timeZone, list, taken, gapMinutes, now) => {
          const open = list.map(({ weekday, startsAt, length }) => ({
            weekday,
            startsAt,
            endsAt: Math.min(1440, startsAt + length),
          }));
          const busy = taken.map((hour) => ({
            from: now.getTime() + hour * HOUR_MS,
            until: now.getTime() + (hour + 1) * HOUR_MS,
          }));
          const clock = new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" });
          for (const slot of freeSlots(tuesdays({ timeZone, hours: open, gapMinutes }), busy, now)) {
            const parts = Object.fromEntries(clock.formatToParts(slot).map(({ type, value }) => [type, value]));
            const weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].indexOf(parts.weekday!);
            const minute = Number(parts.hour) * 60 + Number(parts.minute);
            expect(slot.getTime()).toBeGreaterThanOrEqual(now.getTime());
            expect(
              open.some((one) => one.weekday === weekday && one.startsAt <= minute && minute + SESSION_MINUTES <= one.endsAt),
            ).toBe(true);
            for (const { from, until } of busy)
              expect(
                until + gapMinutes * 60_000 <= slot.getTime() || slot.getTime() + HOUR_MS + gapMinutes * 60_000 <= from,
              ).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
