/**
 * What the server gives in the place of the service worker while reading without a connection is switched off (`offline` in the settings): it
 * takes over at once, removes what was kept, and answers no request.
 */
import { forgetKept } from "#app/lib/kept-store.ts";
import { sayNews } from "./push.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await forgetKept();
    await self.registration.navigationPreload.disable();
  };
  event.waitUntil(clear());
});
sayNews();
