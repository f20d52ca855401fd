import type { ReactNode } from "react";
import { Link, Navigate, useParams } from "react-router";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import type { ArticleBody, DocumentBody, StudyBody, TextKind } from "../authoring.schema.ts";
import { KIND_OF_ADDRESS, questionsPath } from "../authoring-words.ts";
import { ArticleFields } from "../components/article-fields.tsx";
import { DocumentFields } from "../components/document-fields.tsx";
import { StudyFields } from "../components/study-fields.tsx";
import { TermEditor } from "../components/term-editor.tsx";
import { type DeskWords, StandfirstLead, TextDesk, WaitingDesk } from "../components/text-desk.tsx";
import { type EditorProps, TextPage } from "../components/text-page.tsx";

const Shell = () => <WaitingDesk title="Título" heading="Texto" />;

export const handle: WaitingPage = { Shell };

const STUDY_WORDS: Record<StudyBody["sort"], DeskWords> = {
  study: { title: "Título do estudo", text: "Texto do estudo", length: "de 1.000 a 3.200" },
  piece: {
    title: "Título da peça",
    text: "Texto da peça",
    length: "de 1.100 a 1.400",
    leftOut: ["Documento", "Prancha", "Imagem"],
  },
  life: { title: "Título da vida", text: "Texto da vida", length: "de 900 a 1.300" },
};

function StudyEditor(props: EditorProps) {
  const { draft, published } = props.text;
  const { sort } = (draft ?? published!).body as StudyBody; // one of the two is there
  return (
    <TextDesk<StudyBody>
      {...props}
      words={STUDY_WORDS[sort]}
      also={published && <Link to={questionsPath({ kind: "study", id: props.text.id })}>Questões</Link>}
      Fields={StudyFields}
      Lead={StandfirstLead}
    />
  );
}

const DOCUMENT_WORDS: DeskWords = {
  title: "Título do documento",
  text: "Trecho e comentário",
  length: "com 60 a 220 no trecho",
  leftOut: ["Nota", "Termo", "Documento", "Lição", "Prancha", "Imagem"],
};

const DocumentEditor = (props: EditorProps) => (
  <TextDesk<DocumentBody>
    {...props}
    words={DOCUMENT_WORDS}
    also={props.text.published && <Link to={questionsPath({ kind: "document", id: props.text.id })}>Questões</Link>}
    Fields={DocumentFields}
    Lead={({ body }) => <p className="lead">{body.intro}</p>}
  />
);

const ARTICLE_WORDS: DeskWords = {
  title: "Título do artigo",
  text: "Texto do artigo",
  length: "de 800 a 1.500",
  leftOut: ["Documento", "Prancha", "Imagem"],
};

const ArticleEditor = (props: EditorProps) => (
  <TextDesk<ArticleBody>
    {...props}
    words={ARTICLE_WORDS}
    Fields={ArticleFields}
    Lead={({ body }) => <p className="lead">{body.description}</p>}
  />
);

const EDITORS: Partial<Record<TextKind, (props: EditorProps) => ReactNode>> = {
  ...{ study: StudyEditor, document: DocumentEditor, article: ArticleEditor, term: TermEditor },
};

/** A text that is in no module, as its authors write it. */
export default function ShelfEditorPage() {
  const kind = KIND_OF_ADDRESS[useParams().kind ?? ""];
  const Editor = kind && EDITORS[kind];
  return Editor ? <TextPage kind={kind} shell={<Shell />} Editor={Editor} /> : <Navigate to="/admin/conteudo" replace />;
}
