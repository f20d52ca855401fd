import { readTerms } from "#app/content/dictionary.ts";

/** The address of each entry's page. */
export const termPaths = (): string[] => readTerms().map(({ slug }) => `/dicionario/${slug}`);
