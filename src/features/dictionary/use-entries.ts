import { useEffect, useState } from "react";
import type { Entry } from "./dictionary.answers.ts";
import { readEntries } from "./dictionary.queries.ts";

const OFFLINE = "Não encontramos sua conexão. Verifique a internet e tente de novo.";

/** The entries as they were last read, shown until those of now are there. */
let former: Entry[] | undefined;

/** @param wanted false while the first ten entries, which come with the page, will do */
export function useEntries(wanted: boolean) {
  const [entries, setEntries] = useState(former);
  const [isNow, setNow] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const missing = wanted && !isNow && !failure;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    readEntries().then(
      (all) => {
        former = all;
        if (left) return;
        setEntries(all);
        setNow(true);
      },
      () => left || setFailure(new Error(OFFLINE)),
    );
    return () => {
      left = true;
    };
  }, [missing]);
  return { entries, failure, retry: () => setFailure(null) };
}
