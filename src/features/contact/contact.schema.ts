import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";

/** What fits on one line: without line breaks or other control characters. */
const line = (minimum: string, maximum: number, tooLong: string) =>
  z
    .string({ error: minimum })
    .trim()
    .min(3, minimum)
    .max(maximum, tooLong)
    .regex(/^\P{Cc}*$/u, "Escreva em uma só linha");

export const MESSAGE_LIMIT = 4_000;

export const contactInput = z.strictObject({
  name: line("Nome deve ter no mínimo 3 caracteres", 100, "Nome muito longo"),
  /** Kept as it was written, because the answer goes there. */
  email: z.string({ error: "Email inválido" }).trim().max(255, "Email muito longo").pipe(z.email("Email inválido")),
  subject: line("Assunto deve ter no mínimo 3 caracteres", 120, "Assunto muito longo"),
  message: z
    .string({ error: "Mensagem deve ter no mínimo 10 caracteres" })
    .trim()
    .min(10, "Mensagem deve ter no mínimo 10 caracteres")
    .max(MESSAGE_LIMIT, "Mensagem muito longa")
    .regex(/^[\P{Cc}\n\r\t]*$/u, "A mensagem tem caracteres que não se leem")
    .transform((value) => value.replaceAll(/\r\n?/g, "\n")),
  /** A field that people do not see; programs fill it in. */
  website: z.string().max(2_000).default(""),
  /** Time from the form's appearing to its being sent, in milliseconds. */
  elapsedMs: z.number().min(0),
});

/** What the form holds; the time is added when it is sent. */
export const contactForm = contactInput.omit({ elapsedMs: true });

export const MESSAGE_STATES = ["open", "resolved", "suspect"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const messageListInput = z.strictObject({
  state: z.enum(MESSAGE_STATES).default("open"),
  after: cursor.optional(),
});
export const messageParams = z.strictObject({ id: z.uuid() });
export const resolveInput = z.strictObject({ resolved: z.boolean({ error: "Diga se a mensagem está resolvida" }) });

export type ContactInput = z.output<typeof contactInput>;
export type MessageListInput = z.output<typeof messageListInput>;
export type ResolveInput = z.output<typeof resolveInput>;
