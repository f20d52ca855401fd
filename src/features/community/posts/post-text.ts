import { UUID } from "#app/server/markdown/members-text.ts";

const EXCERPT_LENGTH = 160;
const IMAGES = "/api/community/images/";

/** Where a picture of a post is read, and what its text shows it by. */
export const imagePath = (id: string): string => `${IMAGES}${id}`;

/** The ids of the pictures that a text shows. */
export const shownImages = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(new RegExp(`\\(${IMAGES}(${UUID})\\)`, "g"))].map(([, id]) => id!)),
];

/** The first words of a post. */
export function excerptOf(text: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return words.length > EXCERPT_LENGTH
    ? `${words
        .slice(0, EXCERPT_LENGTH)
        .toWellFormed()
        .replace(/\s+\S*$/, "")}…`
    : words;
}
