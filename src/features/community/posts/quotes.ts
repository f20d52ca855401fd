import { textOfHtml } from "#app/features/search/search-index.service.ts";

/** As a reader copies it: marks of paragraphs and lines are blanks. */
export const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Whether a post says these words, so that nobody is quoted with what they have not said. */
export const says = (html: string, words: string): boolean => plain(textOfHtml(html)).includes(plain(words));
