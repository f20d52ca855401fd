import { z } from "zod";
import { newPassword } from "./account.schema.ts";

/** A password that is only compared: no rules but presence and the longest one there can be. */
const currentPassword = z.string({ error: "Senha é obrigatória" }).min(1, "Senha é obrigatória").max(100, "Senha muito longa");

export const passwordChangeInput = z.strictObject({ currentPassword, password: newPassword });
export type PasswordChangeInput = z.output<typeof passwordChangeInput>;

/** What the form holds; the confirmation stays in the browser. */
export const passwordChangeForm = z
  .strictObject({ currentPassword, password: newPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ["confirmPassword"], message: "As senhas não coincidem" });

export const deletionInput = z.strictObject({ currentPassword });
export type DeletionInput = z.output<typeof deletionInput>;
