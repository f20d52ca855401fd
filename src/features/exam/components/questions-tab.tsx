import { useState } from "react";
import { useMember } from "#app/features/account/account.queries.ts";
import { useAdminLoadErrorToast } from "#app/features/admin/use-admin-load-error-toast.ts";
import { DEGREE_LABEL, type Degree, degreesUpTo } from "#app/lib/degrees.ts";
import { plural } from "#app/lib/text.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure, toastSuccess } from "#app/ui/toasts.tsx";
import type { AnalysedQuestion } from "../analysis.answers.ts";
import { useQuestionAnalysis, useQuestionDetail, useSetQuestionDrawn } from "../analysis.queries.ts";
import { ANSWERS_TO_JUDGE } from "../exam.policy.ts";
import styles from "./questions-tab.module.css";

const SHOW = { all: "Todas", marked: "Assinaladas", undrawn: "Fora do sorteio" } as const;

const MARK = { easy: "Fácil demais", hard: "Difícil demais", misleading: "Engana" } as const;

/** How the exams' questions do, for administrators: facility, discrimination, answers, and the way out of the draw. */
export function QuestionsTab() {
  const own = useMember().degree;
  const [degree, setDegree] = useState<Degree>("aprendiz");
  const [show, setShow] = useState<keyof typeof SHOW>("all");
  const analysis = useQuestionAnalysis(degree);
  useAdminLoadErrorToast(analysis.error);
  const fits = { all: () => true, marked: markedOnly, undrawn: (question: AnalysedQuestion) => !question.drawn }[show];
  const list = analysis.data?.questions.filter(fits);
  return (
    <div className="stack">
      <div className={styles.filters}>
        <SelectField label="Grau" value={degree} onChange={({ target }) => setDegree(target.value as Degree)}>
          {degreesUpTo(own).map((each) => (
            <option key={each} value={each}>
              {DEGREE_LABEL[each]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Mostrar" value={show} onChange={({ target }) => setShow(target.value as keyof typeof SHOW)}>
          {Object.entries(SHOW).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
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
      {list && list.length > 0 && (
        <ul aria-label={`Questões de ${DEGREE_LABEL[degree]}`}>
          {list.map((question) => (
            <Question key={question.id} question={question} />
          ))}
        </ul>
      )}
    </div>
  );
}

const markedOnly = ({ marks }: AnalysedQuestion) => marks.length > 0;

const percent = (share: number) => `${Math.round(share * 100)}%`;
const twoDecimals = (value: number) =>
  value.toLocaleString("pt-BR", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace("-", "−");

function Question({ question }: { question: AnalysedQuestion }) {
  const { id, prompt, lesson, document, moduleId, drawn, shown, facility, discrimination, marks } = question;
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
    <li className={styles.question}>
      <div>
        <h2>{prompt}</h2>
        <p className="meta">
          {id} · Módulo {moduleId}, “{lesson}”{document && <>, documento “{document}”</>}
        </p>
        <p className={styles.figures}>
          <span>{shown === 0 ? "Ainda não mostrada" : plural(shown, "vez mostrada", "vezes mostrada")}</span>
          {facility !== null && <span>facilidade {percent(facility)}</span>}
          {discrimination !== null && <span>discriminação {twoDecimals(discrimination)}</span>}
          {marks.map((mark) => (
            <span key={mark} className="badge no">
              {MARK[mark]}
            </span>
          ))}
          {!drawn && <span className="badge">Fora do sorteio</span>}
        </p>
      </div>
      <p className={styles.acts}>
        {shown > 0 && (
          <Button look="secondary" small aria-expanded={open} onClick={() => setOpen(!open)}>
            Respostas
          </Button>
        )}
        <Button look="secondary" small busy={setQuestionDrawn.isPending} busyLabel="Guardando..." onClick={change}>
          {drawn ? "Tirar do sorteio" : "Devolver ao sorteio"}
        </Button>
      </p>
      {open && <Answers questionId={id} shown={shown} />}
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
      {unchosen.length > 0 && <p className="meta">Ninguém escolheu: {unchosen.join("; ")}.</p>}
    </div>
  );
}
