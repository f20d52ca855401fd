import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { DECEPTIVE_NAME, isDeceptive, tidyName } from "#app/lib/names.ts";

/** The offices that answer for a Lodge's members here. The words are the audience's; the order is that in which they are named. */
export const OFFICES = ["veneravel", "secretario", "orador", "instrutor"] as const;
export type Office = (typeof OFFICES)[number];

export const OFFICE_LABEL: Record<Office, string> = {
  veneravel: "Venerável Mestre",
  secretario: "Secretário",
  orador: "Orador",
  instrutor: "Instrutor",
};

/** Offices that one brother holds at a time; a Lodge may have several Instrutores. */
export const SINGLE_OFFICES: readonly Office[] = ["veneravel", "secretario", "orador"];

/** "Estrela do Vale nº 77". */
export const lodgeName = ({ name, number }: { name: string; number: string | null }): string =>
  number ? `${name} nº ${number}` : name;

/** The federative units of Brazil. */
export const STATES = [
  ...["AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA"],
  ...["PB", "PE", "PI", "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO"],
] as const;

const text = (min: number, max: number, missing: string, tooLong: string) =>
  z
    .string({ error: missing })
    .max(400, tooLong)
    .transform((value) => tidyName(value.replace(/\p{Cc}/gu, " ")))
    .pipe(
      z
        .string()
        .min(min, missing)
        .max(max, tooLong)
        .refine((value) => !isDeceptive(value), DECEPTIVE_NAME),
    );

export const lodgeInput = z.strictObject({
  name: text(2, 80, "Escreva o nome da Loja", "O nome da Loja deve ter no máximo 80 caracteres"),
  number: text(0, 10, "", "O número deve ter no máximo 10 caracteres").default(""),
  city: text(2, 60, "Escreva a cidade", "O nome da cidade deve ter no máximo 60 caracteres"),
  /** Empty for a Lodge abroad. */
  state: z
    .string()
    .max(2, "Use a sigla do estado, como SP")
    .transform((value) => value.trim().toUpperCase())
    .refine((value) => value === "" || (STATES as readonly string[]).includes(value), "Use a sigla do estado, como SP")
    .default(""),
  jurisdiction: text(2, 80, "Escreva a potência", "O nome da potência deve ter no máximo 80 caracteres"),
});
export type LodgeInput = z.output<typeof lodgeInput>;

export const lodgeParams = z.strictObject({ lodgeId: z.uuid() });
export const officerParams = z.strictObject({ officerId: z.uuid() });
export const activeInput = z.strictObject({ active: z.boolean() });
export const lodgeListInput = z.strictObject({
  search: z.string().max(100, "Procure por menos caracteres").default(""),
  after: cursor.optional(),
});
export type LodgeListInput = z.output<typeof lodgeListInput>;

/** What is typed in a Lodge's field, from the third letter on. */
export const suggestionInput = z.strictObject({ q: z.string().trim().min(3).max(100) });

export const spellingInput = z.strictObject({ key: z.string().min(1).max(400) });
export const joinInput = z.strictObject({ key: z.string().min(1).max(400), lodgeId: z.uuid("Escolha a Loja") });

const day = (missing: string) => z.iso.date(missing);
/** The days are those of Brasília, both included. */
export const officerInput = z
  .strictObject({
    memberId: z.uuid("Escolha o irmão"),
    office: z.enum(OFFICES, "Escolha o cargo"),
    from: day("Escolha o primeiro dia"),
    until: day("Escolha o último dia"),
  })
  .refine(({ from, until }) => until >= from, { path: ["until"], message: "O último dia vem antes do primeiro" });
export type OfficerInput = z.output<typeof officerInput>;
