import { z } from "zod";
import { parseTerms } from "#app/content/dictionary.ts";
import { parseYaml } from "#app/content/files.ts";
import { readingMinutes } from "#app/lib/study-time.ts";
import source from "../../../content/articles/1717-ou-1721.md?raw";
import dictionarySource from "../../../content/dictionary.yaml?raw";
import librarySource from "../../../content/library.yaml?raw";
import modulesSource from "../../../content/modules.yaml?raw";
import { renderText } from "./content/render-text.ts";
import type { OpenReading } from "./library.answers.ts";
import { OPEN_READING } from "./library.schema.ts";

/** Only the loader of the open reading imports this, in the build: neither the renderer nor these sources reach a page's script. */

const library = z.object({
  items: z.array(z.object({ slug: z.string(), title: z.string(), description: z.string(), author: z.string() })),
});
const modules = z.array(z.object({ id: z.int(), lessons: z.array(z.object({ id: z.string() })) }));

/** The one article of the library that visitors read, too. @throws Error when it is not in content/library.yaml */
export function readOpenReading(): OpenReading {
  const item = parseYaml("library.yaml", librarySource, library).items.find(({ slug }) => slug === OPEN_READING);
  if (!item) throw new Error(`content/library.yaml: "${OPEN_READING}" não existe`);
  const entries = parseTerms(dictionarySource);
  const lessonPaths = parseYaml("modules.yaml", modulesSource, modules).flatMap(({ id, lessons }) =>
    lessons.map((lesson, index) => [lesson.id, `/modulo/${id}/licao/${index + 1}`] as const),
  );
  const { html, headings, terms, words } = renderText(source, {
    lessonPaths: new Map(lessonPaths),
    terms: new Set(entries.map(({ slug }) => slug)),
  });
  return {
    ...{ title: item.title, description: item.description, author: item.author, html, headings },
    minutes: readingMinutes(words),
    terms: entries
      .filter(({ slug }) => terms.includes(slug))
      .map(({ slug, term, grade, definition }) => ({ slug, term, grade, definition })),
  };
}
