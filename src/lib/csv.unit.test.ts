import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

const FIRST = '\uFEFF"h"\r\n';

test("quotes every cell, doubles quotation marks, and keeps line breaks inside their cell", () => {
  expect(toCsv(["a", "b"], [['diz "sim"', "um\ndois;três"]])).toBe('\uFEFF"a";"b"\r\n"diz ""sim""";"um\ndois;três"\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])("%j is text, not a formula", (text) => {
  expect(toCsv(["h"], [[text]])).toBe(`${FIRST}"'${text}"\r\n`);
});

test("whatever a cell holds, it is one cell, and no cell begins as a formula", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const content = toCsv(["h"], [[text]]).slice(FIRST.length, -2);
      expect(content).toMatch(/^"(?:[^"]|"")*"$/);
      expect(content).not.toMatch(/^"[=+\-@\t\r]/);
      const shown = content.slice(1, -1).replaceAll('""', '"');
      expect(shown).toBe(/^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text);
    }),
  );
});
