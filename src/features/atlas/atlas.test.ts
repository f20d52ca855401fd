import { describe, expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { readEphemerides } from "#app/content/ephemerides.ts";
import { readPlaces } from "#app/content/places.ts";
import { readStudies } from "#app/content/studies.ts";
import type { SearchPage } from "#app/features/search/search.answers.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { testApp } from "#tests/support/app.ts";
import type { Atlas } from "./atlas.answers.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const read = async (degree: (typeof DEGREES)[number]): Promise<Atlas> =>
  (await (await app.member({ degree })).get<Atlas>("/api/atlas")).body;

describe("map and time", () => {
  test("shows a Mestre every document, day and step of a life, in the order of their years", async () => {
    const { entries, places } = await read("mestre");
    const steps = readStudies().flatMap((study) => (study.sort === "life" ? study.steps : []));
    expect(entries).toHaveLength(readDocuments().length + readEphemerides().length + steps.length);
    const years = entries.map(({ year }) => year ?? Number.NEGATIVE_INFINITY);
    expect(years).toEqual(years.toSorted((a, b) => a - b));
    const ids = new Set(places.map(({ id }) => id));
    for (const entry of entries) for (const id of entry.places) expect(ids).toContain(id);
    expect(entries.find(({ path }) => path === "/documentos/schaw-1598")).toEqual({
      kind: "document",
      year: 1598,
      date: "28/12/1598",
      title: "Estatutos Schaw: obra que se possa cumprir",
      by: "William Schaw, Mestre de Obras do rei da Escócia",
      path: "/documentos/schaw-1598",
      places: ["edimburgo"],
    });
    expect(
      entries.find(({ kind, path, year }) => kind === "life" && path === "/vidas/william-preston" && year === 1742),
    ).toMatchObject({
      kind: "life",
      title: "Nasce em 28 de julho, pelo calendário antigo",
      by: "William Preston",
      places: ["edimburgo"],
    });
    expect(entries.find(({ title }) => title === "Elias Ashmole é feito maçom em Warrington")).toMatchObject({
      kind: "day",
      date: "16 de outubro",
      path: "/documentos/ashmole-1646-1682",
      places: ["warrington"],
    });
  });

  test("keeps from a degree what is above it: entries, and places of which it has nothing else", async () => {
    const [aprendiz, companheiro, mestre] = await Promise.all(DEGREES.map(read));
    const titles = ({ entries }: Atlas) => new Set(entries.map(({ title }) => title));
    const sees = (title: string) => [aprendiz!, companheiro!, mestre!].map((each) => titles(each).has(title));
    expect(sees("Estatutos Schaw: obra que se possa cumprir")).toEqual([true, true, true]);
    expect(sees("Vitrúvio: simetria é relação entre partes")).toEqual([false, true, true]); // a document
    expect(sees("Quatro modos de conferir os graus")).toEqual([false, false, true]);
    expect(sees("William Davis dá quatro passos numa noite")).toEqual([false, false, true]); // a day
    expect(sees("Convoca por circular, a mando do Maine, os Conselhos do país")).toEqual([false, false, true]); // a step of a life
    for (const lower of [aprendiz!, companheiro!]) {
      expect(JSON.stringify(lower)).not.toContain("detroit");
      expect(JSON.stringify(lower)).not.toContain("Drummond");
    }
    expect(mestre!.places.map(({ name }) => name)).toContain("Detroit");
  });

  test("the search finds a place for those who may read a text that names it, and leads to it on the map", async () => {
    const visible = new Map<string, Set<string>>();
    for (const degree of DEGREES) {
      const member = await app.member({ degree });
      const named = new Set((await member.get<Atlas>("/api/atlas")).body.places.map(({ id }) => id));
      visible.set(degree, named);
      for (const { id, name } of readPlaces()) {
        const { results, near } = (await member.get<SearchPage>(`/api/search?kind=place&q=${encodeURIComponent(name)}`)).body;
        const paths = [...results, ...near].map(({ path }) => path);
        expect(paths.includes(`/mapa?lugar=${id}`), `${degree}: ${name}`).toBe(named.has(id));
      }
    }
    expect(visible.get("aprendiz")!.size).toBeLessThan(visible.get("mestre")!.size);
    expect((await app.visitor.get<SearchPage>("/api/search?kind=place&q=Detroit")).body).toMatchObject({ results: [], near: [] });
  });

  test("leads only to what its reader may open", async () => {
    const member = await app.member({ degree: "companheiro" });
    const { entries } = (await member.get<Atlas>("/api/atlas")).body;
    const apiOf = (path: string) =>
      path
        .replace(/^\/(estudos|pecas|vidas)\//, "/studies/")
        .replace("/documentos/", "/documents/")
        .replace(/^\/modulo\/(\d+)\/licao\/(\d+)$/, "/modules/$1/lessons/$2");
    // 403 is a module that is still closed, which its page says
    for (const path of new Set(entries.map((entry) => entry.path)))
      expect((await member.get(`/api${apiOf(path)}`)).status, path).toBeOneOf([200, 403]);
  });
});
