import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";
import { ABOUT } from "./oversight.schema.ts";

export const oversightLine = z.strictObject({
  id: z.int(),
  at: moment,
  /** Who it was; "Membro removido" when their account is gone. */
  who: z.string(),
  /** In what office; null for an administrator. */
  office: z.string().nullable(),
  what: z.string(),
});
export type OversightLine = z.output<typeof oversightLine>;

const contestation = z.strictObject({
  id: z.uuid(),
  about: z.enum(ABOUT),
  words: z.string(),
  /** What it is about, in words; null in general. */
  line: z.string().nullable(),
  createdAt: moment,
  answer: z.strictObject({ text: z.string(), at: moment }).nullable(),
});

export const oversight = z.strictObject({
  lines: z.array(oversightLine),
  next: z.string().nullable(),
  contestations: z.array(contestation),
});
export type Oversight = z.output<typeof oversight>;

export const contestationQueue = z.strictObject({
  open: z.array(
    contestation.extend({
      member: z.strictObject({ id: z.uuid(), name: z.string() }),
      /** Not for whom it is about, while another administrator could. */
      canAnswer: z.boolean(),
    }),
  ),
  total: count,
});
export type ContestationQueue = z.output<typeof contestationQueue>;
