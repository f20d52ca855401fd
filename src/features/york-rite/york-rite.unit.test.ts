import { describe, expect, test } from "vitest";
import { addressOfDegree, BODIES, bodyOf, LAST_DEGREE, placeOf } from "./bodies.ts";
import { readYorkRite } from "./york-rite.content.ts";

const { notices, bodies, degrees } = readYorkRite();

describe("the text keeps to spec.md", () => {
  test("thirteen degrees with their names and mean times of study", () => {
    expect(degrees.map(({ id, name, duration }) => [id, name, duration])).toEqual([
      [1, "Aprendiz", "6–12 meses"],
      [2, "Companheiro", "6–12 meses"],
      [3, "Mestre Maçom", "12–18 meses"],
      [4, "Mestre da Marca", "3–6 meses"],
      [5, "Mestre Passado", "3–6 meses"],
      [6, "Mui Excelente Mestre", "3–6 meses"],
      [7, "Arco Real", "6–12 meses"],
      [8, "Mestre Real", "3–6 meses"],
      [9, "Mestre Seleto", "3–6 meses"],
      [10, "Super Excelente Mestre", "3–6 meses"],
      [11, "Ordem da Cruz Vermelha", "3–6 meses"],
      [12, "Cavaleiro de Malta", "3–6 meses"],
      [13, "Cavaleiro Templário", "6–12 meses"],
    ]);
  });

  test("four bodies, and each degree in its own", () => {
    expect(bodies.map(({ name, degrees }) => [name, degrees])).toEqual([
      ["Loja Simbólica", "1–3"],
      ["Capítulo", "4–7"],
      ["Conselho", "8–10"],
      ["Comanderia", "11–13"],
    ]);
    expect(bodies.map(({ id }) => id)).toEqual([...BODIES]);
    for (const { id, body } of degrees) expect(body, String(id)).toBe(bodyOf(id));
    expect(degrees).toHaveLength(LAST_DEGREE);
  });

  test("says at once which rite is meant, and that the numbers are for study", () => {
    expect(notices[0]).toMatch(/^Rito de York \(americano\)/);
    expect(notices[1]).toContain("didática");
  });

  test("the three orders name the old monitors that published them", () => {
    const worksOf = (wanted: number) => degrees.find(({ id }) => id === wanted)!.bibliography.join("\n");
    for (const id of [11, 12, 13]) expect(worksOf(id), String(id)).toMatch(/Webb, .*1797/);
    expect(worksOf(13)).toMatch(/Macoy, .*1870/);
  });

  test("no two items of a list are the same", () => {
    for (const { teachings, symbols, vestments, bibliography } of degrees) {
      for (const list of [teachings, symbols, vestments, bibliography]) expect(new Set(list).size).toBe(list.length);
    }
  });
});

test.each([
  ["", "", "loja", null],
  ["corpo=conselho", "", "conselho", null],
  ["corpo=supremo", "", "loja", null],
  ["corpo=capitulo", "#grau-7", "capitulo", 7],
  ["", "#grau-13", "comanderia", 13],
  ["corpo=loja", "#grau-9", "conselho", 9],
  ["corpo=capitulo", "#grau-0", "capitulo", null],
  ["corpo=capitulo", "#grau-14", "capitulo", null],
  ["corpo=capitulo", "#conteudo", "capitulo", null],
])("the address ?%s%s asks for %s, degree %s", (query, hash, body, degree) => {
  expect(placeOf(new URLSearchParams(query), hash)).toEqual({ body, degree });
});

test("a degree's address leads back to it", () => {
  for (const { id, body } of degrees) {
    const { searchParams, hash } = new URL(addressOfDegree(id), "https://academia.example");
    expect(placeOf(searchParams, hash)).toEqual({ body, degree: id });
  }
});
