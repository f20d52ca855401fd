import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";

const board = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  degree: degree.nullable(),
  closed: z.boolean(),
  /** Its place among all boards, from 1 on. */
  position: count,
  /** Topics with something that is new since the member's last visit; 100 for more. */
  news: count,
  /** When the visit before the present one was; null before the first. */
  lastVisitAt: moment.nullable(),
  following: z.boolean(),
  can: z.strictObject({ open: z.boolean(), moderate: z.boolean() }),
});
export type Board = z.output<typeof board>;

export const community = z.strictObject({
  boards: z.array(board),
  /** Those above the member's degree: that they exist, and nothing of what is in them. */
  lockedBoards: z.array(z.strictObject({ name: z.string(), degree })),
  me: z.strictObject({
    id: z.uuid(),
    /** How they sign. */
    name: z.string(),
    /** What they have chosen; null for their first name with the initial of the last one. */
    displayName: z.string().nullable(),
    degree,
    showLodge: z.boolean(),
    rulesAccepted: z.boolean(),
    weeklyLetter: z.boolean(),
  }),
  can: z.strictObject({ moderate: z.boolean(), administer: z.boolean() }),
});
export type Community = z.output<typeof community>;
