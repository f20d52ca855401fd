import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent } from "@tanstack/react-query";
import { ApiError, api, call } from "#app/lib/api.ts";
import { setFlag } from "#app/lib/device-flags.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { forgetSession, sessionQuery } from "./account.queries.ts";

/** Asks who is here, for pages that show it only in the header. */
export const refreshSession = () => queryClient.fetchQuery(sessionQuery);

/** Ends the session here and in the other tabs; without a connection at once here, and with the server when it is back. @throws ApiError */
export async function signOut(): Promise<void> {
  try {
    await call(api.account.logout.$post());
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "offline") throw error;
    setFlag("saindo", true);
  }
  await forgetSession(queryClient);
}

/**
 * A call refused because there is no session means that it ended elsewhere or expired: then the guard asks again who is here. What the
 * member does may give their session a new cookie, as a new password does, and what was asked meanwhile still had the old one: the guard
 * waits until that is done.
 */
export function followRefusals(): () => void {
  let refused = false;
  const look = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== "updated") return;
    const error = event.action.type === "error" ? event.action.error : undefined;
    refused ||= error instanceof ApiError && error.code === "unauthenticated";
    if (!refused || queryClient.isMutating() > 0) return;
    refused = false;
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const leave = [queryClient.getQueryCache().subscribe(look), queryClient.getMutationCache().subscribe(look)];
  return () => {
    for (const stop of leave) stop();
  };
}

/** Signing in or out in one tab shows in all: the other one changes the remembered hint, and this one asks again. */
export function followOtherTabs(): () => void {
  const refresh = (event: StorageEvent) => {
    if (event.key !== "sessao" && event.key !== null) return;
    if (!event.newValue) queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  window.addEventListener("storage", refresh);
  return () => window.removeEventListener("storage", refresh);
}
