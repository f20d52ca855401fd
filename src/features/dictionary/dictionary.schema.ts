/** The grades of the specification, in the order of the filter. */
export const GRADES = ["Aprendiz", "Companheiro", "Mestre", "Todos os Graus", "Escocês", "York", "Templário"] as const;
export type Grade = (typeof GRADES)[number];

/** Where the build writes the whole dictionary, for the search in the reader's browser. */
export const TERMS_PATH = "/dicionario/termos.json";

/** Terms shown at a time. */
export const PAGE_SIZE = 10;

/** Another entry, as a link names it. */
export type EntryLink = { slug: string; term: string };

/** An entry of the dictionary as its card shows it. */
export type Entry = EntryLink & { grade: Grade; definition: string; aliases: string[]; see: EntryLink[] };

/** What an entry's own page shows: its neighbours in the alphabet too, and a line of each entry it sends to. */
export type EntryDetail = Omit<Entry, "see"> & {
  see: (EntryLink & { definition: string })[];
  previous: EntryLink | null;
  next: EntryLink | null;
};

/** What the list's HTML carries before all terms are there. */
export type FirstPage = { entries: Entry[]; total: number; letters: string[] };
