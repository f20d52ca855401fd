import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { download } from "#app/lib/download.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { DegreeRequests, OpenSession, Profile } from "./account.answers.ts";
import { sessionQuery } from "./account.queries.ts";
import type { DegreeRequestInput } from "./degree-requests.schema.ts";
import type { DeletionInput, PasswordChangeInput } from "./password.schema.ts";
import type { ProfileInput } from "./profile.schema.ts";

const profileQuery = queryOptions({
  queryKey: ["account", "profile"],
  queryFn: (): Promise<Profile> => call(api.account.profile.$get()),
});

const degreeRequestsQuery = queryOptions({
  queryKey: ["account", "degree-requests"],
  queryFn: (): Promise<DegreeRequests> => call(api.account["degree-requests"].$get()),
});

const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: (): Promise<{ sessions: OpenSession[] }> => call(api.account.sessions.$get()),
});

export const useProfile = () => useQuery(profileQuery);
export const useDegreeRequests = () => useQuery(degreeRequestsQuery);
export const useOpenSessions = () => useQuery(sessionsQuery);

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: ProfileInput): Promise<Profile> => call(api.account.profile.$patch({ json })),
    onSuccess: async (profile) => {
      client.setQueryData(profileQuery.queryKey, profile);
      await Promise.all([
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["dashboard"] }),
      ]);
    },
  });
}

/** The member's own answer says whether they wait for one, for the locks. */
const degreeRequestsChanged = (client: QueryClient) =>
  Promise.all([degreeRequestsQuery, sessionQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));

export function useRequestDegree() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: DegreeRequestInput) => call(api.account["degree-requests"].$post({ json })),
    // A refusal too may mean that the list on the screen is old.
    onSettled: () => degreeRequestsChanged(client),
  });
}

export function useWithdrawDegreeRequest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (requestId: string) => call(api.account["degree-requests"][":requestId"].$delete({ param: { requestId } })),
    onSettled: () => degreeRequestsChanged(client),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: PasswordChangeInput) => call(api.account.password.$put({ json })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => call(api.account.sessions[":sessionId"].$delete({ param: { sessionId } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.account.sessions.$delete()),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export type ExportForm = "json" | "html";

/** Fetches the export and hands it to the browser as a download. */
export const useExport = () =>
  useMutation({
    mutationFn: (form: ExportForm) =>
      download(form === "json" ? api.account.export.$get() : api.account.export.page.$get(), `meus-dados.${form}`),
  });

export const useDeleteAccount = () =>
  useMutation({ mutationFn: (json: DeletionInput) => call(api.account.deletion.$post({ json })) });
