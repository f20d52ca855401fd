import { z } from "zod";
import { DISCUSSED_KINDS } from "#app/features/community/topics/topics.schema.ts";
import { DEGREES } from "#app/lib/degrees.ts";

/** Weeks of a group. */
const FEWEST_WEEKS = 4;
export const MOST_WEEKS = 12;
/** Open groups that one Lodge may have. */
export const MOST_GROUPS = 5;
export const MOST_MEMBERS = 200;
/** A group begins in this week, or in one of so many after it. */
export const WEEKS_AHEAD = 26;
export const WORD_LENGTH = 600;

const groupText = z.strictObject({ kind: z.enum(DISCUSSED_KINDS), textId: z.string().min(1).max(100) });
export type GroupText = z.output<typeof groupText>;

const texts = z
  .array(groupText)
  .min(FEWEST_WEEKS, `Escolha pelo menos ${FEWEST_WEEKS} textos, um para cada semana`)
  .max(MOST_WEEKS, `Cabem no máximo ${MOST_WEEKS} textos, um para cada semana`)
  .refine((list) => new Set(list.map(({ kind, textId }) => `${kind}:${textId}`)).size === list.length, {
    error: "O mesmo texto está duas vezes. Tire um dos dois.",
  });

const fields = {
  name: z
    .string({ error: "Dê um nome ao grupo" })
    .trim()
    .min(3, "Dê ao grupo um nome de pelo menos três letras")
    .max(60, "O nome pode ter até 60 caracteres"),
  word: z.string().trim().max(WORD_LENGTH, `A palavra aos irmãos pode ter até ${WORD_LENGTH} caracteres`),
  texts,
};

export const newGroupInput = z.strictObject({
  /** Made by the browser. */
  id: z.uuid(),
  ...fields,
  degree: z.enum(DEGREES, "Escolha o grau do grupo"),
  /** A Monday. */
  startsOn: z.iso.date("Escolha a primeira segunda-feira"),
});
export type NewGroupInput = z.output<typeof newGroupInput>;

export const groupInput = z.strictObject(fields);
export type GroupInput = z.output<typeof groupInput>;

export const groupParams = z.strictObject({ groupId: z.uuid() });
export const groupWeekParams = z.strictObject({ groupId: z.uuid(), number: z.coerce.number().int().min(1).max(MOST_WEEKS) });
export const membershipInput = z.strictObject({ showsReading: z.boolean() });
export const keeperInput = z.strictObject({ memberId: z.uuid("Escolha um irmão") });
