import { z } from "zod";
import { DECEPTIVE_NAME, isDeceptive, tidyName } from "#app/lib/names.ts";
import { alternativesInWords } from "#app/lib/text.ts";

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

const rules = { name: fullName };
export type ProfileField = keyof typeof rules;

type FieldWords = {
  label: string;
  autoComplete: string;
  /** As the log, the letters and the forms name it, and as the privacy notice does (personal-data.test.ts). */
  noun: string;
  its: string;
  yours: string;
};

/**
 * The fields of a profile that its member writes and an administrator corrects, besides the Lodge. Each is a column of `profiles` with the same name; an
 * empty text means none. Both inputs, both forms, the answers, and the words of what was corrected follow from here.
 */
export const PROFILE_FIELDS: Record<ProfileField, FieldWords> = {
  name: { label: "Nome Completo", autoComplete: "name", noun: "nome", its: "o nome", yours: "o seu nome" },
};

export const PROFILE_FIELD_NAMES = Object.keys(PROFILE_FIELDS) as ProfileField[];

export const eachProfileField = <Of>(of: (field: ProfileField) => Of): Record<ProfileField, Of> =>
  Object.fromEntries(PROFILE_FIELD_NAMES.map((field) => [field, of(field)])) as Record<ProfileField, Of>;

/** What an administrator corrects, in each form of words: "nome ou Loja", "o seu nome ou a sua Loja". */
export const CORRECTED = alternativesInWords([...PROFILE_FIELD_NAMES.map((field) => PROFILE_FIELDS[field].noun), "Loja"]);
export const YOUR_CORRECTED = alternativesInWords([
  ...PROFILE_FIELD_NAMES.map((field) => PROFILE_FIELDS[field].yours),
  "a sua Loja",
]);

/** As members write their own: the Lodge in their words. */
export const profileInput = z.strictObject({ ...rules, lodge });
export type ProfileInput = z.output<typeof profileInput>;

/** As an administrator corrects another's: a Lodge of the list, or none given to leave what the member wrote. */
export const correctionInput = z.strictObject({ ...rules, lodgeId: z.uuid("Escolha a Loja").nullable() });
export type CorrectionInput = z.output<typeof correctionInput>;
