import { z } from "zod";
import { boardId } from "../boards/boards.schema.ts";

export const POST_STATES = ["visible", "held", "hidden", "deleted", "masked"] as const;
export type PostState = (typeof POST_STATES)[number];

export const REACTIONS = ["useful", "agree", "thanks"] as const;
export type Reaction = (typeof REACTIONS)[number];
export const REACTION_LABEL: Record<Reaction, string> = { useful: "Útil", agree: "De acordo", thanks: "Agradeço" };

const POST_LENGTH = 20_000;
export const POST_TOO_LONG = "A mensagem pode ter até 20.000 caracteres. Encurte-a, ou divida-a em duas.";
const QUOTE_LENGTH = 1_000;

const source = z.string({ error: "Escreva a mensagem" }).trim().min(1, "Escreva a mensagem").max(POST_LENGTH, POST_TOO_LONG);

const number = z.coerce.number().int().min(0).max(2_000_000_000);

export const newPostFields = {
  /** Made by the browser: sending again after a lost answer does not write it twice. */
  id: z.uuid(),
  source,
};

export const newPostInput = z.strictObject({
  ...newPostFields,
  /** The board in which the writer saw the topic: what is meant for one room is not published in another to which it was moved. */
  boardId,
  /** Words of another post of the topic. */
  quote: z
    .strictObject({
      number: z.int().min(1).max(2_000_000_000),
      words: z
        .string()
        .trim()
        .min(1, "Escolha o trecho que quer citar")
        .max(QUOTE_LENGTH, "O trecho citado é longo demais. Escolha um menor."),
    })
    .nullable(),
});
export type NewPostInput = z.output<typeof newPostInput>;

/** Twenty posts from a number on (or `new`: from the first unread one), before a number, or after one; the first twenty without any. */
export const postsInput = z.strictObject({
  from: z.union([z.literal("new"), number]).optional(),
  before: number.optional(),
  after: number.optional(),
});
export type PostsInput = z.output<typeof postsInput>;
