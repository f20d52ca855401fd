import { readPlaces } from "#app/content/places.ts";
import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { readableIn } from "#app/features/documents/documents.service.ts";
import { daysOpenTo } from "#app/features/ephemerides/ephemerides.service.ts";
import type { Searchable } from "#app/features/search/search-index.service.ts";
import { livesOpenTo } from "#app/features/studies/studies.service.ts";
import { DEGREES, type Degree } from "#app/lib/degrees.ts";
import { longDay } from "#app/lib/format.ts";
import { MAP_REGIONS } from "#app/lib/map-regions.ts";
import { once } from "#app/lib/once.ts";
import { studyAddress } from "#app/lib/study-sorts.ts";
import { opening } from "#app/lib/text.ts";
import { type Ctx, requireActor } from "#app/server/context.ts";
import { placeAddress } from "./atlas.address.ts";
import type { Atlas, Entry } from "./atlas.answers.ts";

/** The places of this release, read once: nobody edits them but in the files. */
const places = once(() => readPlaces());

/** What the member's degree may read of documents, days and lives, by year and place, without their texts. */
export function readAtlas(ctx: Ctx): Atlas {
  const entries = entriesFor(ctx, requireActor(ctx).degree).sort(
    (a, b) => (a.year ?? Number.NEGATIVE_INFINITY) - (b.year ?? Number.NEGATIVE_INFINITY) || 0,
  );
  return {
    places: placesIn(entries).map(({ at: [longitude, latitude], ...place }) => ({ ...place, longitude, latitude })),
    entries,
  };
}

/** Each place for the readers of the lowest degree that has a text which names it. */
export function searchablePlaces(catalogue: Catalogue): Searchable[] {
  const found = new Map<string, Searchable>();
  for (const degree of DEGREES)
    for (const { id, name, region } of placesIn(entriesFor({ catalogue: () => catalogue }, degree)))
      if (!found.has(id)) {
        const context = `Mapa · ${MAP_REGIONS[region].label}`;
        found.set(id, { kind: "place", id, degree, path: placeAddress(id), title: name, context, source: "" });
      }
  return [...found.values()];
}

type Texts = Pick<Ctx, "catalogue">;

const entriesFor = (ctx: Texts, degree: Degree): Entry[] => [
  ...documentsFor(ctx, degree),
  ...daysFor(ctx, degree),
  ...livesFor(ctx, degree),
];

/** The places that entries name, in the order of the file. */
function placesIn(entries: Entry[]) {
  const named = new Set(entries.flatMap((entry) => entry.places));
  return places().filter(({ id }) => named.has(id));
}

const documentsFor = (ctx: Texts, degree: Degree): Entry[] =>
  readableIn(ctx.catalogue(), degree).map(({ id, title, author, year, date, region, at }) => ({
    kind: "document",
    year: region === "escritura" ? null : year,
    date,
    title,
    by: author,
    path: `/documentos/${id}`,
    places: at,
  }));

const daysFor = (ctx: Texts, degree: Degree): Entry[] =>
  daysOpenTo(ctx, degree)
    .map(({ source: { day, title, at }, of }): Entry & { day: string } => ({
      kind: "day",
      year: Number(day.slice(0, 4)),
      date: longDay(day),
      title,
      by: null,
      path: of.path,
      places: at,
      day,
    }))
    .sort((a, b) => a.day.localeCompare(b.day))
    .map(({ day: _, ...entry }) => entry);

const livesFor = (ctx: Texts, degree: Degree): Entry[] =>
  livesOpenTo(ctx.catalogue(), degree).flatMap(({ sort, id, title, steps }) =>
    steps.map(({ year, what, at }) => ({
      kind: "life" as const,
      year: Number(/\d{4}/.exec(year)![0]),
      date: year,
      title: opening(what),
      by: title,
      path: studyAddress({ sort, id }),
      places: at,
    })),
  );
