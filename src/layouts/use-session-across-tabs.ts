import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionQuery } from "../features/account/account.queries.ts";

/** Signing in or out in one tab shows in all of them: the other tab changes the remembered hint, and this one asks anew. */
export function useSessionAcrossTabs(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = (event: StorageEvent) => {
      if (event.key !== "sessao" && event.key !== null) return;
      if (!event.newValue) client.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    };
    window.addEventListener("storage", refresh);
    return () => window.removeEventListener("storage", refresh);
  }, [client]);
}
