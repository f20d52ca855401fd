import { z } from "zod";
import { DEGREES } from "#app/lib/degrees.ts";
import type { SessionState } from "./account.schema.ts";
import { ROLES } from "./account.table.ts";
import type { DegreeRequest, DegreeRequests } from "./degree-requests.schema.ts";
import type { PersonalExport } from "./export.service.ts";
import type { Profile } from "./profile.schema.ts";
import type { OpenSession } from "./sessions.schema.ts";

/** What the account's routes answer, for the API's documentation; no browser loads it. */

const degree = z.enum(DEGREES);
const moment = z.iso.datetime();

export const sessionAnswer = z.strictObject({
  member: z
    .strictObject({
      id: z.uuid(),
      email: z.string(),
      name: z.string(),
      lodge: z.string().nullable(),
      degree,
      level: degree.nullable(),
      role: z.enum(ROLES),
      can: z.strictObject({ administer: z.boolean() }),
    })
    .nullable(),
}) satisfies z.ZodType<SessionState>;

/** What follows a way in (password, recovery link, sign-up). It may grow by steps; `signed-in` is the last one. */
export const signInAnswer = z.discriminatedUnion("next", [z.strictObject({ next: z.literal("signed-in") })]);
export type SignInAnswer = z.output<typeof signInAnswer>;

export const profileAnswer = z.strictObject({
  fullName: z.string(),
  email: z.string(),
  lodge: z.string().nullable(),
  degree,
  createdAt: moment,
  consents: z.array(z.strictObject({ textVersion: z.string(), givenAt: moment, withdrawnAt: moment.nullable() })),
  can: z.strictObject({ delete: z.boolean() }),
}) satisfies z.ZodType<Profile>;

export const degreeRequestAnswer = z.strictObject({
  id: z.uuid(),
  degree,
  lodge: z.string(),
  receivedOn: z.iso.date(),
  status: z.enum(["pending", "approved", "refused"]),
  reason: z.string().nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
  can: z.strictObject({ withdraw: z.boolean() }),
}) satisfies z.ZodType<DegreeRequest>;

export const degreeRequestsAnswer = z.strictObject({
  degree,
  requestable: z.array(degree),
  requests: z.array(degreeRequestAnswer),
}) satisfies z.ZodType<DegreeRequests>;

const openSession = z.strictObject({
  id: z.uuid(),
  device: z.string(),
  signedInAt: moment,
  lastUsedAt: moment,
  current: z.boolean(),
}) satisfies z.ZodType<OpenSession>;

export const sessionsAnswer = z.strictObject({ sessions: z.array(openSession) });
export const endedAnswer = z.strictObject({ ended: z.int().min(0) });

export const exportAnswer = z.strictObject({
  format: z.string(),
  version: z.int(),
  exportedAt: moment,
  data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
}) satisfies z.ZodType<Omit<PersonalExport, "data">>;
