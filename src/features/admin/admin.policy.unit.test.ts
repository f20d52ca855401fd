import { describe, expect, test } from "vitest";
import { isLastAdmin } from "#app/features/account/administrators.policy.ts";
import { memberActions } from "./admin.policy.ts";

const admin = { id: "a", role: "admin", suspended: false, hasFactors: true } as const;
const other = { id: "b", role: "admin", suspended: false, hasFactors: true } as const;
const member = { id: "m", role: "user", suspended: false, hasFactors: true } as const;

describe("what an administrator may do", () => {
  //                                             role   degree sessions delete
  test.each([
    ["a member", admin, member, 1, [true, true, true, true]],
    ["another administrator", admin, other, 2, [true, true, true, true]],
    ["himself, among others", admin, admin, 2, [true, false, false, false]],
    ["himself, the last one", admin, admin, 1, [false, true, false, false]],
    ["anybody, as a member", member, admin, 2, [false, false, false, false]],
    ["himself, as a member", member, member, 2, [false, false, false, false]],
  ] as const)("to %s", (_, actor, target, administrators, expected) => {
    const can = memberActions(actor, target, administrators);
    expect(can.resetFactors).toBe(can.endSessions); // of others, both
    expect(can.suspend).toBe(can.delete);
    expect([can.changeRole, can.changeDegree, can.endSessions, can.delete]).toEqual(expected);
  });

  test("the second step is turned off only for who has one", () => {
    expect(memberActions(admin, { ...member, hasFactors: false }, 1).resetFactors).toBe(false);
    expect(memberActions(admin, member, 1).resetFactors).toBe(true);
  });

  test("a suspended administrator is not the last one: they do not count", () => {
    expect(memberActions(admin, { ...other, suspended: true }, 1)).toMatchObject({
      changeRole: true,
      suspend: true,
      delete: true,
    });
  });

  test("a member is never the last administrator", () => {
    expect(isLastAdmin(member, 1)).toBe(false);
    expect(isLastAdmin(admin, 1)).toBe(true);
    expect(isLastAdmin(admin, 2)).toBe(false);
  });
});
