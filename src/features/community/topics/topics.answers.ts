import { z } from "zod";
import { count, degree, moment } from "#app/server/http/answers.ts";
import { author, card, post } from "../posts/posts.answers.ts";
import { POST_STATES } from "../posts/posts.schema.ts";

const listedTopic = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  /** Null when the account is gone. */
  author: author.nullable(),
  at: moment,
  /** The lesson or study that it is about, where the reader may read it. */
  text: card.nullable(),
  replies: count,
  /** Posts that the reader has not read, of a topic in which they have been, or that is newer than their last visit to the board. */
  news: count,
  /** Whether they have never been in it, and it was opened since their last visit. */
  isNew: z.boolean(),
  lastAt: moment,
  /** The last post whose words everybody sees. */
  last: z
    .strictObject({
      number: count,
      /** Null when the account is gone. */
      name: z.string().nullable(),
      at: moment,
      excerpt: z.string(),
    })
    .nullable(),
  answered: z.boolean(),
  locked: z.boolean(),
  pinned: z.boolean(),
  following: z.boolean(),
});
export type ListedTopic = z.output<typeof listedTopic>;

/** Pinned topics first, then by their last post. */
export const topicsPage = z.strictObject({
  topics: z.array(listedTopic),
  /** Where the following page begins, and the one before this; null where there is none. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
  /** When the visit before the present one was: what is after it is new. */
  lastVisitAt: moment.nullable(),
});
export type TopicsPage = z.output<typeof topicsPage>;

const topicHead = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  board: z.strictObject({ id: z.string(), name: z.string(), degree: degree.nullable() }),
  /** The lesson or study that it is about, where the reader may read it. */
  text: card.nullable(),
  author: author.nullable(),
  at: moment,
  replies: count,
  lastNumber: count,
  answerNumber: count.nullable(),
  locked: z.boolean(),
  pinned: z.boolean(),
  hidden: z.boolean(),
  following: z.boolean(),
  /** The highest number that the reader had read when they came; 0 before their first visit. */
  readUpTo: count,
  /** What they have written and not sent. */
  draft: z.strictObject({ body: z.string(), version: count, updatedAt: moment }).nullable(),
  /** How they sign. */
  name: z.string(),
  can: z.strictObject({
    reply: z.boolean(),
    /** Whether the rules of the house are accepted, without which nobody writes. */
    rules: z.boolean(),
    answer: z.boolean(),
    moderate: z.boolean(),
  }),
});
export type TopicHead = z.output<typeof topicHead>;

/** A topic with up to twenty of its posts, oldest first. */
export const topicPage = z.strictObject({
  topic: topicHead,
  posts: z.array(post),
  /** Whether there are posts before the first and after the last of these. */
  before: z.boolean(),
  after: z.boolean(),
});
export type TopicPage = z.output<typeof topicPage>;

/** A topic that was opened. Its first post may be held until a moderator has looked at it; `stateReason` says why. */
export const newTopic = z.strictObject({ id: z.uuid(), state: z.enum(POST_STATES), stateReason: z.string().nullable() });
export type NewTopic = z.output<typeof newTopic>;

export const readMark = z.strictObject({ readUpTo: count, unread: count });
export type ReadMark = z.output<typeof readMark>;

/** Where a lesson or study is discussed. */
export const textTalk = z.strictObject({
  topicId: z.uuid().nullable(),
  /** The board of that topic, or in which one would be opened; null where none takes it. */
  boardId: z.string().nullable(),
  /** Of the lesson or study, as a topic of it would be called. */
  title: z.string(),
  replies: count,
  /** Members who have written there. */
  people: count,
});
export type TextTalk = z.output<typeof textTalk>;
