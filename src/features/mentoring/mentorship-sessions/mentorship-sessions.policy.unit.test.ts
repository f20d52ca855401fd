import { describe, expect, test } from "vitest";
import { requestRefusal } from "../mentors/mentors.policy.ts";
import {
  canWrite,
  isOver,
  judgeMove,
  MEMBER_MOVES,
  type MentorshipSessionFacts,
  type MentorshipSessionMove,
  mentorshipSessionCan,
  RULES,
} from "./mentorship-sessions.policy.ts";
import type { MentorshipSessionStatus, SessionActor } from "./mentorship-sessions.table.ts";

const NOW = new Date("2026-12-06T20:00:00Z");
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const facts = (status: MentorshipSessionStatus, more: Partial<MentorshipSessionFacts> = {}): MentorshipSessionFacts => ({
  ...{ status, rated: false, hasMentor: true, hasMentee: true, proposedBy: null, missed: false, objected: false },
  ...{ scheduledDate: inDays(2), durationMinutes: 60 },
  endedAt: status === "cancelled" || status === "completed" ? inDays(-1) : null,
  ...more,
});
const over = { scheduledDate: inDays(-1) };

describe("who may move a session, and when", () => {
  // columns in the order of the moves: accept, decline, withdraw, complete, miss, agree, propose, keep, cancel, object, rate, expire, close. y allowed, c conflict, f forbidden
  test.each<[SessionActor, string, MentorshipSessionFacts, string]>([
    ["mentor", "pending", facts("pending"), "yyfccccccffff"],
    ["mentor", "accepted", facts("accepted"), "ccfyccycyffff"],
    ["mentor", "accepted and over", facts("accepted", over), "ccfyycyccffff"],
    ["mentor", "with a date of the mentee's", facts("accepted", { proposedBy: "mentee" }), "ccfycyyyyffff"],
    ["mentor", "with a date of their own", facts("accepted", { proposedBy: "mentor" }), "ccfyccyyyffff"],
    ["mentor", "completed", facts("completed"), "ccfccccccffff"],
    ["mentor", "cancelled", facts("cancelled"), "ccfccccccffff"],
    ["mentee", "pending", facts("pending"), "ffyffccccccff"],
    ["mentee", "accepted", facts("accepted"), "ffcffcycyccff"],
    ["mentee", "accepted and over", facts("accepted", over), "ffcffcyccccff"],
    ["mentee", "with a date of the mentor's", facts("accepted", { proposedBy: "mentor" }), "ffcffyyyyccff"],
    ["mentee", "completed", facts("completed"), "ffcffcccccyff"],
    ["mentee", "completed and rated", facts("completed", { rated: true }), "ffcffccccccff"],
    ["mentee", "completed, the mentor gone", facts("completed", { hasMentor: false }), "ffcffccccccff"],
    ["mentee", "missed", facts("cancelled", { missed: true }), "ffcffccccycff"],
    ["mentee", "missed, and objected", facts("cancelled", { missed: true, objected: true }), "ffcffccccccff"],
    ["mentee", "missed long ago", facts("cancelled", { missed: true, endedAt: inDays(-8) }), "ffcffccccccff"],
    ["system", "pending", facts("pending"), "fyffffffcffyc"],
    ["system", "accepted", facts("accepted"), "fcffffffyffcc"],
    ["system", "accepted and over", facts("accepted", over), "fcffffffcffcy"],
    ["system", "completed", facts("completed"), "fcffffffcffcc"],
  ])("%s, %s", (actor, _, session, row) => {
    const moves = Object.keys(RULES) as MentorshipSessionMove[];
    expect(moves.join()).toBe("accept,decline,withdraw,complete,miss,agree,propose,keep,cancel,object,rate,expire,close");
    const verdicts = moves.map((move) => judgeMove(move, actor, session, NOW));
    expect(verdicts.map((verdict) => ({ allowed: "y", conflict: "c", forbidden: "f" })[verdict]).join("")).toBe(row);
  });

  test("a conversation is open until a week after a cancellation, or until one side is gone", () => {
    const statuses = ["pending", "accepted", "completed", "cancelled"] as const;
    expect(statuses.map((status) => canWrite(facts(status), NOW))).toEqual([true, true, true, true]);
    expect(canWrite(facts("cancelled", { endedAt: inDays(-6.9) }), NOW)).toBe(true);
    expect(canWrite(facts("cancelled", { endedAt: inDays(-7) }), NOW)).toBe(false);
    expect(canWrite(facts("completed", { endedAt: inDays(-400) }), NOW)).toBe(true);
    expect(canWrite(facts("completed", { hasMentee: false }), NOW)).toBe(false);
  });

  test("`can` says the same as the judgement, for the moves of members", () => {
    const can = mentorshipSessionCan("mentee", facts("completed"), NOW);
    expect(Object.entries(can).filter(([, may]) => may)).toEqual([
      ["rate", true],
      ["write", true],
    ]);
    expect(Object.keys(can)).toEqual([...MEMBER_MOVES, "write"]);
  });

  test("a session in the past is over, whatever its state was called", () => {
    expect(isOver(facts("accepted", { scheduledDate: new Date(NOW.getTime() - 59 * 60_000) }), NOW)).toBe(false);
    expect(isOver(facts("accepted", { scheduledDate: new Date(NOW.getTime() - 60 * 60_000) }), NOW)).toBe(true);
    expect(isOver(facts("completed", over), NOW)).toBe(false);
  });
});

test.each([
  [{ own: true }, "own"],
  [{ isActive: false }, "inactive"],
  [{ asked: true }, "asked"],
  [{ occupied: 5 }, "full"],
  [{ occupied: 6 }, "full"],
  [{ occupied: 4 }, null],
  [{ openRequests: 3 }, "limit"],
  [{ openRequests: 2 }, null],
])("a request with %j: %s", (change, refusal) => {
  const facts = { own: false, isActive: true, occupied: 0, maxMentees: 5, asked: false, openRequests: 0, ...change };
  expect(requestRefusal(facts)).toBe(refusal);
});
