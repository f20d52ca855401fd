import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { ROLES } from "./account.table.ts";
import { DEGREE_REQUEST_STATUSES } from "./degree-requests.table.ts";
import { eachProfileField } from "./profile.schema.ts";
import { readingInput } from "./reading.schema.ts";
import { methods } from "./second-factor/factors.answers.ts";

/** The signed-in member, as the browser knows them. */
const member = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  lodge: z.string().nullable(),
  degree,
  level: degree.nullable(),
  /** How they want texts to be shown; null while each device keeps that itself. */
  reading: readingInput.nullable(),
  role: z.enum(ROLES),
  /** `full`, or only a part is open to them: the address is not confirmed, or they wait to be admitted (src/server/http/standing.ts). */
  standing: z.enum(["full", "unconfirmed", "waiting", "suspended"]),
  /** They administer, and need a second factor for it that they have not shown. */
  secondFactorMissing: z.boolean(),
  /** The confirmation of a degree that they asked for and wait for. */
  degreeRequest: z.strictObject({ degree, sentAt: moment }).nullable(),
  /** `officiate`: they hold an office of their Lodge now. `write`: they write or review texts of the academy. */
  can: z.strictObject({ administer: z.boolean(), officiate: z.boolean(), write: z.boolean() }),
});
export type Member = z.output<typeof member>;

/** The second step of a sign-in, and the ways to take it. */
const secondStep = z.strictObject({ methods });
export type SecondStep = z.output<typeof secondStep>;

export const sessionAnswer = z.strictObject({
  member: member.nullable(),
  /** The first step of a sign-in is done in this browser, and this one is next. */
  secondStep: secondStep.optional(),
  /** The account is suspended: its owner can only take or delete their data. */
  suspended: z.strictObject({ reason: z.string() }).optional(),
});
export type SessionAnswer = z.output<typeof sessionAnswer>;

/** What follows a way in (password, recovery link, sign-up). It may grow by steps; `signed-in` is the last one. */
export const signInAnswer = z.discriminatedUnion("next", [
  z.strictObject({ next: z.literal("signed-in") }),
  z.strictObject({ next: z.literal("suspended") }),
  secondStep.extend({ next: z.literal("second-factor") }),
]);
export type SignInAnswer = z.output<typeof signInAnswer>;

/**
 * What follows a press of a confirmation's link: nothing, in a session of its account; elsewhere a new password, where the account was never
 * confirmed, or the account's own session, where it has an address already.
 */
export const confirmationAnswer = z.strictObject({ next: z.enum(["confirmed", "new-password", "own-session"]) });
export type ConfirmationAnswer = z.output<typeof confirmationAnswer>;

/** One agreement of the member, and which version of the text it was given to. */
const consentRecord = z.strictObject({ textVersion: z.string(), givenAt: moment, withdrawnAt: moment.nullable() });
export type ConsentRecord = z.output<typeof consentRecord>;

export const profile = z.strictObject({
  ...eachProfileField(() => z.string()),
  email: z.string(),
  lodge: z.string().nullable(),
  degree,
  /** The address that they want instead, and have not confirmed yet. */
  pendingEmail: z.string().nullable(),
  createdAt: moment,
  /** Newest first. */
  consents: z.array(consentRecord),
  can: z.strictObject({ delete: z.boolean() }),
});
export type Profile = z.output<typeof profile>;

export const degreeRequest = z.strictObject({
  id: z.uuid(),
  degree,
  lodge: z.string(),
  receivedOn: z.iso.date(),
  status: z.enum(DEGREE_REQUEST_STATUSES),
  /** Why it was refused; null otherwise. */
  reason: z.string().nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
  can: z.strictObject({ withdraw: z.boolean() }),
});
export type DegreeRequest = z.output<typeof degreeRequest>;

export const attestation = z.strictObject({
  id: z.uuid(),
  degree,
  /** Null when their account is gone. */
  by: z.string().nullable(),
  /** Null for an administrator. */
  office: z.string().nullable(),
  lodge: z.string().nullable(),
  at: moment,
});

export const degreeRequestList = z.strictObject({
  /** The degree that is recorded. */
  degree,
  /** The degrees that can be asked for; none while a request is open, or at the highest. */
  requestable: z.array(degree),
  /** Newest first. */
  attestations: z.array(attestation),
  /** Newest first. */
  requests: z.array(degreeRequest),
});
/** Who attested a degree of the member's, in which office, of which Lodge, and when. */
export type Attestation = z.output<typeof attestation>;
export type DegreeRequests = z.output<typeof degreeRequestList>;

/** An open session, described so that its owner recognises it. */
const openSession = z.strictObject({
  id: z.uuid(),
  /** "Firefox no Windows" */
  device: z.string(),
  signedInAt: moment,
  lastUsedAt: moment,
  /** The one that asks. */
  current: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const openSessions = z.strictObject({ sessions: z.array(openSession) });
export type OpenSessions = z.output<typeof openSessions>;

/** How many sessions were ended. */
export const sessionsEnded = z.strictObject({ ended: count });
export type SessionsEnded = z.output<typeof sessionsEnded>;

export const personalExport = z.strictObject({
  format: z.string(),
  version: z.int(),
  exportedAt: moment,
  /** By section key; every section is there, empty ones too. */
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonalExport = z.output<typeof personalExport>;
