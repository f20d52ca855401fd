import fc from "fast-check";
import { expect, test } from "vitest";
import { changesBetween, mergeBodies } from "./merge.ts";

const body = (markdown: string, title = "T") => ({ title, standfirst: "S", markdown });
const base = body("Um.\n\nDois.\n\nTrês.");

test("paragraphs that two people changed are joined", () => {
  const mine = body("Um, meu.\n\nDois.\n\nTrês.");
  const theirs = body("Um.\n\nDois, seu.\n\nTrês.\n\nQuatro.");
  expect(mergeBodies(base, mine, theirs)).toEqual(body("Um, meu.\n\nDois, seu.\n\nTrês.\n\nQuatro."));
});

test("the title of one and the text of the other are joined", () => {
  expect(mergeBodies(base, body(base.markdown, "Meu"), body("Um."))).toEqual(body("Um.", "Meu"));
});

test("a paragraph that both changed, or a title, is left to them", () => {
  expect(mergeBodies(base, body("Um, meu.\n\nDois.\n\nTrês."), body("Um, seu.\n\nDois.\n\nTrês."))).toBe(undefined);
  expect(mergeBodies(base, body(base.markdown, "Meu"), body(base.markdown, "Seu"))).toBe(undefined);
});

test("the same change by both is no clash", () => {
  const same = body("Um, igual.\n\nDois.\n\nTrês.");
  expect(mergeBodies(base, same, same)).toEqual(same);
});

const text = fc.array(fc.constantFrom("a", "b", "c", "", "dd"), { maxLength: 8 }).map((lines) => lines.join("\n"));

test("the changes between two texts make the second of the first", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      let made = before;
      for (const { from, to, insert } of changesBetween(before, after).toReversed())
        made = made.slice(0, from) + insert + made.slice(to);
      expect(made).toBe(after);
    }),
  );
});
