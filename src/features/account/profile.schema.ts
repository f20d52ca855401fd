import { z } from "zod";
import { DECEPTIVE_NAME, isDeceptive, tidyName } from "#app/lib/names.ts";

/** A name as people paste it: control characters (PostgreSQL refuses the null one) and runs of spaces become one space. */
export const nameLine = (error: string) => z.string({ error }).transform((value) => tidyName(value.replace(/\p{Cc}/gu, " ")));

export const fullName = nameLine("Nome deve ter no mínimo 3 caracteres").pipe(
  z
    .string()
    .min(3, "Nome deve ter no mínimo 3 caracteres")
    .max(100, "Nome muito longo")
    .refine((name) => !isDeceptive(name), DECEPTIVE_NAME),
);

/** An empty one means none. */
export const lodge = nameLine("Nome da loja muito longo").pipe(
  z
    .string()
    .max(100, "Nome da loja muito longo")
    .refine((name) => !isDeceptive(name), DECEPTIVE_NAME),
);

export const profileInput = z.strictObject({ fullName, lodge });
export type ProfileInput = z.output<typeof profileInput>;
