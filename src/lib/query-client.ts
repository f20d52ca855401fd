import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

/**
 * The cache of this browser tab. Data counts as fresh for 60 seconds. Only failures of the network are tried again; a refusal
 * stays one. What is sent without a connection fails at once, so that the member reads why and their words stay before them: else it would
 * wait without a word, and be sent when they believed it lost.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      staleTime: 60_000,
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.code === "offline" || error.code === "unavailable"),
    },
  },
});
