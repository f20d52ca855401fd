import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** How many panels were open over the page when this entry of the history was current. */
type Entry = { over?: number; idx?: number; key?: string };

/** Ways to close what is open over the page, the latest last. */
const open: (() => void)[] = [];
/** The entry that was current when the history was looked at last. */
let seen: Entry = {};
let listening = false;

const current = (): Entry => (history.state as Entry | null) ?? {};
const depthOf = ({ over = 0 }: Entry) => over;

/**
 * Each open panel has an entry of the history of its own, at the page's address, which the router does not hear of: Back closes the panel.
 * A panel that is closed otherwise leaves its entry to the next panel; Back passes over it. Going back at once instead would overtake the
 * navigation that a panel's link has just begun.
 */
function onPop(event: PopStateEvent): void {
  const before = seen;
  seen = current();
  const depth = depthOf(seen);
  if (before.idx !== seen.idx || seen.idx === undefined) return;
  if (depth >= depthOf(before) && !isReplaced(seen, before)) return;
  event.stopImmediatePropagation();
  if (open.length > depth) for (const close of open.slice(depth).reverse()) close();
  else history.back();
}

/** Two pages at one place of the router's: it put the second in the place of the first while a panel's entry was above that. */
const isReplaced = (first: Entry, second: Entry): boolean =>
  depthOf(first) === 0 && depthOf(second) === 0 && first.key !== second.key;

function listen(): void {
  if (listening) return;
  listening = true;
  addEventListener("popstate", onPop, true); // before the router's own
}

function add(close: () => void): () => void {
  listen();
  const state = current();
  if (depthOf(state) <= open.length) history.pushState({ ...state, over: open.length + 1 }, "");
  seen = current();
  open.push(close);
  return () => void open.splice(open.indexOf(close), 1);
}

/**
 * Follows which entry is current, wherever the router leads: an entry that it replaced is not the one from which Back goes. A page that was loaded
 * anew may stand on the entry of a panel that had been closed before.
 */
export function useCurrentEntry(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a key of its own
  useEffect(() => {
    const now = current();
    // of the entry that `onPop` saw this may already find the one below, before its event has come
    if (now.key !== seen.key || now.idx !== seen.idx) seen = now;
    if (depthOf(seen) > 0) listen();
  }, [key]);
}

/** The browser's Back, as Android's, closes what is open over the page and does not leave the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (isOpen) return add(() => close.current());
  }, [isOpen]);
}

/** The state of a list that opens over the page, as Base UI's menus and choices take it; Back closes it. */
export function useFloating(): { open: boolean; onOpenChange: (open: boolean) => void } {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return { open, onOpenChange: (next) => setOpen(next) };
}
