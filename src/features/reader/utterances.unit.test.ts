import { describe, expect, test } from "vitest";
import { beginningOf, stepFrom, utterancesOf } from "./utterances.ts";

const said = (...pieces: string[]) => utterancesOf(pieces).map(({ piece, from, to }) => pieces[piece]!.slice(from, to).trim());
const sentence = (word: string, letters: number) =>
  `${word} ${"e mais uma palavra "
    .repeat(20)
    .slice(0, letters - word.length - 3)
    .trim()}.`;

describe("what is said in one breath", () => {
  test("a short paragraph whole", () => {
    expect(said("A pedra. A régua.", "O fim.")).toEqual(["A pedra. A régua.", "O fim."]);
  });

  test("a long one by its sentences", () => {
    const [one, two, three] = [sentence("Primeira", 100), sentence("Segunda", 120), sentence("Terceira", 90)];
    expect(said(`${one} ${two} ${three}`)).toEqual([one, two, three]);
  });

  test("not after an abbreviation, nor within a number", () => {
    const text = `${"palavra ".repeat(10)}no séc. XVIII, diz o Ir. Preston na p. 12, ${"e outra ".repeat(14)}até 1.723 dias. Fim.`;
    const parts = said(text);
    expect(parts.some((part) => /(séc|Ir|p|1)\.$/.test(part))).toBe(false);
    expect(parts.join(" ")).toBe(text.replaceAll(/\s+/g, " "));
  });

  test("a sentence that is too long after its commas, and one without any between words", () => {
    const parts = said(`${"uma parte da frase, ".repeat(20)}fim.`);
    expect(parts.slice(0, -1).every((part) => part.endsWith(","))).toBe(true);
    expect(said("palavra ".repeat(60)).every((part) => /^(palavra ?)+$/.test(part))).toBe(true);
  });

  test("nothing twice, nothing left out, and no more than a voice says in fifteen seconds", () => {
    const text = `“Que a luz!” ${"Longa frase; com partes: e outras, sem fim ".repeat(30)}. ${"x".repeat(500)}`;
    const parts = utterancesOf([text]);
    expect(parts.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
    expect(Math.max(...parts.map(({ from, to }) => to - from))).toBeLessThanOrEqual(180);
  });

  test("nothing of an empty paragraph", () => expect(said("", "  ", "Sim.")).toEqual(["Sim."]));
});

describe("a step of a paragraph", () => {
  const queue = utterancesOf([sentence("Um", 100) + sentence(" E", 150), "Dois.", "", "Quatro."]);

  test("goes on to the next one, and beyond the last", () => {
    expect(queue.map(({ piece }) => piece)).toEqual([0, 0, 1, 3]);
    expect([0, 1, 2, 3].map((at) => stepFrom(queue, at, 1))).toEqual([2, 2, 3, 4]);
  });

  test("goes back to the beginning of this one, then to the one before; from beyond the end to the last", () => {
    expect([0, 1, 2, 3, 4].map((at) => stepFrom(queue, at, -1))).toEqual([0, 0, 0, 2, 3]);
  });

  test("finds where a piece begins", () => {
    expect([0, 1, 2, 3, 4].map((piece) => beginningOf(queue, piece))).toEqual([0, 2, 3, 3, 4]);
  });
});
