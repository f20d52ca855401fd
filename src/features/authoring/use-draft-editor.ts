import { useEffect, useState, useSyncExternalStore } from "react";
import { usePause } from "#app/lib/use-pause.ts";
import type { Preview, TextDetail } from "./authoring.answers.ts";
import { usePreview, useRefreshText } from "./authoring.queries.ts";
import type { TextBody } from "./authoring.schema.ts";
import { openAutosave } from "./autosave.ts";

const NOTHING: Preview = { html: null, words: 0, terms: [], remarks: [] };

/** What an editor of a text works with: the draft that is typed and how it is kept, and what the server makes of it once the typing has paused. */
export function useDraftEditor<Body extends TextBody>(text: TextDetail) {
  const { draft, published, can, retired } = text;
  const body = (draft?.body ?? published?.body) as Body;
  const [autosave] = useState(() => openAutosave(text, { version: draft?.version ?? 0, body, savedAt: draft?.savedAt ?? null }));
  const saving = useSyncExternalStore(autosave.subscribe, autosave.read, autosave.read);
  useEffect(() => {
    autosave.open();
    return autosave.leave;
  }, [autosave]);
  const refresh = useRefreshText(text);
  const hasBegun = saving.version > 0 && draft === null;
  useEffect(() => {
    if (hasBegun) void refresh();
  }, [hasBegun, refresh]);
  const preview = usePreview(text, JSON.parse(usePause(JSON.stringify(saving.body))) as Body);
  const shown = preview.data ?? NOTHING;
  const isBlocked = shown.remarks.some(({ blocks }) => blocks);
  return {
    ...saving,
    ...autosave,
    preview: shown,
    previewError: preview.error,
    isWritable: can.write && !retired && draft?.state !== "scheduled",
    isSendable: saving.version > 0 && saving.state.is === "saved" && !isBlocked,
  };
}
