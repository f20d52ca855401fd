import { load } from "js-yaml";
import { type Forbidden, findForbidden } from "#app/content/forbidden.ts";
import { parseMarkdown, textOf } from "#app/features/authoring/checks/markdown.ts";

/** The public texts that are neither lessons, questions, dictionary nor articles. */
export const OTHER_TEXTS = [
  "content/acessibilidade.md",
  "content/acessibilidade.yaml",
  "content/assessment.yaml",
  "content/efemerides.yaml",
  "content/faq.yaml",
  "content/library.yaml",
  "content/places.yaml",
  "content/privacidade.md",
  "content/reflections.yaml",
  "content/termos.md",
  "content/york-rite.yaml",
];

/** Forbidden matter in whatever a YAML or Markdown file says. */
export function checkOtherText(file: string, source: string, forbidden: Forbidden): string[] {
  const said = file.endsWith(".yaml") ? stringsIn(load(source)).join("\n") : textOf(parseMarkdown(source));
  return findForbidden(said, forbidden);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
