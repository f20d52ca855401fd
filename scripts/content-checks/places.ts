import type { Finding } from "#app/features/authoring/checks/finding.ts";

/** Every place that a text names exists, and every place is named by a text. */
export function checkPlaces(placesFile: string, places: string[], texts: { file: string; at: string[] }[]): Finding[] {
  const [known, named] = [new Set(places), new Set(texts.flatMap(({ at }) => at))];
  const unknown = texts.flatMap(({ file, at }) =>
    at.filter((id) => !known.has(id)).map((id) => ({ file, message: `there is no place “${id}”` })),
  );
  const unused = places
    .filter((id) => !named.has(id))
    .map((id) => ({ file: placesFile, message: `no document, day or life is at “${id}”` }));
  return [...unknown, ...unused];
}
