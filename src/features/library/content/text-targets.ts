import type { Catalogue } from "#app/features/courses/catalogue.ts";
import { termFiles, termsForTexts } from "#app/features/dictionary/dictionary.service.ts";
import { type TextTargets, termSlugs } from "./render-text.ts";

/** Where texts may link: the lessons of the catalogue, and those of the terms they name that the dictionary has. */
export function textTargets(catalogue: Catalogue, texts: (string | null)[]): TextTargets {
  const known = termsForTexts(catalogue.edited, termFiles());
  const lessons = catalogue.modules.flatMap((module) => module.lessons);
  return {
    lessonPaths: new Map<string, string | null>([
      ...catalogue.retired.map((id) => [id, null] as const),
      ...lessons.map(({ id, moduleId, number }) => [id, `/modulo/${moduleId}/licao/${number}`] as const),
    ]),
    terms: new Set(texts.flatMap((text) => termSlugs(text ?? "")).filter((slug) => known.has(slug))),
  };
}
