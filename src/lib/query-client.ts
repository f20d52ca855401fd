import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/**
 * The cache of this browser tab. Data counts as fresh for 60 seconds. Only failures of the network are tried again; a refusal
 * stays one.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.code === "offline" || error.code === "unavailable"),
    },
  },
});
