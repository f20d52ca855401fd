import { z } from "zod";
import { DECEPTIVE_NAME, isDeceptive, tidyName } from "#app/lib/names.ts";
import { isReserved } from "./names.policy.ts";

export const communityProfileInput = z.strictObject({
  /** Empty for the first name with the initial of the last one. */
  displayName: z
    .string()
    .transform(tidyName)
    .pipe(
      z
        .string()
        .max(40, "O nome pode ter até 40 caracteres")
        .refine((name) => !isDeceptive(name), DECEPTIVE_NAME)
        .regex(/^(?:[\p{L}\p{M}][\p{L}\p{M}'’. -]*)?$/u, "Use letras, espaços, pontos e hífens")
        .refine((name) => name === "" || name.length >= 2, "Escreva um nome de pelo menos duas letras")
        .refine((name) => !isReserved(name), "Este nome é reservado à casa. Escolha outro."),
    ),
  showLodge: z.boolean(),
});
export type CommunityProfileInput = z.output<typeof communityProfileInput>;
