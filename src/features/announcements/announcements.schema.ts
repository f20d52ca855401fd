import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { fold } from "#app/lib/text.ts";

export const ANNOUNCEMENT_LENGTH = 8_000;

/** Whom an announcement is for: every member, those of exactly one degree, those of one Lodge, or who subscribed to the newsletter. */
export const AUDIENCES = ["everyone", "degree", "lodge", "subscribers"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** An announcement waits for its hour, is being sent, is held, or has reached whom it could. */
export const STATES = ["scheduled", "sending", "paused", "done"] as const;
export type State = (typeof STATES)[number];

/**
 * What became of a recipient's letter: it waits; it has been written and is with the mail server; the server took it; it came back; they want no letters; or
 * they left before it was written.
 */
export const OUTCOMES = ["waiting", "written", "delivered", "returned", "unwanted", "left"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a locked phone does not show to whoever looks at it. */
const INDISCREET =
  /\b(?:(?:franco-?)?mac(?:on|ons|onaria|onic[ao]s?)|rito|york|lojas?|aprendiz(?:es)?|companheiros?|mestres?|templari[oa]s?)\b/;

const title = z
  .string({ error: "Escreva o assunto" })
  .trim()
  .min(3, "Escreva um assunto de pelo menos três letras")
  .max(120, "O assunto pode ter até 120 caracteres")
  .regex(/^\P{Cc}*$/u, "Escreva o assunto em uma só linha")
  .superRefine((value, context) => {
    const word = INDISCREET.exec(fold(value))?.[0];
    if (word)
      context.addIssue({
        code: "custom",
        message: `O assunto aparece na tela bloqueada do telefone: diga-o sem “${word}”. No texto pode estar.`,
      });
  });

const source = z
  .string({ error: "Escreva o texto" })
  .trim()
  .min(10, "Escreva o texto: pelo menos dez caracteres")
  .max(ANNOUNCEMENT_LENGTH, "O texto pode ter até 8.000 caracteres");

const moment = z.iso.datetime({
  offset: true,
  error: "A data está incompleta ou não existe. Confira o dia, o mês, o ano e a hora.",
});
const DAY_MS = 86_400_000;
const soon = moment.refine((value) => Date.parse(value) < Date.now() + 366 * DAY_MS, "Escolha uma data dentro de um ano");

export const newAnnouncementInput = z
  .strictObject({
    title,
    source,
    audience: z.enum(AUDIENCES, "Escolha a quem se dirige"),
    degree: z.enum(DEGREES, "Escolha o grau").nullable(),
    lodgeId: z.uuid("Escolha a Loja").nullable(),
    asNotice: z.boolean(),
    asLetter: z.boolean(),
    /** Null for now. */
    startsAt: soon.nullable(),
    /** Null for a notice that stays. */
    endsAt: soon.nullable(),
  })
  .superRefine(({ audience, degree, lodgeId, asNotice, asLetter, startsAt, endsAt }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if ((audience === "degree") !== (degree !== null)) refuse("degree", "Escolha o grau");
    if ((audience === "lodge") !== (lodgeId !== null)) refuse("lodgeId", "Escolha a Loja");
    if (!asNotice && !asLetter) refuse("asLetter", "Escolha carta, aviso ou os dois");
    else if (audience === "subscribers" && asNotice)
      refuse("asNotice", "Quem assina o boletim pode não ter conta: só a carta chega a todos eles");
    const start = startsAt === null ? Date.now() : Date.parse(startsAt);
    if (start < Date.now() - 60_000) refuse("startsAt", "Escolha uma hora que ainda não passou, ou envie agora");
    if (endsAt !== null && Date.parse(endsAt) <= start) refuse("endsAt", "O aviso terminaria antes de começar");
  });
export type NewAnnouncementInput = z.output<typeof newAnnouncementInput>;

/** Whom it is for and how it is told does not change: some have been told. */
export const announcementInput = z.strictObject({ title, source });
export type AnnouncementInput = z.output<typeof announcementInput>;

export const announcementPreviewInput = z.strictObject({ source });
export const announcementParams = z.strictObject({ id: z.uuid() });
export const announcementListInput = z.strictObject({ after: cursor.optional() });
export type AnnouncementListInput = z.output<typeof announcementListInput>;
/** A Lodge to be counted besides. */
export const recipientsInput = z.strictObject({ lodgeId: z.uuid().optional() });
export type RecipientsInput = z.output<typeof recipientsInput>;
