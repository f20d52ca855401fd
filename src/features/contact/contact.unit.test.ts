import { expect, test } from "vitest";
import { looksAutomated } from "./contact.policy.ts";

test.each([
  { website: "", elapsedMs: 3_000, automated: false },
  { website: "", elapsedMs: 86_400_000, automated: false },
  { website: "  ", elapsedMs: 60_000, automated: false },
  { website: "", elapsedMs: 2_999, automated: true },
  { website: "", elapsedMs: 0, automated: true },
  { website: "https://spam.example", elapsedMs: 60_000, automated: true },
  { website: "x", elapsedMs: 0, automated: true },
])("website $website after $elapsedMs ms: automated $automated", ({ automated, ...form }) => {
  expect(looksAutomated(form)).toBe(automated);
});
