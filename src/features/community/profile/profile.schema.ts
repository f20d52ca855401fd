import { z } from "zod";
import { fold } from "#app/lib/text.ts";

/** Names by which a member could pass for the house. */
const RESERVED = /\b(?:academia|administra|admin|modera|suporte|equipe|membro removido)/;

export const communityProfileInput = z.strictObject({
  /** Empty for the first name with the initial of the last one. */
  displayName: z
    .string()
    .trim()
    .max(40, "O nome pode ter até 40 caracteres")
    .regex(/^(?:[\p{L}\p{M}][\p{L}\p{M}'’. -]*)?$/u, "Use letras, espaços, pontos e hífens")
    .refine((name) => name === "" || name.length >= 2, "Escreva um nome de pelo menos duas letras")
    .refine((name) => !RESERVED.test(fold(name)), "Este nome é reservado à casa. Escolha outro."),
  showLodge: z.boolean(),
});
export type CommunityProfileInput = z.output<typeof communityProfileInput>;
