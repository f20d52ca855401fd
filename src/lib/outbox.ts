import { useSyncExternalStore } from "react";
import { ApiError } from "./api.ts";
import { isLost } from "./connection.ts";
import { draftNames, draftOf, draftsOwner, forgetDraft, keepDraft, type Place } from "./drafts.ts";
import { beforeNextTry, isPassing } from "./keep-trying.ts";

/** A message that the server does not have yet. */
export type Waiting<Message> = {
  /** What it is about; of two with the same key the later one counts. */
  key: string;
  message: Message;
  /** When it was put in, in milliseconds: messages go out in this order. */
  at: number;
  /** Why the server refused it; it goes out no more. */
  refusal?: string;
  /** There was no connection: who did it is told when it has gone out. */
  waited?: boolean;
};

/** What becomes of a message that the server refused: it is dropped, goes out after the next login, or stays with the reason. */
export type Refusal = "drop" | "after-login" | { reason: string };

type Options<Message, Result> = {
  /** Beginning of the names of its drafts. */
  name: string;
  /** Where messages are kept: in the tab they survive a reload, in the browser also the end of the tab. */
  place: Place;
  /** Sends one message. The server counts it once, however often it arrives. */
  send: (message: Message) => Promise<Result>;
  /** Called when the message has left the outbox. */
  sent?: (result: Result, message: Message) => void;
  refused: (error: unknown, message: Message) => Refusal;
  /** What it is, for the list of what was done without a connection; what has none goes its own way, past what waits in the other outboxes. */
  titleOf?: (message: Message) => string;
};

/** For what a member wrote: it stays with the server's reason, and goes out after the next login. @param unknown what is said where the server gave no reason */
export const keptWithReason =
  (unknown: string) =>
  (error: unknown): Refusal => {
    if (!(error instanceof ApiError)) return { reason: unknown };
    return error.code === "unauthenticated" ? "after-login" : { reason: error.message };
  };

/** For what is worth nothing once the server has refused it; without a session it waits for the next login. */
export const dropped = (error: unknown): Refusal =>
  error instanceof ApiError && error.code === "unauthenticated" ? "after-login" : "drop";

type State<Message> = {
  waiting: Waiting<Message>[];
  /** The server could not be reached; it is tried again and again. */
  stuck: boolean;
};

export type Outbox<Message, Result> = ReturnType<typeof createOutbox<Message, Result>>;

/** The part of an outbox that its queue works with. */
type Member = {
  /** What may go out next. */
  next: () => { at: number; send: () => Promise<boolean> } | undefined;
  changed: () => void;
};

/** Outboxes whose messages go out one after another, in the order in which they were put in. */
class Queue {
  readonly #members: Member[] = [];
  #sending: Promise<void> | undefined;
  /** The server could not be reached; it is tried again and again. */
  stuck = false;

  add(member: Member): void {
    this.#members.push(member);
  }

  changed(): void {
    for (const member of this.#members) member.changed();
  }

  #next() {
    const nexts = this.#members.flatMap((member) => member.next() ?? []);
    return nexts.reduce<(typeof nexts)[number] | undefined>(
      (first, next) => (first && first.at <= next.at ? first : next),
      undefined,
    );
  }

  async #sendAll(): Promise<void> {
    try {
      for (let next = this.#next(); next && (await next.send()); next = this.#next());
    } finally {
      this.#sending = undefined;
      this.stuck = false;
      this.changed();
    }
  }

  start(): Promise<void> {
    this.changed();
    if (!this.#sending && this.#next()) this.#sending = this.#sendAll();
    return this.#sending ?? Promise.resolve();
  }
}

/** What members do goes out in one order, whatever it is. */
const queue = new Queue();

/** What was done without a connection: it waits, was refused, or has gone out. */
export type Done = {
  key: string;
  title: string;
  at: number;
  refusal?: string | undefined;
  sentAt?: number;
  /** Drops what was refused. */
  drop?: () => void;
};

const SENT = "enviado:";
/** How many of those that have gone out are remembered. */
const MOST_SENT = 20;

const sentOnes = (): Done[] => draftNames(SENT, "browser").flatMap((name) => draftOf<Done>(name, "browser") ?? []);

/** Remembers that something which had to wait has gone out. */
function rememberSent(done: Done): void {
  keepDraft(`${SENT}${done.key}`, done, { place: "browser" });
  const old = sentOnes().sort((one, other) => other.sentAt! - one.sentAt!);
  for (const { key } of old.slice(MOST_SENT)) forgetDraft(`${SENT}${key}`, "browser");
}

/** The lists of the outboxes of the queue. */
const lists: (() => Done[])[] = [];
const NOTHING_DONE: Done[] = [];
let allDone = NOTHING_DONE;
const followers = new Set<() => void>();

function listDone(): void {
  if (followers.size === 0) return;
  allDone = [...lists.flatMap((list) => list()), ...sentOnes()].sort((one, other) => other.at - one.at);
  for (const follow of followers) follow();
}

function followDone(follow: () => void): () => void {
  followers.add(follow);
  window.addEventListener("storage", listDone);
  listDone();
  return () => {
    followers.delete(follow);
    window.removeEventListener("storage", listDone);
  };
}

/** What was done without a connection, the latest first: of the outboxes whose code has been loaded. */
export const useDone = (): Done[] =>
  useSyncExternalStore(
    followDone,
    () => allDone,
    () => NOTHING_DONE,
  );

/** Sends what waits in the outboxes whose code has been loaded. */
export const sendWaiting = (): Promise<void> => queue.start();

/**
 * Sends messages one after the other, each until it has arrived. Meanwhile they are kept as the member's drafts, so that a page that is
 * loaded again goes on; what the browser cannot keep is held in memory.
 */
export function createOutbox<Message, Result>({ name, place, send, sent, refused, titleOf }: Options<Message, Result>) {
  type Each = Waiting<Message>;
  type Waiter = { settle: (result: Result) => void; refuse: (error: unknown) => void };

  const own = titleOf ? queue : new Queue();
  const unkept = new Map<string, Each & { from: string }>();
  const waiters = new Map<string, Waiter[]>();
  const listeners = new Set<() => void>();
  const nothing: State<Message> = { waiting: [], stuck: false };
  let state = nothing;
  let last = 0;

  /** What waits now, also what another tab has put in; in the order in which it goes out. */
  function read(): Each[] {
    const kept = draftNames(name, place).flatMap((draft) => draftOf<Each>(draft, place) ?? []);
    const held = [...unkept.values()].filter(({ from }) => from === draftsOwner());
    return [...kept, ...held].sort((one, other) => one.at - other.at);
  }

  function changed(): void {
    state = { waiting: read(), stuck: own.stuck };
    for (const listener of listeners) listener();
    if (titleOf) listDone();
  }

  function keep(each: Each): boolean {
    keepDraft(name + each.key, each, { place });
    const isKept = draftOf<Each>(name + each.key, place)?.at === each.at;
    if (isKept) unkept.delete(each.key);
    else {
      forgetDraft(name + each.key, place); // an earlier one
      unkept.set(each.key, { ...each, from: draftsOwner() });
    }
    changed();
    return isKept;
  }

  /** Puts a message in; `start` sends it. @returns whether the browser keeps it */
  function put(key: string, message: Message): boolean {
    last = Math.max(Date.now(), last + 1);
    return keep({ key, message, at: last, ...((own.stuck || isLost()) && { waited: true }) });
  }

  /** Takes a message out, to write it otherwise or to drop it. */
  function takeBack(key: string): void {
    forgetDraft(name + key, place);
    unkept.delete(key);
    changed();
  }

  /** What becomes of the message with this key. It rejects with the server's refusal. */
  const outcome = (key: string): Promise<Result> =>
    new Promise((settle, refuse) => waiters.set(key, [...(waiters.get(key) ?? []), { settle, refuse }]));

  function tell(key: string, each: (waiter: Waiter) => void): void {
    const told = waiters.get(key) ?? [];
    waiters.delete(key);
    told.forEach(each);
  }

  const isReplaced = ({ key, at }: Each): boolean => read().some((each) => each.key === key && each.at !== at);

  /** @returns whether the next one may go out */
  async function sendOne(next: Each): Promise<boolean> {
    const { key, message, at } = next;
    let result: Result;
    try {
      result = await send(message);
    } catch (error) {
      if (isPassing(error)) {
        own.stuck = true;
        if (!next.waited && !isReplaced(next)) keep({ ...next, waited: true });
        own.changed();
        await beforeNextTry();
        return true;
      }
      const refusal = refused(error, message);
      if (refusal === "after-login") return false;
      if (isReplaced(next)) return true;
      if (refusal === "drop") takeBack(key);
      else keep({ ...next, refusal: refusal.reason });
      tell(key, ({ refuse }) => refuse(error));
      return true;
    }
    own.stuck = false;
    if (isReplaced(next)) return true;
    if (titleOf && next.waited) rememberSent({ key: name + key, title: titleOf(message), at, sentAt: Date.now() });
    takeBack(key);
    sent?.(result, message);
    tell(key, ({ settle }) => settle(result));
    return true;
  }

  own.add({
    next: () => {
      const next = read().find(({ refusal }) => refusal === undefined);
      return next && { at: next.at, send: () => sendOne(next) };
    },
    changed,
  });
  if (titleOf)
    lists.push(() =>
      read().map(({ key, message, at, refusal }) => ({
        key: name + key,
        title: titleOf(message),
        at,
        refusal,
        drop: () => takeBack(key),
      })),
    );

  /** Sends what waits, also when its page has been left. @returns when nothing waits any more */
  const start = (): Promise<void> => own.start();

  /** Puts a message in and sends it; what the browser cannot keep stays with the form. @returns whether it is kept */
  function sendLater(key: string, message: Message): boolean {
    const isKept = put(key, message);
    if (isKept) void start();
    else takeBack(key);
    return isKept;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("storage", changed); // another tab has sent one, or keeps one
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", changed);
    };
  }

  return { put, sendLater, takeBack, outcome, start, read, subscribe, state: () => state, nothing: () => nothing };
}

/** What waits in an outbox, and whether it is stuck. */
export const useOutboxState = <Message, Result>(outbox: Outbox<Message, Result>): State<Message> =>
  useSyncExternalStore(outbox.subscribe, outbox.state, outbox.nothing);
