import { z } from "zod";
import { fullName, lodge } from "./profile.schema.ts";

export const email = z
  .string({ error: "Email inválido" })
  .trim()
  .max(255, "Email muito longo")
  .pipe(z.email("Email inválido"))
  .transform((value) => value.toLowerCase());

/** The rules a new password must meet, in the order in which the form ticks them off. */
export const PASSWORD_RULES = [
  { label: "8 caracteres ou mais", message: "Senha deve ter no mínimo 8 caracteres", test: (value: string) => value.length >= 8 },
  {
    label: "uma letra maiúscula",
    message: "Senha deve conter pelo menos uma letra maiúscula",
    test: (value: string) => /\p{Lu}/u.test(value),
  },
  {
    label: "uma letra minúscula",
    message: "Senha deve conter pelo menos uma letra minúscula",
    test: (value: string) => /\p{Ll}/u.test(value),
  },
  { label: "um número", message: "Senha deve conter pelo menos um número", test: (value: string) => /\d/.test(value) },
  {
    label: "um caractere especial",
    message: "Senha deve conter pelo menos um caractere especial",
    test: (value: string) => /[^\p{L}\p{N}\s]/u.test(value),
  },
] as const;

/** What is said of a password that meets the rules and would be guessed (password-judge.ts). */
export const EASY_PASSWORD =
  "Esta senha é fácil de adivinhar. Junte duas palavras que só você juntaria, como em “Jangada+Violino7”.";

export const newPassword = z
  .string({ error: "Senha é obrigatória" })
  .max(100, "Senha muito longa")
  .superRefine((value, context) => {
    const broken = PASSWORD_RULES.find((rule) => !rule.test(value));
    if (broken) context.addIssue({ code: "custom", message: broken.message });
  });

export const loginInput = z.strictObject({
  email,
  password: z.string({ error: "Senha é obrigatória" }).min(1, "Senha é obrigatória").max(100, "Senha muito longa"),
});

export const signUpInput = z.strictObject({
  fullName,
  email,
  password: newPassword,
  lodge: lodge.optional(),
});

export const recoveryInput = z.strictObject({ email });

export const resetInput = z.strictObject({ token: z.string().min(1).max(200), password: newPassword });

/** What the reset form holds; the confirmation stays in the browser. */
export const newPasswordForm = z
  .strictObject({ password: newPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { path: ["confirmPassword"], message: "As senhas não coincidem" });

export type LoginInput = z.output<typeof loginInput>;
export type SignUpInput = z.output<typeof signUpInput>;
export type RecoveryInput = z.output<typeof recoveryInput>;
export type ResetInput = z.output<typeof resetInput>;

/**
 * Version of what members agree to: content/privacidade.md, and the words above the sign-up button (components/consent-notice.tsx). Whoever agrees has
 * it recorded; so a change of either is a new version (institutional.unit.test.ts).
 */
export const CONSENT_VERSION = "2026-11.13";
/** The beginning of the SHA-256 of those words. */
export const CONSENT_WORDS = "d136e120cd0b3c3e";
