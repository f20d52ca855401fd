import { useState } from "react";
import { useMember } from "#app/features/account/account.queries.ts";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { DEGREE_LABEL, type Degree, degreesUpTo } from "#app/lib/degrees.ts";
import { fold, plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AnalysedQuestion } from "../analysis.answers.ts";
import { useQuestionAnalysis, useQuestionDetail, useSetQuestionDrawn } from "../analysis.queries.ts";
import { ANSWERS_TO_JUDGE } from "../exam.policy.ts";
import styles from "./question-list.module.css";

const SHOW = { all: "Todas", marked: "Assinaladas", undrawn: "Fora do sorteio" } as const;

const MARK = { easy: "Fácil demais", hard: "Difícil demais", misleading: "Engana" } as const;

/** How the exams' questions do, for administrators: facility, discrimination, answers, and the way out of the draw. */
export function QuestionList() {
  const own = useMember().degree;
  const [degree, setDegree] = useState<Degree>("aprendiz");
  const [show, setShow] = useState<keyof typeof SHOW>("all");
  const analysis = useQuestionAnalysis(degree);
  useAdminLoadErrorToast(analysis.error);
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const fits = { all: () => true, marked: markedOnly, undrawn: (question: AnalysedQuestion) => !question.drawn }[show];
  const words = fold(search.trim()).split(/\s+/);
  const list = analysis.data?.questions.filter((question) => fits(question) && isSought(question, words));
  const shown = list?.slice(0, page * ROWS);
  /** Another choice begins at its first page. */
  const choose = (change: () => void) => {
    change();
    setPage(1);
  };
  return (
    <div className="stack">
      <div className={styles.filters}>
        <SelectField label="Grau" value={degree} onChange={({ target }) => choose(() => setDegree(target.value as Degree))}>
          {degreesUpTo(own).map((each) => (
            <option key={each} value={each}>
              {DEGREE_LABEL[each]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Mostrar"
          value={show}
          onChange={({ target }) => choose(() => setShow(target.value as keyof typeof SHOW))}
        >
          {Object.entries(SHOW).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Procurar"
          type="search"
          value={search}
          onChange={({ target }) => choose(() => setSearch(target.value))}
        />
      </div>
      <p className="meta">
        Facilidade é a parte dos que acertaram. Discriminação, de −1 a 1, diz quanto acertar esta questão anda junto com acertar
        as outras. Uma questão só é assinalada depois de {ANSWERS_TO_JUDGE} respostas: fácil acima de 95%, difícil abaixo de 25%,
        enganosa com discriminação abaixo de 0,1.
      </p>
      {analysis.isPending && <Skeleton label="Carregando..." />}
      {analysis.isError && !analysis.data && (
        <ErrorState title="Não foi possível carregar os dados." error={analysis.error} onRetry={() => void analysis.refetch()} />
      )}
      {list?.length === 0 && <p>Nenhuma questão aqui.</p>}
      {shown && shown.length > 0 && (
        <section aria-label={`Questões de ${DEGREE_LABEL[degree]}`}>
          {[...Map.groupBy(shown, ({ moduleId, lesson }) => `Módulo ${moduleId} · ${lesson}`)].map(([title, own]) => (
            <section key={title} className={styles.lesson}>
              <h2 className="caps">{title}</h2>
              <ul>
                {own.map((question) => (
                  <Question key={question.id} question={question} />
                ))}
              </ul>
            </section>
          ))}
          {list!.length > shown.length && (
            <p className="show-more">
              <Button look="secondary" onClick={() => setPage(page + 1)}>
                Mostrar mais
              </Button>
              <span className="meta">
                {shown.length} de {list!.length}
              </span>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

/** Rows of a page. */
const ROWS = 25;

const isSought = ({ id, prompt, lesson, document }: AnalysedQuestion, words: string[]) => {
  const text = fold(`${id} ${prompt} ${lesson} ${document ?? ""}`);
  return words.every((word) => text.includes(word));
};

const markedOnly = ({ marks }: AnalysedQuestion) => marks.length > 0;

const percent = (share: number) => `${Math.round(share * 100)}%`;
const twoDecimals = (value: number) =>
  value.toLocaleString("pt-BR", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace("-", "−");

/** One line; opened, its answers and what may be done with it. */
function Question({ question }: { question: AnalysedQuestion }) {
  const { id, prompt, document, drawn, shown, facility, discrimination, marks } = question;
  const [open, setOpen] = useState(false);
  const setQuestionDrawn = useSetQuestionDrawn();
  const change = () =>
    setQuestionDrawn.mutate(
      { questionId: id, drawn: !drawn },
      {
        onSuccess: () => toastSuccess(drawn ? "Questão fora do sorteio" : "Questão de volta ao sorteio"),
        onError: (error) => toastFailure("Nada mudou", error),
      },
    );
  return (
    <li>
      <details className={styles.question} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={styles.prompt}>{prompt}</span>
          <span className={styles.figures}>
            {marks.map((mark) => (
              <span key={mark} className="badge no">
                {MARK[mark]}
              </span>
            ))}
            {!drawn && <span className="badge">Fora do sorteio</span>}
            <span>{facility === null ? "–" : percent(facility)}</span>
          </span>
        </summary>
        <div className={styles.opened}>
          <p>{prompt}</p>
          <p className="meta">
            {id}
            {document && <>, documento “{document}”</>}
          </p>
          <p className={styles.figures}>
            <span>{shown === 0 ? "Ainda não mostrada" : plural(shown, "vez mostrada", "vezes mostrada")}</span>
            {facility !== null && <span>facilidade {percent(facility)}</span>}
            {discrimination !== null && <span>discriminação {twoDecimals(discrimination)}</span>}
          </p>
          {open && <Answers questionId={id} shown={shown} />}
          <p>
            <Button look="secondary" small busy={setQuestionDrawn.isPending} busyLabel="Guardando..." onClick={change}>
              {drawn ? "Tirar do sorteio" : "Devolver ao sorteio"}
            </Button>
          </p>
        </div>
      </details>
    </li>
  );
}

/** Which answer draws whom. */
function Answers({ questionId, shown }: { questionId: string; shown: number }) {
  const detail = useQuestionDetail(questionId);
  if (detail.isPending) return <Skeleton label="Carregando..." lines={2} />;
  if (!detail.data)
    return <ErrorState title="Respostas não carregadas" error={detail.error} onRetry={() => void detail.refetch()} />;
  const { answers, unchosen } = detail.data;
  return (
    <div className={styles.answers}>
      {answers.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Resposta</th>
              <th scope="col">Quantos</th>
              <th scope="col">Acerto no resto</th>
            </tr>
          </thead>
          <tbody>
            {answers.map(({ text, right, count, restFacility }) => (
              <tr key={text}>
                <th scope="row">
                  {text} {right && <span className="badge ok">certa</span>}
                </th>
                <td>
                  {count} ({percent(count / shown)})
                </td>
                <td>{percent(restFacility)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unchosen.length > 0 && (
        <>
          <p className="meta">{answers.length > 0 ? "Ninguém escolheu:" : "Alternativas:"}</p>
          <ul className={styles.unchosen}>
            {unchosen.map(({ text, right }) => (
              <li key={text}>
                {text} {right && <span className="badge ok">certa</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
