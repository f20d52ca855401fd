import { useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import { sessionQuery } from "./account.queries.ts";

/** A mutation after which the session and the profile are read again: more may be open, and the address another one. */
function useAddressMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["account"] }),
      ]),
  });
}

const address = api.account.address;

export const useConfirmByLink = () => useAddressMutation((token: string) => call(address.confirm.$post({ json: { token } })));
export const useUndoEmailChange = () => useAddressMutation((token: string) => call(address.undo.$post({ json: { token } })));
export const useConfirmByCode = () => useAddressMutation((code: string) => call(address.code.$post({ json: { code } })));
export const useResendConfirmation = () => useAddressMutation((_: undefined) => call(address.resend.$post()));
export const useRequestEmailChange = () => useAddressMutation((email: string) => call(address.change.$post({ json: { email } })));
export const useCancelEmailChange = () => useAddressMutation((_: undefined) => call(address.change.$delete()));
