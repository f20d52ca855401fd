/**
 * What was typed and not sent yet, kept in the browser tab: a page that was left by mistake, loaded again, or closed by the end of a
 * session gives it back. It never leaves the device, goes with the tab and with signing out, and is only given back to whom it is from.
 * What may not be lost with the tab is kept in the browser.
 */
const PREFIX = "rascunho:";

type Kept = { from: string; values: unknown };

let member = "";

export type Place = "tab" | "browser";

const storage = (place: Place): Storage | undefined => {
  try {
    return place === "tab" ? window.sessionStorage : window.localStorage;
  } catch {
    return undefined; // refused: nothing is kept then
  }
};

const read = (key: string, place: Place): Kept | undefined => {
  try {
    return JSON.parse(storage(place)?.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
};

const keys = (place: Place): string[] => Object.keys(storage(place) ?? {}).filter((key) => key.startsWith(PREFIX));

type Keeping = {
  /** For forms that are open to visitors, where it is not known yet who is here. */
  anyone?: boolean;
  place?: Place;
};

export function keepDraft(name: string, values: unknown, { anyone = false, place = "tab" }: Keeping = {}): void {
  try {
    storage(place)?.setItem(PREFIX + name, JSON.stringify({ from: anyone ? "" : member, values } satisfies Kept));
  } catch {
    // full: the draft is a help, not a promise
  }
}

export function draftOf<Values>(name: string, place: Place = "tab"): Values | undefined {
  const kept = read(PREFIX + name, place);
  return kept && (kept.from === "" || kept.from === member) ? (kept.values as Values) : undefined;
}

export const forgetDraft = (name: string, place: Place = "tab"): void => storage(place)?.removeItem(PREFIX + name);

/** The names of what is kept in a place and begins so. */
export const draftNames = (beginning: string, place: Place): string[] =>
  keys(place).flatMap((key) => (key.startsWith(PREFIX + beginning) ? key.slice(PREFIX.length) : []));

/** The id of the member whose drafts are kept; empty for a visitor. */
export const draftsOwner = (): string => member;

const PLACES: Place[] = ["tab", "browser"];

/** From now on drafts are this member's; those of another member go. */
export function draftsOf(id: string): void {
  member = id;
  for (const place of PLACES)
    for (const key of keys(place)) if (![id, ""].includes(read(key, place)?.from ?? "?")) storage(place)?.removeItem(key);
}

/** The member has left: what they typed goes with them. */
export function forgetDrafts(): void {
  member = "";
  for (const place of PLACES) for (const key of keys(place)) storage(place)?.removeItem(key);
}
