import { type MutationCacheNotifyEvent, QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { ProofDialog } from "#app/features/account/components/proof-dialog.tsx";
import { followOtherTabs, followRefusals } from "#app/features/account/session.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { Toasts, takeFailuresBack } from "#app/ui/toasts.tsx";

/** What a member did and what succeeded, a message sent without more words, too, closes the failures shown before; reading along does not. */
function forgetFailures(event: MutationCacheNotifyEvent): void {
  if (event.type === "updated" && event.action.type === "success" && !event.mutation.meta?.unasked) takeFailuresBack();
}

/**
 * What surrounds pages that call the API: the cache, the toasts, and the other tabs' news of the session. It stays while one of them
 * leads to another, so that a toast survives the way from /login to /dashboard.
 */
export default function Application() {
  useEffect(() => followOtherTabs(), []);
  useEffect(() => followRefusals(), []);
  useEffect(() => queryClient.getMutationCache().subscribe(forgetFailures), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ProofDialog />
      <Toasts />
    </QueryClientProvider>
  );
}
