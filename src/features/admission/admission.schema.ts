import { z } from "zod";

/** The states of a request to be admitted. */
export const ADMISSION_STATUSES = ["pending", "accepted", "refused"] as const;
export type AdmissionStatus = (typeof ADMISSION_STATUSES)[number];

export const ADMISSION_STATUS_LABEL: Record<AdmissionStatus, string> = {
  pending: "Em aberto",
  accepted: "Aceito",
  refused: "Recusado",
};

/** Days within which an answer is promised. */
export const PROMISED_DAYS = 7;

const clean = (value: string) => value.replaceAll("\u0000", "").trim();

/** After a refusal one may ask again, or be accepted after all; who is not is deleted after so many days. */
export const DAYS_AFTER_REFUSAL = 30;

/** A word to who decides. */
export const admissionInput = z.strictObject({
  message: z.string().max(500, "Use no máximo 500 caracteres.").transform(clean).default(""),
});

const MISSING_REASON = "Escreva o motivo da recusa";
/** Several at once; a refusal has a reason, which each of them reads. */
export const decisionInput = z.discriminatedUnion("decision", [
  z.strictObject({
    decision: z.literal("accept"),
    userIds: z.array(z.uuid()).min(1, "Escolha alguém.").max(100, "No máximo cem de cada vez."),
    /** Also who was refused, and has not asked again. */
    refused: z.boolean().default(false),
  }),
  z.strictObject({
    decision: z.literal("refuse"),
    userIds: z.array(z.uuid()).min(1, "Escolha alguém.").max(100, "No máximo cem de cada vez."),
    reason: z
      .string({ error: MISSING_REASON })
      .max(500, "O motivo deve ter no máximo 500 caracteres")
      .transform(clean)
      .pipe(z.string().min(3, MISSING_REASON)),
  }),
]);
export type Decision = z.input<typeof decisionInput>;
export type DecisionInput = z.output<typeof decisionInput>;

/** What the form of a refusal holds. */
export const refusalForm = z.strictObject({
  reason: z
    .string()
    .max(500, "O motivo deve ter no máximo 500 caracteres")
    .transform(clean)
    .pipe(z.string().min(3, MISSING_REASON)),
});
