import { type UseMutationOptions, type UseMutationResult, useMutation as useAnyMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { withProof } from "./proof.ts";

const keyOf = (input: unknown): string => JSON.stringify(input) ?? "";

/**
 * What follows from one call. It runs whatever became of the part that made the call, since the member must hear how it ended.
 * @param here whether that part is still shown: only then may it close a dialog or lead to another page
 */
type Callbacks<Data, Failure> = {
  onSuccess?: (data: Data, here: boolean) => void;
  onError?: (error: Failure, here: boolean) => void;
};

type Mutate<Data, Failure, Input> = (input: Input, callbacks?: Callbacks<Data, Failure>) => void;

/** TanStack's result without its ways to call; each of its states by itself, so that `isError` still narrows `error`. */
type State<Result> = Result extends unknown ? Omit<Result, "mutate" | "mutateAsync"> : never;

export type MutationResult<Data, Failure, Input, Kept = unknown> = State<UseMutationResult<Data, Failure, Input, Kept>> & {
  mutate: Mutate<Data, Failure, Input>;
};

/**
 * A mutation that does not begin again with the same input while it runs. The second press of a double tap comes before the button is
 * drawn as busy; sent, it would be refused as done already, and the member would read that what they did had failed. Where the server
 * first wants a proof of who is there, it is asked for, and the act goes on.
 *
 * TanStack's own callbacks of a call are dropped when the component goes, as a row does that its own success takes off the list, and when
 * another call is made meanwhile. These are not.
 */
export function useMutation<Data = unknown, Failure = Error, Input = void, Kept = unknown>(
  options: UseMutationOptions<Data, Failure, Input, Kept>,
): MutationResult<Data, Failure, Input, Kept> {
  const running = useRef(new Set<string>());
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const { mutationFn } = options;
  const { mutateAsync, ...mutation } = useAnyMutation<Data, Failure, Input, Kept>({
    ...options,
    ...(mutationFn && { mutationFn: (input: Input, context) => withProof(() => mutationFn(input, context)) }),
    onSettled: (...outcome) => {
      running.current.delete(keyOf(outcome[2]));
      return options.onSettled?.(...outcome);
    },
  });
  const mutate: Mutate<Data, Failure, Input> = useCallback(
    (input, { onSuccess, onError } = {}) => {
      const key = keyOf(input);
      if (running.current.has(key)) return;
      running.current.add(key);
      void mutateAsync(input).then(
        (data) => onSuccess?.(data, here.current),
        (error: Failure) => onError?.(error, here.current),
      );
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
