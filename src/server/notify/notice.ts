/**
 * One kind of news, as its feature writes it down (`<noun>.notices.ts`). Facts are JSON: what happened, by ids and plain values,
 * never a text that somebody wrote in confidence.
 */
export type Notice<Facts, To extends "member" | "address" = "member"> = {
  /** Whom it is for: a member, or an address that belongs to no account. */
  to: To;
  /** Whether a member may switch it off. What guards his account and what he has just asked for himself he may not. */
  switchable: boolean;
  /** What happened, in one discreet line: the letter's subject. Nothing in it hints at the order. */
  title: string;
  /** Where to go from here, as a path of the site. */
  link: (facts: Facts) => { label: string; path: string };
  /** What the letter says. To an address that is not confirmed it names nobody, as it may be a stranger's. */
  letter: (facts: Facts, reader: { confirmed: boolean }) => NoticeLetter;
};

export type NoticeLetter = {
  paragraphs: string[];
  /** Why the reader gets this, and what to do if it was not him. */
  footer: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
};

/** The kinds of one feature, from a table of their facts. */
export type Notices<Facts, To extends "member" | "address" = "member"> = { [Kind in keyof Facts]: Notice<Facts[Kind], To> };

/** Of kinds whose name says everything. */
export type NoFacts = Record<string, never>;
