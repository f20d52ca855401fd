import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { JudgedAnswer } from "#app/features/courses/courses.answers.ts";
import { api, call } from "#app/lib/api.ts";
import type { StudyList, StudyText } from "./studies.answers.ts";

const studiesQuery = queryOptions({
  queryKey: ["studies"],
  queryFn: (): Promise<StudyList> => call(api.studies.$get()),
});

const studyQuery = (studyId: string) =>
  queryOptions({
    queryKey: ["studies", studyId],
    queryFn: (): Promise<StudyText> => call(api.studies[":studyId"].$get({ param: { studyId } })),
  });

export const useStudies = () => useQuery(studiesQuery);
export const useStudy = (studyId: string) => useQuery(studyQuery(studyId));

/** Sends where a study is being read; `keepalive` lets it go out while the page is being left. */
export function useSendPosition(studyId: string) {
  const client = useQueryClient();
  return useCallback(
    async (position: number): Promise<void> => {
      await call(
        api.studies[":studyId"].position.$put({ param: { studyId }, json: { position } }, { init: { keepalive: true } }),
      );
      client.setQueryData(studyQuery(studyId).queryKey, (study) => study && { ...study, position });
    },
    [client, studyId],
  );
}

/** Sends an answer to a question of a study. */
export function useAnswerStudy(studyId: string) {
  const client = useQueryClient();
  return useCallback(
    async (questionId: string, given: string[]): Promise<JudgedAnswer> => {
      const judged = await call(
        api.studies[":studyId"].questions[":questionId"].answer.$post({ param: { studyId, questionId }, json: { given } }),
      );
      if (judged.right) void client.invalidateQueries({ queryKey: studyQuery(studyId).queryKey, refetchType: "none" });
      return judged;
    },
    [client, studyId],
  );
}
