import type { ItemMark } from "#app/features/exam/exam.policy.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { SORT } from "#app/lib/study-sorts.ts";
import type { DraftState, QuestionBody, Shelf, TextKind, TextRef } from "./authoring.schema.ts";
import type { AskedText } from "./question-texts.policy.ts";

export type ShownState = "published" | "retired" | DraftState;

export const DRAFT_WORDS: Record<DraftState, string> = {
  draft: "Rascunho",
  review: "Em revisão",
  scheduled: "Com hora marcada",
};
export const STATE_WORDS: Record<ShownState, string> = { ...DRAFT_WORDS, published: "Publicada", retired: "Retirada" };
/** Of a text whose name is masculine. */
export const STATE_WORDS_M: Record<ShownState, string> = { ...DRAFT_WORDS, published: "Publicado", retired: "Retirado" };

/** Where a text is written, and where it is compared and published. */
export const editorPath = ({ kind, id }: TextRef): string => `/admin/conteudo/${PLACES[kind]}/${id}`;
const PLACES: Record<TextKind, string> = {
  lesson: "licoes",
  question: "questoes",
  study: "textos/estudo",
  document: "textos/documento",
  term: "textos/verbete",
  article: "textos/artigo",
};
/** What texts that are in no module are called in their addresses. */
export const KIND_OF_ADDRESS: Record<string, TextKind> = {
  estudo: "study",
  documento: "document",
  verbete: "term",
  artigo: "article",
};
export const kindOfShelf = (shelf: Shelf) =>
  shelf === "document" || shelf === "term" || shelf === "article" ? shelf : ("study" as const);
/** What a shelf is called, and one of its texts. */
export const SHELF_WORDS: Record<Shelf, { title: string; one: string }> = {
  study: { title: SORT.study.shelf, one: SORT.study.one },
  piece: { title: SORT.piece.shelf, one: SORT.piece.one },
  life: { title: SORT.life.shelf, one: SORT.life.one },
  document: { title: "Documentos", one: "Documento" },
  article: { title: "Biblioteca", one: "Artigo" },
  term: { title: "Dicionário", one: "Verbete" },
};
/** Where the questions of a text are. */
export const questionsPath = (of: AskedText): string => `${editorPath(of)}/questoes`;
export const publishPath = (ref: TextRef): string => `${editorPath(ref)}/publicar`;
export const outlinePath = (degree: Degree): string => `/admin/conteudo?grau=${degree}`;

export const FORM_WORDS: Record<QuestionBody["form"], string> = {
  choice: "Escolha de uma",
  multiple: "Duas de cinco",
  order: "Pôr em ordem",
  match: "Formar pares",
  classify: "Classificar",
};
export const KIND_WORDS: Record<QuestionBody["kind"], string> = {
  uso: "Uso do que se aprendeu",
  fontes: "O que uma fonte prova",
  sentido: "O que algo quer dizer",
  fatos: "Como as coisas se passaram",
};
export const USE_WORDS: Record<QuestionBody["use"], string> = {
  check: "Fecha a lição",
  pool: "Vai ao exame e à revisão",
};

/** What the figures of a question say against it: beside its lesson, and at the question. */
export const MARK_WORDS: Record<ItemMark, { brief: string; whole: string }> = {
  easy: { brief: "Uma é fácil demais", whole: "Quase todos acertam: não distingue quem leu." },
  hard: { brief: "Uma é difícil demais", whole: "Menos de um quarto acerta: veja se a lição a responde." },
  misleading: { brief: "Uma engana quem sabe", whole: "Quem vai bem no exame erra esta: alguma alternativa engana." },
};
