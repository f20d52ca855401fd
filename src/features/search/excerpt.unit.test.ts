import { expect, test } from "vitest";
import { excerptOf } from "./search.service.ts";
import { HIT } from "./search-index.service.ts";

const marked = (text: string) => text.replace(/\[(\p{L}+)\]/gu, `${HIT.start}$1${HIT.stop}`);
const excerpt = (text: string) => excerptOf(marked(text)).replaceAll(HIT.start, "[").replaceAll(HIT.stop, "]");

test.each([
  ["begins at the sentence of the hit", "Uma frase antes. O [esquadro] mede. Outra.", "O [esquadro] mede. Outra."],
  ["begins at a paragraph", "Título\n\nO [esquadro] mede.", "O [esquadro] mede."],
  ["is empty where nothing is marked", "Nada aqui.", ""],
  ["keeps a text that fits", "O [malho] e o [cinzel].", "O [malho] e o [cinzel]."],
])("an excerpt %s", (_, text, expected) => {
  expect(excerpt(text)).toBe(expected);
});

test("an excerpt that is cut within a hit of several words keeps the hits before it", () => {
  const text = `O [nível] ${"segue sempre ".repeat(20)}${HIT.start}prumo e mais uma palavra comprida${HIT.stop} e adiante sem fim algum.`;
  const cut = excerptOf(marked(text));
  expect(cut.split(HIT.start)).toHaveLength(2);
  expect(cut.split(HIT.stop)).toHaveLength(2);
  expect(cut).toContain(`${HIT.start}nível${HIT.stop}`);
});

test("an excerpt of a long text ends with a sentence, or says that it goes on", () => {
  const sentence = "Esta frase tem sete palavras e um ponto. ";
  expect(excerpt(`O [nível] fica aqui. ${sentence.repeat(20)}`)).toMatch(/^O \[nível\] fica aqui\..+ponto\.$/);
  expect(excerpt(`O [nível] ${"segue sempre ".repeat(60)}`)).toMatch(/^O \[nível\] .+(segue|sempre) …$/);
  const far = excerpt(`${"palavra ".repeat(60)}e o [nível] chega.`);
  expect(far).toMatch(/^… (palavra )+e o \[nível\] chega\.$/);
  expect(far.length).toBeLessThan(300);
});
