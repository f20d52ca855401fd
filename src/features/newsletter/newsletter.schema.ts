import { z } from "zod";

export const subscribeInput = z.strictObject({
  email: z
    .string({ error: "Email inválido" })
    .trim()
    .max(255, "Email muito longo")
    .pipe(z.email("Email inválido"))
    .transform((value) => value.toLowerCase()),
});
export type SubscribeInput = z.output<typeof subscribeInput>;
