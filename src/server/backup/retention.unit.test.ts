import { expect, test } from "vitest";
import { backupMoment, backupName, expendable } from "./retention.ts";

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
