import { z } from "zod";
import { email, newPassword } from "./account.schema.ts";
import { fullName, lodge } from "./profile.schema.ts";

export const addressCodeInput = z.strictObject({
  code: z
    .string({ error: "Digite os 6 números da mensagem" })
    .transform((value) => value.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "Digite os 6 números da mensagem")),
});
export type AddressCodeInput = z.output<typeof addressCodeInput>;

export const addressTokenInput = z.strictObject({ token: z.string().min(1).max(200) });
export type AddressTokenInput = z.output<typeof addressTokenInput>;

/** Who claims an account by its link says who they are, as at a sign-up. */
export const claimForm = z.strictObject({ fullName, password: newPassword, lodge: lodge.optional() });
export const claimInput = claimForm.extend(addressTokenInput.shape);
export type ClaimInput = z.output<typeof claimInput>;

export const emailChangeInput = z.strictObject({ email });
export type EmailChangeInput = z.output<typeof emailChangeInput>;
