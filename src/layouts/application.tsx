import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { followOtherTabs, followRefusals } from "../features/account/session.ts";
import { queryClient } from "../lib/query-client.ts";
import { Toasts } from "../ui/toasts.tsx";

/**
 * What pages that call the API stand in: the cache, the toasts, and the other tabs' news of the session. It stays while one of them
 * leads to another, so that a toast survives the way from /login to /dashboard.
 */
export default function Application() {
  useEffect(() => followOtherTabs(), []);
  useEffect(() => followRefusals(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  );
}
