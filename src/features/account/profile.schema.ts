import { z } from "zod";

/** One line of text as people paste it: control characters (PostgreSQL refuses the null one) become spaces. */
export const line = (error: string) => z.string({ error }).transform((value) => value.replace(/\p{Cc}/gu, " ").trim());

export const fullName = line("Nome deve ter no mínimo 3 caracteres").pipe(
  z.string().min(3, "Nome deve ter no mínimo 3 caracteres").max(100, "Nome muito longo"),
);

/** An empty one means none. */
export const lodge = line("Nome da loja muito longo").pipe(z.string().max(100, "Nome da loja muito longo"));

export const profileInput = z.strictObject({ fullName, lodge });
export type ProfileInput = z.output<typeof profileInput>;
