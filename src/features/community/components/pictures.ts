/** What a picture is called that its writer did not describe yet. */
export const UNDESCRIBED = "Imagem sem descrição";

/** A picture in a post, with what is said of it to who does not see it: nothing, where it only decorates. */
export const pictureMarkdown = (description: string, path: string): string =>
  `![${description.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&~]/g, "\\$&")}](${path})`;

/** The picture in what was pasted or dropped, unless there are words: programs put a picture of them beside the words that one copies. */
export const pictureIn = ({ files, types }: Pick<DataTransfer, "files" | "types">): File | undefined =>
  types.includes("text/plain") ? undefined : [...files].find(({ type }) => type.startsWith("image/"));
