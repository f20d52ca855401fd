import { queryOptions, useQuery } from "@tanstack/react-query";
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
