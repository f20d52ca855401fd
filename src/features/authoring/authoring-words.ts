import { ApiError } from "#app/lib/api.ts";
import type { Degree } from "#app/lib/degrees.ts";
import type { DraftState, QuestionBody, TextRef } from "./authoring.schema.ts";

export type ShownState = "published" | "retired" | DraftState;

export const STATE_WORDS: Record<ShownState, string> = {
  published: "Publicada",
  draft: "Rascunho",
  review: "Em revisão",
  scheduled: "Com hora marcada",
  retired: "Retirada",
};

/** Where a text is written, and where it is compared and published. */
export const editorPath = ({ kind, id }: TextRef): string => `/admin/conteudo/${kind === "lesson" ? "licoes" : "questoes"}/${id}`;
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

/** What a failed call says: of the field that is wrong, where there is one. */
export const sayOf = (error: unknown): string =>
  error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : "Não foi possível. Tente de novo em instantes.";
