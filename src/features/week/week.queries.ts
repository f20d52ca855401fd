import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { Week } from "./week.answers.ts";
import type { WeekStep } from "./week.schema.ts";

const weekQuery = queryOptions({ queryKey: ["week"], queryFn: (): Promise<Week> => call(api.week.$get()) });

export const useWeek = () => useQuery(weekQuery);

/** Says that a step was taken. It is shown at once, and put back where it could not be kept. */
export function useTakeStep(monday: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ step, isDone }: { step: WeekStep; isDone: boolean }) =>
      call(api.week.steps[":step"].$put({ param: { step }, json: { monday, done: isDone } })),
    onMutate: ({ step, isDone }) => {
      const before = client.getQueryData(weekQuery.queryKey);
      const doneAt = isDone ? new Date().toISOString() : null;
      client.setQueryData(weekQuery.queryKey, (week) => week && { ...week, [step]: { ...week[step], doneAt } });
      return before;
    },
    onError: (_, __, before) => client.setQueryData(weekQuery.queryKey, before),
  });
}
