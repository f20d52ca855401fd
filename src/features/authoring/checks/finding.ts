import { type StudySort, studyPath } from "#app/lib/study-sorts.ts";

/** Something in the texts that a rule of docs/content.md does not allow. `file` is the path from the repository's root. */
export type Finding = { file: string; message: string };

export const lessonFile = (lessonId: string) => `content/lessons/${lessonId}.md`;
export const articleFile = (slug: string) => `content/articles/${slug}.md`;
export const drawingFile = (slug: string) => `content/drawings/${slug}.svg`;
export const documentFile = (id: string) => `content/documents/${id}.md`;
export const studyFile = (study: { sort: StudySort; id: string }) => `content/${studyPath(study)}`;
export const communityFile = (id: string) => `content/community/${id}.yaml`;
export const DICTIONARY_FILE = "content/dictionary.yaml";
export const LIBRARY_FILE = "content/library.yaml";

/** Words as the lesson renderer counts them: hyphens and apostrophes do not divide. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu)?.length ?? 0;

/** The items that occur more than once, each named once. */
export const repeated = <Item>(items: Item[]): Item[] => [
  ...new Set(items.filter((item, index) => items.indexOf(item) !== index)),
];
