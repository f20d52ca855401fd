import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";

/** One message, as an administrator reads it. */
export const contactMessage = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** Written while signed in: the account is really the writer's. */
  fromMember: z.boolean(),
  suspect: z.boolean(),
  createdAt: moment,
  resolved: z.strictObject({ at: moment, by: z.string().nullable() }).nullable(),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const contactMessageList = z.strictObject({
  messages: z.array(contactMessage),
  next: z.string().nullable(),
  counts: z.strictObject({ open: count, resolved: count, suspect: count }),
});
export type ContactMessageList = z.output<typeof contactMessageList>;
