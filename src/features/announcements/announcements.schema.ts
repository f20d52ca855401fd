import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { DEGREES } from "#app/lib/degrees.ts";

export const ANNOUNCEMENT_LENGTH = 8_000;

const title = z
  .string({ error: "Escreva o título do aviso" })
  .trim()
  .min(3, "Escreva um título de pelo menos três letras")
  .max(120, "O título pode ter até 120 caracteres")
  .regex(/^\P{Cc}*$/u, "Escreva o título em uma só linha");

const source = z
  .string({ error: "Escreva o aviso" })
  .trim()
  .min(10, "Escreva o aviso: pelo menos dez caracteres")
  .max(ANNOUNCEMENT_LENGTH, "O aviso pode ter até 8.000 caracteres");

export const newAnnouncementInput = z.strictObject({
  title,
  source,
  /** The lowest degree that is told; null for every member. */
  degree: z.enum(DEGREES, "Escolha a quem o aviso se dirige").nullable(),
});
export type NewAnnouncementInput = z.output<typeof newAnnouncementInput>;

/** Whom it was for does not change: they have been told. */
export const announcementInput = z.strictObject({ title, source });
export type AnnouncementInput = z.output<typeof announcementInput>;

export const announcementPreviewInput = z.strictObject({ source });
export const announcementParams = z.strictObject({ id: z.uuid() });
export const announcementListInput = z.strictObject({ after: cursor.optional() });
export type AnnouncementListInput = z.output<typeof announcementListInput>;
