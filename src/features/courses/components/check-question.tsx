import { type ReactNode, useState } from "react";
import { ApiError } from "#app/lib/api.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { Icon } from "#app/ui/icons.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { CheckDetail } from "../courses.answers.ts";
import { useAnswer } from "../courses.queries.ts";
import { answerLater, useAnswerWaiting } from "../outboxes.ts";
import { AnswerWaits, QuestionForm } from "./question-form.tsx";

type Props = {
  lesson: { moduleId: number; number: number; lessonId: string; title: string };
  check: CheckDetail;
  completed: boolean;
  /** Sends the reading first: the server asks that the text was read to its end. */
  beforeAnswer: () => Promise<void>;
  /** Whether part of the text was not on the screen long enough. */
  hasUnread: () => boolean;
  /** Scrolls to its beginning. */
  showUnread: () => void;
  /** What follows a right answer. */
  children: ReactNode;
};

/** The question that closes a lesson. */
export function CheckQuestion({ lesson, check, completed, beforeAnswer, hasUnread, showUnread, children }: Props) {
  const answer = useAnswer(lesson);
  const waitingSince = useAnswerWaiting(lesson.lessonId);
  const [refusal, setRefusal] = useState<{ message: string; unread: boolean }>();
  const send = async (given: string[]) => {
    setRefusal(undefined);
    await beforeAnswer();
    const input = { given, lessonId: lesson.lessonId, key: newUuid() };
    return answer(input).catch((error: Error) => {
      if (canWait(error) && answerLater(lesson, input)) throw new AnswerWaits();
      throw error;
    });
  };
  const fail = (error: Error) => {
    if (error instanceof ApiError && error.code === "lesson_unread") setRefusal({ message: error.message, unread: hasUnread() });
    else toastFailure("Resposta não enviada", error);
  };
  return (
    <QuestionForm
      waitingSince={waitingSince}
      id="questao"
      name="Questão"
      check={check}
      solvedBefore={completed && "Você já concluiu esta lição."}
      praise="Certo. Lição concluída."
      hint="Você pode tentar quantas vezes quiser. A explicação aparece depois da resposta."
      send={send}
      onFailure={fail}
      problem={
        refusal && (
          <p className="form-error" role="alert">
            <Icon name="alert" />
            {refusal.unread ? (
              <span>
                {refusal.message} O que passou depressa pela tela ainda não conta como lido.{" "}
                <button type="button" className="go" onClick={showUnread}>
                  Ir ao que falta ler
                </button>
              </span>
            ) : (
              <span>
                Você leu até o fim, mas parte da leitura ainda não foi registrada, talvez pela conexão. Fique nesta página mais um
                minuto e responda de novo: a alternativa continua marcada.
              </span>
            )}
          </p>
        )
      }
    >
      {children}
    </QuestionForm>
  );
}
