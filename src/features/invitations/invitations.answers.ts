import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { INVITATION_STATES } from "./invitations.schema.ts";
import { LIST_COLUMNS } from "./list/list.schema.ts";

/** `ready` is invited when it is confirmed; `wrong` waits to be mended; nothing is sent to the others. */
const CHECKS = ["ready", "wrong", "member", "invited"] as const;

const checkedLine = z.strictObject({
  line: count,
  name: z.string(),
  email: z.string(),
  /** As it was written; what it means is `lodgeName`. */
  lodge: z.string(),
  degree: z.string(),
  lodgeName: z.string().nullable(),
  check: z.enum(CHECKS),
  /** Why it stays out, and in which column the fault is. */
  message: z.string().nullable(),
  column: z.enum(LIST_COLUMNS).nullable(),
});
export type CheckedLine = z.output<typeof checkedLine>;

/** A list that was looked at; nothing was done. */
export const listCheck = z.strictObject({
  delimiter: z.enum([";", ",", "\t"]),
  encoding: z.enum(["utf-8", "utf-16", "windows-1252"]),
  /** Titles of columns that are not looked at. */
  ignored: z.array(z.string()),
  counts: z.strictObject({ ready: count, wrong: count, member: count, invited: count }),
  lines: z.array(checkedLine),
});
export type ListCheck = z.output<typeof listCheck>;

const invitation = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  degree,
  /** Null where it brings none, or the Lodge was put out of use. */
  lodge: z.string().nullable(),
  state: z.enum(INVITATION_STATES),
  /** The moment that goes with the state: until when it waits, since when it is over, when it was accepted. */
  at: moment,
  memberId: z.uuid().nullable(),
  can: z.strictObject({ resend: z.boolean(), withdraw: z.boolean() }),
});
export type Invitation = z.output<typeof invitation>;

export const invitationPage = z.strictObject({
  invitations: z.array(invitation),
  next: z.string().nullable(),
  /** On the first page only, null on the others. */
  counts: z.strictObject({ waiting: count, returned: count, accepted: count, expired: count, withdrawn: count }).nullable(),
});
export type InvitationPage = z.output<typeof invitationPage>;

const invitationBatch = z.strictObject({
  id: z.uuid(),
  total: count,
  sent: count,
  stopped: z.boolean(),
  startedAt: moment,
  endedAt: moment.nullable(),
  /** The last who were written to. */
  latest: z.array(
    z.strictObject({ id: z.uuid(), name: z.string(), at: moment, letter: z.enum(["waiting", "delivered", "returned"]) }),
  ),
});
export type InvitationBatch = z.output<typeof invitationBatch>;

export const batchAnswer = z.strictObject({ batch: invitationBatch });
/** The last list that was sent; null where there was none of late. */
export const latestBatch = z.strictObject({ batch: invitationBatch.nullable() });
export type LatestBatch = z.output<typeof latestBatch>;

/** What who holds a link is shown before they accept. */
export const openedInvitation = z.strictObject({
  name: z.string(),
  email: z.string(),
  degree,
  lodge: z.string().nullable(),
  expiresAt: moment,
  /** Whether the address has an account, and whether the reader is in a session of it. */
  account: z.enum(["none", "here", "elsewhere"]),
});
export type OpenedInvitation = z.output<typeof openedInvitation>;
