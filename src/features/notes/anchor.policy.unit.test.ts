import { expect, test } from "vitest";
import { type Anchor, anchorOf, passageFinder } from "./anchor.policy.ts";
import { paragraphsOf } from "./paragraphs.policy.ts";

const findPassage = (blocks: string[], anchor: Anchor) => passageFinder(blocks)(anchor);

const TEXT = [
  "Quem visita uma obra vê blocos de toda forma, e nenhum serve ainda para a parede.",
  "A pedra bruta é o trabalho que ainda falta. O canteiro retira o que sobra, e nada acrescenta.",
  "Por isso o Aprendiz recebe, com as pedras, as ferramentas para medir e desbastar a pedra.",
];
const passage = (block: number, words: string) => {
  const start = TEXT[block]!.indexOf(words);
  return anchorOf(TEXT[block]!, block, start, start + words.length);
};
const found = (blocks: string[], anchor: ReturnType<typeof passage>) => {
  const place = findPassage(blocks, anchor);
  return place && (place.exact ? blocks[place.block]!.slice(place.start, place.end) : `~${place.block}`);
};

test("a passage is found where it was, also when the same words stand elsewhere, and in another place of the text", () => {
  const stone = passage(2, "pedra");
  expect(findPassage(TEXT, stone)).toMatchObject({ block: 2 });
  expect(findPassage(["Novo começo.", TEXT[2]!, TEXT[0]!, TEXT[1]!], stone)).toMatchObject({ block: 1 });
  for (const block of TEXT.keys()) expect(findPassage(TEXT, anchorOf(TEXT[block]!, block))).toMatchObject({ block, exact: true });
});

test("it survives a revised text: the words around it changed, or it was changed itself", () => {
  const anchor = passage(1, "O canteiro retira o que sobra");
  const around = TEXT.map((text) =>
    text.replace("que ainda falta", "ainda por fazer").replace("nada acrescenta", "não põe nada"),
  );
  expect(found(around, anchor)).toBe("O canteiro retira o que sobra");
  const itself = TEXT.map((text) => text.replace("O canteiro retira", "O pedreiro só retira"));
  expect(found([TEXT[2]!, "Um parágrafo novo.", ...itself], anchor)).toBe("~3");
});

test("a passage that went is gone, though its words are common, and is not moved to another paragraph", () => {
  expect(findPassage([TEXT[0]!, TEXT[2]!], passage(1, "pedra bruta"))).toBeUndefined();
  expect(findPassage([TEXT[0]!, TEXT[1]!], anchorOf(TEXT[2]!, 2))).toBeUndefined();
  expect(findPassage(["A pedra."], passage(2, "pedra"))).toBeUndefined();
  expect(findPassage([], passage(0, "obra"))).toBeUndefined();
});

test("paragraphs of rendered HTML are the words that a reader sees, without headings, drawings and numbers of footnotes", () => {
  const html = `<p class="opening">Uma <a href="/dicionario/pedra" role="button" class="term">pedra</a>
    &#x26; o malho.<sup><a href="#fn-1">1</a></sup></p><h2 id="s1"><span>§ 1</span> Título</h2>
    <figure class="plate"><svg><text>norte</text></svg><figcaption><span>Legenda</span></figcaption></figure>
    <ul><li>Um</li><li><p>Dois&nbsp;&lt;3</p></li></ul>`;
  expect(paragraphsOf(html)).toEqual(["Uma pedra & o malho.", "Legenda", "Um", "Dois <3"]);
});
