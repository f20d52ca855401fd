import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";

export const subscribeInput = z.strictObject({
  email: z
    .string({ error: "Email inválido" })
    .trim()
    .max(255, "Email muito longo")
    .pipe(z.email("Email inválido"))
    .transform((value) => value.toLowerCase()),
});

/** The token of a mailed link. Whatever it holds, the one answer to a wrong one is `link_invalid`. */
export const tokenInput = z.strictObject({
  token: z.string({ error: "O link está incompleto" }).min(1, "O link está incompleto").max(200, "O link está incompleto"),
});

export const subscriberStatus = z.enum(["pending", "confirmed", "unsubscribed"], { error: "Situação desconhecida" });

/** It travels in the body, as every search for people does (src/features/admin/admin.schema.ts). */
export const subscriberSearchInput = z.strictObject({
  status: subscriberStatus.optional(),
  /** The beginning of an address. */
  search: z
    .string()
    .trim()
    .max(SEARCH_LENGTH, SEARCH_TOO_LONG)
    .regex(/^\P{Cc}*$/u, "A busca tem caracteres que não se leem")
    .optional(),
  after: cursor.optional(),
});
export const subscriberExportInput = z.strictObject({ status: subscriberStatus.optional() });
export const subscriberParams = z.strictObject({ id: z.uuid() });

export type SubscribeInput = z.output<typeof subscribeInput>;
export type TokenInput = z.output<typeof tokenInput>;
export type SubscriberSearchInput = z.output<typeof subscriberSearchInput>;
export type SubscriberExportInput = z.output<typeof subscriberExportInput>;
