/**
 * What this device keeps to be read without a connection: in IndexedDB, encrypted with AES-GCM. The key is lent by the server, and kept
 * wrapped by a key that the browser made here and does not give away, bound to the terms of the lease: of changed terms it does not open. The
 * pages write, the service worker (src/worker) reads; both by this file.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptPackage, LeaseAnswer, LeaseTerms } from "#app/features/offline/offline.answers.ts";
import { coversDegree } from "./degrees.ts";
import { isLeaseOpen } from "./lease.ts";
import { STUDY_SORTS } from "./study-sorts.ts";

const STORES = ["device", "lease", "packages", "answers"] as const;

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

type StoredLease = Sealed & { terms: LeaseTerms; box: CryptoKey; ahead: number; seen: number };

/** Which device this is, and whose things it keeps. */
type Device = { id: string; account: string; since: number };

type Database = DBSchema & {
  /** One of each: `device`, `lease`. */
  device: { key: "device"; value: Device };
  lease: { key: "lease"; value: StoredLease };
  /** By kind and id; sealed, as the titles of a degree are its own. */
  packages: { key: string; value: Sealed };
  /** By the API's address: an answer's JSON, of which version of its package, and when it came. */
  answers: { key: string; value: Sealed & { version: string; at: number } };
};

/** A package on this device. */
export type PackageHere = KeptPackage & {
  /** `stopped` by the member. */
  state: "loading" | "stopped" | "complete";
  keptAt: number;
};

/** Whose answers are kept beside the packages, so that the pages around them open. */
export const FRAME = [
  "/api/session",
  "/api/dashboard",
  "/api/week",
  "/api/modules",
  "/api/exams",
  ...STUDY_SORTS.map((sort) => `/api/studies?sort=${sort}`),
  "/api/documents",
  "/api/notes",
  "/api/review",
  "/api/review/settings",
];

const open = (): Promise<IDBPDatabase<Database>> =>
  openDB<Database>("guardado", 1, {
    upgrade: (database) => {
      for (const name of STORES) database.createObjectStore(name);
    },
    // another version of the program, or the removal of everything, does not wait for this page
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** Opens the database for one piece of work. */
async function withDatabase<Result>(work: (database: IDBPDatabase<Database>) => Promise<Result>): Promise<Result> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const newIv = () => crypto.getRandomValues(new Uint8Array(12));
const boundTo = (iv: Uint8Array<ArrayBuffer>, name: string) => ({ name: "AES-GCM", iv, additionalData: bytesOf(name) });

/** @param name what it is: under another name it does not open */
async function seal(key: CryptoKey, name: string, text: string): Promise<Sealed> {
  const iv = newIv();
  return { iv, data: await crypto.subtle.encrypt(boundTo(iv, name), key, bytesOf(text)) };
}

const unseal = async (key: CryptoKey, name: string, { iv, data }: Sealed): Promise<string> =>
  new TextDecoder().decode(await crypto.subtle.decrypt(boundTo(iv, name), key, data));

const termsAsText = ({ account, degree, device, from, until }: LeaseTerms): string =>
  JSON.stringify([account, degree, device, from, until]);

/** This device's id, made when it is first asked for. */
export const deviceId = (account: string): Promise<string> =>
  withDatabase(async (database) => {
    const known = await database.get("device", "device");
    if (known?.account === account) return known.id;
    if (known) await empty(database); // another member's things
    const id = crypto.randomUUID();
    await database.put("device", { id, account, since: Date.now() }, "device");
    return id;
  });

/** Since when this device keeps things of its member, in milliseconds. */
export const keptSince = (): Promise<number | undefined> =>
  withDatabase(async (database) => (await database.get("device", "device"))?.since);

/** Takes a lease in the place of the one before; what a lower degree may not read any more goes. */
export async function keepLease({ terms, key }: LeaseAnswer): Promise<void> {
  const box = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["wrapKey", "unwrapKey"]);
  const raw = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  const content = await crypto.subtle.importKey("raw", raw, "AES-GCM", true, ["encrypt", "decrypt"]);
  const iv = newIv();
  const data = await crypto.subtle.wrapKey("raw", content, box, boundTo(iv, termsAsText(terms)));
  const from = Date.parse(terms.from);
  await withDatabase((database) =>
    database.put("lease", { terms, box, iv, data, ahead: from - Date.now(), seen: from }, "lease"),
  );
  for (const each of await keptPackages()) if (!coversDegree(terms.degree, each.degree)) await removePackage(each);
}

/** The lease as it stands, open or not. */
export const readTerms = async (): Promise<(LeaseTerms & { isOpen: boolean }) | undefined> => {
  const lease = await withDatabase((database) => database.get("lease", "lease"));
  return lease && { ...lease.terms, isOpen: isLeaseOpen(lease.terms, { ...lease, now: Date.now() }) };
};

/** How often the latest time is written down, at most. */
const SEEN_EVERY_MS = 60_000;

/** The key of what is kept, while the lease is open. */
async function openKey(database: IDBPDatabase<Database>): Promise<CryptoKey | undefined> {
  const lease = await database.get("lease", "lease");
  const now = Date.now();
  if (!lease || !isLeaseOpen(lease.terms, { ...lease, now })) return;
  const time = now + lease.ahead;
  if (time - lease.seen > SEEN_EVERY_MS) await database.put("lease", { ...lease, seen: time }, "lease");
  return crypto.subtle
    .unwrapKey("raw", lease.data, lease.box, boundTo(lease.iv, termsAsText(lease.terms)), "AES-GCM", false, [
      "encrypt",
      "decrypt",
    ])
    .catch(() => undefined); // terms that were changed
}

/** Whether this device keeps anything, readable or not. */
export const keepsAnything = (): Promise<boolean> => withDatabase(async (database) => (await database.count("packages")) > 0);

/** What a package is called here. */
export const nameOf = ({ kind, id }: Pick<KeptPackage, "kind" | "id">): string => `${kind}:${id}`;

/** @throws DOMException QuotaExceededError; nothing while the lease is not open */
export const keepPackage = (each: PackageHere): Promise<void> =>
  withDatabase(async (database) => {
    const key = await openKey(database);
    if (key) await database.put("packages", await seal(key, nameOf(each), JSON.stringify(each)), nameOf(each));
  });

/** What this device keeps, the latest first; nothing while the lease is not open. */
export const keptPackages = (): Promise<PackageHere[]> =>
  withDatabase(async (database) => {
    const key = await openKey(database);
    if (!key) return [];
    const found: PackageHere[] = [];
    for (const name of await database.getAllKeys("packages")) {
      const text = await unseal(key, name, (await database.get("packages", name))!).catch(() => undefined);
      if (text) found.push(JSON.parse(text));
    }
    return found.sort((one, other) => other.keptAt - one.keptAt);
  });

/** Removes answers that a former version of a package had and no package has now. */
export async function removeAnswers(addresses: readonly string[]): Promise<void> {
  const kept = new Set([...FRAME, ...(await keptPackages()).flatMap((each) => each.addresses)]);
  await withDatabase(async (database) => {
    for (const address of addresses) if (!kept.has(address)) await database.delete("answers", address);
  });
}

/** Removes a package, and the answers that no other one has. */
export async function removePackage(gone: Pick<KeptPackage, "kind" | "id" | "addresses">): Promise<void> {
  await withDatabase((database) => database.delete("packages", nameOf(gone)));
  if (await keepsAnything()) await removeAnswers(gone.addresses);
  else await forgetKept();
}

/** Keeps an answer. @throws DOMException QuotaExceededError */
export const keepAnswer = (address: string, json: string, version: string): Promise<void> =>
  withDatabase(async (database) => {
    const key = await openKey(database);
    if (key) await database.put("answers", { ...(await seal(key, address, json)), version, at: Date.now() }, address);
  });

/** Keeps a newer answer in the place of one that is kept. */
export const renewAnswer = (address: string, json: string): Promise<void> =>
  withDatabase(async (database) => {
    const known = await database.get("answers", address);
    const key = known && (await openKey(database));
    if (key) await database.put("answers", { ...known, ...(await seal(key, address, json)), at: Date.now() }, address);
  });

export const isAnswerKept = (address: string): Promise<boolean> =>
  withDatabase(async (database) => (await database.count("answers", address)) > 0);

/** Of which version of its package an answer is. */
export const versionKept = (address: string): Promise<string | undefined> =>
  withDatabase(async (database) => (await database.get("answers", address))?.version);

/** The JSON of an answer, and when it came, in milliseconds. */
export const keptAnswer = (address: string): Promise<{ json: string; at: number } | undefined> =>
  withDatabase(async (database) => {
    const known = await database.get("answers", address);
    const key = known && (await openKey(database));
    if (!key) return;
    const json = await unseal(key, address, known).catch(() => undefined);
    return json === undefined ? undefined : { json, at: known.at };
  });

/** Nothing that is kept opens until the server has been asked again. */
export const lockKept = (): Promise<void> => withDatabase((database) => database.delete("lease", "lease"));

async function empty(database: IDBPDatabase<Database>): Promise<void> {
  const all = database.transaction(STORES, "readwrite");
  await Promise.all([...STORES.map((name) => all.objectStore(name).clear()), all.done]);
}

/** Removes everything; the key first. */
export async function forgetKept(): Promise<void> {
  await lockKept();
  await withDatabase(empty);
}
