import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { PACKAGE_KINDS } from "./offline.schema.ts";

/** The right to open what a device keeps: whose it is, of which degree, on which device, and from when until when. */
export const leaseTerms = z.strictObject({
  account: z.uuid(),
  degree,
  device: z.uuid(),
  from: moment,
  until: moment,
});
export type LeaseTerms = z.output<typeof leaseTerms>;

/** `key` is 32 bytes, base64: what encrypts what the device keeps. The same for each lease of an account on a device. */
export const leaseAnswer = z.strictObject({ terms: leaseTerms, key: z.string() });
export type LeaseAnswer = z.output<typeof leaseAnswer>;

/** What is kept together and removed together, and the API's addresses whose answers it is made of. */
export const keptPackage = z.strictObject({
  kind: z.enum(PACKAGE_KINDS),
  id: z.string(),
  title: z.string(),
  degree,
  /** Where it is read. */
  path: z.string(),
  lessons: count,
  plates: count,
  documents: count,
  /** About how large it is on the device. */
  bytes: count,
  /** Changes when one of its texts does. */
  version: z.string(),
  addresses: z.array(z.string()),
});
export type KeptPackage = z.output<typeof keptPackage>;
