import { z } from "zod";

/** A word of small letters, as in an address. */
export const boardId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export const boardParams = z.strictObject({ boardId });
