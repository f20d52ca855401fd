import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import type { Absence, MentorshipSessionStatus } from "./mentorship-sessions.table.ts";

// The browser takes this file too, so the values of the table's types are named here again; the compiler compares them.
const STATUSES = ["pending", "accepted", "completed", "cancelled"] as const satisfies readonly MentorshipSessionStatus[];

const ABSENCES = ["mentee", "mentor", "call"] as const satisfies readonly Absence[];

export const DURATION = { min: 15, max: 480, default: 60 };
const DURATION_MESSAGE = `Informe de ${DURATION.min} a ${DURATION.max} minutos`;
const YEAR_MS = 366 * 24 * 3600_000;

/** A moment to come, within two years, with its time zone. */
const comingDate = z.iso
  .datetime({
    offset: true,
    error: ({ input }) =>
      input ? "A data está incompleta ou não existe. Confira o dia, o mês, o ano e a hora." : "Informe a data e a hora",
  })
  .refine((value) => Date.parse(value) > Date.now(), "Escolha uma data que ainda não passou")
  .refine((value) => Date.parse(value) < Date.now() + 2 * YEAR_MS, "Escolha uma data nos próximos dois anos");

export const requestInput = z.strictObject({
  /** The mentor's member id. */
  mentorId: z.uuid(),
  title: z
    .string({ error: "Informe o título" })
    .trim()
    .min(1, "Informe o título")
    .max(120, "Título muito longo (até 120 caracteres)"),
  description: z
    .string({ error: "Descreva o que você procura" })
    .trim()
    .min(1, "Descreva o que você procura")
    .max(2000, "Descrição muito longa (até 2.000 caracteres)"),
  scheduledDate: comingDate.nullish(),
});

/**
 * Whether a browser would follow the text to somewhere that is not the web. It skips control characters, so this does too. In
 * "Loja: sala 3" a space follows, so it is words, unless the scheme is one that runs.
 */
function leavesTheWeb(text: string): boolean {
  const [, scheme = "", rest = ""] = /^([a-z][a-z\d+.-]*):(.*)/i.exec(text.replace(/\p{Cc}/gu, "")) ?? [];
  if (scheme === "" || /^https?$/i.test(scheme)) return false;
  return !rest.startsWith(" ") || /^(javascript|vbscript|data)$/i.test(scheme);
}

/** A text that may be left out. */
const word = z.string().trim().max(500, "Texto muito longo (até 500 caracteres)").optional();

/** When and where: what the mentor fixes when accepting, and what a proposal of another date says. */
export const arrangementInput = z.strictObject({
  scheduledDate: comingDate,
  durationMinutes: z
    .number({ error: DURATION_MESSAGE })
    .int(DURATION_MESSAGE)
    .min(DURATION.min, DURATION_MESSAGE)
    .max(DURATION.max, DURATION_MESSAGE)
    .default(DURATION.default),
  place: z
    .string({ error: "Informe o local ou o link" })
    .trim()
    .min(1, "Informe o local ou o link")
    .max(300, "Local muito longo (até 300 caracteres)")
    .refine((place) => !leavesTheWeb(place), "Use um endereço que comece com https:// ou escreva o local."),
  word,
});
/** Which proposal is answered: it counts them, so that an old page agrees to nothing newer. */
export const answerInput = z.strictObject({ proposal: z.int().positive() });
export const completeInput = z.strictObject({ nextStep: word });
export const missInput = z.strictObject({ absence: z.enum(ABSENCES, "Escolha o que houve"), word });

export const reasonInput = z.strictObject({
  reason: z
    .string({ error: "Escreva o motivo" })
    .trim()
    .min(3, "Escreva o motivo")
    .max(500, "Motivo muito longo (até 500 caracteres)"),
});

export const rateInput = z.strictObject({
  rating: z.number({ error: "Escolha de 1 a 5" }).int("Escolha de 1 a 5").min(1, "Escolha de 1 a 5").max(5, "Escolha de 1 a 5"),
  comment: z.string().trim().max(1000, "Comentário muito longo (até 1.000 caracteres)").optional(),
});

export const mentorshipSessionParams = z.strictObject({ mentorshipSessionId: z.uuid() });
export const mentorshipSessionsInput = z.strictObject({
  side: z.enum(["mentor", "mentee"]).optional(),
  status: z.enum(STATUSES).optional(),
  after: cursor.optional(),
});
/** The administration's view. */
export const mentorshipSessionStatesInput = z.strictObject({ status: z.enum(STATUSES).optional(), after: cursor.optional() });

export type RequestInput = z.output<typeof requestInput>;
export type ArrangementInput = z.output<typeof arrangementInput>;
export type AnswerInput = z.output<typeof answerInput>;
export type CompleteInput = z.output<typeof completeInput>;
export type MissInput = z.output<typeof missInput>;
export type ReasonInput = z.output<typeof reasonInput>;
export type RateInput = z.output<typeof rateInput>;
export type MentorshipSessionsInput = z.output<typeof mentorshipSessionsInput>;
export type MentorshipSessionStatesInput = z.output<typeof mentorshipSessionStatesInput>;
