import { diffArrays, diffWordsWithSpace } from "diff";
import { opening } from "#app/lib/text.ts";
import type { ArticleBody, DocumentBody, QuestionBody, StudyBody, TermBody, TextBody } from "./authoring.schema.ts";
import { FORM_WORDS, KIND_WORDS, USE_WORDS } from "./authoring-words.ts";
import { countWords } from "./checks/finding.ts";

/** A run of words that stayed, went out or came in. */
export type Piece = { text: string; is: "same" | "out" | "in" };

/** A paragraph that changed, and the heading that it stands under. */
export type ParagraphChange = { section: string; what: string; pieces: Piece[] };

const ANSWER = ["a", "b", "c", "d", "e", "f"];

/** A text as lines that can be compared: the fields of its head, then its paragraphs. */
export function linesOf(body: TextBody): string[] {
  if ("definition" in body) return termLines(body);
  if (!("markdown" in body)) return questionLines(body);
  return [
    `Título: ${body.title}`,
    ...headLines(body),
    ...("sort" in body ? studyLines(body) : []),
    ...body.markdown.split("\n").filter((line) => line.trim() !== ""),
  ];
}

function headLines(body: Extract<TextBody, { markdown: string }>): string[] {
  if ("standfirst" in body) return [`Linha de abertura: ${body.standfirst}`];
  return "category" in body ? articleLines(body) : documentLines(body);
}

const articleLines = ({ description, about, author, year, category }: ArticleBody): string[] => [
  `Descrição: ${description}`,
  `Sobre o artigo: ${about}`,
  `Autor: ${author}`,
  `Ano: ${year}`,
  `Categoria: ${category}`,
];

function documentLines(body: DocumentBody): string[] {
  const { number, original, author, year, date, disputed, edition, page, kind, place, region, subject, intro } = body;
  return [
    `Linha sob o título: ${subject}`,
    `Apresentação: ${intro}`,
    `Documento ${number}, ${kind}${body.york ? ", do Rito de York" : ""}`,
    `Original: ${original.title} (${original.lang})`,
    `Autor: ${author}`,
    `Ano: ${year}${disputed ? ", discutido" : ""}. Data: ${date}`,
    `Lugar: ${place} (${region})`,
    `Edição: ${edition}`,
    `Página: ${page}`,
    ...(body.mark ? [`Na linha do tempo: ${body.mark}`] : []),
    ...(body.link ? [`Endereço: ${body.link} (${body.linkLabel})`] : []),
    `Lições: ${body.lessons.join(", ")}`,
    `Da tradução: ${body.sources}`,
  ];
}

const studyLines = ({ sort, order, york, lesson, document, questions, years, steps }: StudyBody): string[] => [
  `Lugar na estante: ${order}`,
  ...(york === null ? [] : [`Grau do Rito de York: ${york}`]),
  ...(sort === "piece" ? [`Lição: ${lesson}`, `Documento: ${document}`] : []),
  ...questions.map((question, index) => `Pergunta ${index + 1}: ${question}`),
  ...(sort === "life" ? [`Anos: ${years}`] : []),
  ...steps.map(({ year, place, what }) => `${year}, ${place}: ${what}`),
];

const termLines = ({ title, grade, definition, aliases, see }: TermBody): string[] => [
  `Verbete: ${title}`,
  `Grau: ${grade}`,
  `Definição: ${definition}`,
  ...(aliases.length > 0 ? [`Outros nomes: ${aliases.join("; ")}`] : []),
  ...(see.length > 0 ? [`Ver também: ${see.join(", ")}`] : []),
];

function questionLines({ form, use, kind, cluster, passage, scene, prompt, why, options }: QuestionBody): string[] {
  return [
    `Forma: ${FORM_WORDS[form]}`,
    `Uso: ${USE_WORDS[use]}`,
    `Pergunta sobre: ${KIND_WORDS[kind]}`,
    ...(cluster ? [`Responde-se com: ${cluster}`] : []),
    `Trecho: ${passage}`,
    ...(scene ? [`Cena: ${scene}`] : []),
    `Pergunta: ${prompt}`,
    ...options.flatMap(({ text, pair, right, why: reason }, index) => [
      `${ANSWER[index]}) ${text}${pair ? ` — ${pair}` : ""}${right ? " (certa)" : ""}`,
      ...(reason ? [`Explicação de ${ANSWER[index]}: ${reason}`] : []),
    ]),
    ...(why ? [`Explicação: ${why}`] : []),
  ];
}

/** What changed from one text to another, paragraph by paragraph and word by word, as a proof-reader marks it. */
export function compareTexts(before: TextBody, after: TextBody): ParagraphChange[] {
  const parts = diffArrays(linesOf(before), linesOf(after));
  const changes: ParagraphChange[] = [];
  let section = "";
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    const next = parts[index + 1];
    if (!part.added && !part.removed) {
      section = lastHeading(part.value) ?? section;
      continue;
    }
    const out = part.removed ? part.value : [];
    const put = part.added ? part.value : next?.added ? next.value : [];
    if (part.removed && next?.added) index += 1;
    for (let line = 0; line < Math.max(out.length, put.length); line += 1)
      changes.push({ section, ...paragraph(out[line], put[line]) });
    section = lastHeading(put) ?? section;
  }
  return changes;
}

const lastHeading = (lines: string[]): string | undefined =>
  lines
    .findLast((line) => line.startsWith("## "))
    ?.slice(3)
    .trim();

function paragraph(before: string | undefined, after: string | undefined): Omit<ParagraphChange, "section"> {
  if (before === undefined) return { what: "Parágrafo novo", pieces: [{ text: after!, is: "in" }] };
  if (after === undefined) return { what: "Parágrafo tirado", pieces: [{ text: before, is: "out" }] };
  const pieces = diffWordsWithSpace(before, after).map(
    ({ value, added, removed }): Piece => ({ text: value, is: added ? "in" : removed ? "out" : "same" }),
  );
  const words = (is: Piece["is"]) =>
    pieces.filter((piece) => piece.is === is).reduce((sum, { text }) => sum + countWords(text), 0);
  return { what: whatChanged(words("out"), words("in")), pieces };
}

const counted = (count: number) => (count === 1 ? "uma palavra" : `${count} palavras`);

function whatChanged(out: number, put: number): string {
  if (out === 0 && put === 0) return "Pontuação";
  if (out === 0) return `${opening(counted(put))} a mais`;
  if (put === 0) return `${opening(counted(out))} a menos`;
  return `${opening(counted(out))} por ${counted(put)}`;
}
