import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { coversDegree, type Degree } from "#app/lib/degrees.ts";
import { followChanges } from "#app/lib/live.ts";
import { sessionQuery } from "./account.queries.ts";

/** Who was lowered in degree while pages are open keeps nothing on the screen or in memory of what they may not read any more. */
export function useLoweredDegree(degree: Degree | undefined): void {
  const client = useQueryClient();
  const isMember = degree !== undefined;
  useEffect(
    () =>
      isMember ? followChanges("degree", () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })) : undefined,
    [client, isMember],
  );
  const known = useRef(degree);
  useEffect(() => {
    const before = known.current;
    known.current = degree;
    if (before && degree && !coversDegree(degree, before))
      void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  }, [client, degree]);
}
