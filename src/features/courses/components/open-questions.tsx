import { ERRORS } from "#app/lib/errors.ts";
import { canWait } from "#app/lib/keep-trying.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { Icon } from "#app/ui/icons.tsx";
import { Scene } from "#app/ui/scene.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { OpenQuestion } from "../courses.answers.ts";
import { type OpenSource, sendOpenAnswer } from "../courses.queries.ts";
import { answerOpenLater, useOpenAnswersWaiting } from "../outboxes.ts";
import styles from "../pages/lesson.module.css";
import { AnswerWaits, QuestionForm } from "./question-form.tsx";

type Props = {
  questions: OpenQuestion[];
  /** "Pergunte ao documento". */
  name: string;
  source: OpenSource;
};

/** The questions of a document or a study, answered on its page; on paper they are there to talk about. They open and close nothing. */
export function OpenQuestions({ questions, name, source }: Props) {
  const waiting = useOpenAnswersWaiting();
  const answer = (questionId: string, given: string[]) => {
    const input = { given, key: newUuid() };
    return sendOpenAnswer(source, questionId, input).catch((error: Error) => {
      if (canWait(error) && answerOpenLater(source, questionId, input)) throw new AnswerWaits();
      throw error;
    });
  };
  return (
    <div id="questoes">
      {questions.map((question, index) => {
        const title = `${name} · ${index + 1} de ${questions.length}`;
        return question.inExam ? (
          <InExam key={question.id} name={title} />
        ) : (
          <QuestionForm
            key={question.id}
            name={title}
            check={question}
            solvedBefore={question.solved && "Você já acertou esta questão."}
            praise="Certo."
            hint="A resposta está no texto. Você pode tentar quantas vezes quiser."
            send={(given) => answer(question.id, given)}
            waitingSince={waiting.get(question.id)}
            onFailure={(error) => toastFailure("Resposta não enviada", error)}
          />
        );
      })}
      <section className="ponder only-print">
        <h2 className="caps">Para conversar na Loja</h2>
        {questions
          .filter(({ form }) => form === "choice")
          .map(({ id, scene, prompt }) => (
            <div key={id}>
              <Scene text={scene} />
              <p>{prompt}</p>
            </div>
          ))}
      </section>
    </div>
  );
}

/** In the place of a question that the member is asked in the exam that runs. */
const InExam = ({ name }: { name: string }) => (
  <section className={`${styles.check} no-print`} aria-label={name}>
    <p className="caps caps-gold">{name}</p>
    <p className="meta">
      <Icon name="lock" /> {ERRORS.exam_question[1]}
    </p>
  </section>
);
