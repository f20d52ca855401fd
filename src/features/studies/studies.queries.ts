import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
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
export const sendPosition = (studyId: string, position: number) =>
  call(api.studies[":studyId"].position.$put({ param: { studyId }, json: { position } }, { init: { keepalive: true } }));

export function useSendPosition(studyId: string) {
  const client = useQueryClient();
  return useCallback(
    async (position: number): Promise<void> => {
      await sendPosition(studyId, position);
      client.setQueryData(studyQuery(studyId).queryKey, (study) => study && { ...study, position });
    },
    [client, studyId],
  );
}
