import { z } from "zod";
import { cursor } from "#app/lib/cursor.ts";
import { newPostFields } from "../posts/posts.schema.ts";

/** What can be discussed from its own page. */
export const DISCUSSED_KINDS = ["lesson", "study"] as const;
export type DiscussedKind = (typeof DISCUSSED_KINDS)[number];

const TITLE_LENGTH = 120;
const topicTitle = z
  .string({ error: "Escreva o título do assunto" })
  .trim()
  .min(3, "Escreva um título de pelo menos três letras")
  .max(TITLE_LENGTH, "O título pode ter até 120 caracteres");

export const topicParams = z.strictObject({ topicId: z.uuid() });
export const textParams = z.strictObject({ kind: z.enum(DISCUSSED_KINDS), textId: z.string().min(1).max(100) });

export type DiscussedText = z.output<typeof textParams>;
export const followInput = z.strictObject({ following: z.boolean() });
export const readInput = z.strictObject({ upTo: z.int().min(0).max(2_000_000_000) });
export const answerInput = z.strictObject({ number: z.int().min(1).max(2_000_000_000).nullable() });

/** A page of a board's topics: behind a cursor, or in front of one. */
export const topicsInput = z
  .strictObject({ after: cursor.optional(), before: cursor.optional() })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    error: "Peça o que vem antes ou depois",
    path: ["after"],
  });
export type TopicsInput = z.output<typeof topicsInput>;

export const newTopicInput = z.strictObject({
  ...newPostFields,
  title: topicTitle,
  /** The lesson or study that it is about. */
  text: textParams.nullable(),
});
export type NewTopicInput = z.output<typeof newTopicInput>;
