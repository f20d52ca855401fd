import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call } from "#app/lib/api.ts";
import type { StudySort } from "#app/lib/study-sorts.ts";
import type { StudyList, StudyText } from "./studies.answers.ts";

const studiesQuery = (sort: StudySort) =>
  queryOptions({
    queryKey: ["study-list", sort],
    queryFn: (): Promise<StudyList> => call(api.studies.$get({ query: { sort } })),
  });

const studyQuery = (studyId: string) =>
  queryOptions({
    queryKey: ["studies", studyId],
    queryFn: (): Promise<StudyText> => call(api.studies[":studyId"].$get({ param: { studyId } })),
  });

export const useStudies = (sort: StudySort) => useQuery(studiesQuery(sort));
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

/** Keeps or takes away the day on which a piece was read in the member's Lodge. */
export function useReadings(studyId: string) {
  const client = useQueryClient();
  const { queryKey } = studyQuery(studyId);
  const put = (readings: (former: string[]) => string[]) =>
    client.setQueryData(queryKey, (study) => study && { ...study, readings: readings(study.readings) });
  const keep = useMutation({
    mutationFn: (readOn: string) => call(api.studies[":studyId"].readings.$post({ param: { studyId }, json: { readOn } })),
    onSuccess: (_, readOn) => put((former) => [...new Set([...former, readOn])].sort().reverse()),
  });
  const drop = useMutation({
    mutationFn: (readOn: string) => call(api.studies[":studyId"].readings[":readOn"].$delete({ param: { studyId, readOn } })),
    onSuccess: (_, readOn) => put((former) => former.filter((each) => each !== readOn)),
  });
  return { keep, drop };
}
