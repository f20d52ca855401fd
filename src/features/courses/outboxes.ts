import { ApiError } from "#app/lib/api.ts";
import { createOutbox, dropped, keptWithReason, type Refusal, useOutboxState } from "#app/lib/outbox.ts";
import { queryClient } from "#app/lib/query-client.ts";
import { toastError, toastSuccess } from "#app/ui/toasts.tsx";
import type { AnswerResult, JudgedAnswer, ProgressResult } from "./courses.answers.ts";
import { coursesChanged, type OpenSource, sendAnswer, sendOpenAnswer, sendProgress } from "./courses.queries.ts";
import type { LessonAnswerInput, OpenAnswerInput, ProgressInput } from "./courses.schema.ts";

/** A lesson, as it was when something was done in it; by now another one may have its place. */
type Lesson = { moduleId: number; number: number; lessonId: string; title: string };

/** What was read without a connection, of each lesson together. */
const readings = createOutbox<Lesson & ProgressInput, ProgressResult>({
  name: "leitura:",
  place: "browser",
  send: ({ moduleId, number, title: _, ...json }) => sendProgress({ moduleId, number }, json),
  sent: () => void coursesChanged(queryClient),
  refused: dropped, // a lesson that left the course takes no reading
  titleOf: ({ title }) => `Leitura de “${title}”`,
});

/** What was read of a lesson and has not gone out yet. */
export const readingWaiting = (id: string): ProgressInput | undefined => readings.read().find(({ key }) => key === id)?.message;

/** Reports reading as soon as the server can be reached, with what waits of the same lesson. */
export function reportLater(lesson: Lesson, { position, furthest, seconds }: ProgressInput): void {
  const before = readingWaiting(lesson.lessonId);
  readings.put(lesson.lessonId, {
    ...lesson,
    position,
    furthest: Math.max(furthest, before?.furthest ?? 0),
    seconds: seconds + (before?.seconds ?? 0),
  });
  void readings.start();
}

const keptAnswer = keptWithReason("A resposta não foi aceita.");

/** An answer stays with the reason, also where the text or its question has changed since. */
const refusedAnswer = (error: unknown): Refusal =>
  error instanceof ApiError && error.code === "not_found"
    ? { reason: "o texto mudou, ou saiu do curso, desde que você respondeu. Abra-o e responda de novo." }
    : keptAnswer(error);

/** Answers to lessons' questions, which the server judges when they arrive: the right one is not on this device. */
const answers = createOutbox<Lesson & LessonAnswerInput, AnswerResult>({
  name: "responder:",
  place: "browser",
  send: ({ moduleId, number, title: _, ...json }) => sendAnswer({ moduleId, number }, json),
  sent: ({ right }, { title }) => {
    if (right) toastSuccess("Resposta certa", `Lição concluída: “${title}”.`);
    else toastError("Ainda não", `A resposta à questão de “${title}” não está certa. Abra a lição e tente de novo.`);
    void coursesChanged(queryClient);
  },
  refused: refusedAnswer,
  titleOf: ({ title }) => `Resposta à questão de “${title}”`,
});

/** Answers as soon as the server can be reached. @returns whether the browser keeps the answer */
export const answerLater = (lesson: Lesson, input: LessonAnswerInput): boolean =>
  answers.sendLater(lesson.lessonId, { ...lesson, ...input });

/** When the answer to a lesson's question was given that waits for the connection, in milliseconds. */
export const useAnswerWaiting = (lessonId: string): number | undefined =>
  useOutboxState(answers).waiting.find(({ key, refusal }) => key === lessonId && refusal === undefined)?.at;

/** Answers to questions of documents and studies. */
const openAnswers = createOutbox<{ source: OpenSource; questionId: string; input: OpenAnswerInput }, JudgedAnswer>({
  name: "perguntar:",
  place: "browser",
  send: ({ source, questionId, input }) => sendOpenAnswer(source, questionId, input),
  sent: ({ right }, { source: { title } }) => {
    if (right) toastSuccess("Resposta certa", `A uma questão de “${title}”.`);
    else toastError("Ainda não", `A resposta a uma questão de “${title}” não está certa. Abra o texto e tente de novo.`);
  },
  refused: refusedAnswer,
  titleOf: ({ source }) => `Resposta a uma questão de “${source.title}”`,
});

/** As `answerLater`, of an open question. */
export const answerOpenLater = (source: OpenSource, questionId: string, input: OpenAnswerInput): boolean =>
  openAnswers.sendLater(questionId, { source, questionId, input });

/** When answers to open questions were given that wait for the connection, by the question's id, in milliseconds. */
export const useOpenAnswersWaiting = (): ReadonlyMap<string, number> =>
  new Map(useOutboxState(openAnswers).waiting.flatMap(({ key, at, refusal }) => (refusal === undefined ? [[key, at]] : [])));
