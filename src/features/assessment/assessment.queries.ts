import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { AssessmentOutcome, AssessmentState } from "./assessment.answers.ts";
import type { AssessmentInput } from "./assessment.schema.ts";

const assessmentQuery = queryOptions({
  queryKey: ["assessment"],
  queryFn: (): Promise<AssessmentState> => call(api.assessment.$get()),
});

export const useAssessment = () => useQuery(assessmentQuery);

export function useFinishAssessment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: AssessmentInput): Promise<AssessmentOutcome> => call(api.assessment.$post({ json })),
    onSuccess: async (last) => {
      client.setQueryData(assessmentQuery.queryKey, (state) => state && { ...state, last });
      await Promise.all([
        client.invalidateQueries({ queryKey: ["dashboard"] }),
        client.invalidateQueries({ queryKey: ["session"] }),
      ]);
    },
  });
}
