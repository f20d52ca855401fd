import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { author } from "../posts/posts.answers.ts";

/** A post that waits for a decision, as its moderators see it. */
const queued = z.strictObject({
  post: z.strictObject({
    id: z.uuid(),
    number: count,
    topicId: z.uuid(),
    title: z.string(),
    board: z.strictObject({ id: z.string(), name: z.string() }),
    author: author.nullable(),
    at: moment,
    html: z.string(),
    /** Goes with the decision. */
    version: count,
    state: z.enum(["visible", "held"]),
    stateReason: z.string().nullable(),
    /** Whether the reader may decide: nobody does on their own post, but an administrator. */
    can: z.strictObject({ decide: z.boolean() }),
  }),
  /** Those that nobody has decided yet, oldest first. */
  reports: z.array(z.strictObject({ name: z.string().nullable(), reason: z.string(), at: moment })),
});
export type Queued = z.output<typeof queued>;

export const moderationQueue = z.strictObject({ entries: z.array(queued), next: z.string().nullable(), waiting: count });
export type ModerationQueue = z.output<typeof moderationQueue>;

/** What moderators wrote to the author of a post. */
export const moderatorsWords = z.strictObject({ words: z.array(z.strictObject({ body: z.string(), at: moment })) });
export type ModeratorsWords = z.output<typeof moderatorsWords>;

/** Of a hidden topic, what the member who has opened it may know. */
export const topicHiding = z.strictObject({ title: z.string(), reason: z.string().nullable() });
export type TopicHiding = z.output<typeof topicHiding>;

export const splitTopic = z.strictObject({ topicId: z.uuid() });

export const boardModerators = z.strictObject({
  moderators: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});
/** Members who could moderate a board, as an administrator knows them; in the community itself nobody's e-mail is shown. */
const moderatorCandidate = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Null where they have not come to the community yet. */
  signsAs: z.string().nullable(),
  degree,
  lodge: z.string().nullable(),
});
export const moderatorCandidates = z.strictObject({ candidates: z.array(moderatorCandidate) });
export type ModeratorCandidates = z.output<typeof moderatorCandidates>;
export type ModeratorCandidate = ModeratorCandidates["candidates"][number];

export type BoardModerators = z.output<typeof boardModerators>;
