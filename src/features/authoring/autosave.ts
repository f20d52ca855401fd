import { ApiError, sayOf } from "#app/lib/api.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import { beforeNextTry, canWait } from "#app/lib/keep-trying.ts";
import { readText, saveText } from "./authoring.queries.ts";
import type { TextBody, TextRef } from "./authoring.schema.ts";

import { mergeBodies } from "./merge.ts";

/** How long after the last letter the draft is saved, and how long it waits at most while somebody writes on. */
const PAUSE_MS = 1_000;
const LONGEST_MS = 8_000;

export type SaveState =
  | { is: "saved"; at: string | null }
  | { is: "saving" }
  /** Typed, and kept in this browser until the connection is back. */
  | { is: "waiting" }
  /** The server will not take it; what was typed stays here. */
  | { is: "refused"; message: string };

/** Two wrote the same paragraph: both texts, for who decides by hand. */
export type Clash<Body> = { mine: Body; theirs: Body; by: string | null; version: number };

export type Saving<Body> = {
  body: Body;
  /** The version that is on the server; 0 where there is no draft yet. */
  version: number;
  state: SaveState;
  clash: Clash<Body> | null;
  /** Whose paragraphs came into this text a moment ago. */
  joined: string | null;
};

type Start<Body> = { version: number; body: Body; savedAt: string | null };
/** What is kept in the browser: the text, and the one on the server that it was made of. */
type Kept<Body> = { version: number; base: Body; body: Body };

/**
 * Keeps a draft while it is typed: at once in the browser, a moment later on the server. What the server answers never replaces what is being
 * typed; what somebody else saved meanwhile is joined paragraph by paragraph, or both texts are shown.
 */
export function openAutosave<Body extends TextBody>(ref: TextRef, start: Start<Body>) {
  const name = `texto ${ref.kind} ${ref.id}`;
  const kept = draftOf<Kept<Body>>(name, "browser");
  let now: Saving<Body> = {
    body: kept?.body ?? start.body,
    version: kept?.version ?? start.version,
    state: kept ? { is: "waiting" } : { is: "saved", at: start.savedAt },
    clash: null,
    joined: null,
  };
  let base = kept?.base ?? start.body;
  let dirtySince = kept ? Date.now() : 0;
  let isSaving = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const set = (change: Partial<Saving<Body>>): void => {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };
  const keep = () => keepDraft(name, { version: now.version, base, body: now.body } satisfies Kept<Body>, { place: "browser" });

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.max(0, Math.min(PAUSE_MS, LONGEST_MS - (Date.now() - dirtySince))));
  }

  async function save(): Promise<void> {
    if (isSaving || isStopped || dirtySince === 0) return;
    isSaving = true;
    const sent = now.body;
    set({ state: { is: "saving" } });
    try {
      const { version, savedAt } = await saveText(ref, { version: now.version, body: sent });
      base = sent;
      const isDone = now.body === sent;
      set({ version, ...(isDone && { state: { is: "saved", at: savedAt } }) });
      if (isDone) {
        dirtySince = 0;
        forgetDraft(name, "browser");
      } else keep();
    } catch (error) {
      if (error instanceof ApiError && error.code === "conflict") await meet(error);
      else if (canWait(error)) {
        set({ state: { is: "waiting" } });
        await beforeNextTry();
      } else stop({ is: "refused", message: sayOf(error as Error) });
    } finally {
      isSaving = false;
    }
    if (dirtySince > 0 && !isStopped) schedule();
  }

  function stop(state: SaveState): void {
    isStopped = true;
    set({ state });
  }

  /** Somebody else has saved, published or thrown away the draft. */
  async function meet(conflict: ApiError): Promise<void> {
    const text = await readText(ref).catch(() => undefined);
    if (!text) return beforeNextTry();
    if (text.draft?.state === "scheduled") return stop({ is: "refused", message: conflict.message });
    const theirs = (text.draft?.body ?? text.published?.body) as Body;
    const version = text.draft?.version ?? 0;
    const by = text.draft?.savedBy ?? null;
    const merged = mergeBodies(base, now.body, theirs);
    if (!merged) {
      isStopped = true;
      return set({ clash: { mine: now.body, theirs, by, version } });
    }
    base = theirs;
    set({ body: merged, version, joined: by });
    keep();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (): Saving<Body> => now,
    /** The page is there: what an earlier visit kept goes out. */
    open: () => {
      if (dirtySince > 0) schedule();
    },
    /** The page goes: it does not wait for the pause. */
    leave: () => {
      clearTimeout(timer);
      void save();
    },
    /** What was typed. */
    change: (body: Body) => {
      if (dirtySince === 0) dirtySince = Date.now();
      set({ body, ...(now.state.is === "saved" && { state: { is: "saving" } }) });
      keep();
      if (!isStopped) schedule();
    },
    /** Another's save was noticed while nothing is typed here. */
    follow: async () => {
      if (dirtySince > 0 || isSaving || isStopped) return; // the next save will meet it
      const text = await readText(ref).catch(() => undefined);
      if (!text?.draft || text.draft.version <= now.version || dirtySince > 0) return;
      base = text.draft.body as Body;
      const { version, savedBy, savedAt } = text.draft;
      set({ body: base, version, joined: savedBy, state: { is: "saved", at: savedAt } });
    },
    /** Decides a clash: one's own text over the other, which stays as a copy; or the other's text. */
    settle: (take: "mine" | "theirs") => {
      if (!now.clash) return;
      const { theirs, version } = now.clash;
      base = theirs;
      isStopped = false;
      if (take === "mine") {
        set({ version, clash: null });
        keep();
        return schedule();
      }
      dirtySince = 0;
      forgetDraft(name, "browser");
      set({ version, clash: null, body: theirs, state: { is: "saved", at: null } });
    },
  };
}
