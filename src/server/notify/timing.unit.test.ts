import { describe, expect, test } from "vitest";
import { endOfQuiet, lastDigestTime } from "./timing.ts";

const NIGHT = { from: 22 * 60 + 30, to: 7 * 60 };
const end = (zone: string, now: string, quiet = NIGHT) => endOfQuiet(quiet, zone, new Date(now))?.toISOString();

describe("quiet hours", () => {
  test.each([
    ["before they begin", "America/Sao_Paulo", "2026-11-23T01:29:59Z", undefined],
    ["when they begin", "America/Sao_Paulo", "2026-11-23T01:30:00Z", "2026-11-23T10:00:00.000Z"],
    ["after midnight", "America/Sao_Paulo", "2026-11-23T05:12:34Z", "2026-11-23T10:00:00.000Z"],
    ["when they end", "America/Sao_Paulo", "2026-11-23T10:00:00Z", undefined],
    ["in another zone at the same moment", "America/Rio_Branco", "2026-11-23T01:30:00Z", undefined],
    ["in another zone, two hours later", "America/Rio_Branco", "2026-11-23T03:30:00Z", "2026-11-23T12:00:00.000Z"],
    ["in a zone of half hours", "Asia/Kolkata", "2026-11-23T01:00:00Z", "2026-11-23T01:30:00.000Z"],
  ])("%s", (_, zone, now, expected) => expect(end(zone, now)).toBe(expected));

  test("within one day", () => {
    const noon = { from: 12 * 60, to: 14 * 60 };
    expect(end("America/Sao_Paulo", "2026-11-23T16:00:00Z", noon)).toBe("2026-11-23T17:00:00.000Z");
    expect(end("America/Sao_Paulo", "2026-11-23T17:00:00Z", noon)).toBeUndefined();
  });

  test("of nobody who has none", () => expect(endOfQuiet(null, "America/Sao_Paulo", new Date())).toBeUndefined());
});

test.each([
  ["America/Sao_Paulo", "2026-11-23T20:59:00Z", "2026-11-22T21:00:00.000Z"],
  ["America/Sao_Paulo", "2026-11-23T21:00:30Z", "2026-11-23T21:00:00.000Z"],
  ["America/Rio_Branco", "2026-11-23T21:00:00Z", "2026-11-22T23:00:00.000Z"],
])("the day's letter in %s, asked at %s, was due at %s", (zone, now, expected) =>
  expect(lastDigestTime(zone, new Date(now)).toISOString()).toBe(expected),
);
