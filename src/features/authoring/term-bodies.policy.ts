import type { TermSource } from "#app/content/dictionary.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { TermBody } from "./authoring.schema.ts";

/** An entry of the files as its editor shows it. */
export const bodyOfTerm = ({ term, grade, definition, aliases, see }: TermSource): TermBody => ({
  ...{ title: term, grade, definition, aliases, see },
});

/** An entry as it is read from its file. */
export const termOfBody = (
  { id, degree }: { id: string; degree: Degree },
  { title, grade, definition, aliases, see }: TermBody,
): TermSource & { id: string; degree: Degree } => ({ id, degree, slug: id, term: title, grade, definition, aliases, see });
