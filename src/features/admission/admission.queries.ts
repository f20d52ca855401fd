import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { sessionQuery } from "#app/features/account/account.queries.ts";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { AdmissionQueue, DecisionResults, OwnAdmission } from "./admission.answers.ts";
import type { Decision } from "./admission.schema.ts";

const ownQuery = queryOptions({
  queryKey: ["admission", "own"],
  queryFn: (): Promise<OwnAdmission> => call(api.admission.$get()),
});
export const useOwnAdmission = () => useQuery(ownQuery);

export function useAskForAdmission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string): Promise<OwnAdmission> => call(api.admission.$post({ json: { message } })),
    onSuccess: (own) => {
      client.setQueryData(ownQuery.queryKey, own);
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

const queueQuery = queryOptions({
  queryKey: ["admin", "admissions"],
  queryFn: (): Promise<AdmissionQueue> => call(api.admin.admissions.$get()),
});
export const useAdmissions = () => useQuery(queueQuery);

/** Has the letter that confirms the address sent once more. */
export const useSendConfirmationLetter = () =>
  useMutation({
    mutationFn: (userId: string) => call(api.admin.members[":userId"]["confirmation-letter"].$post({ param: { userId } })),
  });

export function useDecideAdmissions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: Decision): Promise<DecisionResults> => call(api.admissions.decisions.$post({ json })),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ["admin"] }), client.invalidateQueries({ queryKey: ["own-lodge"] })]),
  });
}
