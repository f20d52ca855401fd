import { longDate } from "#app/lib/format.ts";
import { COLOUR_LABEL } from "./colours.ts";
import type { NotedText } from "./notes.answers.ts";

/** What is said of a passage that is not in its text as it was. */
export const PASSAGE_WORDS = {
  found: undefined,
  revised: "O trecho foi revisto depois desta anotação.",
  gone: "Este trecho já não está no texto.",
  closed: "O texto não está aberto para o seu grau, e o trecho não é mostrado.",
} as const;

/** What stands for a title that is not shown. */
export const titleOf = ({ title }: Pick<NotedText, "title">): string => title ?? "Texto de outro grau";

/** Characters that Markdown would read as its own, in one line of text. */
const plain = (text: string) => text.replace(/([\\`*_{}[\]<>#|])/g, "\\$1");

/** The notes as Markdown, by module and text; the member's words as they wrote them. @param origin of the addresses */
export function notesAsMarkdown(texts: NotedText[], origin: string): string {
  const lines = ["# Minhas anotações", "", "Academia do Rito de York", ""];
  let shelf: string | undefined;
  for (const text of texts) {
    if (text.shelf !== shelf) lines.push(`## ${plain(text.shelf)}`, "");
    shelf = text.shelf;
    const title = plain(titleOf(text));
    lines.push(`### ${text.path ? `[${title}](${origin}${text.path})` : title}`, "");
    for (const { quote, body, colour, passage, updatedAt } of text.notes) {
      if (quote) lines.push(`> ${plain(quote)}`, "");
      if (PASSAGE_WORDS[passage]) lines.push(`*${PASSAGE_WORDS[passage]}*`, "");
      if (body) lines.push(body, "");
      lines.push(`<small>${COLOUR_LABEL[colour]}, ${longDate(new Date(updatedAt))}</small>`, "");
    }
  }
  return lines.join("\n");
}
