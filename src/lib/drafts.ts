/**
 * What was typed and not sent yet, kept in the browser tab: a page that was left by mistake, loaded again, or closed by the end of a
 * session gives it back. It never leaves the device, goes with the tab and with signing out, and is only given back to whom it is from.
 */
const PREFIX = "rascunho:";

type Kept = { from: string; values: unknown };

let member = "";

const storage = (): Storage | undefined => {
  try {
    return window.sessionStorage;
  } catch {
    return undefined; // refused: nothing is kept then
  }
};

const read = (key: string): Kept | undefined => {
  try {
    return JSON.parse(storage()?.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
};

const keys = (): string[] => Object.keys(storage() ?? {}).filter((key) => key.startsWith(PREFIX));

/** @param anyone for forms that are open to visitors, where it is not known yet who is here */
export function keepDraft(name: string, values: unknown, anyone = false): void {
  try {
    storage()?.setItem(PREFIX + name, JSON.stringify({ from: anyone ? "" : member, values } satisfies Kept));
  } catch {
    // full: the draft is a help, not a promise
  }
}

export function draftOf<Values>(name: string): Values | undefined {
  const kept = read(PREFIX + name);
  return kept && (kept.from === "" || kept.from === member) ? (kept.values as Values) : undefined;
}

export const forgetDraft = (name: string): void => storage()?.removeItem(PREFIX + name);

/** From now on drafts are this member's; those of another member go. */
export function draftsOf(id: string): void {
  member = id;
  for (const key of keys()) if (![id, ""].includes(read(key)?.from ?? "?")) storage()?.removeItem(key);
}

/** The member has left: what he typed goes with him. */
export function forgetDrafts(): void {
  member = "";
  for (const key of keys()) storage()?.removeItem(key);
}
