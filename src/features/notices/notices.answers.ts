import { z } from "zod";
import { CHANNELS } from "#app/lib/channels.ts";
import { count, moment } from "#app/server/http/answers.ts";

/** A line of the list. `count` notices are behind it. */
export const noticeLine = z.strictObject({
  id: z.uuid(),
  /** What it is about, in one word. */
  topic: z.string(),
  text: z.string(),
  path: z.string(),
  count,
  /** What unfolding a line of several is called; null where there is nothing behind it. */
  unfold: z.string().nullable(),
  at: moment,
  read: z.boolean(),
});
export type NoticeLine = z.output<typeof noticeLine>;

export const noticesPage = z.strictObject({
  notices: z.array(noticeLine),
  next: z.string().nullable(),
  unread: count,
  /** When the oldest of the unread ones is from. */
  oldestUnread: moment.nullable(),
});
export type NoticesPage = z.output<typeof noticesPage>;

/** The notices behind a line, newest first. */
export const noticeParts = z.strictObject({
  parts: z.array(z.strictObject({ id: z.uuid(), text: z.string(), at: moment })),
});
export type NoticeParts = z.output<typeof noticeParts>;

/** How many lines wait to be read; beyond a hundred nobody counts. */
/** What the header of every page counts. */
export const unreadCount = z.strictObject({
  unread: count,
  /** What waits for the member's decision: as an administrator, and as an officer of their Lodge; null for who is none. */
  decisions: z.strictObject({ administration: count.nullable(), lodge: count.nullable() }),
});
export type UnreadCount = z.output<typeof unreadCount>;

const time = z.string().regex(/^\d\d:\d\d$/);

export const preferences = z.strictObject({
  /** Those that the member is asked about; the one that guards their account is always told by letter. */
  topics: z.array(
    z.strictObject({ topic: z.string(), label: z.string(), description: z.string().nullable(), channel: z.enum(CHANNELS) }),
  ),
  quiet: z.strictObject({ from: time, to: time }).nullable(),
  timeZone: z.string(),
  /** What a browser subscribes with, to be woken by this server. */
  pushKey: z.string(),
});
export type Preferences = z.output<typeof preferences>;
