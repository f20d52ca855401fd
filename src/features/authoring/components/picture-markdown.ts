/** A picture as a text names it; what an author writes in its two fields cannot end them. */
export const pictureMarkdown = (id: string, description: string, caption: string): string =>
  `![${oneLine(description).replace(/[\\[\]]/g, "\\$&")}](imagem:${id} "${oneLine(caption).replace(/[\\"]/g, "\\$&")}")`;

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
