import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { POST_STATES, REACTIONS } from "./posts.schema.ts";

export const author = z.strictObject({
  id: z.uuid(),
  /** The name that they chose. */
  name: z.string(),
  degree,
  /** Null also where they do not show it. */
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
  /** Whether a moderator has written to its author, to them alone. */
  addressed: z.boolean(),
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

export const reactions = post.pick({ reactions: true, reacted: true });
export type Reactions = z.output<typeof reactions>;

/** What a post says and said, oldest first. */
export const postVersions = z.strictObject({
  versions: z.array(z.strictObject({ version: count, html: z.string(), at: moment })),
});
export type PostVersions = z.output<typeof postVersions>;

/** What is written and not sent. `version` goes with the next change. */
export const draft = z.strictObject({ title: z.string(), body: z.string(), version: count, updatedAt: moment });
export type Draft = z.output<typeof draft>;
export const draftAnswer = z.strictObject({ draft: draft.nullable() });
export type DraftAnswer = z.output<typeof draftAnswer>;

export const preview = z.strictObject({ html: z.string(), cards: z.array(card) });
export type Preview = z.output<typeof preview>;

/** Members who can be named in a post: how they sign, and nothing else. */
export const memberNames = z.strictObject({ members: z.array(z.strictObject({ id: z.uuid(), name: z.string(), degree })) });
export type MemberNames = z.output<typeof memberNames>;

/** A picture that was received. A post shows it by its path. */
export const image = z.strictObject({ id: z.uuid(), path: z.string(), width: count, height: count });
export type Image = z.output<typeof image>;
