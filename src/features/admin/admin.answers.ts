import { z } from "zod";
import { attestation } from "#app/features/account/account.answers.ts";
import { eachProfileField } from "#app/features/account/profile.schema.ts";
import { moduleProgress } from "#app/features/courses/courses.answers.ts";
import { MENTORSHIP_SESSION_STATUSES } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { oversightLine } from "#app/features/oversight/oversight.answers.ts";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { MATTERS, ROLES } from "./admin.schema.ts";

const matter = z.strictObject({
  kind: z.enum(MATTERS),
  count,
  /** Since when the oldest waits. */
  oldest: moment,
  /** Whose the oldest is: a name, or an address where no name is known; null where it is not said. */
  first: z.string().nullable(),
  /** An answer was promised, and the promise is over. */
  late: z.boolean(),
});
export type Matter = z.output<typeof matter>;

export const adminSummary = z.strictObject({
  members: count,
  admins: count,
  modules: count,
  /** What waits for a decision, the oldest first. */
  matters: z.array(matter),
});
export type AdminSummary = z.output<typeof adminSummary>;

const adminMember = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  ...eachProfileField(() => z.string()),
  lodge: z.string().nullable(),
  degree,
  role: z.enum(ROLES),
  createdAt: moment,
  /** The panel's reader themselves. */
  self: z.boolean(),
  /** The only administrator there is. */
  lastAdmin: z.boolean(),
  /** Their address is not confirmed. */
  unconfirmed: z.boolean(),
  suspended: z.boolean(),
  can: z.strictObject({
    /** Their profile; also to send the link to a new password. */
    correct: z.boolean(),
    changeRole: z.boolean(),
    changeDegree: z.boolean(),
    endSessions: z.boolean(),
    resetFactors: z.boolean(),
    /** Also to lift a suspension. */
    suspend: z.boolean(),
    delete: z.boolean(),
  }),
});
export type AdminMember = z.output<typeof adminMember>;

/** One member for an administrator: results, never answers; states, never words. */
export const memberDetails = z.strictObject({
  member: adminMember,
  /** The Lodge of the list that it is. */
  knownLodge: z.strictObject({ name: z.string(), confirmed: z.boolean() }).nullable(),
  lastAccessAt: moment.nullable(),
  openSessions: count,
  /** They sign in with a second factor. */
  secondFactor: z.boolean(),
  /** The version of the privacy notice that they agreed to last; null where none was asked of them. */
  consent: z.strictObject({ version: z.string(), at: moment }).nullable(),
  /** The modules of their degree and those below. */
  modules: z.array(moduleProgress),
  attestations: z.array(attestation),
  exams: z.array(z.strictObject({ id: z.uuid(), degree, finishedAt: moment, rightCount: count, passed: z.boolean() })),
  certificates: z.array(z.strictObject({ id: z.uuid(), degree, revoked: z.boolean() })),
  mentoring: z.array(z.strictObject({ status: z.enum(MENTORSHIP_SESSION_STATUSES), count })),
  /** What others did about them, newest first. */
  acts: z.array(oversightLine),
});
export type MemberDetails = z.output<typeof memberDetails>;

/** The member after a change. */
export const changedMember = z.strictObject({ member: adminMember });
export type ChangedMember = z.output<typeof changedMember>;

export const memberPage = z.strictObject({
  members: z.array(adminMember),
  /** What fits the search and filters in all; on the first page only, null on the others. */
  total: count.nullable(),
  next: z.string().nullable(),
});
export type MemberPage = z.output<typeof memberPage>;

const adminDegreeRequest = z.strictObject({
  id: z.uuid(),
  degree,
  lodge: z.string(),
  /** Day on which the Lodge conferred the degree, "2026-03-05". */
  receivedOn: z.iso.date(),
  createdAt: moment,
  member: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string(), degree, lodge: z.string().nullable() }),
  can: z.strictObject({ decide: z.boolean() }),
});
export type AdminDegreeRequest = z.output<typeof adminDegreeRequest>;

const decidedDegreeRequest = z.strictObject({
  id: z.uuid(),
  member: z.strictObject({ id: z.uuid(), name: z.string() }),
  degree,
  approved: z.boolean(),
  /** Who decided it, while their account is there. */
  by: z.string().nullable(),
  at: moment,
  /** Why it was refused. */
  reason: z.string().nullable(),
});
export type DecidedDegreeRequest = z.output<typeof decidedDegreeRequest>;

/** The oldest requests; what is behind them comes up as these are decided. And those decided lately, the newest first. */
export const degreeRequestQueue = z.strictObject({
  requests: z.array(adminDegreeRequest),
  total: count,
  decided: z.array(decidedDegreeRequest),
});
export type DegreeRequestQueue = z.output<typeof degreeRequestQueue>;

const perWeek = z.array(count);
/** The last twelve weeks, the oldest first; each ends at this hour. */
export const adminWeeks = z.strictObject({ members: count, studied: perWeek, lessons: perWeek, exams: perWeek, passed: perWeek });
export type AdminWeeks = z.output<typeof adminWeeks>;
