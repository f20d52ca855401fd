import { expect, test } from "vitest";
import { isWithinBounds } from "./json-bounds.ts";

test.each([
  ["what a form sends", JSON.stringify({ name: "José", given: [1, 2, { deep: [[[{}]]] }] }), true],
  ["ten levels", `${"[".repeat(10)}${"]".repeat(10)}`, true],
  ["eleven levels", `${"[".repeat(11)}${"]".repeat(11)}`, false],
  ["eleven levels one after another", "[{}],".repeat(11), true],
  [
    "brackets, commas and quotes within a text",
    JSON.stringify({ text: `${"[{,".repeat(9_000)}\\"\\\\`, b: '"[[[[[[[[[[[[' }),
    true,
  ],
  ["ten thousand parts", JSON.stringify(Array(10_000).fill(1)), true],
  ["more than ten thousand parts", JSON.stringify(Array(10_001).fill(1)), false],
  ["a text that never ends", `"${"\\".repeat(9)}`, true],
])("%s: %#", (_, json, within) => {
  expect(isWithinBounds(json)).toBe(within);
});
