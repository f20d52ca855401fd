import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { FACTOR_KINDS } from "./factors.table.ts";

/** Ways to pass the second step, in the order in which they are offered. */
export const methods = z.array(z.enum(["passkey", "totp", "recovery-code"]));

export const factorAnswer = z.strictObject({
  id: z.uuid(),
  kind: z.enum(FACTOR_KINDS),
  name: z.string(),
  state: z.enum(["verified", "unverified"]),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});

export const factorsAnswer = z.strictObject({
  factors: z.array(factorAnswer),
  recoveryCodesLeft: count,
  trustedDevices: count,
  /** The member administers, and may do so only with a second factor. */
  required: z.boolean(),
  /** When an administrator's request to remove the factors takes effect. */
  resetDueAt: moment.nullable(),
});
export type Factors = z.output<typeof factorsAnswer>;

export const newTotpAnswer = z.strictObject({
  id: z.uuid(),
  /** Base32, in groups of four, for typing. */
  key: z.string(),
  /** `otpauth://`, for a phone that opens its app by it. */
  uri: z.string(),
  /** The same as a QR code: SVG. */
  qr: z.string(),
});
export type NewTotp = z.output<typeof newTotpAnswer>;

/** Codes are there when they are new: with the first factor, or when asked for; shown once. */
export const codesAnswer = z.strictObject({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof codesAnswer>;

/** Options for the browser's WebAuthn call (PublicKeyCredential…OptionsJSON). */
export const webAuthnOptions = z.looseObject({ challenge: z.string() });

/** How the member can prove that it is them. */
export const proofMethodsAnswer = z.strictObject({ methods: z.array(z.enum(["passkey", "totp", "recovery-code", "password"])) });
export type ProofMethods = z.output<typeof proofMethodsAnswer>;
