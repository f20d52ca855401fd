import { describe, expect, test } from "vitest";
import { boardId, boardIdFor } from "../boards/boards.schema.ts";
import { isFirstDay, mayDecideOn, mayMoveTo, waitsUntil } from "./moderation.policy.ts";
import { collectShingles, copiesFromAbove, shinglesOf } from "./shingles.ts";

describe("words copied from a text", () => {
  const lesson = "Adonirão estava à frente da leva, e dez mil homens partiam para o Líbano no começo de cada mês.";
  const open = "Abra uma trena até os 61 centímetros e trave a fita: é esse o comprimento da régua.";
  const shingles = collectShingles([
    { degree: "mestre", text: `${lesson} ${open}` },
    { degree: "companheiro", text: "Um dia o braço fica curto para o jornal e afasta-se a folha." },
    { degree: null, text: open },
  ]);
  const from = (text: string, degree: "aprendiz" | "companheiro" | "mestre" | null) =>
    copiesFromAbove(text, { degree }, shingles);

  test("runs are of eight words, without accents and punctuation, and in their order", () => {
    const runs = shinglesOf("Um, dois: três — quatro cinco; seis sete oito NOVE");
    expect(runs).toEqual([
      ...shinglesOf("um dois tres quatro cinco seis sete oito"),
      ...shinglesOf("dois tres quatro cinco seis sete oito nove"),
    ]);
    expect(new Set([...runs, ...shinglesOf("dois um tres quatro cinco seis sete oito")]).size).toBe(3);
    expect(runs.every(Number.isSafeInteger)).toBe(true);
    expect(shinglesOf("só sete palavras não fazem um trecho")).toEqual([]);
    expect(shinglesOf("")).toEqual([]);
  });

  test.each([
    ["word for word", lesson],
    ["in capitals, without accents and with other marks", "ADONIRAO ESTAVA A FRENTE DA LEVA -- E DEZ MIL"],
    ["in the middle of other words", "Li ontem que dez mil homens partiam para o Líbano no inverno, e gostei."],
  ])("are found %s, below the degree of the text and not in it", (_, text) => {
    expect(from(text, null)).toBe(true);
    expect(from(text, "aprendiz")).toBe(true);
    expect(from(text, "companheiro")).toBe(true);
    expect(from(text, "mestre")).toBe(false);
  });

  test("are no copy where seven are the same, or where the text that has them is open as well", () => {
    expect(from("homens partiam para o Líbano no começo", null)).toBe(false);
    expect(from("dez mil homens partiam para o Egito no começo de cada ano", null)).toBe(false);
    expect(from(open, null)).toBe(false);
  });

  test("of the second degree are found in the first alone", () => {
    const words = "o braço fica curto para o jornal e afasta-se";
    expect(from(words, "aprendiz")).toBe(true);
    expect(from(words, "companheiro")).toBe(false);
    expect(from(words, "mestre")).toBe(false);
  });
});

describe("the first day", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

  test.each([
    [null, 0, undefined],
    [hoursAgo(1), 2, undefined],
    [hoursAgo(1), 3, new Date("2026-11-24T11:00:00Z")],
    [hoursAgo(23), 9, new Date("2026-11-23T13:00:00Z")],
    [hoursAgo(24), 3, undefined],
    [hoursAgo(500), 40, undefined],
  ])("begun at %j, with %i posts: waits until %j", (firstPostAt, postsSince, until) => {
    expect(waitsUntil({ firstPostAt, postsSince, now })).toEqual(until);
  });

  test("is also the time before the first post", () => {
    expect(isFirstDay({ firstPostAt: null, now })).toBe(true);
    expect(isFirstDay({ firstPostAt: hoursAgo(23), now })).toBe(true);
    expect(isFirstDay({ firstPostAt: hoursAgo(24), now })).toBe(false);
  });
});

describe("who decides", () => {
  test.each([
    ["a moderator on another's post", { authorId: "b" }, { id: "a", role: "user" }, true, true],
    ["a moderator on the post of one who is gone", { authorId: null }, { id: "a", role: "user" }, true, true],
    ["a moderator on his own", { authorId: "a" }, { id: "a", role: "user" }, true, false],
    ["an administrator on his own", { authorId: "a" }, { id: "a", role: "admin" }, true, true],
    ["who does not moderate there", { authorId: "b" }, { id: "a", role: "user" }, false, false],
  ])("%s", (_, post, actor, moderates, may) => {
    expect(mayDecideOn(post, actor, moderates)).toBe(may);
  });

  test.each([
    [null, "aprendiz", true],
    ["aprendiz", null, true],
    ["aprendiz", "mestre", true],
    ["mestre", "mestre", true],
    ["companheiro", "aprendiz", false],
    ["mestre", null, false],
  ] as const)("a topic of %j moves to %j: %s", (from, to, may) => {
    expect(mayMoveTo({ degree: from }, { degree: to })).toBe(may);
  });
});

test("a new board's address is made of its name: never longer than an address may be, and never a number alone", () => {
  expect(boardIdFor("1º grau: as perguntas")).toBe("sala-1-grau-as-perguntas");
  expect(boardIdFor("Como receber quem vem de longe, e como se despedir")).toMatch(
    /^como-receber-quem-vem-de-longe[a-z-]*[a-z]$/,
  );
  for (const name of ["Visitas", "A".repeat(60), "2026", `${"a".repeat(39)} b`])
    expect(boardId.safeParse(boardIdFor(name)).success, name).toBe(true);
  expect(boardIdFor("!!")).toBe("");
});
