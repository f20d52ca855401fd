import { findForbidden } from "#app/content/forbidden.ts";
import { termFiles, termsForTexts } from "#app/features/dictionary/dictionary.service.ts";
import { categoriesOfFiles } from "#app/features/library/article-sources.service.ts";
import { renderText } from "#app/features/library/content/render-text.ts";
import { alternativesInWords } from "#app/lib/text.ts";
import { SourceError } from "#app/server/markdown/markdown.ts";
import type { ArticleBody } from "../authoring.schema.ts";
import { checkArticle } from "../checks/article.ts";
import { articleFile } from "../checks/finding.ts";
import { ownText, parseMarkdown, textOf } from "../checks/markdown.ts";
import { linked, linksAbove } from "../checks/prose.ts";
import { repetitionsWith } from "../checks/repetition.ts";
import { ticsOf } from "../checks/tics.ts";
import type { Composed, InputOf, TaughtPlaces } from "./composed.ts";
import { advice, blocking, lessonTitles, retiredLinks, surroundings, termNames } from "./surroundings.ts";

const REFUSED = "não se pode compor:";

/** Checks and renders an article of the library as its page would show it. */
export function composeArticle({ id, degree, body, places: now }: InputOf<"article">): Composed {
  const { forbidden, places } = surroundings();
  const { title, description, about, markdown } = body;
  const lessons = lessonTitles(now);
  const root = parseMarkdown(markdown);
  const reserved = findForbidden([title, description, about, textOf(root)].join("\n"), forbidden);
  const closed = linksAbove(linked(root, "licao"), degree, lessons);
  const others = checkArticle(markdown, { lessons, terms: termNames(now), forbidden }).filter(
    (message) => ![...reserved, ...closed].includes(message) && !message.startsWith(REFUSED),
  );
  const remarks = [
    ...[...missingIn(body), ...reserved, ...closed].map(blocking),
    ...others.map(advice),
    ...repetitionsWith(places, { name: title, file: articleFile(id), text: ownText(markdown) }).map(advice),
    ...ticsOf(markdown).map(advice),
    ...retiredLinks(markdown, now),
  ];
  try {
    const page = renderText(markdown, { lessonPaths: pathsIn(now), terms: termsForTexts(now.edited, termFiles()) });
    return { remarks, page, question: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { remarks: [blocking(`${REFUSED} ${error.message}`), ...remarks], page: null, question: null };
  }
}

const pathsIn = ({ modules, retired }: TaughtPlaces) =>
  new Map<string, string | null>([
    ...retired.map((id) => [id, null] as const),
    ...modules.flatMap((module) =>
      module.lessons.map(({ id }, index) => [id, `/modulo/${module.id}/licao/${index + 1}`] as const),
    ),
  ]);

/** What an unfinished record lacks, in words for its author. */
function missingIn({ title, description, author, year, category, markdown }: ArticleBody): string[] {
  return [
    title.trim().length < 3 && "falta o título",
    description.trim().length < 20 && "falta a descrição: uma ou duas frases para a ficha",
    author.trim() === "" && "falta o autor",
    year.trim() === "" && "falta o ano",
    !categoriesOfFiles().includes(category) && `a categoria é uma destas: ${alternativesInWords(categoriesOfFiles())}`,
    markdown.trim() === "" && "falta o texto",
  ].filter((each) => each !== false);
}
