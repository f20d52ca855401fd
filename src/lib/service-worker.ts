/** The site's service worker (src/worker), from the pages' side. */
const ADDRESS = "/avisos.js";

/** Whether this browser has service workers: not without HTTPS, and not in every private window. */
export const hasServiceWorkers = (): boolean => "serviceWorker" in navigator;

/** Brings the worker here, or the newer one of the server. It is never in the way of a page that loads. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(ADDRESS, { updateViaCache: "none" });

/** What pages say to the worker. */
type Word = "kept-changed" | "keep-house";

const worker = async (): Promise<ServiceWorker | undefined> => {
  if (!hasServiceWorkers()) return;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration?.active ?? undefined;
};

export const tellWorker = async (word: Word): Promise<void> => (await worker())?.postMessage(word);

/** Has the worker keep the pages themselves. @returns what went wrong: the name of an error, or nothing */
export async function keepPages(): Promise<string> {
  await registerWorker();
  const { active } = await navigator.serviceWorker.ready;
  const channel = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve(data);
  });
  active!.postMessage("keep-house" satisfies Word, [channel.port2]);
  return answer;
}

/** Forgets which pages were seen here: their addresses may name somebody. The files that every page is made of stay. */
export async function forgetPages(): Promise<void> {
  if (!hasServiceWorkers()) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) if (!/\.\w+$/.test(new URL(page.url).pathname)) await cache.delete(page);
  }
}

/** Calls back when a newer version waits to take over, with how to let it: the page is then loaded again. */
export function followNewVersion(onWaiting: (takeOver: () => void) => void): void {
  if (!hasServiceWorkers()) return;
  void navigator.serviceWorker.getRegistration("/").then((registration) => {
    if (!registration) return;
    const offer = (waiting: ServiceWorker) =>
      onWaiting(() => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        waiting.postMessage("take-over");
      });
    const look = () => registration.waiting && navigator.serviceWorker.controller && offer(registration.waiting);
    const follow = () => registration.installing?.addEventListener("statechange", look);
    look();
    follow(); // it may be on its way already
    registration.addEventListener("updatefound", follow);
  });
}
