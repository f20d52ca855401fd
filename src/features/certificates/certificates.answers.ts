import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";

const facts = {
  degree,
  holderName: z.string(),
  lessons: count,
  modules: count,
  /** Study time, in minutes. */
  minutes: count,
  rightCount: count,
  questions: count,
  issuedAt: moment,
};

export const ownCertificate = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  ...facts,
  /** The forms of the holder's registered name, of which `holderName` can be changed to one. */
  nameForms: z.array(z.string()),
  open: z.boolean(),
  revokedAt: moment.nullable(),
  revokedReason: z.string().nullable(),
  /** Of its public page. */
  address: z.url(),
});
export type OwnCertificate = z.output<typeof ownCertificate>;

/** Newest first. */
export const ownCertificates = z.strictObject({ certificates: z.array(ownCertificate) });
export type OwnCertificates = z.output<typeof ownCertificates>;

/** What anybody may know who has a code. A closed or revoked one says nothing of its holder. */
export const certificateCheck = z.strictObject({
  status: z.enum(["valid", "revoked", "closed", "unknown"]),
  checkedAt: moment,
  certificate: z.strictObject(facts).nullable(),
  issuedAt: moment.nullable(),
  revokedAt: moment.nullable(),
});
export type CertificateCheck = z.output<typeof certificateCheck>;

const adminCertificate = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  degree,
  holderName: z.string(),
  email: z.string(),
  issuedAt: moment,
  revokedAt: moment.nullable(),
  revokedReason: z.string().nullable(),
});
export type AdminCertificate = z.output<typeof adminCertificate>;

export const adminCertificatePage = z.strictObject({ certificates: z.array(adminCertificate), next: z.string().nullable() });
export type AdminCertificatePage = z.output<typeof adminCertificatePage>;

/** The academy as Open Badges 3.0 describes an issuer. */
export const issuerProfile = z.strictObject({
  "@context": z.array(z.string()),
  id: z.url(),
  type: z.array(z.string()),
  name: z.string(),
  url: z.url(),
});

/** A public key of what the academy signs (RFC 7517). */
export const publicKey = z.strictObject({
  kty: z.string(),
  n: z.string(),
  e: z.string(),
  alg: z.string(),
  use: z.string(),
  kid: z.string(),
});

export const keySet = z.strictObject({ keys: z.array(publicKey) });
