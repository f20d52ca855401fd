import { z } from "zod";

export const UNKNOWN_PAGE = "Página desconhecida";

/** Where a list's next page begins: the `next` of the page before, which means nothing to the client that sends it back. */
export const cursor = z.string({ error: UNKNOWN_PAGE }).max(1_000, UNKNOWN_PAGE);
