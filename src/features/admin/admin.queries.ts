import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { sessionQuery } from "#app/features/account/account.queries.ts";
import type { Role } from "#app/features/account/account.table.ts";
import type { CorrectionInput } from "#app/features/account/profile.schema.ts";
import { ApiError, api, call } from "#app/lib/api.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type {
  AdminDegreeRequest,
  AdminMember,
  AdminSummary,
  AdminWeeks,
  DegreeRequestQueue,
  MemberDetails,
  MemberPage,
} from "./admin.answers.ts";
import type { MemberSearch } from "./admin.schema.ts";

/** Everything an administrator reads is under this key, other features' lists of the panel too. */
export const ADMIN_KEY = "admin";

export type MemberFilters = Omit<MemberSearch, "after">;

const summaryQuery = queryOptions({
  queryKey: [ADMIN_KEY, "summary"],
  queryFn: (): Promise<AdminSummary> => call(api.admin.summary.$get()),
});

const weeksQuery = queryOptions({
  queryKey: [ADMIN_KEY, "weeks"],
  queryFn: (): Promise<AdminWeeks> => call(api.admin.weeks.$get()),
});

const membersQuery = (filters: MemberFilters) =>
  infiniteQueryOptions({
    queryKey: [ADMIN_KEY, "members", filters],
    queryFn: ({ pageParam }): Promise<MemberPage> =>
      call(api.admin.members.search.$post({ json: { ...filters, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: null as MemberPage["next"],
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

const degreeRequestsQuery = queryOptions({
  queryKey: [ADMIN_KEY, "degree-requests"],
  queryFn: (): Promise<DegreeRequestQueue> => call(api.admin["degree-requests"].$get()),
});

/** @param mayRead whether to ask at all: the reader's permission may not be known yet */
export const useAdminSummary = (mayRead = true) => useQuery({ ...summaryQuery, enabled: mayRead });
export const useAdminWeeks = () => useQuery(weeksQuery);
export const useMembers = (filters: MemberFilters) => useInfiniteQuery(membersQuery(filters));
export const useDegreeRequests = () => useQuery(degreeRequestsQuery);

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === "forbidden";

/** Whether the API refused any part of the panel: the permission was taken away while it was open. */
export function useAdminDenied(): boolean {
  const cache = useQueryClient().getQueryCache();
  const denied = () => cache.findAll({ queryKey: [ADMIN_KEY] }).some((query) => isForbidden(query.state.error));
  return useSyncExternalStore(
    useCallback((notify) => cache.subscribe(notify), [cache]),
    denied,
    () => false,
  );
}

const memberQuery = (userId: string) =>
  queryOptions({
    queryKey: [ADMIN_KEY, "member", userId],
    queryFn: (): Promise<MemberDetails> => call(api.admin.members[":userId"].$get({ param: { userId } })),
  });
export const useMemberPage = (userId: string) => useQuery(memberQuery(userId));

/** Forgets all that was read with a permission that is gone, and asks who one is now. */
export function useForgetAdministration() {
  const client = useQueryClient();
  return useCallback(() => {
    client.removeQueries({ queryKey: [ADMIN_KEY] });
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [client]);
}

/** After an act, refused or done, the panel is read again. */
function useAdminChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [ADMIN_KEY] });
}

const paramOf = ({ id }: Pick<AdminMember, "id">) => ({ param: { userId: id } });

/** Changes the permission; the list shows it at once, and takes it back if the server refuses. */
export function useChangeRole() {
  const client = useQueryClient();
  const changed = useAdminChanged();
  const lists = { queryKey: [ADMIN_KEY, "members"] };
  return useMutation({
    mutationFn: ({ member, ...json }: { member: AdminMember; role: Role; typedName?: string }) =>
      call(api.admin.members[":userId"].role.$put({ ...paramOf(member), json })),
    onMutate: async ({ member, role }) => {
      await client.cancelQueries(lists);
      const before = client.getQueriesData<{ pages: MemberPage[]; pageParams: unknown[] }>(lists);
      const showRole = (each: AdminMember): AdminMember => (each.id === member.id ? { ...each, role } : each);
      client.setQueriesData<{ pages: MemberPage[]; pageParams: unknown[] }>(
        lists,
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, members: page.members.map(showRole) })) },
      );
      return { before };
    },
    onError: (_error, _input, context) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
    },
    onSettled: (_data, error, { member }) => {
      if (member.self && !error) return client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return changed();
    },
  });
}

export function useChangeDegree() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: ({ member, degree }: { member: AdminMember; degree: Degree }) =>
      call(api.admin.members[":userId"].degree.$put({ ...paramOf(member), json: { degree } })),
    onSettled,
  });
}

export function useCorrectMember() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: ({ member, ...json }: { member: AdminMember } & CorrectionInput) =>
      call(api.admin.members[":userId"].record.$put({ ...paramOf(member), json })),
    onSettled,
  });
}

export const useSendPasswordLink = () =>
  useMutation({
    mutationFn: (member: AdminMember) => call(api.admin.members[":userId"]["password-link"].$post(paramOf(member))),
  });

export function useEndSessions() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: (member: AdminMember): Promise<{ ended: number }> =>
      call(api.admin.members[":userId"].sessions.$delete(paramOf(member))),
    onSettled,
  });
}

export function useSuspend() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: ({ member, reason }: { member: AdminMember; reason: string }) =>
      call(api.admin.members[":userId"].suspension.$post({ ...paramOf(member), json: { reason } })),
    onSettled,
  });
}

export function useLiftSuspension() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: (member: AdminMember) => call(api.admin.members[":userId"].suspension.$delete(paramOf(member))),
    onSettled,
  });
}

export function useDeleteMember() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: (member: AdminMember) => call(api.admin.members[":userId"].$delete(paramOf(member))),
    onSettled,
  });
}

export function useApproveRequest() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: (requestId: string) => call(api.admin["degree-requests"][":requestId"].approve.$post({ param: { requestId } })),
    onSettled,
  });
}

/** What became of several requests: who they are of, and why one was not approved. */
export type Approval = { request: AdminDegreeRequest; refusal: string | null };

/** Approves several one after the other, each by itself: what somebody else decided meanwhile holds up nobody. */
export function useApproveSeveral() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: async (requests: AdminDegreeRequest[]): Promise<Approval[]> => {
      const approvals: Approval[] = [];
      for (const request of requests) {
        const approved = call(api.admin["degree-requests"][":requestId"].approve.$post({ param: { requestId: request.id } }));
        const refusal = await approved.then(
          () => null,
          (error: unknown) => {
            // what was decided, or is not theirs to decide, is told by name; without a connection nothing more is tried
            if (
              error instanceof ApiError &&
              (error.code === "conflict" || error.code === "forbidden" || error.code === "not_found")
            )
              return error.message;
            throw error;
          },
        );
        approvals.push({ request, refusal });
      }
      return approvals;
    },
    onSettled,
  });
}

export function useRefuseRequest() {
  const onSettled = useAdminChanged();
  return useMutation({
    mutationFn: ({ requestId, reason }: { requestId: string; reason: string }) =>
      call(api.admin["degree-requests"][":requestId"].refuse.$post({ param: { requestId }, json: { reason } })),
    onSettled,
  });
}

export const useResetFactors = () =>
  useMutation({
    mutationFn: ({ id }: AdminMember) => call(api.admin.members[":userId"]["factors-reset"].$post({ param: { userId: id } })),
  });
