import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import { SEARCH_LENGTH, SEARCH_TOO_LONG } from "#app/lib/search.ts";
import { boardId } from "../boards/boards.schema.ts";
import { POST_STATES } from "../posts/posts.schema.ts";

/** What became of a report: the post was hidden, or it was found in order. */
export type Decision = "hidden" | "kept";

const words = (least: number, most: number, missing: string, tooLong: string) =>
  z.string({ error: missing }).trim().min(least, missing).max(most, tooLong);

const reason = (most: number) => words(3, most, "Escreva o motivo", `O motivo pode ter até ${most} caracteres`);

export const reportInput = z.strictObject({ reason: reason(500) });
export const reasonInput = z.strictObject({ reason: reason(300) });
/** How a moderator saw the post on which they decide: another may have decided meanwhile, or its author have changed it. */
const seen = z
  .strictObject({
    state: z.enum(POST_STATES),
    reported: z.boolean(),
    /** Pages that were open before this was asked do not send it. */
    version: z.int().min(1).max(2_000_000_000).optional(),
  })
  .optional();
export const hideInput = z.strictObject({ reason: reason(300), seen });
export const showInput = z.strictObject({ seen });
export const wordInput = z.strictObject({
  body: words(3, 2_000, "Escreva o que quer dizer ao autor", "Pode ter até 2.000 caracteres"),
});
export const queueInput = z.strictObject({ after: cursor.optional() });
export const moveInput = z.strictObject({ boardId });

const title = words(3, 120, "Escreva um título de pelo menos três letras", "O título pode ter até 120 caracteres");

/** `before` is the title that was shown: another moderator may have changed it meanwhile. */
export const titleInput = z.strictObject({ title, before: z.string().max(200) });

const MOST_SPLIT = 200;
export const splitInput = z.strictObject({
  /** The posts that go to the new topic, in the order of their numbers. */
  numbers: z
    .array(z.int().min(2, "A primeira mensagem fica: é dela o assunto").max(2_000_000_000))
    .min(1, "Escolha as mensagens que vão para o outro assunto")
    .max(MOST_SPLIT, `Escolha até ${MOST_SPLIT} mensagens de cada vez`),
  title,
});

const boardFields = {
  name: words(2, 60, "Escreva o nome da sala", "O nome pode ter até 60 caracteres"),
  description: z.string({ error: "Escreva para que serve a sala" }).trim().max(300, "A descrição pode ter até 300 caracteres"),
};

export const newBoardInput = z.strictObject({
  id: boardId,
  ...boardFields,
  /** The lowest degree that reads it, for good; null for every member. */
  degree: z.enum(DEGREES, "Escolha quem entra na sala").nullable(),
});
export const boardInput = z.strictObject({
  ...boardFields,
  position: z.int("O lugar é um número inteiro").min(1, "O primeiro lugar é o 1").max(1_000, "Escolha um lugar até 1.000"),
  closed: z.boolean(),
  /** The board as it was shown: another administrator may have changed it meanwhile. */
  before: z.strictObject({ name: z.string(), description: z.string(), closed: z.boolean() }).optional(),
});
export const moderatorsInput = z.strictObject({
  memberIds: z.array(z.uuid()).max(50, "Uma sala tem até 50 moderadores"),
  /** Those who were shown. */
  before: z.array(z.uuid()).optional(),
});

/** Shorter words have no trigrams, by which names are found. */
export const SHORTEST_CANDIDATE = 3;
export const candidatesInput = z.strictObject({
  q: z
    .string({ error: "Digite um nome ou e-mail" })
    .trim()
    .min(SHORTEST_CANDIDATE, "Digite ao menos três letras")
    .max(SEARCH_LENGTH, SEARCH_TOO_LONG),
});

export type HideInput = z.output<typeof hideInput>;
export type ShowInput = z.output<typeof showInput>;
export type Seen = NonNullable<ShowInput["seen"]>;
export type QueueInput = z.output<typeof queueInput>;
export type SplitInput = z.output<typeof splitInput>;
export type TitleInput = z.output<typeof titleInput>;
export type NewBoardInput = z.output<typeof newBoardInput>;
export type BoardInput = z.output<typeof boardInput>;
export type CandidatesInput = z.output<typeof candidatesInput>;
export type ModeratorsInput = z.output<typeof moderatorsInput>;
