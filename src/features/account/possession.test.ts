import fc from "fast-check";
import { test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { OWNERS, play, STRANGERS } from "./possession.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "100000" });

test.each([
  ["stranger adds a factor", "owner presses the link"],
  ["stranger adds a factor", "owner recovers"],
  ["stranger adds a factor", "owner accepts an invitation"],
  [
    "stranger asks for another address",
    "stranger confirms what was sent to them",
    "stranger asks for the owner's address",
    "owner presses the link",
  ],
  ["owner presses the link", "owner moves away", "stranger signs up", "owner undoes"],
] as const)("whoever holds the mailbox ends alone in possession: %s, %s", (...moves) =>
  play(app, ["stranger signs up", ...moves]),
);

test("whoever holds the mailbox ends alone in possession, after drawn orders of moves", { timeout: 60_000 }, async () => {
  const moves = fc.array(fc.constantFrom(...STRANGERS, ...OWNERS), { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(moves, (drawn) => play(app, ["stranger signs up", ...drawn])),
    { numRuns: 12 },
  );
});
