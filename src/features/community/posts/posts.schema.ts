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

export const postParams = z.strictObject({ postId: z.uuid() });
export const reactionParams = z.strictObject({ postId: z.uuid(), kind: z.enum(REACTIONS) });
export const imageParams = z.strictObject({ imageId: z.uuid() });
export const imageInput = z.strictObject({ board: boardId });

/** `version` is the one that was edited: another window may have changed the post meanwhile. */
export const editPostInput = z.strictObject({ source, version: z.int().min(1) });
export type EditPostInput = z.output<typeof editPostInput>;

export const deletePostInput = z.strictObject({ version: z.int().min(1) });

export const draftParams = z.strictObject({
  place: z.string().regex(/^(?:topic:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|board:[a-z][a-z0-9-]{0,39})$/),
});
export const draftInput = z.strictObject({
  title: z.string().max(200, "O título é longo demais para um rascunho"),
  body: z.string().max(POST_LENGTH, POST_TOO_LONG),
  version: z.int().min(0),
});
export type DraftInput = z.output<typeof draftInput>;

export const previewInput = z.strictObject({ boardId, source });
export type PreviewInput = z.output<typeof previewInput>;

export const mentionsInput = z.strictObject({ q: z.string().trim().min(1).max(60), board: boardId });
export type MentionsInput = z.output<typeof mentionsInput>;

/** Largest picture that is received. */
export const IMAGE_LIMIT = { bytes: 8 * 1024 * 1024, message: "A imagem pode ter até 8 MB." };
