import { DEGREE_LABEL, DEGREES } from "#app/lib/degrees.ts";
import { fold } from "#app/lib/text.ts";
import type { DocumentCard, DocumentText } from "./documents.answers.ts";
import { FIRST_YEAR } from "./timeline.ts";

export type Region = DocumentCard["region"];
export const REGION_LABEL: Record<Region, string> = {
  "ilhas-britanicas": "Ilhas Britânicas",
  america: "América",
  brasil: "Brasil",
  continente: "Continente",
  escritura: "Escritura",
};

/** What the text of a document is here. */
export const originOf = ({ lang }: DocumentText["original"]): string =>
  lang.startsWith("pt") ? "Texto original em português." : "Tradução da Academia.";

/** One choice of a filter, as the address names it. */
type Choice = { value: string; label: string; fits: (document: DocumentCard) => boolean };

const century = (value: string, label: string, from: number, to: number): Choice => ({
  value,
  label,
  fits: ({ year, region }) => region !== "escritura" && year >= from && year < to,
});

/** The filters: within one its choices add up, and a document passes all of them. */
export const FILTERS: { name: string; label: string; choices: Choice[] }[] = [
  {
    name: "seculo",
    label: "Século",
    choices: [
      century("antes", "Antes do XIV", -1000, 1300),
      century("xiv-xvi", "XIV–XVI", 1300, 1600),
      century("xvii", "XVII", 1600, 1700),
      century("xviii", "XVIII", 1700, 1800),
      century("xix", "XIX", 1800, 1900),
      century("xx", "XX", 1900, 2000),
    ],
  },
  {
    name: "lugar",
    label: "Lugar",
    choices: Object.entries(REGION_LABEL).map(([value, label]) => ({ value, label, fits: ({ region }) => region === value })),
  },
  {
    name: "grau",
    label: "Grau e rito",
    choices: [
      ...DEGREES.map((degree) => ({
        value: degree,
        label: DEGREE_LABEL[degree],
        fits: (document: DocumentCard) => document.degree === degree,
      })),
      { value: "york", label: "Rito de York", fits: ({ york }) => york },
    ],
  },
];

/** What is chosen of each filter, by its name. */
export type Chosen = Record<string, string[]>;

/** The documents that pass the filters and whose title, author or subject has every word of the search, whatever the accents. */
export function findDocuments(documents: DocumentCard[], chosen: Chosen, search: string): DocumentCard[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return documents.filter((document) => {
    const text = fold(`${document.title} ${document.author} ${document.subject} ${document.kind}`);
    return (
      words.every((word) => text.includes(word)) &&
      FILTERS.every(({ name, choices }) => {
        const wanted = chosen[name] ?? [];
        return wanted.length === 0 || choices.some(({ value, fits }) => wanted.includes(value) && fits(document));
      })
    );
  });
}

type Group = { title: string; period: string; holds: (document: DocumentCard) => boolean };

const looksBack = ({ kind, year }: DocumentCard) => year >= 1840 && (kind === "livro" || kind === "enciclopédia");

/** The parts of the list, in their order. A document is in the first that holds it. */
const GROUPS: Group[] = [
  { title: "Escritura", period: "fora da régua", holds: ({ region }) => region === "escritura" },
  { title: "Antiguidade e Idade Média", period: "fora da régua", holds: ({ year }) => year < FIRST_YEAR },
  { title: "Livros que olham para trás", period: "1869–1912", holds: looksBack },
  { title: "Antigos Deveres e Lojas de ofício", period: "1390–1717", holds: ({ year }) => year < 1717 },
  { title: "Brasil", period: "1800–1832", holds: ({ region }) => region === "brasil" },
  { title: "América", period: "1730–1880", holds: ({ region }) => region === "america" },
  { title: "Grandes Lojas da Europa", period: "1717–1813", holds: () => true },
];
/** As they are read: by time, and what is off the timeline last. */
const READING_ORDER = [3, 6, 5, 4, 2, 1, 0];

/** The documents in the parts of the list; parts without any are left out. */
export function inGroups(documents: DocumentCard[]): { title: string; period: string; documents: DocumentCard[] }[] {
  const byGroup = Map.groupBy(documents, (document) => GROUPS.find(({ holds }) => holds(document))!);
  return READING_ORDER.map((index) => GROUPS[index]!).flatMap((group) => {
    const own = byGroup.get(group);
    return own ? [{ title: group.title, period: group.period, documents: own }] : [];
  });
}
