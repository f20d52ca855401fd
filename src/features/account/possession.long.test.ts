import fc from "fast-check";
import { test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { OWNERS, play, STRANGERS } from "./possession.test-support.ts";

const app = testApp({ LIMITS_FACTOR: "100000" });

const ALL = [...STRANGERS, ...OWNERS];

test("whoever holds the mailbox ends alone in possession, after all orders of three moves and 300 drawn ones of up to twelve", {
  timeout: 1_800_000,
}, async () => {
  for (const first of ALL) for (const second of ALL) await play(app, ["stranger signs up", first, second]);
  const moves = fc.array(fc.constantFrom(...ALL), { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(moves, (drawn) => play(app, drawn)),
    { numRuns: 300 },
  );
});
