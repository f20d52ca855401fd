import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, call } from "#app/lib/api.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { AnswerResult, LessonDetail, LessonText, ModuleCard, ModuleDetail } from "./courses.answers.ts";
import type { ProgressInput } from "./courses.schema.ts";

type Place = { moduleId: number; number: number };

const paramOf = ({ moduleId, number }: Place) => ({ moduleId: String(moduleId), number: String(number) });

const modulesQuery = queryOptions({
  queryKey: ["courses", "modules"],
  queryFn: (): Promise<{ modules: ModuleCard[] }> => call(api.modules.$get()),
});

const moduleQuery = (moduleId: number) =>
  queryOptions({
    queryKey: ["courses", "module", moduleId],
    queryFn: (): Promise<ModuleDetail> => call(api.modules[":moduleId"].$get({ param: { moduleId: String(moduleId) } })),
  });

const lessonQuery = (place: Place) =>
  queryOptions({
    queryKey: ["courses", "lesson", place.moduleId, place.number],
    queryFn: (): Promise<LessonDetail> => call(api.modules[":moduleId"].lessons[":number"].$get({ param: paramOf(place) })),
  });

const lessonTextQuery = (place: Place) =>
  queryOptions({
    queryKey: ["courses", "lesson-text", place.moduleId, place.number],
    staleTime: Number.POSITIVE_INFINITY, // it changes with an edition, not while it is being read
    queryFn: (): Promise<LessonText> => call(api.modules[":moduleId"].lessons[":number"].text.$get({ param: paramOf(place) })),
  });

export const useModules = () => useQuery(modulesQuery);
export const useModule = (moduleId: number) => useQuery(moduleQuery(moduleId));
export const useLesson = (place: Place) => useQuery(lessonQuery(place));
export const useLessonText = (place: Place) => useQuery(lessonTextQuery(place));

/** Fetches a lesson that is likely to be opened next. */
export function usePrefetchLesson() {
  const client = useQueryClient();
  return ({ moduleId, number }: Place) => {
    void client.prefetchQuery(lessonQuery({ moduleId, number }));
    void client.prefetchQuery(lessonTextQuery({ moduleId, number }));
  };
}

/** Sends the reading position; `keepalive` lets it go out while the page is being left. */
export const sendProgress = (place: Place, json: ProgressInput) =>
  call(api.modules[":moduleId"].lessons[":number"].progress.$put({ param: paramOf(place), json }, { init: { keepalive: true } }));

/** Marks what progress changes as stale: module lists, the module, the dashboard. The open lesson keeps its text and options. */
export function useProgressChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["courses", "modules"] }),
      client.invalidateQueries({ queryKey: ["courses", "module"] }),
      client.invalidateQueries({ queryKey: ["dashboard"] }),
    ]);
}

export function useAnswer(place: Place) {
  const client = useQueryClient();
  const progressChanged = useProgressChanged();
  return useMutation({
    mutationFn: (given: string[]): Promise<AnswerResult> =>
      call(api.modules[":moduleId"].lessons[":number"].answer.$post({ param: paramOf(place), json: { given } })),
    onSuccess: async (result) => {
      if (!result.completed) return;
      client.setQueryData(
        lessonQuery(place).queryKey,
        (lesson) => lesson && { ...lesson, progress: { ...lesson.progress, value: 1, completed: true } },
      );
      await progressChanged();
    },
  });
}
