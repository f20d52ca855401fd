import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";

export const certificateParams = z.strictObject({ certificateId: z.uuid() });

/** The name on the sheet, a form of the registered one (`nameForms`), and whether the public page is open. */
export const certificateInput = z.strictObject({
  holderName: z.string().max(200).optional(),
  open: z.boolean().optional(),
});

/** Whatever somebody has typed as a code. */
export const checkInput = z.strictObject({ code: z.string().max(200, "O código é mais curto do que isso") });

export const reasonInput = z.strictObject({
  reason: z.string().trim().min(5, "Escreva o motivo, que o titular lerá").max(300, "O motivo deve ter no máximo 300 letras"),
});

export const certificateListInput = z.strictObject({ after: cursor.optional() });

export type CertificateInput = z.output<typeof certificateInput>;
export type CheckInput = z.output<typeof checkInput>;
export type ReasonInput = z.output<typeof reasonInput>;
export type CertificateListInput = z.output<typeof certificateListInput>;

/** Which of the lists of status, each of so many credentials (credential-status.service.ts). */
export const statusListInput = z.strictObject({
  list: z.coerce
    .number("Lista desconhecida.")
    .int("Lista desconhecida.")
    .min(1, "Lista desconhecida.")
    .max(10_000, "Lista desconhecida."),
});
