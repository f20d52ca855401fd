import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { followOtherTabs } from "../../features/account/session.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Toasts } from "../../ui/toasts.tsx";

/** What pages that call the API stand in: the cache, the toasts, and the other tabs' news of the session. */
export function Application({ children }: { children: ReactNode }) {
  useEffect(() => followOtherTabs(), []);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}
