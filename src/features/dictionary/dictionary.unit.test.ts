import { describe, expect, test } from "vitest";
import { readTerms } from "#app/content/dictionary.ts";
import { allEntries, entryDetail, firstPage } from "./dictionary.content.ts";
import { GRADES, PAGE_SIZE } from "./dictionary.schema.ts";
import {
  addressOf,
  type Filters,
  findEntries,
  letterOf,
  pagesOf,
  piecesOf,
  readAddress,
  START,
  sliceOf,
  wordsOf,
  writeAddress,
} from "./dictionary.search.ts";
import { suggestNames } from "./dictionary.suggestions.ts";

const entries = allEntries();
const find = (filters: Partial<Filters>) => findEntries(entries, { ...START, ...filters }).map(({ slug }) => slug);

describe("the entries", () => {
  test("are those of content/dictionary.yaml, checked by readTerms, in alphabetical order", () => {
    expect(entries).toHaveLength(162);
    expect(new Set(entries.map(({ slug }) => slug))).toEqual(new Set(readTerms().map(({ slug }) => slug)));
    const terms = entries.map(({ term }) => term);
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, "pt-BR")));
  });

  test("send only to entries that exist, each under its name", () => {
    const names = new Map(entries.map(({ slug, term }) => [slug, term]));
    for (const { see } of entries) for (const { slug, term } of see) expect(names.get(slug), slug).toBe(term);
    const written = new Map(readTerms().map(({ slug, see }) => [slug, see.length]));
    for (const { slug, see } of entries) expect(see, slug).toHaveLength(written.get(slug)!);
  });

  test("the first page is the ten that the list begins with", () => {
    const { entries: first, total, letters } = firstPage();
    expect(first).toEqual(entries.slice(0, PAGE_SIZE));
    expect(total).toBe(162);
    expect(letters).toContain("A");
    expect(letters).not.toContain("Á");
  });

  test("each has its neighbours, and the ends have one", () => {
    expect(entryDetail(entries[0]!.slug)).toMatchObject({ previous: null, next: { slug: entries[1]!.slug } });
    expect(entryDetail(entries.at(-1)!.slug)).toMatchObject({ previous: { slug: entries.at(-2)!.slug }, next: null });
    expect(entryDetail("nao-ha")).toBeUndefined();
  });
});

describe("the search", () => {
  test.each(["acacia", "ACÁCIA", "Acácia", " acácia ", "aca\u0301cia"])("finds Acácia by %j", (search) => {
    expect(find({ search })[0]).toBe("acacia");
  });

  test("looks in the definition and in the other names", () => {
    expect(find({ search: "folhagem" })).toEqual(["acacia"]);
    expect(find({ search: "sprig of acacia" })).toEqual(["acacia"]);
    expect(find({ search: "pao de queijo" })).toEqual([]);
  });

  test("finds whatever contains the text, case and accents aside", () => {
    const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    for (const search of ["Templo", "união", "é", "real arco", "1 Reis", "("]) {
      const found = new Set(find({ search }));
      for (const { slug, term, definition } of entries) {
        if (fold(term).includes(fold(search)) || fold(definition).includes(fold(search))) expect(found, search).toContain(slug);
      }
    }
  });

  test("a hyphen or the order of the words does not hide a term", () => {
    expect(find({ search: "pedra chave" })[0]).toBe("pedra-chave");
    expect(find({ search: "york lenda" })[0]).toBe("york-lenda-de");
  });

  test("what has the words in its name comes before what has them in its definition", () => {
    const found = find({ search: "loja" });
    expect(found[0]).toBe("loja");
    expect(found.indexOf("grande-loja")).toBeLessThan(found.indexOf("abobada-celeste"));
  });

  test("keeps to the grade and to the letter", () => {
    const counts = GRADES.map((grade) => find({ grade }).length);
    expect(counts).toEqual([14, 12, 13, 66, 8, 39, 10]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(162);
    expect(find({ letter: "A" })).toContain("agape");
    for (const slug of find({ letter: "A" })) expect(slug).toMatch(/^a/);
    expect(find({ letter: "X" })).toEqual([]);
    expect(find({ grade: "Mestre", search: "acacia" })).toContain("acacia");
    expect(find({ grade: "Templário", search: "acacia" })).toEqual([]);
  });
});

describe("what a search may have meant", () => {
  const meant = (search: string) => suggestNames(entries, search, findEntries(entries, { ...START, search }));

  test.each([
    ["acassia", "Acácia"],
    ["ESQUADRA", "Esquadro"],
    ["maiete", "Malhete"],
    ["arco reau", "Arco Real"],
    ["veneravel mestri", "Venerável Mestre"],
    ["uniaum", "Cadeia de União"],
    ["oficiau", "Oficina"], // another name of Loja: the one that was misspelt is offered
  ])("%j meant %j", (search, name) => {
    expect(meant(search)[0]).toBe(name);
  });

  test("what found little by chance is asked about too", () => {
    expect(find({ search: "irão" })).toHaveLength(2); // Adonirão, Hirão
    expect(meant("irão")).toEqual(["Irmão"]);
  });

  test("nothing is offered for what was found by its name, is like nothing, or is hardly begun", () => {
    for (const search of ["orador", "keystone", "templarios", "prancheta", "pão de queijo", "xyz", "lj", "", "%"])
      expect(meant(search), search).toEqual([]);
  });

  test("at most three, and what is offered is found by its own name", () => {
    for (const search of ["pedra brota", "vigilente", "masonaria"]) {
      expect(meant(search).length).toBeLessThanOrEqual(3);
      for (const name of meant(search)) expect(find({ search: name }), name).not.toEqual([]);
    }
  });
});

test("pages hold ten, and every term is on exactly one", () => {
  expect([0, 1, 10, 11, 162].map(pagesOf)).toEqual([1, 1, 1, 2, 17]);
  const pages = Array.from({ length: pagesOf(entries.length) }, (_, index) => sliceOf(entries, index + 1));
  expect(pages.flat()).toEqual(entries);
  expect(pages.at(-1)).toHaveLength(2);
});

test("letters of the index have no accents", () => {
  expect(["Ágape", "Âncora e Arca", "Olho", "Índice"].map(letterOf)).toEqual(["A", "A", "O", "I"]);
});

test("marks the found words and loses no letter", () => {
  expect(piecesOf("Cadeia de União", wordsOf("UNIAO"))).toEqual([
    { text: "Cadeia de ", found: false },
    { text: "União", found: true },
  ]);
  expect(piecesOf("aaa", ["aa"])).toEqual([{ text: "aaa", found: true }]);
  expect(piecesOf("Loja", [])).toEqual([{ text: "Loja", found: false }]);
  for (const { definition } of entries) {
    expect(
      piecesOf(definition, wordsOf("a ção 1"))
        .map(({ text }) => text)
        .join(""),
    ).toBe(definition);
  }
});

describe("the address", () => {
  const read = (query: string) => readAddress(new URLSearchParams(query));

  test("keeps the state, and the start needs none", () => {
    expect(addressOf(START)).toBe("/dicionario");
    for (const state of [
      { ...START, search: "união & força", page: 2 },
      { ...START, letter: "C", grade: "Todos os Graus" as const },
      { ...START, grade: "Templário" as const, page: 17 },
    ]) {
      expect(readAddress(writeAddress(state))).toEqual(state);
    }
  });

  test("leaves out what it has wrong", () => {
    for (const query of [
      "pagina=0",
      "pagina=-1",
      "pagina=1.5",
      "pagina=x",
      "letra=%C3%81",
      "letra=AB",
      "grau=mestre-secreto",
      "busca=%20",
    ]) {
      expect(read(query), query).toEqual(START);
    }
    expect(read("letra=b")).toEqual({ ...START, letter: "B" });
    expect(read("busca=arco&letra=B")).toEqual({ ...START, search: "arco" });
  });
});
