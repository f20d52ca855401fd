import { useCallback, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import type { Quote } from "./reply-form.tsx";

const nameOf = (topicId: string): string => `citacao:${topicId}`;

/** Of a topic that is not there any more no words stay in the tab. */
export const forgetQuote = (topicId: string): void => forgetDraft(nameOf(topicId));

/** What is being quoted in a topic, kept in the tab beside the draft. */
export function useKeptQuote(topicId: string): [Quote | undefined, (quote: Quote | undefined) => void] {
  const name = nameOf(topicId);
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
