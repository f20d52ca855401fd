import { Link, useNavigate } from "react-router";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import type { QuestionsOfText } from "../authoring.answers.ts";
import { useQuestionsOf, useStartQuestion } from "../authoring.queries.ts";
import { editorPath, FORM_WORDS, MARK_WORDS, outlinePath, USE_WORDS } from "../authoring-words.ts";
import type { AskedText } from "../question-texts.policy.ts";
import styles from "./questions-page.module.css";
import { StateOf } from "./state-stone.tsx";
import { WritersOnly } from "./writers-only.tsx";

export const WaitingQuestions = () => (
  <PageShell>
    <div className="page">
      <title>Questões · Academia</title>
      <BlankCrumbs />
      <header className="page-head">
        <p className="caps caps-gold">Questões</p>
        <h1>Questões do texto</h1>
      </header>
      <Skeleton label="Carregando..." lines={8} />
    </div>
  </PageShell>
);

/** The questions of a text: their state, and how they were answered. */
export function QuestionsPage({ of }: { of: AskedText }) {
  const list = useQuestionsOf(of);
  const start = useStartQuestion();
  const navigate = useNavigate();
  if (list.isPending) return <WaitingQuestions />;
  if (!list.data) return <WritersOnly error={list.error} onRetry={() => void list.refetch()} />;
  const { text, questions, can } = list.data;
  const retired = questions.filter(({ state }) => state === "retired");
  const current = questions.filter(({ state }) => state !== "retired");
  return (
    <div className={`page deg-${text.degree}`}>
      <title>Questões · Academia</title>
      <nav className="crumbs" aria-label="Você está em">
        <ol>
          <li>
            <Link to={outlinePath(text.degree)}>Conteúdo</Link>
          </li>
          <li>
            <Link to={editorPath(of)}>{text.title}</Link>
          </li>
          <li>
            <span aria-current="page">Questões</span>
          </li>
        </ol>
      </nav>
      <header className="page-head head-act">
        <div>
          <p className="caps caps-gold">Questões</p>
          <h1>{text.title}</h1>
          <p className="lead">
            {plural(current.length, "questão", "questões")}
            {of.kind === "lesson"
              ? ": uma fecha a lição, as outras vão ao exame e à revisão."
              : ", ao fim do texto, no exame e na revisão."}
          </p>
        </div>
        {can.write && (
          <Button
            busy={start.isPending}
            busyLabel="Abrindo..."
            onClick={() =>
              start.mutate(of, {
                onSuccess: (made) => void navigate(editorPath({ kind: "question", id: made.id })),
                onError: (error) => toastFailure("A questão não foi começada.", error),
              })
            }
          >
            <Icon name="plus" /> Nova questão
          </Button>
        )}
      </header>
      <List questions={current} />
      {retired.length > 0 && (
        <details>
          <summary>Retiradas ({retired.length})</summary>
          <List questions={retired} />
        </details>
      )}
    </div>
  );
}

const List = ({ questions }: Pick<QuestionsOfText, "questions">) => (
  <ol className={styles.questions}>
    {questions.map(({ id, prompt, form, use, isCase, state, shown, rightCount, mark }) => (
      <li key={id}>
        <h2>
          <Link to={editorPath({ kind: "question", id })}>{prompt || "Questão sem pergunta"}</Link>
        </h2>
        <p className="meta">
          {state === "undrawn" ? "Fora do sorteio" : <StateOf state={state} />} · {isCase ? "Caso" : FORM_WORDS[form]} ·{" "}
          {USE_WORDS[use]}
        </p>
        <p className="meta">
          {shown === 0 ? "Ainda não foi a exame." : `De ${shown}, ${rightCount} ${rightCount === 1 ? "acertou" : "acertaram"}.`}
          {mark && <strong> {MARK_WORDS[mark].whole}</strong>}
        </p>
      </li>
    ))}
  </ol>
);
