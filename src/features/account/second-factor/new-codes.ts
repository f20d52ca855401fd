import { useSyncExternalStore } from "react";

let codes: string[] = [];
const listeners = new Set<() => void>();

/**
 * Shows recovery codes that have just been made; none, once they are written down or their owner has left. The server shows them once, so they
 * are kept outside the page: a part of it that is drawn again, or left and opened again, does not lose them.
 */
export function showCodes(made: string[]): void {
  codes = made;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The recovery codes that wait to be written down. */
export const useNewCodes = (): string[] => useSyncExternalStore(subscribe, () => codes);
