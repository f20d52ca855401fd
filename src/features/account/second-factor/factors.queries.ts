import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { sessionQuery } from "../account.queries.ts";
import { askDevice, type FactorAnswer } from "./device.ts";
import type { Factors, NewTotp, ProofMethods, RecoveryCodes } from "./factors.answers.ts";

const factorsQuery = queryOptions({
  queryKey: ["account", "factors"],
  queryFn: (): Promise<Factors> => call(api.account.factors.$get()),
});

export const useFactors = () => useQuery(factorsQuery);

/** A mutation after which the list is read again, and the session too: with a first factor an administrator may administer. */
function useFactorsMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: factorsQuery.queryKey }),
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  });
}

export const useBeginTotp = () =>
  useFactorsMutation((name: string): Promise<NewTotp> => call(api.account.factors.totp.$post({ json: { name } })));

export const useConfirmTotp = () =>
  useFactorsMutation(
    ({ factorId, code }: { factorId: string; code: string }): Promise<RecoveryCodes> =>
      call(api.account.factors.totp[":factorId"].$post({ param: { factorId }, json: { code } })),
  );

export const useAddPasskey = () =>
  useFactorsMutation(async (name: string): Promise<RecoveryCodes> => {
    const options = await call(api.account.factors.passkey.options.$post());
    const response = await askDevice("create", options);
    return call(api.account.factors.passkey.$post({ json: { name, response } as never }));
  });

export const useRemoveFactor = () =>
  useFactorsMutation((factorId: string) => call(api.account.factors[":factorId"].$delete({ param: { factorId } })));

export const useRenewCodes = () => useFactorsMutation((): Promise<RecoveryCodes> => call(api.account["recovery-codes"].$post()));

export const useForgetDevices = () => useFactorsMutation(() => call(api.account["trusted-devices"].$delete()));

export const useCancelReset = () => useFactorsMutation(() => call(api.account.factors.reset.$delete()));

export const useProofMethods = (enabled: boolean) =>
  useQuery({
    queryKey: ["account", "proof"],
    queryFn: (): Promise<ProofMethods> => call(api.account.proof.$get()),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });

export const useProve = () =>
  useMutation({
    mutationFn: async (answer: FactorAnswer | { method: "password"; password: string }) => {
      const json =
        answer.method === "passkey"
          ? { method: "passkey", response: await askDevice("get", await call(api.account.proof.passkey.$post())) }
          : answer;
      return call(api.account.proof.$post({ json: json as never }));
    },
  });
