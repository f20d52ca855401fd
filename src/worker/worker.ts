/**
 * The service worker, the only one of the site (docs/decisions/0049-reading-without-a-connection.md). It keeps pages and their files as they
 * were last seen, which are the same for everybody; and it answers a read of the API from what the member chose to keep, when the server
 * cannot be reached. What the API says is never put into a cache: it is kept encrypted (src/lib/kept-store.ts).
 */

import { TERMS_PATH } from "#app/features/dictionary/dictionary.schema.ts";
import { isAnswerKept, keepsAnything, keptAnswer, renewAnswer } from "#app/lib/kept-store.ts";
import { isPictureAddress } from "#app/lib/pictures.ts";
import { sayNews } from "./push.ts";

declare const self: ServiceWorkerGlobalScope;
/** Of the build: another one, another worker. */
declare const VERSION: string;

/** Pages and files of this version. */
const CACHE = `casa-${VERSION}`;
/** React Router's page for any address: it opens what has no page of its own in the cache. */
const ANY_PAGE = "/__spa-fallback.html";
/** The files that the pages of a member need, as the build wrote them. */
const FILES = "/guardar.json";
/** How many pages are kept as last seen. */
const MOST_PAGES = 80;
/** How long what is kept waits for the server to be quicker. */
const PATIENCE_MS = 5_000;
/** Set on an answer that is kept: when it came. */
const KEPT = "x-kept";

/** Whether this device keeps anything; until it is known, reads are looked up. */
let keeps = true;
const lookAgain = async () => {
  keeps = await keepsAnything().catch(() => false);
};
void lookAgain();

self.addEventListener("install", (event) => event.waitUntil(keepsAnything().then((any) => (any ? keepHouse() : undefined))));

self.addEventListener("activate", (event) => {
  const begin = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
    // pages that were opened before there was a worker
    const cache = await caches.open(CACHE);
    const open = (await self.clients.matchAll()).map(({ url }) => new URL(url).pathname);
    await Promise.allSettled([...new Set(open)].map((pathname) => cache.add(pathname)));
  };
  event.waitUntil(begin());
});

/** A page says that it has kept or removed something, that the pages are to be kept too, or that the newer version is to take over. */
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === "take-over") event.waitUntil(self.skipWaiting());
  if (data === "kept-changed") event.waitUntil(lookAgain());
  if (data === "keep-house") {
    const tell = (problem: string) => ports[0]?.postMessage(problem);
    event.waitUntil(
      keepHouse().then(
        () => tell(""),
        (error: Error) => tell(error.name),
      ),
    );
  }
});

/** Keeps the pages' files of this version, as far as they are not here. @throws Error when the server has another version by now */
async function keepHouse(): Promise<void> {
  const listed: { version: string; files: string[] } = await (await fetch(FILES, { cache: "no-store" })).json();
  if (listed.version !== VERSION) throw new Error("another version");
  const cache = await caches.open(CACHE);
  const have = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = listed.files.filter((file) => !have.has(file));
  while (missing.length > 0) await cache.addAll(missing.splice(0, 12));
}

/** The server's answer if it comes in time, else what is kept, else the server's answer whenever it comes. */
async function inTime(network: Promise<Response>, kept: () => Promise<Response | undefined>): Promise<Response> {
  network.catch(() => undefined);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
  const first = await Promise.race([network, late]).catch(() => undefined);
  // a gateway that answers for a server that does not
  if (first && ![502, 503, 504].includes(first.status)) return first;
  return (await kept()) ?? network;
}

async function page(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(event.request.url);
  const seen = async (response: Response) => {
    await cache.put(pathname, response);
    if (!(await cache.match(ANY_PAGE))) await cache.add(ANY_PAGE);
    const pages = (await cache.keys()).filter(({ url }) => !/\.\w+$/.test(new URL(url).pathname));
    for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old);
  };
  const network = (async () => {
    const response: Response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (response.ok && !response.redirected) event.waitUntil(seen(response.clone()).catch(() => undefined));
    return response;
  })();
  const kept = async () => (await cache.match(pathname)) ?? wordInDictionary(pathname) ?? (await cache.match(ANY_PAGE));
  return inTime(network, kept).catch(nothingHere);
}

/** Where there is nothing else: in the words of the pages, and as light as they come. */
const nothingHere = () =>
  new Response(
    '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sem rede · Academia</title><body style="font:1.15rem/1.5 Georgia,serif;max-width:32rem;margin:15vh auto;padding:0 1rem"><h1>Sem rede</h1><p>Esta página não está neste aparelho. Ela abre quando a rede voltar.<p><a href="">Tentar novamente</a> · <a href="/">Início</a>',
    { status: 503, headers: { "content-type": "text/html; charset=utf-8" } },
  );

/** A term's own page is not kept, but the dictionary is, which finds it. */
function wordInDictionary(pathname: string): Response | undefined {
  const [, slug] = /^\/dicionario\/([a-z-]+)$/.exec(pathname) ?? [];
  return slug ? Response.redirect(`/dicionario?busca=${encodeURIComponent(slug.replaceAll("-", " "))}`) : undefined;
}

/** A file whose name changes with what is in it. */
async function file(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request.url);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request.url, response.clone()).catch(() => undefined));
  return response;
}

/** The data of a public page, which React Router or the page itself reads beside it. */
async function pageData(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(CACHE);
  const { pathname } = new URL(event.request.url);
  const network = fetch(event.request).then((response) => {
    if (response.ok) event.waitUntil(cache.put(pathname, response.clone()).catch(() => undefined));
    return response;
  });
  return inTime(network, () => cache.match(pathname));
}

async function answer(event: FetchEvent, address: string): Promise<Response> {
  if (!(await isAnswerKept(address).catch(() => false))) return fetch(event.request);
  const network = fetch(event.request).then((response) => {
    if (response.ok)
      event.waitUntil(
        response
          .clone()
          .text()
          .then((json) => renewAnswer(address, json))
          .catch(() => undefined),
      );
    return response;
  });
  return inTime(network, async () => {
    const kept = await keptAnswer(address);
    return kept && new Response(kept.json, { headers: { "content-type": "application/json", [KEPT]: String(kept.at) } });
  });
}

/** A picture of a text, which was kept as a data address. */
const picture = (event: FetchEvent, address: string): Promise<Response> =>
  inTime(fetch(event.request), async () => {
    const kept = await keptAnswer(address).catch(() => undefined);
    if (!kept) return;
    const bytes = Uint8Array.from(atob(kept.json.slice(kept.json.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
    return new Response(bytes, { headers: { "content-type": "image/webp" } });
  });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(page(event));
  } else if (pathname.startsWith("/assets/")) event.respondWith(file(event));
  else if (pathname.endsWith(".data") || pathname === TERMS_PATH) event.respondWith(pageData(event));
  else if (keeps && isPictureAddress(pathname) && request.destination === "image") event.respondWith(picture(event, pathname));
  else if (keeps && pathname.startsWith("/api/") && pathname !== "/api/events" && request.destination === "")
    event.respondWith(answer(event, pathname + search));
});

sayNews();
