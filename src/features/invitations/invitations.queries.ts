import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { useWayIn } from "#app/features/account/account.queries.ts";
import { api, call } from "#app/lib/api.ts";
import { upload } from "#app/lib/upload.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { InvitationBatch, InvitationPage, LatestBatch, ListCheck } from "./invitations.answers.ts";
import type { AcceptInput, InvitationFilter, InvitationInput, InvitationSearch } from "./invitations.schema.ts";

/** Under the panel's key. */
const KEY = ["admin", "invitations"];

const sentQuery = (search: Omit<InvitationSearch, "after">) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "list", search],
    queryFn: ({ pageParam }): Promise<InvitationPage> =>
      call(api.admin.invitations.search.$post({ json: { ...search, ...(pageParam && { after: pageParam }) } })),
    initialPageParam: null as InvitationPage["next"],
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** While a list is being sent it is asked for every two seconds. */
const latestBatchQuery = queryOptions({
  queryKey: [...KEY, "batch"],
  queryFn: (): Promise<LatestBatch> => call(api.admin.invitations.batches.latest.$get()),
  refetchInterval: ({ state }) => (state.data?.batch && !state.data.batch.endedAt ? 2_000 : false),
});

export const useSentInvitations = (show: InvitationFilter | undefined, search: string) =>
  useInfiniteQuery(sentQuery({ ...(show && { show }), search }));
export const useLatestBatch = () => useQuery(latestBatchQuery);

/** Reads the list again as the sending of one goes on. */
export function useFollowSent(...progress: unknown[]): void {
  const client = useQueryClient();
  const key = JSON.stringify(progress);
  useEffect(() => {
    if (key !== "[]") void client.invalidateQueries({ queryKey: [...KEY, "list"] });
  }, [client, key]);
}

function useChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}

/** A list of people, as its bytes, and what it is called. */
export type PeopleList = { name: string; bytes: Blob };

export const useCheckList = () =>
  useMutation({ mutationFn: ({ bytes }: PeopleList) => upload<ListCheck>("/api/admin/invitations/check", bytes) });

export function useInviteList() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: ({ bytes, ready }: PeopleList & { ready: number }) =>
      upload<{ batch: InvitationBatch }>(`/api/admin/invitations/batches?ready=${ready}`, bytes),
    onSettled,
  });
}

export function useInvite() {
  const onSettled = useChanged();
  return useMutation({ mutationFn: (json: InvitationInput) => call(api.admin.invitations.$post({ json })), onSettled });
}

export function useStopBatch() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (batchId: string) => call(api.admin.invitations.batches[":batchId"].stop.$post({ param: { batchId } })),
    onSettled,
  });
}

export function useResendInvitation() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (invitationId: string) => call(api.admin.invitations[":invitationId"].resend.$post({ param: { invitationId } })),
    onSettled,
  });
}

export function useCorrectInvitation() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: ({ invitationId, email }: { invitationId: string; email: string }) =>
      call(api.admin.invitations[":invitationId"].address.$put({ param: { invitationId }, json: { email } })),
    onSettled,
  });
}

export function useWithdrawInvitation() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: (invitationId: string) => call(api.admin.invitations[":invitationId"].$delete({ param: { invitationId } })),
    onSettled,
  });
}

export const useOpenInvitation = () =>
  useMutation({ mutationFn: (token: string) => call(api.invitations.open.$post({ json: { token } })) });

export const useAcceptInvitation = () => useWayIn((json: AcceptInput) => call(api.invitations.accept.$post({ json })));

export function useJoinByInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(api.invitations.join.$post({ json: { token } })),
    onSettled: () => client.invalidateQueries(),
  });
}
