import { useEffect, useState } from "react";
import { type Entry, TERMS_PATH } from "./dictionary.schema.ts";

const OFFLINE = "Não encontramos sua conexão. Verifique a internet e tente de novo.";

/** The entries are a file of the build, the same for as long as the application is open: fetched once, and no call of the API. */
let loaded: Entry[] | undefined;

async function fetchEntries(): Promise<Entry[]> {
  if (loaded) return loaded;
  const response = await fetch(TERMS_PATH, { priority: "low" });
  if (!response.ok) throw new Error(`${TERMS_PATH}: ${response.status}`);
  loaded = (await response.json()) as Entry[];
  return loaded;
}

/** @param wanted false while the first ten entries, which come with the page, will do */
export function useEntries(wanted: boolean) {
  const [entries, setEntries] = useState(loaded);
  const [failure, setFailure] = useState<Error | null>(null);
  const missing = wanted && !entries && !failure;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    fetchEntries().then(
      (all) => left || setEntries(all),
      () => left || setFailure(new Error(OFFLINE)),
    );
    return () => {
      left = true;
    };
  }, [missing]);
  return { entries, failure, retry: () => setFailure(null) };
}
