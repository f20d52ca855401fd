/**
 * Keeps what a member chooses on this device (src/lib/kept-store.ts), answer by answer, and goes on where it stopped: after a lost
 * connection, a closed page, a full disk.
 */
import { useSyncExternalStore } from "react";
import { ApiError } from "#app/lib/api.ts";
import { setFlag } from "#app/lib/device-flags.ts";
import { beforeNextTry, isPassing } from "#app/lib/keep-trying.ts";
import { KEEPING_HEADER } from "#app/lib/keeping.ts";
import * as store from "#app/lib/kept-store.ts";
import { isPictureAddress } from "#app/lib/pictures.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { hasServiceWorkers, keepPages, tellWorker } from "#app/lib/service-worker.ts";
import { askLease, takePackage } from "./offline.queries.ts";
import type { PackageRef } from "./offline.schema.ts";

/** How a download stands; `problem` says why it stopped. */
export type Download = { have: number; of: number; problem?: string };

const downloads = new Map<string, Download>();
const stopped = new Set<string>();
const followers = new Set<() => void>();

function show(name: string, download: Download | undefined): void {
  if (download) downloads.set(name, download);
  else downloads.delete(name);
  for (const follow of followers) follow();
}

const follow = (follower: () => void) => {
  followers.add(follower);
  return () => void followers.delete(follower);
};

/** How the download of this package stands, while there is one in this tab. */
export const useDownload = (ref: PackageRef): Download | undefined =>
  useSyncExternalStore(
    follow,
    () => downloads.get(store.nameOf(ref)),
    () => undefined,
  );

const NO_WORKER = "Este navegador não guarda páginas: é preciso o endereço com https, fora de uma janela anônima.";
const FULL = "Não há espaço no aparelho. Libere espaço, ou remova o que já está guardado em Minha conta, e tente de novo.";

/** Why something could not be kept, in words. */
const wordsOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Error && (error.name === "QuotaExceededError" || error.name === "AbortError")) return FULL;
  return "Não foi possível guardar neste aparelho. Tente de novo em instantes.";
};

class Refused extends Error {}

/** What this device keeps has changed: the worker and the pages look again. */
async function changed(): Promise<void> {
  await tellWorker("kept-changed");
  await queryClient.invalidateQueries({ queryKey: ["offline", "here"] });
}

/** Fetches one answer as its page does, and keeps it. What the server refuses of it is left out: a lesson may have been retired meanwhile. */
async function keepOne(address: string, version: string): Promise<void> {
  const response = await fetch(address, { cache: "no-store", headers: { [KEEPING_HEADER]: "1" } });
  if (response.ok)
    return store.keepAnswer(address, await (isPictureAddress(address) ? asDataUrl(response) : response.text()), version);
  if (response.status === 429 || response.status >= 500) throw new TypeError("the server is busy");
}

/** A picture as text, as what is kept is text. */
async function asDataUrl(response: Response): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<string>();
  reader.onload = () => read.resolve(reader.result as string);
  reader.onerror = () => read.reject(reader.error);
  reader.readAsDataURL(await response.blob());
  return read.promise;
}

/** Tries again and again while the server cannot be reached. */
async function throughBadLines<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TypeError || (error instanceof ApiError && isPassing(error)))) throw error;
      await beforeNextTry();
    }
  }
}

/**
 * Keeps a package: the pages, what surrounds it, its answers. Those of this version that are here already are not fetched again. It never
 * rejects: how it went is the download's state.
 */
export async function keep(ref: PackageRef, account: string): Promise<void> {
  const name = store.nameOf(ref);
  if (downloads.has(name) && downloads.get(name)!.problem === undefined) return;
  stopped.delete(name);
  show(name, { have: 0, of: 1 });
  try {
    if (!hasServiceWorkers()) throw new Refused(NO_WORKER);
    await navigator.storage?.persist?.();
    await throughBadLines(() => renewLease(account));
    const found = await throughBadLines(() => takePackage(ref));
    await refuseWhatDoesNotFit(found.bytes);
    const addresses = [...store.FRAME, ...found.addresses];
    const former = (await store.keptPackages()).find((each) => store.nameOf(each) === name);
    const here = { ...found, keptAt: Date.now() };
    await store.keepPackage({ ...here, state: "loading" });
    setFlag("guardado", true);
    const problem = await keepPages();
    if (problem) throw problem === "QuotaExceededError" ? new Refused(FULL) : new Error(problem);
    for (const [have, address] of addresses.entries()) {
      if (stopped.has(name)) break;
      show(name, { have, of: addresses.length });
      const version = store.FRAME.includes(address) ? "" : found.version;
      if (version === "" || (await store.versionKept(address)) !== version)
        await throughBadLines(() => keepOne(address, version));
    }
    if (former) await store.removeAnswers(former.addresses);
    await store.keepPackage({ ...here, state: stopped.has(name) ? "stopped" : "complete" });
    show(name, undefined);
  } catch (error) {
    show(name, { have: 0, of: 1, problem: error instanceof Refused ? error.message : wordsOf(error) });
  }
  await changed();
}

/** How much of what the browser grants stays free. */
const SPARE_BYTES = 5_000_000;

async function refuseWhatDoesNotFit(bytes: number): Promise<void> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < bytes + SPARE_BYTES) throw new Refused(FULL);
}

/** Stops a download; what has come stays, and it can go on later. */
export const stopKeeping = (ref: PackageRef): void => void stopped.add(store.nameOf(ref));

/** Removes one package, or all. */
export async function remove(gone: store.PackageHere | "all"): Promise<void> {
  if (gone === "all") await store.forgetKept();
  else await store.removePackage(gone);
  setFlag("guardado", await store.keepsAnything());
  await changed();
}

/** Asks the server for a lease; where it refuses, nothing here opens any more. @throws ApiError */
async function renewLease(account: string): Promise<void> {
  const device = await store.deviceId(account);
  try {
    await store.keepLease(await askLease(device));
  } catch (error) {
    if (error instanceof ApiError && !isPassing(error)) await remove("all");
    throw error;
  }
}

/** How often what surrounds the packages is kept anew, at most. */
const RENEW_EVERY_MS = 3_600_000;
let renewed = 0;

/** The member is here and the server can be reached: the lease is renewed, and what was begun goes on. */
export async function whileConnected(account: string): Promise<void> {
  if (Date.now() - renewed < RENEW_EVERY_MS) return;
  renewed = Date.now();
  try {
    await renewLease(account);
    for (const address of store.FRAME) await keepOne(address, "");
    for (const each of await store.keptPackages()) if (each.state === "loading") void keep(each, account);
  } catch {
    renewed = 0; // no connection, or a refusal, after which nothing is here
  }
  await changed();
}
