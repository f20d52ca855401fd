import { describe, expect, test } from "vitest";
import { ReadingCredit } from "./reading-credit.ts";

describe("what counts as read", () => {
  test("a text that was scrolled past is not read, however far", () => {
    const credit = new ReadingCredit(150, 0);
    for (let part = 0; part < 1; part += 0.1) credit.see(part, part + 0.1, 0.1);
    expect(credit.share).toBeLessThan(0.01);
    expect(credit.firstUnread).toBe(0);
  });

  test("a screenful that stays credits itself and no more", () => {
    const credit = new ReadingCredit(150, 0);
    credit.see(0, 0.1, 3600);
    expect(credit.share).toBeCloseTo(0.1, 5);
    expect(credit.firstUnread).toBeCloseTo(0.1, 5);
  });

  test("at a third of the pace the whole is read, each screen with its share of the time", () => {
    const credit = new ReadingCredit(150, 0);
    for (let screen = 0; screen < 10; screen += 1)
      for (let second = 0; second < 15; second += 1) credit.see(screen / 10, (screen + 1) / 10, 1);
    expect(credit.share).toBeCloseTo(1, 5);
    expect(credit.firstUnread).toBeUndefined();
  });

  test("what was jumped over stays unread, and is found", () => {
    const credit = new ReadingCredit(100, 0);
    credit.see(0, 0.2, 20);
    credit.see(0.5, 1, 50);
    expect(credit.share).toBeCloseTo(0.7, 5);
    expect(credit.firstUnread).toBeCloseTo(0.2, 5);
  });

  test("goes on from what was read before, and takes what the server knows", () => {
    const credit = new ReadingCredit(100, 0.5);
    expect(credit.share).toBeCloseTo(0.5, 5);
    credit.see(0.4, 0.6, 5);
    expect(credit.share).toBeCloseTo(0.55, 5);
    credit.assume(0.8);
    expect(credit.share).toBeCloseTo(0.8, 5);
    credit.assume(0.3);
    expect(credit.share).toBeCloseTo(0.8, 5);
  });
});
