import { expect, test } from "vitest";
import { isDeceptive, skeletonOf, tidyName } from "./names.ts";

test.each([
  "Antônio d’Ávila",
  "José Kubitschek Jr.",
  "Łukasz Müller",
  "Jerônimo O'Neill 2º",
  "Nguyễn Văn An",
  "João".normalize("NFD"),
])("%s is a name as people write it", (name) => expect(isDeceptive(name)).toBe(false));

test.each([
  "Аdministração",
  "Moderаdor",
  "Αntonio",
  "Antonio\u202eoinotnA",
  "Ana\u200bLima",
  "José\u2066",
  "ꓮna",
  "Ａna",
  "ɑna",
  "Anı",
])("%s passes for another one", (name) => expect(isDeceptive(name)).toBe(true));

test("a typed name has one space at a time, in composed letters", () => {
  expect(tidyName("  José   da\u00a0 Silva ")).toBe("José da Silva");
  expect(tidyName("João".normalize("NFD"))).toBe("João");
});

test.each([
  ["José S.", "jose s", true],
  ["Caio Prado", "Caio-Prado", true],
  ["Aline", "AIine", true],
  ["Caio Prado", "Caio Prates", false],
])("%s looks like %s: %s", (one, other, same) => expect(skeletonOf(one) === skeletonOf(other)).toBe(same));
