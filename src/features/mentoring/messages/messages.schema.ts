import { z } from "zod";

const MESSAGE_LENGTH = 4000;

/** How long after it was written its author may change a message, or take it back. */
export const CHANGE_MINUTES = 15;

const body = z
  .string({ error: "Escreva a mensagem" })
  .trim()
  .min(1, "Escreva a mensagem")
  .max(MESSAGE_LENGTH, "Mensagem muito longa (até 4.000 caracteres)");

export const newMessageInput = z.strictObject({
  body,
  /** Made by the browser, one for each message: sending again after a lost answer does not write it twice. */
  key: z.uuid(),
});

export const changeMessageInput = z.strictObject({ body });

const number = z.coerce.number().int().min(0).max(2_000_000_000);

/** Pages go backwards: `before` is the lowest number of the page before. What came since `after` is read forwards. */
export const messagesInput = z.strictObject({ before: number.optional(), after: number.optional() });
export const readInput = z.strictObject({ upTo: z.number().int().min(0).max(2_000_000_000) });

export const messageParams = z.strictObject({ mentorshipSessionId: z.uuid(), number });

export type NewMessageInput = z.output<typeof newMessageInput>;
export type MessagesInput = z.output<typeof messagesInput>;
export type ReadInput = z.output<typeof readInput>;
