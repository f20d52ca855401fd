import { notifyManager, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useMember } from "#app/features/account/account.queries.ts";
import { type Answer, api, call } from "#app/lib/api.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { arrivalOf } from "#app/lib/early.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { useMutation } from "#app/lib/use-mutation.ts";
import type { AnswerKept, ExamItem, ExamList, ExamResult, ExamState } from "./exam.answers.ts";

/** A degree's exam, and by how many milliseconds the server's clock is ahead of this device's: only the server's counts. */
export type Exam = ExamState & { ahead: number };

async function withClock(request: Promise<Answer<ExamState>>): Promise<Exam> {
  const state = await call(request);
  return { ...state, ahead: state.running ? Date.parse(state.running.now) - arrivalOf(await request) : 0 };
}

const examsQuery = queryOptions({
  queryKey: ["exams", "list"],
  queryFn: (): Promise<ExamList> => call(api.exams.$get()),
});

const examQuery = (degree: Degree) =>
  queryOptions({
    queryKey: ["exams", "exam", degree],
    queryFn: () => withClock(api.exams[":degree"].$get({ param: { degree } })),
    staleTime: 0, // another browser may have answered meanwhile
  });

const resultQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ["exams", "result", attemptId],
    queryFn: (): Promise<ExamResult> => call(api["exam-attempts"][":attemptId"].$get({ param: { attemptId } })),
    staleTime: Number.POSITIVE_INFINITY, // it does not change
  });

/** Nothing for whom no exam is open yet: their address is not confirmed, or they are not admitted. */
export const useExams = () => useQuery({ ...examsQuery, enabled: useMember().standing === "full" });
/** Where the member goes on is asked each time. @param enabled whether any exam is open to them */
export const useExamsToResume = (enabled: boolean) => useQuery({ ...examsQuery, staleTime: 0, enabled });
export const useExam = (degree: Degree) => useQuery(examQuery(degree));
export const useExamResult = (attemptId: string) => useQuery(resultQuery(attemptId));

export function useStartExam(degree: Degree) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => withClock(api.exams[":degree"].attempts.$post({ param: { degree } })),
    onSuccess: async (state) => {
      client.setQueryData(examQuery(degree).queryKey, state);
      await client.invalidateQueries({ queryKey: ["exams", "list"] });
      await client.invalidateQueries({ queryKey: ["dashboard"] });
    },
  });
}

/** A question of an attempt. */
type ItemOf = { degree: Degree; attemptId: string; place: number };

/** Writes a change of one question of the running attempt into what is shown. */
async function changeItem({ degree, attemptId, place }: ItemOf, change: Partial<ExamItem>): Promise<void> {
  const { queryKey } = examQuery(degree);
  await queryClient.cancelQueries({ queryKey }); // an older state on its way would undo it
  queryClient.setQueryData(queryKey, (state) => {
    if (state?.running?.id !== attemptId) return state;
    const items = state.running.items.map((item) => (item.place === place ? { ...item, ...change } : item));
    return { ...state, running: { ...state.running, items } };
  });
}

/** Sends one answer, which goes out also while the page is being left, and shows it as kept. */
export async function sendAnswer({ given, ...item }: ItemOf & { given: string[] }): Promise<void> {
  const param = { attemptId: item.attemptId, place: String(item.place) };
  const items = api["exam-attempts"][":attemptId"].items[":place"];
  const kept = await call<AnswerKept>(items.answer.$put({ param, json: { given } }, { init: { keepalive: true } }));
  await changeItem(item, { given, answeredAt: kept.answeredAt });
  // the page is told a moment later, and until then has the answer from the outbox: its mark would go and come back
  await new Promise<void>((told) => notifyManager.schedule(told));
}

export function useFlag(degree: Degree, attemptId: string) {
  return useMutation({
    mutationFn: ({ place, flagged }: { place: number; flagged: boolean }) => {
      const param = { attemptId, place: String(place) };
      return call(api["exam-attempts"][":attemptId"].items[":place"].flag.$put({ param, json: { flagged } }));
    },
    onSuccess: (_, { place, flagged }) => changeItem({ degree, attemptId, place }, { flagged }),
  });
}

export function useDeliver(attemptId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<ExamResult> => call(api["exam-attempts"][":attemptId"].delivery.$post({ param: { attemptId } })),
    onSuccess: (result) => client.setQueryData(resultQuery(attemptId).queryKey, result),
  });
}

/** What other pages show is old once an attempt has ended, in whichever way: the list of exams, the panel, the certificates. */
export function useForgetBeforeEnd() {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [["exams", "list"], ["dashboard"], ["certificates"]]) void client.invalidateQueries({ queryKey });
  }, [client]);
}
