import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { isLost } from "./connection.ts";

/**
 * The cache of this browser tab. Data counts as fresh for 60 seconds. Only failures of the network are tried again; a refusal
 * stays one. What is sent without a connection fails at once, so that the member reads why and their words stay before them: else it would
 * wait without a word, and be sent when they believed it lost.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always", // what this device keeps answers without a connection, and what it does not keep fails in words
      staleTime: 60_000,
      refetchOnReconnect: true, // what failed without a connection comes when it is back
      retry: (count, error) =>
        count < 2 && !isLost() && error instanceof ApiError && (error.code === "offline" || error.code === "unavailable"),
    },
  },
});
