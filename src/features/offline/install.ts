import { useSyncExternalStore } from "react";

/** The browser's offer to put the site on the home screen; it comes once, soon after a page has loaded. */
type Offer = Event & { prompt: () => Promise<unknown> };

let offer: Offer | undefined;
const followers = new Set<() => void>();

function become(next: Offer | undefined): void {
  offer = next;
  for (const follow of followers) follow();
}

/** Keeps the offer for a press; the browser shows nothing by itself. */
export function followInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    become(event as Offer);
  });
  window.addEventListener("appinstalled", () => become(undefined));
}

const accept = () => {
  void offer?.prompt();
  become(undefined); // it is good for one press
};

/** Puts the site on the home screen; undefined where the browser does not offer it. */
export const useInstall = (): (() => void) | undefined =>
  useSyncExternalStore(
    (follow) => {
      followers.add(follow);
      return () => void followers.delete(follow);
    },
    () => (offer ? accept : undefined),
    () => undefined,
  );
