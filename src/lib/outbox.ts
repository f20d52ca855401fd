import { useSyncExternalStore } from "react";
import { ApiError } from "./api.ts";
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
};

/** For what a member wrote: it stays with the server's reason, and goes out after the next login. @param unknown what is said where the server gave no reason */
export const keptWithReason =
  (unknown: string) =>
  (error: unknown): Refusal => {
    if (!(error instanceof ApiError)) return { reason: unknown };
    return error.code === "unauthenticated" ? "after-login" : { reason: error.message };
  };

type State<Message> = {
  waiting: Waiting<Message>[];
  /** The server could not be reached; it is tried again and again. */
  stuck: boolean;
};

export type Outbox<Message, Result> = ReturnType<typeof createOutbox<Message, Result>>;

/**
 * Sends messages one after the other, each until it has arrived. Meanwhile they are kept as the member's drafts, so that a page that is
 * loaded again goes on; what the browser cannot keep is held in memory.
 */
export function createOutbox<Message, Result>({ name, place, send, sent, refused }: Options<Message, Result>) {
  type Each = Waiting<Message>;
  type Waiter = { settle: (result: Result) => void; refuse: (error: unknown) => void };

  const unkept = new Map<string, Each & { from: string }>();
  const waiters = new Map<string, Waiter[]>();
  const listeners = new Set<() => void>();
  const nothing: State<Message> = { waiting: [], stuck: false };
  let state = nothing;
  let stuck = false;
  let sending: Promise<void> | undefined;
  let last = 0;

  /** What waits now, also what another tab has put in; in the order in which it goes out. */
  function read(): Each[] {
    const kept = draftNames(name, place).flatMap((draft) => draftOf<Each>(draft, place) ?? []);
    const held = [...unkept.values()].filter(({ from }) => from === draftsOwner());
    return [...kept, ...held].sort((one, other) => one.at - other.at);
  }

  function changed(): void {
    state = { waiting: read(), stuck };
    for (const listener of listeners) listener();
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
    return keep({ key, message, at: last });
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

  const nextOne = (): Each | undefined => read().find(({ refusal }) => refusal === undefined);
  const isReplaced = ({ key, at }: Each): boolean => read().some((each) => each.key === key && each.at !== at);

  /** @returns whether the next one may go out */
  async function sendOne(next: Each): Promise<boolean> {
    const { key, message } = next;
    let result: Result;
    try {
      result = await send(message);
    } catch (error) {
      if (isPassing(error)) {
        stuck = true;
        changed();
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
    stuck = false;
    if (isReplaced(next)) return true;
    takeBack(key);
    sent?.(result, message);
    tell(key, ({ settle }) => settle(result));
    return true;
  }

  async function sendAll(): Promise<void> {
    try {
      for (let next = nextOne(); next && (await sendOne(next)); next = nextOne());
    } finally {
      sending = undefined;
      stuck = false;
      changed();
    }
  }

  /** Sends what waits, also when its page has been left. @returns when nothing waits any more */
  function start(): Promise<void> {
    changed();
    if (!sending && nextOne()) sending = sendAll();
    return sending ?? Promise.resolve();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("storage", changed); // another tab has sent one, or keeps one
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", changed);
    };
  }

  return { put, takeBack, outcome, start, read, subscribe, state: () => state, nothing: () => nothing };
}

/** What waits in an outbox, and whether it is stuck. */
export const useOutboxState = <Message, Result>(outbox: Outbox<Message, Result>): State<Message> =>
  useSyncExternalStore(outbox.subscribe, outbox.state, outbox.nothing);
