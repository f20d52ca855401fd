import { z } from "zod";
import type { Degree } from "#app/lib/degrees.ts";

/** One line of text as people paste it: control characters (PostgreSQL refuses the null one) become spaces. */
export const line = (error: string) => z.string({ error }).transform((value) => value.replace(/\p{Cc}/gu, " ").trim());

export const fullName = line("Nome deve ter no mínimo 3 caracteres").pipe(
  z.string().min(3, "Nome deve ter no mínimo 3 caracteres").max(100, "Nome muito longo"),
);

/** An empty one means none. */
export const lodge = line("Nome da loja muito longo").pipe(z.string().max(100, "Nome da loja muito longo"));

export const profileInput = z.strictObject({ fullName, lodge });
export type ProfileInput = z.output<typeof profileInput>;

/** One agreement of the member, and which version of the text it was given to. */
export type ConsentRecord = { textVersion: string; givenAt: string; withdrawnAt: string | null };

export type Profile = {
  fullName: string;
  email: string;
  lodge: string | null;
  degree: Degree;
  createdAt: string;
  /** Newest first. */
  consents: ConsentRecord[];
  can: { delete: boolean };
};
