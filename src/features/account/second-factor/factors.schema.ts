import { z } from "zod";

const text = (longest: number) => z.string().max(longest);
const publicKeyType = z.literal("public-key", { error: "Esta resposta não é de uma chave de acesso. Tente de novo" });

const totpCode = z
  .string({ error: "Digite os 6 números do aplicativo" })
  .transform((value) => value.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Digite os 6 números do aplicativo"));

/** As people type it: in any case, with or without dashes and spaces. */
const recoveryCode = z
  .string({ error: "Digite um dos seus códigos de recuperação" })
  .transform((value) => value.toUpperCase().replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^[A-Z2-7]{12}$/, "Digite um código de 12 letras e números, como ABCD-EFGH-2345"));

/** What a passkey answers, as @simplewebauthn/browser sends it. */
const assertion = z.strictObject({
  id: text(1400),
  rawId: text(1400),
  type: publicKeyType,
  response: z.strictObject({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(4000),
    userHandle: text(200).optional(),
  }),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

/** What a new passkey sends. */
const attestation = z.strictObject({
  id: text(1400),
  rawId: text(1400),
  type: publicKeyType,
  response: z.strictObject({
    clientDataJSON: text(4000),
    attestationObject: text(20_000),
    authenticatorData: text(8000).optional(),
    transports: z.array(text(20)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: text(8000).optional(),
  }),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

const totp = z.strictObject({ method: z.literal("totp"), code: totpCode });
const passkey = z.strictObject({ method: z.literal("passkey"), response: assertion });
const recovery = z.strictObject({ method: z.literal("recovery-code"), code: recoveryCode });
const trust = { trust: z.boolean().default(false) };

/** The second step of a sign-in. */
export const secondStepInput = z.discriminatedUnion("method", [
  totp.extend(trust),
  passkey.extend(trust),
  recovery.extend(trust),
]);
export type SecondStepInput = z.output<typeof secondStepInput>;

/** The proof that a sensitive act asks for: a factor where the member has one, else their password. */
export const proofInput = z.discriminatedUnion("method", [
  totp,
  passkey,
  recovery,
  z.strictObject({
    method: z.literal("password"),
    password: z.string({ error: "Senha é obrigatória" }).min(1, "Senha é obrigatória").max(100, "Senha muito longa"),
  }),
]);
export type ProofInput = z.output<typeof proofInput>;

export type SecondFactor = z.output<typeof totp> | z.output<typeof passkey> | z.output<typeof recovery>;
export type Assertion = z.output<typeof assertion>;

export const passkeySignInInput = z.strictObject({ response: assertion });
export type PasskeySignInInput = z.output<typeof passkeySignInInput>;

const factorName = z
  .string({ error: "Dê um nome" })
  .transform((value) => value.replace(/\p{Cc}/gu, " ").trim())
  .pipe(z.string().min(1, "Dê um nome").max(60, "Nome muito longo"));

export const newTotpInput = z.strictObject({ name: factorName });
export const confirmTotpInput = z.strictObject({ code: totpCode });
export const newPasskeyInput = z.strictObject({ name: factorName, response: attestation });
export type NewPasskeyInput = z.output<typeof newPasskeyInput>;
export const factorParams = z.strictObject({ factorId: z.uuid() });
