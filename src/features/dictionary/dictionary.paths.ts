import { readTerms } from "#app/features/courses/content/read-content.ts";

/** The address of each entry's page. */
export const termPaths = (): string[] => readTerms().map(({ slug }) => `/dicionario/${slug}`);
