import { type Forbidden, findForbidden } from "#app/content/forbidden.ts";
import { renderText } from "#app/features/library/content/render-text.ts";
import { SourceError } from "#app/server/markdown/markdown.ts";
import { repeated } from "./finding.ts";
import { parseMarkdown, textOf } from "./markdown.ts";
import { between, footnotes, headingsOf, type LessonTitles, linked, linksAbove, longSentences, plainMarkdown } from "./prose.ts";

/** What the check of one article needs to know about the rest of the content. */
export type ArticleSurroundings = { lessons: LessonTitles; terms: Set<string>; forbidden: Forbidden };

/** Everything mechanical that docs/content.md asks of one article of the library. */
export function checkArticle(markdown: string, { lessons, terms, forbidden }: ArticleSurroundings): string[] {
  const root = parseMarkdown(markdown);
  const termLinks = linked(root, "termo");
  const lessonLinks = linked(root, "licao");
  return [
    ...rendering(markdown, termLinks, lessonLinks),
    ...termLinks.filter((slug) => !terms.has(slug)).map((slug) => `o termo “${slug}” não está no dicionário`),
    ...between(new Set(termLinks).size, 3, 8, "termos ligados ao dicionário"),
    ...repeated(termLinks).map((slug) => `o termo “${slug}” está ligado duas vezes`),
    ...lessonLinks.filter((id) => !lessons.has(id)).map((id) => `a lição “${id}” não existe`),
    ...(lessonLinks.length === 0 ? ["não liga a nenhuma lição"] : []),
    ...linksAbove(lessonLinks, "aprendiz", lessons),
    ...plainMarkdown(root),
    ...between(headingsOf(root).length, 3, 6, "partes (##)"),
    ...footnotes(root, 2, 9),
    ...longSentences(root),
    ...findForbidden(textOf(root), forbidden),
  ];
}

/** Renders with the targets it names, existing or not, so that one bad link does not hide the next. */
function rendering(markdown: string, terms: string[], lessons: string[]): string[] {
  try {
    const lessonPaths = new Map(lessons.map((id) => [id, "/"]));
    return between(renderText(markdown, { lessonPaths, terms: new Set(terms) }).words, 800, 1500, "palavras");
  } catch (error) {
    if (error instanceof SourceError) return [`não se pode compor: ${error.message}`];
    throw error;
  }
}
