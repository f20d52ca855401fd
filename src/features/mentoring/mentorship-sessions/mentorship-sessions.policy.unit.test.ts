import { describe, expect, test } from "vitest";
import { requestRefusal } from "../mentors/mentors.policy.ts";
import { canWrite, judgeMove, MENTORSHIP_SESSION_MOVES, mentorshipSessionCan } from "./mentorship-sessions.policy.ts";
import type { MentorshipSessionStatus, Side } from "./mentorship-sessions.table.ts";

const mentorshipSession = (status: MentorshipSessionStatus, rated = false) => ({
  status,
  rated,
  hasMentor: true,
  hasMentee: true,
});

describe("who may move a session, and when", () => {
  // rows: side and state; columns: accept, decline, withdraw, cancel, complete, rate. y allowed, c conflict, f forbidden
  test.each<[Side, MentorshipSessionStatus, string]>([
    ["mentor", "pending", "yyfccf"],
    ["mentor", "accepted", "ccfyyf"],
    ["mentor", "completed", "ccfccf"],
    ["mentor", "cancelled", "ccfccf"],
    ["mentee", "pending", "ffycfc"],
    ["mentee", "accepted", "ffcyfc"],
    ["mentee", "completed", "ffccfy"],
    ["mentee", "cancelled", "ffccfc"],
  ])("%s, %s: %s", (side, status, row) => {
    expect(MENTORSHIP_SESSION_MOVES).toEqual(["accept", "decline", "withdraw", "cancel", "complete", "rate"]);
    const verdicts = MENTORSHIP_SESSION_MOVES.map((move) => judgeMove(move, side, mentorshipSession(status)));
    expect(verdicts.map((verdict) => ({ allowed: "y", conflict: "c", forbidden: "f" })[verdict]).join("")).toBe(row);
  });

  test("a session is rated once, and not after its mentor is gone", () => {
    expect(judgeMove("rate", "mentee", mentorshipSession("completed", true))).toBe("conflict");
    expect(judgeMove("rate", "mentee", { ...mentorshipSession("completed"), hasMentor: false })).toBe("conflict");
  });

  test("a conversation is open until cancellation, or until one side is gone", () => {
    expect(
      (["pending", "accepted", "completed", "cancelled"] as const).map((status) => canWrite(mentorshipSession(status))),
    ).toEqual([true, true, true, false]);
    expect(canWrite({ ...mentorshipSession("completed"), hasMentee: false })).toBe(false);
  });

  test("`can` says the same as the judgement", () => {
    expect(mentorshipSessionCan("mentee", mentorshipSession("completed"))).toEqual({
      accept: false,
      decline: false,
      withdraw: false,
      cancel: false,
      complete: false,
      rate: true,
      write: true,
    });
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
