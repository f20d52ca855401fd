import { z } from "zod";
import { slugOf } from "#app/lib/text.ts";

/** A word of small letters, as in an address. */
export const boardId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "O nome precisa ter ao menos uma letra ou um algarismo");

/** The address of a new board of this name; empty for a name of signs alone. */
export const boardIdFor = (name: string): string => {
  const slug = slugOf(name);
  return (/^\d/.test(slug) ? `sala-${slug}` : slug).slice(0, 40).replace(/-$/, "");
};
export const boardParams = z.strictObject({ boardId });
