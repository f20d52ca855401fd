/** Blank lines around the text of a file belong to the file. */
export const trimLines = (markdown: string): string => markdown.replace(/^\s*\n|\s+$/g, "");
