import { useSyncExternalStore } from "react";

/** Since when the server cannot be reached, in milliseconds; undefined while it can. */
let lostSince: number | undefined;
const followers = new Set<() => void>();
let watching: ReturnType<typeof setTimeout> | undefined;

/** How often a page that is in sight looks whether the server is back. */
const LOOK_MS = 15_000;

function become(lost: boolean): void {
  if (lost === (lostSince !== undefined)) return;
  lostSince = lost ? Date.now() : undefined;
  clearTimeout(watching);
  if (lost) watch();
  for (const follow of followers) follow();
}

function watch(): void {
  watching = setTimeout(() => void look().finally(() => lostSince !== undefined && watch()), LOOK_MS);
}

/** Asks the server for a sign of life: what the service worker keeps is none. */
async function look(): Promise<void> {
  if (document.visibilityState === "hidden") return;
  const response = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
  become(!response?.ok);
}

/** Whether it is known that the server cannot be reached. */
export const isLost = (): boolean => lostSince !== undefined;

/** An answer came: from the server, or, where it names the moment, from what this device keeps. */
export function noteAnswer({ headers }: Pick<Response, "headers">): void {
  if (headers.has("x-kept")) become(true);
  else if (!headers.has("x-arrived")) become(false); // an early one says how it was, not how it is
}

/** No answer came. That may also be a page that was left; so it is looked. */
export const noteFailure = (): void => {
  if (lostSince === undefined) void look();
};

function subscribe(follow: () => void): () => void {
  followers.add(follow);
  const lost = () => void look();
  window.addEventListener("offline", lost);
  window.addEventListener("online", lost);
  return () => {
    followers.delete(follow);
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", lost);
  };
}

/** Since when the server cannot be reached, in milliseconds; undefined while it can. */
export const useLostSince = (): number | undefined =>
  useSyncExternalStore(
    subscribe,
    () => lostSince,
    () => undefined,
  );
