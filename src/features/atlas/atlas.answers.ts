import { z } from "zod";
import { MAP_REGION_IDS } from "#app/lib/map-regions.ts";

const place = z.strictObject({
  id: z.string(),
  name: z.string(),
  region: z.enum(MAP_REGION_IDS),
  longitude: z.number(),
  latitude: z.number(),
  /** A country, a state or a land, of which the point is only the middle. */
  area: z.boolean(),
});
export type Place = z.output<typeof place>;

const entry = z.strictObject({
  kind: z.enum(["document", "day", "life"]),
  /** Negative before Christ; null for Scripture, which is off the line of years. */
  year: z.int().nullable(),
  /** As it is shown: "28/12/1598", "28 de dezembro", "c. 1679". */
  date: z.string(),
  title: z.string(),
  /** A document's author; of a step of a life, whose life it is. */
  by: z.string().nullable(),
  path: z.string(),
  /** The places by their ids; none where it is not known. */
  places: z.array(z.string()),
});
export type Entry = z.output<typeof entry>;

/** What the reader's degree may read of documents, days and lives, in the order of their years, and the places of these alone. */
export const atlas = z.strictObject({ places: z.array(place), entries: z.array(entry) });
export type Atlas = z.output<typeof atlas>;
