import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";

/** What the person reads of their own request. */
export const ownAdmission = z.strictObject({
  /** Null before they have asked. */
  request: z
    .strictObject({
      state: z.enum(["pending", "refused"]),
      askedAt: moment,
      message: z.string().nullable(),
      /** Why it was refused. */
      reason: z.string().nullable(),
    })
    .nullable(),
  addressConfirmed: z.boolean(),
  lodge: z.string().nullable(),
  /** Whether the Lodge is known here and has an officer who can answer. */
  lodgeAnswers: z.boolean(),
});
export type OwnAdmission = z.output<typeof ownAdmission>;

const waitingPerson = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  /** For administrators only. */
  email: z.string().nullable(),
  addressConfirmed: z.boolean(),
  lodge: z.string().nullable(),
  /** The Lodge of the list that it is. */
  knownLodge: z.string().nullable(),
  askedAt: moment,
  /** How often they had asked before. */
  askedBefore: count,
  message: z.string().nullable(),
});
export type WaitingPerson = z.output<typeof waitingPerson>;

const decidedPerson = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  status: z.enum(["accepted", "refused"]),
  by: z.string().nullable(),
  office: z.string().nullable(),
  at: moment,
  /** When the account of somebody who was refused is deleted if they do not ask again; null for who was accepted, or asked since. */
  deletedOn: moment.nullable(),
});

export const admissionQueue = z.strictObject({
  waiting: z.array(waitingPerson),
  /** Who can be decided. */
  total: count,
  /** Whose address is not confirmed, so that they cannot. */
  unconfirmed: count,
  /** Decided lately, newest first. */
  decided: z.array(decidedPerson),
});
export type AdmissionQueue = z.output<typeof admissionQueue>;

export const DECISION_OUTCOMES = ["done", "decided", "unconfirmed", "forbidden", "gone"] as const;

/** What became of each. */
export const decisionResults = z.strictObject({
  results: z.array(z.strictObject({ userId: z.uuid(), outcome: z.enum(DECISION_OUTCOMES) })),
});
export type DecisionResults = z.output<typeof decisionResults>;
