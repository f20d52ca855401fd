import { useCallback, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import type { Quote } from "./reply-form.tsx";

/** What is being quoted in a topic, kept in the tab beside the draft. */
export function useKeptQuote(topicId: string): [Quote | undefined, (quote: Quote | undefined) => void] {
  const name = `citacao:${topicId}`;
  const [quote, setQuote] = useState(() => draftOf<Quote>(name));
  const change = useCallback(
    (next: Quote | undefined) => {
      setQuote(next);
      if (next) keepDraft(name, next);
      else forgetDraft(name);
    },
    [name],
  );
  return [quote, change];
}
