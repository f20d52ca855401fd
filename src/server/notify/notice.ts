import type { Topic } from "./topics.ts";

/**
 * One kind of news, as its feature writes it down (`<noun>.notices.ts`). Facts are JSON: what happened, by ids and plain values,
 * never a text that somebody wrote in confidence.
 */
export type Notice<Facts, To extends "member" | "address" = "member"> = {
  /** Whom it is for: a member, or an address that belongs to no account. */
  to: To;
  /** What a member chooses by whether and how they are told (topics.ts). */
  topic: To extends "member" ? Topic : null;
  /** What happened, in one discreet line: the letter's subject. Nothing in it hints at the order. */
  title: string;
  /** Where to go from here, as a path of the site. */
  link: (facts: Facts) => { label: string; path: string };
  /** How it is shown under the bell, when the title alone will not do; false for what is told by letter alone. */
  bell?: To extends "member" ? Bell<Facts> | false : never;
  /** What the letter says; none for what is only shown under the bell. To an address that is not confirmed it names nobody, as it may be a stranger's. */
  letter?: (facts: Facts, reader: { confirmed: boolean }) => NoticeLetter;
};

/** How a kind is shown under the bell and in the list of notices. */
export type Bell<Facts> = {
  line?: (facts: Facts, shown: Shown) => string;
  /** What happened, by name: it is told once, however often the sender runs. */
  key?: (facts: Facts) => string;
  /** Unread notices of one group are one line, which counts them. */
  group?: (facts: Facts) => string;
  /** How a line of several unfolds: what that is called, and how each of them reads beside its hour. */
  unfold?: { label: string; part: (facts: Facts, shown: Shown) => string };
  /** Facts that are only for the letter, and are not kept. Neither line nor link may read them. */
  letterOnly?: readonly (keyof Facts)[];
};

/** What a line may use besides its facts. */
export type Shown = {
  /** How many notices the line is for. */
  count: number;
  /** The name of whoever did it, as it is today; "Um membro" when it is nobody's, or their account is gone. */
  from: string;
  /** The title of the topic that the facts name by `topicId`, as it is today; null where the reader may not read it. */
  about: string | null;
  /** "5 de dezembro", in the reader's time zone. */
  day: (moment: string) => string;
  /** "5 de dezembro, às 19:30" */
  dayAndTime: (moment: string) => string;
};

export type NoticeLetter = {
  paragraphs: string[];
  /** Why the reader gets this, and what to do if it was not them. */
  footer: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
};

/** The kinds of one feature, from a table of their facts. */
export type Notices<Facts, To extends "member" | "address" = "member"> = { [Kind in keyof Facts]: Notice<Facts[Kind], To> };

/** Of kinds whose name says everything. */
export type NoFacts = Record<string, never>;
