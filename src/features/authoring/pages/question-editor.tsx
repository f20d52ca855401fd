import { Link } from "react-router";
import { QuestionForm } from "#app/features/courses/components/question-form.tsx";
import type { CheckDetail } from "#app/features/courses/courses.answers.ts";
import { isAnsweredBy, QUESTION_FORMS } from "#app/features/courses/question-forms.policy.ts";
import { type JudgedQuestion, judge } from "#app/features/courses/questions.policy.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { SelectField, TextAreaField } from "#app/ui/field.tsx";
import { BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { useQuestionFigures } from "../authoring.queries.ts";
import { CLASS_LABEL, FORM_SIZES, type QuestionBody } from "../authoring.schema.ts";
import { FORM_WORDS, KIND_WORDS, publishPath, USE_WORDS } from "../authoring-words.ts";
import { countWords } from "../checks/finding.ts";
import { ClashPanel } from "../components/clash-panel.tsx";
import { CheckList, ReaderRemarks } from "../components/remark-list.tsx";
import { SaveWords } from "../components/save-words.tsx";
import { SendDraft } from "../components/send-draft.tsx";
import { TextCrumbs } from "../components/text-crumbs.tsx";
import { TextEnds } from "../components/text-ends.tsx";
import { type EditorProps, TextPage } from "../components/text-page.tsx";
import { textOfParent } from "../question-texts.policy.ts";
import { useDraftEditor } from "../use-draft-editor.ts";
import styles from "./question-editor.module.css";

const Shell = () => (
  <PageShell>
    <div className="page">
      <title>Questão · Academia</title>
      <BlankCrumbs />
      <header className="page-head">
        <p className="caps caps-gold">Questão</p>
        <h1>Questão</h1>
      </header>
      <Skeleton label="Carregando..." lines={10} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

/** A question as its authors write it: how it does, its parts, and the question as the member meets it. */
export default function QuestionEditorPage() {
  return <TextPage kind="question" shell={<Shell />} Editor={Editor} />;
}

const LETTERS = ["a", "b", "c", "d", "e", "f"];
const BLANK = { text: "", pair: "", right: false, why: "" };
const CLASSES = Object.values(CLASS_LABEL);
/** An order begins with one more than it needs: three items are seldom worth asking. */
const atFirst = (form: QuestionBody["form"]): number => (form === "order" ? 4 : FORM_SIZES[form][0]);

/** What was written stays where the other form has a place for it. */
function inForm(body: QuestionBody, form: QuestionBody["form"]): QuestionBody {
  const options = body.options.slice(0, FORM_SIZES[form][1]);
  while (options.length < atFirst(form)) options.push(BLANK);
  const named = form === "classify" ? options.map((option, index) => ({ ...option, text: CLASSES[index]! })) : options;
  return { ...body, form, options: named };
}

function Editor({ text, onDiscarded }: EditorProps) {
  const { draft, published, can, parent } = text;
  const draftEditor = useDraftEditor<QuestionBody>(text);
  const { body, version, state, clash, preview, isWritable, isSendable, change, settle } = draftEditor;
  const { remarks } = preview;
  const set = (part: Partial<QuestionBody>) => change({ ...body, ...part });
  return (
    <div className={`page deg-${text.degree}`}>
      <title>Questão · Academia</title>
      <TextCrumbs text={text} />
      <header className="page-head head-act">
        <div>
          <p className="caps caps-gold">Questão de “{parent.title}”</p>
          <h1 className={styles.asked}>{body.prompt || "Questão nova"}</h1>
          <p className="lead">
            {body.scene ? "Caso" : FORM_WORDS[body.form]}. {USE_WORDS[body.use]}.{text.retired && " Retirada."}
          </p>
        </div>
        {isWritable && <SendDraft text={text} version={version} preview={preview} isSendable={isSendable} />}
      </header>
      <div className={styles.facts}>
        <SaveWords state={state} />
        {(draft || text.versions.length > 0) && <Link to={publishPath(text)}>{draft ? "O que mudou" : "Versões"}</Link>}
        {!can.write && <p>Você revisa este grau e não o escreve: pode ler e fazer reparos.</p>}
      </div>
      {clash && <ClashPanel clash={clash} onSettle={settle} />}
      <Figures id={text.id} isPublished={published !== null} />
      <div className={`with-aside ${styles.columns}`}>
        <fieldset className={styles.form} disabled={!isWritable}>
          <legend className="visually-hidden">A questão</legend>
          <SelectField
            label="Forma"
            value={body.form}
            onChange={(event) => change(inForm(body, event.currentTarget.value as QuestionBody["form"]))}
          >
            {QUESTION_FORMS.map((form) => (
              <option key={form} value={form}>
                {FORM_WORDS[form]}
              </option>
            ))}
          </SelectField>
          {textOfParent(parent.id).kind === "lesson" && (
            <SelectField
              label="Para quê"
              value={body.use}
              onChange={(event) => set({ use: event.currentTarget.value as QuestionBody["use"] })}
            >
              {(Object.keys(USE_WORDS) as QuestionBody["use"][]).map((use) => (
                <option key={use} value={use}>
                  {USE_WORDS[use]}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField
            label="O que pede"
            value={body.kind}
            onChange={(event) => set({ kind: event.currentTarget.value as QuestionBody["kind"] })}
          >
            {(Object.keys(KIND_WORDS) as QuestionBody["kind"][]).map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </SelectField>
          {body.form === "choice" && (
            <TextAreaField
              label="Cena (opcional)"
              help={`De duas a cinco linhas: pessoas e fatos, sem a moral. ${plural(countWords(body.scene), "palavra", "palavras")}.`}
              rows={4}
              maxLength={600}
              value={body.scene}
              onChange={(event) => set({ scene: event.currentTarget.value })}
            />
          )}
          <TextAreaField
            label={body.form === "classify" ? "Frase a julgar" : "Pergunta"}
            rows={2}
            maxLength={600}
            value={body.prompt}
            onChange={(event) => set({ prompt: event.currentTarget.value })}
          />
          <TextAreaField
            label="Trecho do texto em que a resposta se apoia"
            help="Com as palavras que estão lá: a explicação leva o leitor a ele."
            rows={2}
            maxLength={600}
            value={body.passage}
            onChange={(event) => set({ passage: event.currentTarget.value })}
          />
          <Answers body={body} onChange={(options) => set({ options })} />
          {!isAnsweredBy(body.form, "marks") && (
            <TextAreaField
              label="Explicação"
              help="Aparece depois de responder."
              rows={3}
              maxLength={600}
              value={body.why}
              onChange={(event) => set({ why: event.currentTarget.value })}
            />
          )}
          <TextAreaField
            label="Responde-se com (opcional)"
            help="Um nome comum às questões que respondem umas às outras: nenhum exame traz duas delas. Letras minúsculas e hifens."
            rows={1}
            maxLength={60}
            value={body.cluster}
            onChange={(event) => set({ cluster: event.currentTarget.value.toLowerCase().replace(/[^a-z0-9-]/g, "") })}
          />
        </fieldset>
        <div className={styles.side}>
          <section className={styles.met} aria-labelledby="membro">
            <h2 className="caps" id="membro">
              Como o membro a vê
            </h2>
            <Try id={text.id} body={body} />
          </section>
          <section aria-labelledby="reparos">
            <h2 className="caps" id="reparos">
              Reparos
            </h2>
            <CheckList checks={remarks} text="" onShow={() => undefined} />
          </section>
          <ReaderRemarks text={text} onShow={() => undefined} />
        </div>
      </div>
      <TextEnds text={text} version={version} onDiscarded={onDiscarded} />
    </div>
  );
}

type AnswersProps = { body: QuestionBody; onChange: (options: QuestionBody["options"]) => void };

function Answers({ body: { form, options }, onChange }: AnswersProps) {
  const explains = isAnsweredBy(form, "marks");
  const put = (index: number, part: Partial<QuestionBody["options"][number]>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...part } : option)));
  const choose = (index: number, right: boolean) =>
    onChange(
      options.map((option, at) => ({ ...option, right: at === index ? right : form === "multiple" ? option.right : false })),
    );
  const [fewest, most] = FORM_SIZES[form];
  return (
    <section aria-labelledby="respostas">
      <h2 className={styles.part} id="respostas">
        {form === "order" ? "Itens, na ordem certa" : form === "match" ? "Pares" : "Respostas"}
      </h2>
      {explains && <p className="meta">A explicação de cada uma aparece depois de responder. A ordem muda a cada membro.</p>}
      <ol className={styles.answers}>
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer has no name but its place
          <li key={index}>
            {form === "classify" ? (
              <p>
                <strong>{option.text}</strong>
              </p>
            ) : (
              <TextAreaField
                label={
                  form === "match"
                    ? `Lado esquerdo ${index + 1}`
                    : form === "order"
                      ? `Item ${index + 1}`
                      : `Resposta ${LETTERS[index]})`
                }
                rows={2}
                maxLength={600}
                value={option.text}
                onChange={(event) => put(index, { text: event.currentTarget.value })}
              />
            )}
            {form === "match" && (
              <TextAreaField
                label={`Par de ${index + 1}`}
                rows={2}
                maxLength={600}
                value={option.pair}
                onChange={(event) => put(index, { pair: event.currentTarget.value })}
              />
            )}
            {explains && (
              <>
                <div className={styles.why}>
                  <TextAreaField
                    label={`Explicação de ${form === "classify" ? option.text : LETTERS[index]}`}
                    rows={2}
                    maxLength={600}
                    value={option.why}
                    onChange={(event) => put(index, { why: event.currentTarget.value })}
                  />
                </div>
                <label className={styles.right}>
                  <input
                    type={form === "multiple" ? "checkbox" : "radio"}
                    name="certa"
                    checked={option.right}
                    onChange={(event) => choose(index, event.currentTarget.checked)}
                  />{" "}
                  É {form === "multiple" ? "uma das certas" : "a certa"}
                </label>
              </>
            )}
          </li>
        ))}
      </ol>
      {most > fewest && (
        <p className={styles.acts}>
          <button type="button" className="quiet" disabled={options.length >= most} onClick={() => onChange([...options, BLANK])}>
            Mais um
          </button>
          <button
            type="button"
            className="quiet"
            disabled={options.length <= fewest}
            onClick={() => onChange(options.slice(0, -1))}
          >
            Tirar o último
          </button>
        </p>
      )}
    </section>
  );
}

/** The question in its form, judged here: nothing of it is kept. */
function Try({ id, body }: { id: string; body: QuestionBody }) {
  const { form, scene, prompt, options, why } = body;
  if (options.some(({ text }) => text.trim() === "") || prompt.trim() === "")
    return <p className="meta">Aparece aqui quando tiver a pergunta e todas as respostas. Experimente-a antes de a enviar.</p>;
  const idOf = (side: string, index: number) => `${id} ${form} ${side} ${index}`;
  const judged: JudgedQuestion = {
    form,
    explanation: why,
    options:
      form === "match"
        ? options.flatMap(({ text, pair }, index) => [
            { id: idOf("left", index), side: "left" as const, text, right: null, why: null },
            { id: idOf("right", index), side: "right" as const, text: pair, right: null, why: null },
          ])
        : options.map((option, index) => ({
            id: idOf("only", index),
            side: "only" as const,
            text: option.text,
            right: form === "order" ? null : option.right,
            why: option.why,
          })),
  };
  const shown = judged.options.filter(({ side }) => side !== "left");
  const check: CheckDetail = {
    form,
    scene: scene.trim() === "" ? null : scene,
    prompt,
    lefts: judged.options.filter(({ side }) => side === "left").map((option) => ({ id: option.id, text: option.text })),
    // not in their right order, which would give it away
    options: (form === "order" || form === "match" ? [...shown.slice(1), shown[0]!] : shown).map((option) => ({
      id: option.id,
      text: option.text,
    })),
  };
  const send = (given: string[]) => {
    const verdict = judge(judged, given)!;
    return Promise.resolve({ right: verdict.right, why: verdict.why, placed: verdict.placed, others: [] });
  };
  return (
    <QuestionForm
      key={JSON.stringify(body)}
      name="Questão"
      check={check}
      solvedBefore={false}
      praise="Certo."
      hint="Só você vê esta resposta."
      send={send}
      onFailure={(error) => toastFailure("Não foi possível responder.", error)}
    />
  );
}

/** Figures first, in sentences. */
function Figures({ id, isPublished }: { id: string; isPublished: boolean }) {
  const figures = useQuestionFigures(id);
  if (!isPublished || !figures.data) return null;
  const { shown, facility, discrimination, answers } = figures.data;
  if (shown === 0 || facility === null) return <p className="meta">Ainda não foi a nenhum exame entregue.</p>;
  const percent = (value: number) => value.toLocaleString("pt-BR", { style: "percent" });
  return (
    <section aria-labelledby="anda">
      <div className="ruled-head">
        <h2 id="anda">Como ela anda</h2>
        <p className="meta">{plural(shown, "resposta", "respostas")}, em exames entregues</p>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>Facilidade</dt>
          <dd>{percent(facility)}</dd>
          <dd className="meta">Entre 40% e 85%, uma questão ensina.</dd>
        </div>
        <div>
          <dt>Discriminação</dt>
          <dd>{discrimination === null ? "—" : discrimination.toLocaleString("pt-BR", { maximumFractionDigits: 2 })}</dd>
          <dd className="meta">Quem vai bem no exame acerta mais do que quem vai mal? Acima de 0,20 está boa.</dd>
        </div>
      </dl>
      <h3>Quem cada resposta atrai</h3>
      <ul className="ruled-rows">
        {answers.map(({ text, right, count }) => (
          <li key={text}>
            <p>
              {text} {right && <strong>(certa)</strong>}
            </p>
            <p className="meta">
              {count === 0 ? "Ninguém. Não trabalha: vale trocá-la por outra frase do mesmo texto." : `${count} de ${shown}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
