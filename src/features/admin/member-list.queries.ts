import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { download } from "#app/lib/download.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { ADMIN_KEY } from "./admin.queries.ts";
import type { MemberList, MemberListChoices } from "./member-list.answers.ts";
import type { MemberBatchInput, MemberListQuery } from "./member-list.schema.ts";

const listQuery = (filter: MemberListQuery) =>
  infiniteQueryOptions({
    queryKey: [ADMIN_KEY, "members", "list", filter],
    queryFn: ({ pageParam }): Promise<MemberList> =>
      call(api.admin.members.list.$post({ json: { ...filter, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: null as MemberList["next"],
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

const choicesQuery = queryOptions({
  queryKey: [ADMIN_KEY, "member-choices"],
  queryFn: (): Promise<MemberListChoices> => call(api.admin.members.choices.$get()),
});

export const useMemberList = (filter: MemberListQuery) => useInfiniteQuery(listQuery(filter));
export const useMemberChoices = () => useQuery(choicesQuery);

export const useMemberExport = () =>
  useMutation({
    mutationFn: (json: MemberListQuery) => download(api.admin.members.export.$post({ json }), "membros.csv"),
  });

export function useMemberBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: MemberBatchInput) => call(api.admin.members.batch.$post({ json })),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_KEY] }),
  });
}
