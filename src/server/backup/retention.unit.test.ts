import { expect, test } from "vitest";
import { backupMoment, backupName, baseMoment, baseName, expendable, expendableParts } from "./retention.ts";

const daily = (count: number, last = Date.UTC(2026, 10, 22, 6)) =>
  Array.from({ length: count }, (_, index) => backupName(new Date(last - index * 86_400_000), { encrypted: index % 2 === 0 }));

test("of two years of nights, 7 days, 4 weeks and 12 months are kept, and nothing that is not a backup is touched", () => {
  const names = daily(730);
  const gone = expendable([...names, "leia-me.txt"]);
  const kept = names.filter((name) => !gone.includes(name));
  expect(expendable(["leia-me.txt", "academia-antiga.tar.gz"])).toEqual([]);
  expect(kept.slice(0, 7)).toEqual(names.slice(0, 7));
  const dates = kept.map((name) => backupMoment(name)!.toISOString().slice(0, 10));
  expect(dates.slice(7)).toEqual([
    ...["2026-11-15", "2026-11-08", "2026-11-01"], // with the present one, four Sundays
    ...["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31"],
    ...["2026-04-30", "2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"],
  ]);
});

test("several of one day count once, so that a busy day takes nothing from the others", () => {
  const busy = Array.from({ length: 20 }, (_, hour) => backupName(new Date(Date.UTC(2026, 10, 22, hour)), { encrypted: false }));
  const names = [...daily(7, Date.UTC(2026, 10, 21, 6)), ...busy];
  const gone = expendable(names);
  expect(gone).toEqual(expect.arrayContaining(busy.slice(0, 19)));
  expect(gone).not.toContain(busy[19]);
  expect(gone).toHaveLength(19); // the eighth day is the last of its week
});

test("the four newest of before an upgrade are kept beside them", () => {
  const upgrades = [1, 2, 3, 4, 5].map((month) =>
    backupName(new Date(Date.UTC(2024, month)), { beforeUpgrade: true, encrypted: false }),
  );
  expect(expendable([...daily(7), ...upgrades])).toEqual([upgrades[0]]);
});

test("of the continuous backup, all that a minute of the last days needs is kept, and nothing before it", () => {
  const now = new Date(Date.UTC(2026, 10, 22, 12));
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const piece = (number: number, timeline = 1) =>
    `${String(timeline).padStart(8, "0")}00000000${number.toString(16).toUpperCase().padStart(8, "0")}`;
  const base = (days: number, number: number) => ({
    file: `${days}`,
    ...baseMoment(`${baseName(day(days), piece(number))}.gz.age`)!,
  });
  const bases = [base(9.2, 10), base(8.2, 20), base(7.2, 30), base(6.2, 40), base(0.2, 100)];
  const segments = [`${piece(15)}.gz`, `${piece(29, 2)}.gz`, `${piece(30)}.gz`, `${piece(99)}.gz`, "00000002.history.gz"];
  expect(expendableParts(bases, segments, day(7))).toEqual({ bases: ["9.2", "8.2"], segments: segments.slice(0, 2) });
  expect(expendableParts(bases, segments, day(3)).bases).toEqual(["9.2", "8.2", "7.2"]);
  expect(expendableParts(bases.slice(3), segments, day(7))).toEqual({ bases: [], segments: [] }); // nothing reaches back far enough yet
  expect(baseMoment("academia.tar.gz")).toBeUndefined();
});
