import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";

/** `body` is null where its author took it back, or their account is gone. */
export const message = z.strictObject({
  number: count,
  mine: z.boolean(),
  body: z.string().nullable(),
  at: moment,
  edited: z.boolean(),
  deleted: z.boolean(),
});
export type Message = z.output<typeof message>;

/** Oldest first. `more` says whether older ones exist, `otherRead` up to which number the other side has read. */
export const messagesPage = z.strictObject({
  messages: z.array(message),
  more: z.boolean(),
  unread: count,
  otherRead: count,
});
export type MessagesPage = z.output<typeof messagesPage>;

export const readMark = z.strictObject({ unread: count });
export type ReadMark = z.output<typeof readMark>;
