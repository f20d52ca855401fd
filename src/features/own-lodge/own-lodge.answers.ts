import { z } from "zod";
import { attestation } from "#app/features/account/account.answers.ts";
import { moduleProgress } from "#app/features/courses/courses.answers.ts";
import { count, degree, moment } from "#app/server/http/answers.ts";

/** A brother of the officer's Lodge: what an officer sees of a member, and nothing else. */
const brother = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  degree,
  /** Somebody has answered for it that they are of the Lodge. */
  confirmed: z.boolean(),
  /** Finished lessons of their degree and those below, of so many. */
  lessons: count,
  ofLessons: count,
  passedExams: z.array(degree),
  lastAccessAt: moment.nullable(),
});
export type Brother = z.output<typeof brother>;

/** The page of one of them. */
export const brotherPage = z.strictObject({
  name: z.string(),
  degree,
  confirmed: z.boolean(),
  lastAccessAt: moment.nullable(),
  modules: z.array(moduleProgress),
  attestations: z.array(attestation),
  passedExams: z.array(z.strictObject({ degree, on: moment })),
});
export type BrotherPage = z.output<typeof brotherPage>;

export const ownLodge = z.strictObject({
  lodge: z.strictObject({ name: z.string(), city: z.string(), state: z.string().nullable() }),
  office: z.string(),
  until: moment,
  admissions: z.array(
    z.strictObject({ userId: z.uuid(), name: z.string(), askedAt: moment, message: z.string().nullable(), askedBefore: count }),
  ),
  degreeRequests: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      degree,
      /** `yyyy-mm-dd` */
      receivedOn: z.string(),
      askedAt: moment,
      /** Not for one's own request, nor for a degree above one's own. */
      canDecide: z.boolean(),
    }),
  ),
  brothers: z.array(brother),
  /** All of them, when there are more than are listed. */
  total: count,
  /** Who finished something or was here in the last thirty days; null in a Lodge in which so few could be recognised. */
  activeInMonth: count.nullable(),
});
export type OwnLodge = z.output<typeof ownLodge>;
