import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { StuckLetters, SystemState } from "./system.answers.ts";

/** Under the panel's key; never taken from the cache, since it changes by itself. */
const systemQuery = queryOptions({
  queryKey: ["admin", "system"],
  queryFn: (): Promise<SystemState> => call(api.admin.system.$get()),
  staleTime: 0,
});

const lettersQuery = queryOptions({
  queryKey: ["admin", "letters"],
  queryFn: (): Promise<StuckLetters> => call(api.admin.letters.$get()),
  staleTime: 0,
});

export const useStuckLetters = () => useQuery(lettersQuery);
export const useSystem = () => useQuery(systemQuery);

export function useRetryTasks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.admin.system.tasks.retry.$post()),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: lettersQuery.queryKey });
      return client.invalidateQueries({ queryKey: systemQuery.queryKey });
    },
  });
}
