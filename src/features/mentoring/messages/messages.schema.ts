import { z } from "zod";

const MESSAGE_LENGTH = 4000;

/** How long after it was written its author may change a message, or take it back. */
export const CHANGE_MINUTES = 15;

const words = z.string({ error: "Escreva a mensagem" }).trim().max(MESSAGE_LENGTH, "Mensagem muito longa (até 4.000 caracteres)");

/** Largest file of a message, and how many of them a session keeps. */
export const FILE_LIMIT = { bytes: 10 * 1024 * 1024, message: "O arquivo pode ter até 10 MB. Escolha um menor." };
export const MOST_FILES = 40;

export const newMessageInput = z
  .strictObject({
    /** Empty only beside a file. */
    body: words,
    /** Made by the browser, one for each message: sending again after a lost answer does not write it twice. */
    key: z.uuid(),
    /** Of a file that was sent before it, and what it is called; both empty without one. */
    fileId: z.union([z.literal(""), z.uuid()]).default(""),
    fileName: z.string().max(500, "Nome de arquivo muito longo").default(""),
  })
  .refine(({ body, fileId }) => body !== "" || fileId !== "", { path: ["body"], error: "Escreva a mensagem" });

export const changeMessageInput = z.strictObject({ body: words.min(1, "Escreva a mensagem") });

const number = z.coerce.number().int().min(0).max(2_000_000_000);

/** Pages go backwards: `before` is the lowest number of the page before. What came since `after` is read forwards. */
export const messagesInput = z.strictObject({ before: number.optional(), after: number.optional() });
export const readInput = z.strictObject({ upTo: z.number().int().min(0).max(2_000_000_000) });

/** The session for whose conversation a file is sent. */
export const fileInput = z.strictObject({ session: z.uuid() });

export const messageParams = z.strictObject({ mentorshipSessionId: z.uuid(), number });

export type NewMessageInput = z.output<typeof newMessageInput>;
export type MessagesInput = z.output<typeof messagesInput>;
export type ReadInput = z.output<typeof readInput>;
