import { z } from "zod";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";
import { SEARCH_KINDS } from "./kinds.ts";

const search = z.string().trim().min(1, "Escreva o que procura.").max(SEARCH_LENGTH, SEARCH_TOO_LONG);

export const briefInput = z.strictObject({ q: search });

export const searchInput = z.strictObject({
  q: search,
  kind: z.enum(SEARCH_KINDS, "Este tipo de resultado não existe.").optional(),
  page: z.coerce
    .number("Página desconhecida.")
    .int("Página desconhecida.")
    .min(1, "Página desconhecida.")
    .max(1_000, "Página desconhecida.")
    .default(1),
});
export type SearchInput = z.output<typeof searchInput>;
