import { z } from "zod";
import { count } from "#app/server/http/answers.ts";
import { GRADES } from "./dictionary.schema.ts";

const entryLink = z.strictObject({ slug: z.string(), term: z.string() });

const entry = entryLink.extend({
  grade: z.enum(GRADES),
  definition: z.string(),
  aliases: z.array(z.string()),
  see: z.array(entryLink),
});
/** An entry of the dictionary as its card shows it. */
export type Entry = z.output<typeof entry>;

export const entryList = z.array(entry);

/** What an entry's own page shows: its neighbours in the alphabet too, and a line of each entry it sends to. */
export const entryDetail = entry.extend({
  see: z.array(entryLink.extend({ definition: z.string() })),
  previous: entryLink.nullable(),
  next: entryLink.nullable(),
});
export type EntryDetail = z.output<typeof entryDetail>;

/** What the list shows before all terms are there. */
export const firstPage = z.strictObject({ entries: entryList, total: count, letters: z.array(z.string()) });
export type FirstPage = z.output<typeof firstPage>;
