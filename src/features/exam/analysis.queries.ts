import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { QuestionAnalysis, QuestionDetail } from "./analysis.answers.ts";

const analysisQuery = (degree: Degree) =>
  queryOptions({
    queryKey: ["exam-questions", degree],
    queryFn: (): Promise<QuestionAnalysis> => call(api.admin["exam-questions"].$get({ query: { degree } })),
  });

export const useQuestionAnalysis = (degree: Degree) => useQuery(analysisQuery(degree));

export const useQuestionDetail = (questionId: string) =>
  useQuery({
    queryKey: ["exam-questions", "detail", questionId],
    queryFn: (): Promise<QuestionDetail> => call(api.admin["exam-questions"][":questionId"].$get({ param: { questionId } })),
  });

export function useSetQuestionDrawn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ questionId, drawn }: { questionId: string; drawn: boolean }) =>
      call(api.admin["exam-questions"][":questionId"].draw.$put({ param: { questionId }, json: { drawn } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ["exam-questions"] }),
  });
}
