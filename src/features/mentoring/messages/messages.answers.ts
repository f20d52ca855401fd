import { z } from "zod";
import { count, moment } from "#app/server/http/answers.ts";

/** What came with a message; only pictures are shown in place. */
const messageFile = z.strictObject({ name: z.string(), size: count, picture: z.boolean() });

/** `body` is null where its author took it back, or their account is gone. */
export const message = z.strictObject({
  number: count,
  mine: z.boolean(),
  body: z.string().nullable(),
  file: messageFile.nullable(),
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

/** A file that was received, and waits for the message that it comes with. */
export const receivedFile = z.strictObject({ id: z.uuid() });
export type ReceivedFile = z.output<typeof receivedFile>;

export const readMark = z.strictObject({ unread: count });
export type ReadMark = z.output<typeof readMark>;
