import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { OwnLodge } from "./own-lodge.answers.ts";

const ownLodgeQuery = queryOptions({
  queryKey: ["own-lodge"],
  queryFn: (): Promise<OwnLodge> => call(api["own-lodge"].$get()),
});
export const useOwnLodge = () => useQuery(ownLodgeQuery);

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ownLodgeQuery.queryKey });
}

export function useConfirmBrother() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (requestId: string) =>
      call(api["own-lodge"]["degree-requests"][":requestId"].approve.$post({ param: { requestId } })),
    onSettled,
  });
}

export function useRefuseBrother() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: ({ requestId, reason }: { requestId: string; reason: string }) =>
      call(api["own-lodge"]["degree-requests"][":requestId"].refuse.$post({ param: { requestId }, json: { reason } })),
    onSettled,
  });
}
