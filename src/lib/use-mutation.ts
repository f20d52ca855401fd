import { type UseMutationOptions, type UseMutationResult, useMutation as useAnyMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { withProof } from "./proof.ts";

const keyOf = (input: unknown): string => JSON.stringify(input) ?? "";

/**
 * A mutation that does not begin again with the same input while it runs. The second press of a double tap comes before the button is
 * drawn as busy; sent, it would be refused as done already, and the member would read that what he did had failed. Where the server
 * first wants a proof of who is there, it is asked for, and the act goes on.
 */
export function useMutation<Data = unknown, Failure = Error, Input = void, Kept = unknown>(
  options: UseMutationOptions<Data, Failure, Input, Kept>,
): UseMutationResult<Data, Failure, Input, Kept> {
  const running = useRef(new Set<string>());
  const { mutationFn } = options;
  const mutation = useAnyMutation<Data, Failure, Input, Kept>({
    ...options,
    ...(mutationFn && { mutationFn: (input: Input, context) => withProof(() => mutationFn(input, context)) }),
    onSettled: (...outcome) => {
      running.current.delete(keyOf(outcome[2]));
      return options.onSettled?.(...outcome);
    },
  });
  const { mutate, mutateAsync } = mutation;
  const begins = useCallback((input: Input) => {
    const key = keyOf(input);
    if (running.current.has(key)) return false;
    running.current.add(key);
    return true;
  }, []);
  return {
    ...mutation,
    mutate: useCallback((...call) => void (begins(call[0] as Input) && mutate(...call)), [begins, mutate]),
    mutateAsync: useCallback(
      // the first press reports how it ended, so the second one has nothing to wait for
      (...call) => (begins(call[0] as Input) ? mutateAsync(...call) : new Promise<Data>(() => undefined)),
      [begins, mutateAsync],
    ),
  };
}
