import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { Community } from "./boards.answers.ts";

export const communityQuery = queryOptions({
  queryKey: ["community", "boards"],
  queryFn: (): Promise<Community> => call(api.community.$get()),
  staleTime: 0, // what is new is counted there
});

/** The boards that the member may read, with what is new in each. */
export const useCommunity = () => useQuery(communityQuery);

/** What is new was read, written or moved: the boards and their lists are asked for again when they are next shown. */
export const boardsChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: communityQuery.queryKey }),
    client.invalidateQueries({ queryKey: ["community", "topics"] }),
  ]);

export function useBoardsChanged(): () => void {
  const client = useQueryClient();
  return useCallback(() => void boardsChanged(client), [client]);
}

export function useFollowBoard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ boardId, following }: { boardId: string; following: boolean }) =>
      call(api.community.boards[":boardId"].follow.$put({ param: { boardId }, json: { following } })),
    onSettled: () => client.invalidateQueries({ queryKey: communityQuery.queryKey }),
  });
}

/** The member is in the board: what comes from now on is new at their next visit. */
export const useVisitBoard = () =>
  useMutation({
    meta: { unasked: true },
    mutationFn: (boardId: string) => call(api.community.boards[":boardId"].visit.$put({ param: { boardId } })),
  });
