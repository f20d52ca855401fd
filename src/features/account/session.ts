import { api, call } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { forgetSession, sessionQuery } from "./account.queries.ts";

/** Asks who is here, for pages that show it only in the header. */
export const refreshSession = () => queryClient.fetchQuery(sessionQuery);

/** Ends the session here and in the other tabs. @throws ApiError */
export async function signOut(): Promise<void> {
  await call(api.account.logout.$post());
  forgetSession(queryClient);
}

/** Signing in or out in one tab shows in all: the other one changes the remembered hint, and this one asks anew. */
export function followOtherTabs(): () => void {
  const refresh = (event: StorageEvent) => {
    if (event.key !== "sessao" && event.key !== null) return;
    if (!event.newValue) queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  window.addEventListener("storage", refresh);
  return () => window.removeEventListener("storage", refresh);
}
