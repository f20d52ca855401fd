import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { POST_STATES, REACTIONS } from "./posts.schema.ts";

export const author = z.strictObject({
  id: z.uuid(),
  /** The name that he chose. */
  name: z.string(),
  degree,
  /** Null also where he does not show it. */
  lodge: z.string().nullable(),
});
export type Author = z.output<typeof author>;

/** A page of the academy that a post or a topic is about, which this reader may read. */
export const card = z.strictObject({
  kind: z.enum(["lesson", "study", "document", "term", "degree"]),
  path: z.string(),
  title: z.string(),
  /** Where it belongs. */
  shelf: z.string(),
});
export type Card = z.output<typeof card>;

export const post = z.strictObject({
  id: z.uuid(),
  number: count,
  state: z.enum(POST_STATES),
  /** Why it is held or hidden, to its author and to moderators alone. */
  stateReason: z.string().nullable(),
  /** Null when the account is gone. */
  author: author.nullable(),
  mine: z.boolean(),
  at: moment,
  editedAt: moment.nullable(),
  version: count,
  /** Null where its words are not shown to this reader. */
  html: z.string().nullable(),
  /** What was written, to its author alone. */
  source: z.string().nullable(),
  cards: z.array(card),
  quote: z
    .strictObject({
      number: count,
      /** Who wrote it; null when the account is gone. */
      name: z.string().nullable(),
      /** Null where the words are not shown any more. */
      words: z.string().nullable(),
    })
    .nullable(),
  reactions: z.strictObject({ useful: count, agree: count, thanks: count }),
  /** The reader's own. */
  reacted: z.array(z.enum(REACTIONS)),
  can: z.strictObject({ edit: z.boolean(), delete: z.boolean(), react: z.boolean(), report: z.boolean() }),
});
export type Post = z.output<typeof post>;
