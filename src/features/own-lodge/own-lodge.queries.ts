import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { BrotherPage, OwnLodge } from "./own-lodge.answers.ts";

const ownLodgeQuery = queryOptions({
  queryKey: ["own-lodge"],
  queryFn: (): Promise<OwnLodge> => call(api["own-lodge"].$get()),
});
export const useOwnLodge = () => useQuery(ownLodgeQuery);

export const useBrother = (userId: string) =>
  useQuery({
    queryKey: ["own-lodge", "member", userId],
    queryFn: (): Promise<BrotherPage> => call(api["own-lodge"].members[":userId"].$get({ param: { userId } })),
  });

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
