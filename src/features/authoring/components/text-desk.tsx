import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ReadingBody } from "#app/features/reader/components/reading-body.tsx";
import { listInWords, plural } from "#app/lib/text.ts";
import { BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import { Views } from "#app/ui/views.tsx";
import type { Preview, TextDetail } from "../authoring.answers.ts";
import { usePresence } from "../authoring.queries.ts";
import type { TextBody } from "../authoring.schema.ts";
import { publishPath } from "../authoring-words.ts";
import { useDraftEditor } from "../use-draft-editor.ts";
import { ClashPanel } from "./clash-panel.tsx";
import type { EditorHandle } from "./editor-handle.ts";
import { MarkdownEditor } from "./markdown-editor.tsx";
import { CheckList, passageOf, ReaderRemarks } from "./remark-list.tsx";
import { SaveWords } from "./save-words.tsx";
import { SendDraft } from "./send-draft.tsx";
import { TextCrumbs } from "./text-crumbs.tsx";
import styles from "./text-desk.module.css";
import { TextEnds } from "./text-ends.tsx";
import type { EditorProps } from "./text-page.tsx";
import { Toolbar } from "./toolbar.tsx";

/** A body that has a text in Markdown. */
export type WrittenBody = Extract<TextBody, { markdown: string }>;

/** What a kind of text is called at its desk: its title's label, its text's, and how long it is. */
export type DeskWords = {
  title: string;
  text: string;
  length: string;
  /** Acts of the toolbar that it has no use for. */
  leftOut?: readonly string[];
};

/** The fields of a text's head. */
export type FieldsProps<Body> = { body: Body; isWritable: boolean; set: (part: Partial<Body>) => void };

type DeskProps<Body> = EditorProps & {
  words: DeskWords;
  /** Ways to what belongs to it. */
  also?: ReactNode;
  Fields: (props: FieldsProps<Body>) => ReactNode;
  /** What stands between its title and its text on the page. */
  Lead: (props: { body: Body }) => ReactNode;
};

export const WaitingDesk = ({ title, heading }: { title: string; heading: string }) => (
  <PageShell>
    <div className="page">
      <title>Conteúdo · Academia</title>
      <BlankCrumbs />
      <header className="page-head">
        <p className="caps caps-gold">{title}</p>
        <h1>{heading}</h1>
      </header>
      <Skeleton label="Carregando..." lines={10} />
    </div>
  </PageShell>
);

/** One sentence under the title. */
export const Standfirst = <Body extends { standfirst: string }>({ body, isWritable, set }: FieldsProps<Body>) => (
  <label className={styles.standfirst}>
    <span className="caps">Linha de abertura</span>
    <textarea
      rows={2}
      className="input"
      maxLength={600}
      value={body.standfirst}
      readOnly={!isWritable}
      onChange={(event) => set({ standfirst: event.currentTarget.value.replace(/\n/g, " ") } as Partial<Body>)}
    />
  </label>
);

export const StandfirstLead = ({ body }: { body: { standfirst: string } }) => <p className="lead">{body.standfirst}</p>;

const VIEWS = { text: "Texto", page: "Página", remarks: "Reparos" };
type View = keyof typeof VIEWS;

/** A text with Markdown as its authors write it, beside the page as members will see it. */
export function TextDesk<Body extends WrittenBody>({ text, onDiscarded, words: said, also, Fields, Lead }: DeskProps<Body>) {
  const { draft } = text;
  const draftEditor = useDraftEditor<Body>(text);
  const { body, version, state, clash, joined, preview, previewError, isWritable, isSendable, change, settle, follow } =
    draftEditor;
  const { remarks, words } = preview;
  const [editor, setEditor] = useState<EditorHandle | null>(null);
  const [view, setView] = useState<View>("text");
  const [plain, setPlain] = useState(() => isPlainChosen());
  const [mine, setMine] = useState<string | null>(null);
  const presence = usePresence(text);
  const newest = presence.data?.version ?? 0;
  useEffect(() => {
    if (newest > version) void follow();
  }, [newest, version, follow]);
  useEffect(() => {
    editor?.mark(remarks.flatMap(({ message }) => passageOf(message, body.markdown) ?? []));
  }, [editor, remarks, body.markdown]);
  const show = (passage: string) => {
    setView("text");
    setTimeout(() => editor?.show(passage)); // on a phone the text is there only then
  };
  return (
    <div className={`page deg-${text.degree}`}>
      <title>Conteúdo · Academia</title>
      <TextCrumbs text={text} />
      <header className="page-head head-act">
        <div>
          <p className="caps caps-gold">{said.title}</p>
          <h1 className="visually-hidden">{body.title || "Texto sem título"}</h1>
          <textarea
            className={styles.title}
            aria-label={said.title}
            rows={1}
            maxLength={120}
            value={body.title}
            readOnly={!isWritable}
            onChange={(event) => change({ ...body, title: event.currentTarget.value.replace(/\n/g, " ") })}
          />
        </div>
        {isWritable && <SendDraft text={text} version={version} preview={preview} isSendable={isSendable} />}
      </header>
      <div className={styles.facts}>
        <SaveWords state={state} />
        <p>{versionWords(text, version)}</p>
        {(draft || text.versions.length > 0) && <Link to={publishPath(text)}>{draft ? "O que mudou" : "Versões"}</Link>}
        {also}
      </div>
      <Situation text={text} others={presence.data?.others ?? []} joined={joined} />
      {clash && (
        <ClashPanel
          clash={clash}
          onSettle={(take) => {
            if (take === "theirs") setMine(clash.mine.markdown);
            settle(take);
          }}
        />
      )}
      {mine !== null && (
        <details className={styles.mine} open>
          <summary>A sua redação, para levar o que quiser</summary>
          <pre>{mine}</pre>
          <button type="button" className="quiet" onClick={() => setMine(null)}>
            Já levei: fechar
          </button>
        </details>
      )}
      <Views
        className={styles.views}
        views={{ ...VIEWS, remarks: remarks.length > 0 ? `Reparos (${remarks.length})` : VIEWS.remarks }}
        shown={view}
        onShow={setView}
      />
      <div className={styles.desk} data-view={view}>
        <section className={styles.writing} aria-label="Texto">
          <Fields body={body} isWritable={isWritable} set={(part) => change({ ...draftEditor.read().body, ...part })} />
          {isWritable ? (
            <>
              <Toolbar editor={editor} markdown={body.markdown} degree={text.degree} leftOut={said.leftOut} />
              <p className={styles.counts}>
                {countsOf(words, said.length, body.markdown)}
                <label>
                  <input
                    type="checkbox"
                    checked={plain}
                    onChange={(event) => {
                      setPlain(event.currentTarget.checked);
                      choosePlain(event.currentTarget.checked);
                    }}
                  />{" "}
                  Campo simples
                </label>
              </p>
              <MarkdownEditor
                key={String(plain)}
                plain={plain}
                label={said.text}
                text={body.markdown}
                onReady={setEditor}
                onChange={(markdown) => change({ ...draftEditor.read().body, markdown })}
              />
            </>
          ) : (
            <pre className={styles.readonly}>{body.markdown}</pre>
          )}
        </section>
        <section className={styles.page} aria-labelledby="pagina">
          <h2 className="caps" id="pagina">
            Como o membro lê
          </h2>
          <Page title={body.title} lead={<Lead body={body} />} preview={preview} failed={previewError} />
        </section>
        <section className={styles.remarks} aria-labelledby="reparos">
          <h2 className="caps" id="reparos">
            Reparos
          </h2>
          <CheckList checks={remarks} text={body.markdown} onShow={show} />
          <ReaderRemarks text={text} onShow={show} />
        </section>
      </div>
      <TextEnds text={text} version={version} onDiscarded={onDiscarded} />
    </div>
  );
}

function versionWords({ draft, published }: TextDetail, version: number): string {
  if (!published) return "Ninguém lê este texto ainda.";
  return draft || version > 0
    ? `Você escreve a versão ${published.number + 1}; os membros leem a ${published.number}.`
    : `Os membros leem a versão ${published.number}.`;
}

function countsOf(words: number, normal: string, markdown: string): string {
  const notes = new Set(markdown.match(/\[\^[^\]]+\]/g)).size;
  const links = markdown.match(/\]\((?:termo|licao|documento):/g)?.length ?? 0;
  const length = words === 0 ? "" : `${words.toLocaleString("pt-BR")} palavras, ${normal} · `; // not counted while it cannot be composed
  return `${length}${plural(notes, "nota", "notas")} · ${plural(links, "ligação", "ligações")}`;
}

/** Who else is here, and what holds the draft. */
function Situation({ text, others, joined }: { text: TextDetail; others: string[]; joined: string | null }) {
  const { draft, retired, can } = text;
  const said = [
    others.length > 0 &&
      `${listInWords(others)} também ${others.length === 1 ? "está" : "estão"} aqui. Cada um guarda o seu parágrafo; se os dois tocarem o mesmo, ficam as duas redações, lado a lado.`,
    joined !== null && `O que ${joined} escreveu em outros parágrafos já está neste texto.`,
    draft?.failure && `Não foi publicado na hora marcada: ${draft.failure}`,
    draft?.state === "review" && "Está com os revisores. Você ainda pode emendar: quem revê vê a emenda.",
    draft?.state === "scheduled" &&
      "Está aprovado e espera a sua hora. Para o mudar, desfaça antes a marcação, em “O que mudou”.",
    retired && "Este texto está retirado: quem o leu conserva o que fez, e ele não se publica até voltar.",
    !can.write && "Você revisa este grau e não o escreve: pode ler e fazer reparos.",
  ].filter((each) => typeof each === "string");
  if (said.length === 0) return null;
  return (
    <div className={styles.situation} role="status">
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

type PageProps = { title: string; lead: ReactNode; preview: Preview; failed: Error | null };

function Page({ title, lead, preview, failed }: PageProps) {
  const shown = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.paper}>
      <p className={styles.paperTitle}>{title || "Sem título"}</p>
      {lead}
      {failed && <p className="meta">A página não pôde ser composta agora: {failed.message}</p>}
      {preview.html === null ? (
        <p className="meta">A página aparece quando o texto puder ser composto. Os reparos dizem o que falta.</p>
      ) : (
        <article className="text">
          <ReadingBody ref={shown} html={preview.html} terms={preview.terms} />
        </article>
      )}
    </div>
  );
}

const PLAIN = "editor-simples";

function isPlainChosen(): boolean {
  try {
    return localStorage.getItem(PLAIN) === "1";
  } catch {
    return false;
  }
}

function choosePlain(plain: boolean): void {
  try {
    localStorage.setItem(PLAIN, plain ? "1" : "0");
  } catch {
    // refused: the choice holds for this visit
  }
}
