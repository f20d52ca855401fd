import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, call } from "#app/lib/api.ts";
import { queryClient } from "#app/lib/query-client.ts";
import type {
  AnswerResult,
  JudgedAnswer,
  LessonDetail,
  LessonText,
  ModuleDetail,
  ModuleList,
  ProgressResult,
} from "./courses.answers.ts";
import type { LessonAnswerInput, OpenAnswerInput, ProgressInput } from "./courses.schema.ts";

type Place = { moduleId: number; number: number };

const paramOf = ({ moduleId, number }: Place) => ({ moduleId: String(moduleId), number: String(number) });

const modulesQuery = queryOptions({
  queryKey: ["courses", "modules"],
  queryFn: (): Promise<ModuleList> => call(api.modules.$get()),
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

/** Where the member goes on is asked each time: another device may have read further. */
export const useResumption = () => useQuery({ ...modulesQuery, staleTime: 0 });
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

/** Marks what progress changes as stale: module lists, the module, the exams, the dashboard. The open lesson keeps its text and options. */
const progressChanged = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ["courses", "modules"] }),
    client.invalidateQueries({ queryKey: ["courses", "module"] }),
    client.invalidateQueries({ queryKey: ["exams", "list"] }),
    client.invalidateQueries({ queryKey: ["dashboard"] }),
  ]);

/** What was done in lessons without a connection has gone out: all of them may show it. */
export const coursesChanged = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: ["courses", "lesson"] }), progressChanged(client)]);

/** Sends how far a lesson was read; `keepalive` lets it go out while the page is being left. */
export const sendProgress = (place: Place, json: ProgressInput): Promise<ProgressResult> =>
  call(api.modules[":moduleId"].lessons[":number"].progress.$put({ param: paramOf(place), json }, { init: { keepalive: true } }));

/** Sends an answer to a lesson's question. */
export const sendAnswer = (place: Place, json: LessonAnswerInput): Promise<AnswerResult> =>
  call(api.modules[":moduleId"].lessons[":number"].answer.$post({ param: paramOf(place), json }));

export function useSendProgress({ moduleId, number }: Place) {
  const client = useQueryClient();
  return useCallback(
    async (json: ProgressInput): Promise<ProgressResult> => {
      const place = { moduleId, number };
      const result = await sendProgress(place, json);
      client.setQueryData(
        lessonQuery(place).queryKey,
        (lesson) =>
          lesson && {
            ...lesson,
            progress: { ...lesson.progress, value: result.progress, position: json.position, furthest: result.furthest },
          },
      );
      if (json.seconds > 0) await progressChanged(client);
      return result;
    },
    [client, moduleId, number],
  );
}

/** Answers a lesson's question; a right one completes the lesson. */
export function useAnswer({ moduleId, number }: Place) {
  const client = useQueryClient();
  return useCallback(
    async (json: LessonAnswerInput): Promise<AnswerResult> => {
      const place = { moduleId, number };
      const result = await sendAnswer(place, json);
      if (!result.completed) return result;
      client.setQueryData(
        lessonQuery(place).queryKey,
        (lesson) => lesson && { ...lesson, progress: { ...lesson.progress, value: 1, completed: true } },
      );
      await progressChanged(client);
      return result;
    },
    [client, moduleId, number],
  );
}

/** The text to which an open question belongs. */
export type OpenSource = { kind: "documents" | "studies"; id: string; title: string };

/** Sends an answer to a question of a document or a study; what was solved stays so on its page. */
export async function sendOpenAnswer({ kind, id }: OpenSource, questionId: string, json: OpenAnswerInput): Promise<JudgedAnswer> {
  const judged: JudgedAnswer = await call(
    kind === "documents"
      ? api.documents[":documentId"].questions[":questionId"].answer.$post({ param: { documentId: id, questionId }, json })
      : api.studies[":studyId"].questions[":questionId"].answer.$post({ param: { studyId: id, questionId }, json }),
  );
  if (judged.right) void queryClient.invalidateQueries({ queryKey: [kind, id], refetchType: "none" });
  return judged;
}
