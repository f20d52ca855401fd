import { CONTENT_FOLDER, readText } from "#app/content/files.ts";
import { parseYorkRite } from "#app/content/public-pages.ts";
import type { Searchable } from "#app/features/search/search-index.service.ts";
import { addressOfDegree, LAST_DEGREE } from "./bodies.ts";

/** The degrees of the York Rite, which are public. */
export function searchableDegrees(): Searchable[] {
  const { bodies, degrees } = parseYorkRite(readText("york-rite.yaml", CONTENT_FOLDER) ?? "");
  const nameOf = new Map(bodies.map(({ id, name }) => [id, name]));
  return degrees.map(({ id, body, name, label, alternative, teachings, symbols, vestments, note }) => ({
    kind: "degree",
    id: String(id),
    degree: null,
    path: addressOfDegree(id),
    title: name,
    context: `${nameOf.get(body)} · grau ${id} de ${LAST_DEGREE}`,
    names: [label, alternative],
    source: [...teachings, `${symbols.join("; ")}.`, `${vestments.join("; ")}.`, note ?? ""].join(" "),
  }));
}
