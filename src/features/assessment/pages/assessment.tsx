import { useEffect, useRef, useState } from "react";
import { draftOf, forgetDraft, keepDraft } from "#app/lib/drafts.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { Blank, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { AssessmentQuestion, AssessmentState } from "../assessment.answers.ts";
import { useAssessment, useFinishAssessment } from "../assessment.queries.ts";
import { assessmentInput, type OptionId } from "../assessment.schema.ts";
import { Arch } from "../components/arch.tsx";
import { Outcome } from "../components/outcome.tsx";
import styles from "./assessment.module.css";

/** A question in its measures: what most see who come here. */
const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Avaliação de nível · Academia</title>
      <section className={styles.quiz}>
        <header className={styles.head}>
          <div className={styles.arch}>
            <Arch set={0} />
          </div>
          <div>
            <h1 className="caps caps-gold">Avaliação de nível</h1>
            <p className={styles.step}>
              <Blank letters={15} />
            </p>
          </div>
        </header>
        <Skeleton label="Carregando..." />
      </section>
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function AssessmentPage() {
  const assessment = useAssessment();
  if (assessment.isPending) return <Shell />;
  return (
    <div className="page">
      <title>Avaliação de nível · Academia</title>
      {assessment.isError && (
        <ErrorState title="Erro ao carregar a avaliação" error={assessment.error} onRetry={() => void assessment.refetch()} />
      )}
      {assessment.data && <Assessment state={assessment.data} />}
    </div>
  );
}

/** A first visit asks; a later one shows the last result and offers to ask again. */
function Assessment({ state }: { state: AssessmentState }) {
  const [asking, setAsking] = useState(state.last === null);
  if (!asking && state.last) return <Outcome outcome={state.last} onRetake={() => setAsking(true)} />;
  return <Questions questions={state.questions} onFinished={() => setAsking(false)} />;
}

const DRAFT = "avaliacao";

/** What was answered so far, and which question is open: kept while the page is left or loaded again. */
type Started = { index: number; answers: Record<string, OptionId> };

function startedWith(questions: AssessmentQuestion[]): Started {
  const { index = 0, answers = {} } = draftOf<Partial<Started>>(DRAFT) ?? {};
  const known = questions.filter(({ id, options }) => options.some((option) => option.id === answers[id]));
  const first = questions.findIndex((question) => !known.includes(question));
  return {
    index: Math.min(index, first < 0 ? questions.length - 1 : first),
    answers: Object.fromEntries(known.map(({ id }) => [id, answers[id]!])),
  };
}

function Questions({ questions, onFinished }: { questions: AssessmentQuestion[]; onFinished: () => void }) {
  const [started] = useState(() => startedWith(questions));
  const [index, setIndex] = useState(started.index);
  const [answers, setAnswers] = useState(started.answers);
  useEffect(() => keepDraft(DRAFT, { index, answers } satisfies Started), [index, answers]);
  const finish = useFinishAssessment();
  const legend = useRef<HTMLLegendElement>(null);
  const question = questions[index]!;
  const chosen = answers[question.id];
  const last = index === questions.length - 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is what moves the focus
  useEffect(() => legend.current?.focus(), [index]);

  const submit = () =>
    finish.mutate(assessmentInput.parse({ answers }), {
      onSuccess: () => {
        forgetDraft(DRAFT);
        onFinished();
      },
      onError: (error) => toastFailure("Avaliação não enviada", error),
    });

  return (
    <section className={styles.quiz} aria-labelledby="t-avaliacao">
      <header className={styles.head}>
        <div className={styles.arch}>
          <Arch set={index} />
        </div>
        <div>
          <h1 className="caps caps-gold" id="t-avaliacao">
            Avaliação de nível
          </h1>
          <p className={styles.step} id="quiz-progress">
            Pergunta {index + 1} de {questions.length}
          </p>
          <progress value={index + 1} max={questions.length} aria-labelledby="quiz-progress" />
          <p className={styles.say}>{stonesInWords(index)}</p>
        </div>
      </header>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!chosen) return;
          if (last) submit();
          else setIndex(index + 1);
        }}
      >
        <fieldset>
          <legend ref={legend} tabIndex={-1}>
            {question.prompt}
          </legend>
          <div className={styles.opts}>
            {question.options.map(({ id, text }) => (
              <label key={id} className="choice">
                <span className="n" aria-hidden="true">
                  {id})
                </span>
                <input
                  type="radio"
                  name={question.id}
                  value={id}
                  checked={chosen === id}
                  onChange={() => setAnswers({ ...answers, [question.id]: id })}
                />
                <span>{text}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={styles.foot}>
          <Button look="secondary" disabled={index === 0} onClick={() => setIndex(index - 1)}>
            Anterior
          </Button>
          <Button type="submit" disabled={!chosen} busy={finish.isPending} busyLabel="Enviando...">
            {last ? "Finalizar" : "Próxima"}
          </Button>
        </div>
        {index === 0 && (
          <p className="meta">
            Cinco perguntas sugerem um nível de estudo. Não há nota nem prazo, e você pode refazê-las quando quiser.
          </p>
        )}
      </form>
    </section>
  );
}

const STONES = ["Nenhuma pedra assentada ainda.", "Uma pedra assentada.", "Duas pedras assentadas.", "Três pedras assentadas."];

/** "Duas pedras assentadas. A quinta fecha o arco." */
const stonesInWords = (set: number) => (set === 4 ? "Falta a chave, que fecha o arco." : `${STONES[set]} A quinta fecha o arco.`);
