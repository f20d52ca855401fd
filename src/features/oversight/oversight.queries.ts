import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { ContestationQueue, Oversight } from "./oversight.answers.ts";
import type { ContestationInput } from "./oversight.schema.ts";

const oversightQuery = infiniteQueryOptions({
  queryKey: ["oversight"],
  queryFn: ({ pageParam }): Promise<Oversight> => call(api.oversight.$get({ query: pageParam ? { after: pageParam } : {} })),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});
export const useOversight = () => useInfiniteQuery(oversightQuery);

export function useContest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: ContestationInput): Promise<Oversight> => call(api.oversight.contestations.$post({ json })),
    onSettled: () => client.invalidateQueries({ queryKey: oversightQuery.queryKey }),
  });
}

const queueQuery = queryOptions({
  queryKey: ["admin", "contestations"],
  queryFn: (): Promise<ContestationQueue> => call(api.admin.contestations.$get()),
});
export const useContestations = () => useQuery(queueQuery);

export function useAnswerContestation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, answer }: { id: string; answer: string }): Promise<ContestationQueue> =>
      call(api.admin.contestations[":contestationId"].answer.$post({ param: { contestationId: id }, json: { answer } })),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
