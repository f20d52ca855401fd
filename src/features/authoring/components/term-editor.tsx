import { Link } from "react-router";
import { GRADES } from "#app/features/dictionary/dictionary.schema.ts";
import { plural } from "#app/lib/text.ts";
import { SelectField, TextAreaField, TextField } from "#app/ui/field.tsx";
import type { Preview } from "../authoring.answers.ts";
import type { TermBody } from "../authoring.schema.ts";
import { publishPath } from "../authoring-words.ts";
import { countWords } from "../checks/finding.ts";
import { useDraftEditor } from "../use-draft-editor.ts";
import { ClashPanel } from "./clash-panel.tsx";
import { NamesField } from "./names-field.tsx";
import { CheckList, ReaderRemarks } from "./remark-list.tsx";
import { SaveWords } from "./save-words.tsx";
import { SendDraft } from "./send-draft.tsx";
import styles from "./term-editor.module.css";
import { TextCrumbs } from "./text-crumbs.tsx";
import { TextEnds } from "./text-ends.tsx";
import type { EditorProps } from "./text-page.tsx";

/** An entry of the dictionary as its authors write it, beside the entry as everybody reads it. */
export function TermEditor({ text, onDiscarded }: EditorProps) {
  const { draft, can, retired } = text;
  const draftEditor = useDraftEditor<TermBody>(text);
  const { body, version, state, clash, preview, isWritable, isSendable, change, settle } = draftEditor;
  const set = (part: Partial<TermBody>) => change({ ...draftEditor.read().body, ...part });
  return (
    <div className={`page deg-${text.degree}`}>
      <title>Verbete · Academia</title>
      <TextCrumbs text={text} />
      <header className="page-head head-act">
        <div>
          <p className="caps caps-gold">Verbete do dicionário</p>
          <h1>{body.title || "Verbete novo"}</h1>
          <p className="lead">
            O dicionário é de todos, também de quem não tem conta.{retired && " Este verbete está retirado."}
          </p>
        </div>
        {isWritable && <SendDraft text={text} version={version} preview={preview} isSendable={isSendable} />}
      </header>
      <div className={styles.facts}>
        <SaveWords state={state} />
        {(draft || text.versions.length > 0) && <Link to={publishPath(text)}>{draft ? "O que mudou" : "Versões"}</Link>}
        {!can.write && <p>Você revisa o dicionário e não o escreve: pode ler e fazer reparos.</p>}
      </div>
      {draft?.failure && <p role="status">Não foi publicado na hora marcada: {draft.failure}</p>}
      {clash && <ClashPanel clash={clash} onSettle={settle} />}
      <div className={`with-aside ${styles.columns}`}>
        <fieldset className={styles.form} disabled={!isWritable}>
          <legend className="visually-hidden">O verbete</legend>
          <TextField
            label="Verbete"
            maxLength={60}
            value={body.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <SelectField
            label="Grau em que a palavra aparece"
            value={body.grade}
            onChange={(event) => set({ grade: event.currentTarget.value as TermBody["grade"] })}
          >
            {GRADES.map((grade) => (
              <option key={grade}>{grade}</option>
            ))}
          </SelectField>
          <TextAreaField
            label="Definição"
            help={`De 20 a 45 palavras, sem formatação. ${plural(countWords(body.definition), "palavra", "palavras")}.`}
            rows={4}
            maxLength={600}
            value={body.definition}
            onChange={(event) => set({ definition: event.currentTarget.value.replace(/\n/g, " ") })}
          />
          <NamesField
            label="Outros nomes (opcional)"
            help="Com ponto e vírgula entre eles: Ara; Altar dos Juramentos. Quem procura por um deles chega aqui."
            between=";"
            names={body.aliases}
            set={(aliases) => set({ aliases })}
          />
          <NamesField
            label="Ver também (opcional)"
            help="Os endereços dos verbetes, com vírgulas entre eles: acacia, arca-da-alianca."
            names={body.see}
            set={(see) => set({ see })}
          />
        </fieldset>
        <div className={styles.side}>
          <section className={styles.shown} aria-labelledby="todos">
            <h2 className="caps" id="todos">
              Como todos o leem
            </h2>
            <Shown body={body} see={preview.terms} />
          </section>
          <section aria-labelledby="reparos">
            <h2 className="caps" id="reparos">
              Reparos
            </h2>
            <CheckList checks={preview.remarks} text="" onShow={() => undefined} />
          </section>
          <ReaderRemarks text={text} onShow={() => undefined} />
        </div>
      </div>
      <TextEnds text={text} version={version} onDiscarded={onDiscarded} />
    </div>
  );
}

function Shown({ body: { title, grade, definition, aliases }, see }: { body: TermBody; see: Preview["terms"] }) {
  return (
    <>
      <h3>{title || "Verbete novo"}</h3>
      <p className="badge">{grade}</p>
      <p>{definition || "A definição aparece aqui."}</p>
      {aliases.length > 0 && (
        <p className="meta">
          Também: <i>{aliases.join("; ")}</i>
        </p>
      )}
      {see.length > 0 && <p className="meta">Ver também: {see.map(({ term }) => term).join(", ")}</p>}
    </>
  );
}
