import { type MutationCacheNotifyEvent, QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { ProofGate } from "#app/features/account/components/proof-gate.tsx";
import { followOtherTabs, followRefusals } from "#app/features/account/session.ts";
import { followInstallOffer } from "#app/features/offline/install.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { Toasts, takeFailuresBack } from "#app/ui/toasts.tsx";

/** What a member tries, and what succeeds, closes the failures shown before; reading along does not. */
function forgetFailures(event: MutationCacheNotifyEvent): void {
  if (event.type !== "updated" || event.mutation.meta?.unasked) return;
  if (event.action.type === "pending" || event.action.type === "success") takeFailuresBack();
}

/** A failure belongs to its page, and to the sending that failed. */
function useFailuresOfThePage(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the address is the very event
  useEffect(() => takeFailuresBack, [pathname]);
  useEffect(() => {
    document.addEventListener("submit", takeFailuresBack, true);
    return () => document.removeEventListener("submit", takeFailuresBack, true);
  }, []);
}

/**
 * What surrounds pages that call the API: the cache, the toasts, and the other tabs' news of the session. It stays while one of them
 * leads to another, so that a toast survives the way from /login to /dashboard.
 */
export default function Application() {
  useEffect(() => followOtherTabs(), []);
  useEffect(() => followRefusals(), []);
  useEffect(() => followInstallOffer(), []);
  useEffect(() => queryClient.getMutationCache().subscribe(forgetFailures), []);
  useFailuresOfThePage();
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ProofGate />
      <Toasts />
    </QueryClientProvider>
  );
}
