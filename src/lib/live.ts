import { useEffect, useEffectEvent, useState } from "react";

/**
 * What the tabs of one browser hear of the server: that a subject has news, that anything may be new (after every break), and whether the
 * connection is open. Words of the academy never travel this way; who hears of news asks for it.
 */
type Word = { kind: "changed"; subject: string } | { kind: "again" } | { kind: "connected"; connected: boolean };

/** Name of the lock, and of the channel between the tabs. */
const NAME = "academia-live";
/** A browser that nobody looks at gives its connection back after this long. */
const HIDDEN_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

const listeners = new Set<(word: Word) => void>();
let connected = true;
let stop: (() => void) | undefined;

function hear(word: Word): void {
  if (word.kind === "connected") connected = word.connected;
  for (const listener of listeners) listener(word);
}

/**
 * Holds the browser's one connection, or waits for it: the tab that has the lock reads the server's events and passes them on. A
 * tab that comes into sight takes the lock from whichever had it, as a tab out of sight may be asleep and pass nothing on.
 */
function start(): () => void {
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : undefined;
  let over = false;
  const say = (word: Word) => {
    hear(word); // who hears that the session has ended may end this, too
    if (!over) tabs?.postMessage(word);
  };
  tabs?.addEventListener("message", ({ data }: MessageEvent<Word>) => hear(data));
  let closing: ReturnType<typeof setTimeout> | undefined;
  /** Gives up the connection, or the wait for it. */
  let leave: (() => void) | undefined;

  const take = (steal: boolean) => {
    leave?.();
    if (over) return;
    if (!navigator.locks) {
      leave = connect(say); // an address without https: each tab has its own
      return;
    }
    const waiting = new AbortController();
    let release: (() => void) | undefined;
    let disconnect: (() => void) | undefined;
    const mine = () => {
      waiting.abort();
      disconnect?.();
      release?.();
    };
    leave = mine;
    const lead = () =>
      new Promise<void>((resolve) => {
        release = resolve;
        disconnect = connect(say);
      });
    void navigator.locks.request(NAME, steal ? { steal } : { signal: waiting.signal }, lead).catch(() => {
      disconnect?.(); // another tab took the lock: this one waits until it is free again
      if (leave === mine && document.visibilityState === "visible") take(false);
    });
  };
  const look = () => {
    clearTimeout(closing);
    if (document.visibilityState === "visible") take(true);
    else closing = setTimeout(() => leave?.(), HIDDEN_MS);
  };
  const again = () => take(true);
  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", again);
  return () => {
    over = true;
    clearTimeout(closing);
    leave?.();
    tabs?.close();
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("online", again);
  };
}

/** Opens the stream and keeps it open until the member's session ends. @returns closes it */
function connect(say: (word: Word) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE_MS;
  const open = () => {
    source = new EventSource("/api/events");
    source.onopen = () => {
      pause = FIRST_PAUSE_MS;
      say({ kind: "connected", connected: true });
    };
    source.addEventListener("again", () => say({ kind: "again" }));
    source.addEventListener("changed", ({ data }) => say({ kind: "changed", subject: JSON.parse(data).subject }));
    source.addEventListener("end", () => {
      source.close();
      say({ kind: "again" }); // whoever asks now learns that the session has ended
    });
    source.onerror = () => {
      say({ kind: "connected", connected: false });
      // While it is CONNECTING the browser tries again by itself; a refusal (too many streams, a restart) ends it.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/** Hears the server's news while the member is signed in. The connection stays from page to page. @returns stops listening */
function followLive(listener: (word: Word) => void): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => listeners.delete(listener);
}

/** Ends the connection: the member has left. */
export function leaveLive(): void {
  stop?.();
  stop = undefined;
}

/** Calls back when a subject has news, or may have had some. */
export const followSubject = (subject: string, onNews: () => void): (() => void) =>
  followLive((word) => {
    if (word.kind === "again" || (word.kind === "changed" && word.subject === subject)) onNews();
  });

/** Calls back only when a subject has news for sure. */
export const followChanges = (subject: string, onNews: () => void): (() => void) =>
  followLive((word) => {
    if (word.kind === "changed" && word.subject === subject) onNews();
  });

/** The same as `followSubject` for a component. @param subject undefined while there is nothing to follow yet */
export function useSubject(subject: string | undefined, onNews: () => void): void {
  const news = useEffectEvent(onNews);
  useEffect(() => (subject === undefined ? undefined : followSubject(subject, () => news())), [subject]);
}

/** Whether news comes in; false while the connection is being restored. */
export function useConnected(): boolean {
  const [state, setState] = useState(connected);
  useEffect(() => followLive((word) => word.kind === "connected" && setState(word.connected)), []);
  return state;
}
