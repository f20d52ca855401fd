import { describe, expect, test } from "vitest";
import { asSource, readable, typedName } from "./mentions.ts";

const ANA = "11111111-1111-4111-8111-111111111111";
const ANTONIO = "22222222-2222-4222-8222-222222222222";

describe("mentions", () => {
  test("are short for the writer, and whole in what is sent", () => {
    const source = `[@Benedito S.](membro:${ANA}), e [@Benedito S. Jr.](membro:${ANTONIO}) também.`;
    const { text, named } = readable(source);
    expect(text).toBe("@Benedito S., e @Benedito S. Jr. também.");
    expect(asSource(text, named)).toBe(source);
  });
  test("of two members with one name the second keeps its long form", () => {
    const source = `[@José L.](membro:${ANA}) e [@José L.](membro:${ANTONIO})`;
    const { text, named } = readable(source);
    expect(text).toBe(`@José L. e [@José L.](membro:${ANTONIO})`);
    expect(asSource(text, named)).toBe(source);
  });
  test("leave a name that nobody chose, and a word that goes on, as typed", () => {
    const named = new Map([["José L", ANA]]);
    expect(asSource("@José Lima e jose@José L.x", named)).toBe("@José Lima e jose@José L.x");
  });
  test.each([
    ["", undefined],
    ["bom dia @", { from: 8, search: "" }],
    ["bom dia @bene", { from: 8, search: "bene" }],
    ["@Benedito Sa", { from: 0, search: "Benedito Sa" }],
    ["nome@exemplo", undefined],
    ["@Benedito Salles da Silva", undefined],
  ])("what is typed after an @: %s", (text, found) => {
    expect(typedName(text, text.length)).toEqual(found);
  });
});
