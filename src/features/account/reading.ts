import { useSyncExternalStore } from "react";
import { api, call } from "#app/lib/api.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { applyReading, followReading, type ReadingSettings, readingSettings } from "#app/lib/reading.ts";
import { sessionQuery } from "./account.queries.ts";

/** What is still to be sent: of several changes in a row the last one counts. */
let next: ReadingSettings | undefined;
let sending = false;

/**
 * Keeps the settings in the member's account. What their session says changes at once, so that an answer which was on its way does not
 * take the change back. @throws ApiError when they could not be sent: this device keeps them
 */
export async function saveReading(settings: ReadingSettings): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(
    sessionQuery.queryKey,
    (state) => state && { ...state, member: state.member && { ...state.member, reading: settings } },
  );
  next = settings;
  if (sending) return;
  sending = true;
  try {
    for (let json = next as ReadingSettings | undefined; json; json = next) {
      next = undefined;
      await call(api.account.reading.$put({ json }));
    }
  } finally {
    sending = false;
  }
}

/** The settings, and what changes some of them: shown at once, then kept in the account. */
export function useReadingSettings(): [ReadingSettings, (change: Partial<ReadingSettings>) => void] {
  const settings = useSyncExternalStore(followReading, readingSettings);
  const change = (part: Partial<ReadingSettings>) => {
    const changed = { ...readingSettings(), ...part };
    applyReading(changed);
    void saveReading(changed).catch(() => undefined); // without a connection they are this device's only
  };
  return [settings, change];
}
