import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";

/** Bounds of "Máximo de Aprendizes". */
export const MENTEES = { min: 1, max: 50, default: 5 };
const MENTEES_MESSAGE = `Informe um número inteiro de ${MENTEES.min} a ${MENTEES.max}`;

/** "Ritual, História, , Filosofia" → ["Ritual", "História", "Filosofia"]; one that is named twice counts once. */
export const splitSpecialties = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** What a mentor says of themselves, and how many they take. */
export const mentorProfile = {
  bio: z
    .string({ error: "Escreva a biografia" })
    .trim()
    .min(1, "Escreva a biografia")
    .max(2000, "Biografia muito longa (até 2.000 caracteres)"),
  /** As typed, separated by commas, or already separated. */
  specialties: z
    .union([z.string(), z.array(z.string())], { error: "Separe as especialidades por vírgulas" })
    .transform((value) => splitSpecialties(typeof value === "string" ? value : value.join(",")))
    .pipe(z.array(z.string()).max(12, "Informe até 12 especialidades"))
    .refine((list) => list.every(({ length }) => length <= 60), "Cada especialidade pode ter até 60 caracteres"),
  maxMentees: z
    .number({ error: MENTEES_MESSAGE })
    .int(MENTEES_MESSAGE)
    .min(MENTEES.min, MENTEES_MESSAGE)
    .max(MENTEES.max, MENTEES_MESSAGE),
};
export const newMentorInput = z.strictObject({ userId: z.uuid("Escolha um usuário"), ...mentorProfile });

export const mentorInput = z.strictObject(mentorProfile);
export type MentorInput = z.output<typeof mentorInput>;

export const mentorParams = z.strictObject({ mentorId: z.uuid() });
export const mentorStatusInput = z.strictObject({ isActive: z.boolean() });
export const mentorsInput = z.strictObject({ after: cursor.optional() });
const words = z.string().trim().max(SEARCH_LENGTH, SEARCH_TOO_LONG);
/** It travels in the body, as every search for people does (src/features/admin/admin.schema.ts). */
export const mentorSearchInput = z.strictObject({
  q: words.default(""),
  /** Only those who have hours on this day. */
  day: z.iso.date("Escolha um dia que existe").optional(),
  after: cursor.optional(),
});
/** What an administrator sorts the mentors by. */
export const MENTOR_STATES = ["active", "paused", "inactive"] as const;
export type MentorState = (typeof MENTOR_STATES)[number];
export const mentorRecordsInput = z.strictObject({ state: z.enum(MENTOR_STATES).optional(), after: cursor.optional() });
export const mentorRecordSearchInput = mentorRecordsInput.extend({ q: words.default("") });
export const candidatesInput = z.strictObject({ q: words.default("") });

export type NewMentorInput = z.output<typeof newMentorInput>;
export type MentorStatusInput = z.output<typeof mentorStatusInput>;
export type MentorSearchInput = z.output<typeof mentorSearchInput>;
export type MentorRecordSearchInput = z.output<typeof mentorRecordSearchInput>;
export type CandidatesInput = z.output<typeof candidatesInput>;
