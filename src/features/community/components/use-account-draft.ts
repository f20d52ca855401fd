import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import type { Draft } from "../posts/posts.answers.ts";
import { dropAccountDraft, keepAccountDraft, readDraft } from "../posts/posts.queries.ts";

/** A pause in writing after which the draft goes to the account. */
const PAUSE_MS = 1_200;

export type Words = { title: string; body: string };

const EMPTY: Words = { title: "", body: "" };
const isEmpty = ({ title, body }: Words): boolean => title.trim() === "" && body.trim() === "";

/** Puts words behind what the field of this place holds, for the next time it is shown. */
export function returnToDraft(place: string, source: string, title = ""): void {
  const before = draftOf<Words>(place);
  keepDraft(place, { title: before?.title || title, body: [before?.body.trim(), source].filter(Boolean).join("\n\n") });
}

/**
 * What is being written, kept in the tab at each key and in the account after each pause, so that another device goes on with it.
 * @param place `topic:<id>` or `board:<id>`
 * @param known the account's draft when the page was loaded
 */
export function useAccountDraft(place: string, known: Draft | null) {
  const [words, setWords] = useState<Words>(
    () => draftOf<Words>(place) ?? (known ? { title: known.title, body: known.body } : EMPTY),
  );
  const [savedAt, setSavedAt] = useState<string | undefined>(known?.updatedAt);
  const [offline, setOffline] = useState(false);
  /** What another device kept meanwhile. */
  const [other, setOther] = useState<Words>();
  const version = useRef(known?.version ?? 0);
  /** What waits for the pause. */
  const pending = useRef<{ words: Words; timer: ReturnType<typeof setTimeout> }>(undefined);
  const saving = useRef(Promise.resolve());

  const save = useCallback(
    (next: Words) => {
      const once = async () => {
        if (isEmpty(next)) {
          if (version.current > 0) await dropAccountDraft(place);
          version.current = 0;
          setSavedAt(undefined);
        } else {
          const draft = await keepAccountDraft(place, { ...next, version: version.current });
          version.current = draft.version;
          setSavedAt(draft.updatedAt);
        }
        setOffline(false);
      };
      saving.current = saving.current.then(once).catch(async (error: unknown) => {
        const conflict = error instanceof ApiError && error.code === "conflict";
        const now = conflict ? await readDraft(place).catch(() => undefined) : undefined;
        if (now === undefined) return setOffline(true);
        version.current = now?.version ?? 0; // what is kept next replaces it
        if (now && now.body !== next.body) setOther({ title: now.title, body: now.body });
        else await once().catch(() => setOffline(true));
      });
    },
    [place],
  );

  const flush = useCallback(() => {
    const waiting = pending.current;
    pending.current = undefined;
    clearTimeout(waiting?.timer);
    if (waiting) save(waiting.words);
  }, [save]);

  const change = useCallback(
    (next: Words) => {
      setWords(next);
      if (isEmpty(next)) forgetDraft(place);
      else keepDraft(place, next);
      clearTimeout(pending.current?.timer);
      pending.current = { words: next, timer: setTimeout(flush, PAUSE_MS) };
    },
    [place, flush],
  );

  /** Nothing is on its way to the account any more: before the words are sent, so that no draft of them comes after. */
  const settle = useCallback(async () => {
    clearTimeout(pending.current?.timer);
    pending.current = undefined;
    await saving.current;
  }, []);

  /** The words were sent, or (`drop`) given up. */
  const clear = useCallback(
    (drop: boolean) => {
      clearTimeout(pending.current?.timer);
      pending.current = undefined;
      forgetDraft(place);
      setWords(EMPTY);
      setOther(undefined);
      setSavedAt(undefined);
      if (drop) save(EMPTY);
      else version.current = 0;
    },
    [place, save],
  );

  useEffect(() => flush, [flush]); // the page is left
  useEffect(() => {
    if (!offline) return;
    const again = () => save(words);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [offline, save, words]);
  return { words, change, clear, settle, savedAt, offline, other, setOther };
}
