import { z } from "zod";
import { DISCUSSED_KINDS } from "#app/features/community/topics/topics.schema.ts";
import { count, degree } from "#app/server/http/answers.ts";

/** A text that a group can read. */
const text = z.strictObject({
  kind: z.enum(DISCUSSED_KINDS),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  shelf: z.string(),
  /** The lowest degree that may read it. */
  degree,
  minutes: count,
});
export type Text = z.output<typeof text>;

const state = z.enum(["coming", "running", "over", "closed"]);

const head = {
  id: z.uuid(),
  name: z.string(),
  degree,
  /** Monday of the first week and Sunday of the last. */
  from: z.string(),
  to: z.string(),
  state,
  /** The week that runs now; null before the first and after the last. */
  week: count.nullable(),
  members: count,
};

export const groupList = z.strictObject({
  /** The member's Lodge; null while it is unknown, or nobody has answered for it that they are of it. */
  lodge: z.string().nullable(),
  groups: z.array(
    z.strictObject({
      ...head,
      weeks: count,
      /** The text of this week, or of the first; null where it was retired, and when the group is over. */
      text: z.string().nullable(),
      joined: z.boolean(),
      /** Whether somebody answers for it. */
      kept: z.boolean(),
    }),
  ),
  can: z.strictObject({ open: z.boolean() }),
});
export type GroupList = z.output<typeof groupList>;

const week = z.strictObject({
  number: count,
  from: z.string(),
  to: z.string(),
  textKind: text.shape.kind,
  textId: z.string(),
  /** Null where it was retired. */
  text: text.nullable(),
  /** The module of the course that the reader has to finish before the lesson opens to them. */
  opensAfter: z.string().nullable(),
  /** Whether the reader has read it. */
  read: z.boolean(),
  /** Who has read it, of those who let the others see it: for members of the group, from the week's Monday on. */
  readers: z.array(z.string()),
  topicId: z.uuid().nullable(),
});
export type GroupWeek = z.output<typeof week>;

export const group = z.strictObject({
  ...head,
  word: z.string(),
  /** Who answers for it; null when nobody does. */
  keeper: z.string().nullable(),
  membership: z.strictObject({ showsReading: z.boolean() }).nullable(),
  weeks: z.array(week),
  /** The board in which its topics are; null while it takes none. */
  board: z.string().nullable(),
  /** To whom the reader may hand it over. */
  heirs: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  can: z.strictObject({ join: z.boolean(), keep: z.boolean(), takeOver: z.boolean() }),
});
export type Group = z.output<typeof group>;

export const groupId = z.strictObject({ id: z.uuid() });
export const topicOfWeek = z.strictObject({ topicId: z.uuid() });

/** What an opener chooses from. */
export const groupTexts = z.strictObject({ texts: z.array(text) });
export type GroupTexts = z.output<typeof groupTexts>;

/** What is printed for a group. */
export const groupKit = z.strictObject({
  name: z.string(),
  word: z.string(),
  degree,
  from: z.string(),
  to: z.string(),
  weeks: z.array(
    z.strictObject({
      number: count,
      from: z.string(),
      to: z.string(),
      text: text.nullable(),
      /** For the conversation; none where the text has none, or is not open to the reader yet. */
      questions: z.array(z.string()),
    }),
  ),
});
export type GroupKit = z.output<typeof groupKit>;

/** What the panel and the week's page say of the group in which the member reads. */
export const groupLine = z.strictObject({ id: z.uuid(), title: z.string() });
export type GroupLine = z.output<typeof groupLine>;
