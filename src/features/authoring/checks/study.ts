import type { Blockquote, Link, Root } from "mdast";
import type { DocumentSource } from "#app/content/documents.ts";
import { findForbidden } from "#app/content/forbidden.ts";
import type { QuestionSource } from "#app/content/questions.ts";
import type { LifeSource, PieceSource, StudySource } from "#app/content/studies.ts";
import { coversDegree, DEGREE_LABEL } from "#app/lib/degrees.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { countWords } from "#app/server/markdown/markdown.ts";
import { repeated } from "./finding.ts";
import type { LessonSurroundings } from "./lesson.ts";
import { everyNode, ownText, parseMarkdown, textOf } from "./markdown.ts";
import {
  between,
  closedPictures,
  drawingPlace,
  footnotes,
  headingsOf,
  imagesIn,
  type LessonTitles,
  linked,
  linksAbove,
  longSentences,
  opening,
  plainMarkdown,
  standfirst,
} from "./prose.ts";

/** What the check of one study needs to know about the rest of the content. */
export type StudySurroundings = LessonSurroundings & { questions: QuestionSource[] };

/** What a box says of the statement in it. */
const BOXES = ["Documento", "Tradição", "Interpretação", "Varia"];

const ADDRESS = /^(?:termo|licao|documento|lang):[a-z0-9-]+$/i;

/** Everything mechanical that docs/content.md asks of one study, of whichever sort. */
export function checkStudy(study: StudySource, surroundings: StudySurroundings): string[] {
  const root = parseMarkdown(study.markdown);
  const lessonLinks = linked(root, "licao");
  return [
    ...standfirst(study.standfirst, study.title),
    ...opening(root),
    ...plainMarkdown(root),
    ...addresses(root),
    ...closedPictures(root, study.degree, surroundings.pictures),
    ...lessonLinks.filter((id) => !surroundings.lessons.has(id)).map((id) => `a lição “${id}” não existe`),
    ...linksAbove(lessonLinks, study.degree, surroundings.lessons),
    ...longSentences(root),
    ...checkSort(root, study, surroundings),
    ...findForbidden(`${study.title}\n${study.standfirst}\n${textOf(root)}`, surroundings.forbidden),
  ];
}

/** The words that it calls its own, for comparison with other texts: what is read aloud from a document is the document's. */
export const studyText = ({ sort, standfirst: line, markdown }: StudySource): string =>
  `${line}\n${ownText(sort === "study" ? markdown : markdown.replace(/^>.*$/gm, ""))}`;

/** What is asked of its sort alone. */
function checkSort(root: Root, study: StudySource, surroundings: StudySurroundings): string[] {
  switch (study.sort) {
    case "study":
      return checkEssay(root, study, surroundings);
    case "piece":
      return checkPiece(root, study, surroundings);
    case "life":
      return checkLife(root, study, surroundings);
  }
}

function checkEssay(root: Root, study: StudySource, surroundings: StudySurroundings): string[] {
  const words = countWords(root);
  const own = surroundings.questions.filter((question) => question.study === study.id);
  return [
    ...between(words, 1000, 3200, "palavras"),
    ...between(studyMinutes(words), 12, 34, "minutos de estudo"),
    ...between(headingsOf(root).length, 3, 9, "partes (##)"),
    ...boxes(root),
    ...figure(root, surroundings.drawings),
    ...footnotes(root, 2, 24),
    ...terms(root, surroundings.terms, [3, 10]),
    ...(linked(root, "licao").length === 0 ? ["não liga a nenhuma lição"] : []),
    ...documents(root, study, surroundings.documents, [1, 4]),
    ...(own.length === 3 ? [] : [`${own.length} questões; o estudo pede 3`]),
  ];
}

/** What is spoken has no tables, lists or boxes, and reads from its document. */
function checkPiece(root: Root, piece: PieceSource, surroundings: StudySurroundings): string[] {
  const unspoken = root.children.filter(({ type }) => type === "table" || type === "list");
  return [
    ...between(countWords(root), 1100, 1400, "palavras ditas"),
    ...between(headingsOf(root).length, 3, 5, "partes (##)"),
    ...unspoken.map(() => "uma tabela ou lista não se diz em voz alta"),
    ...between(root.children.filter(({ type }) => type === "blockquote").length, 1, 4, "citações"),
    ...between(pauses(root).length, 0, 3, "pausas"),
    ...footnotes(root, 1, 10),
    ...terms(root, surroundings.terms, [0, 4]),
    ...documents(root, piece, surroundings.documents, [0, 0]),
    ...standsOn(piece, surroundings.lessons),
    ...isForReader(piece.document, piece, surroundings.documents),
    ...piece.questions
      .filter((question) => question !== "" && !question.endsWith("?"))
      .map((question) => `não é uma pergunta: “${question}”`),
  ];
}

function checkLife(root: Root, life: LifeSource, surroundings: StudySurroundings): string[] {
  return [
    ...between(countWords(root), 900, 1300, "palavras"),
    ...between(headingsOf(root).length, 3, 6, "partes (##)"),
    ...boxes(root),
    ...footnotes(root, 3, 16),
    ...terms(root, surroundings.terms, [2, 8]),
    ...(linked(root, "licao").length === 0 ? ["não liga a nenhuma lição"] : []),
    ...documents(root, life, surroundings.documents, [0, 3]),
  ];
}

const standsOn = ({ lesson, degree }: PieceSource, lessons: LessonTitles): string[] =>
  lessons.has(lesson) ? linksAbove([lesson], degree, lessons) : [`a lição “${lesson}” não existe`];

/** Paragraphs in italics alone: what the reader does between two thoughts. */
const pauses = (root: Root) =>
  root.children.filter(
    (node) => node.type === "paragraph" && node.children.length === 1 && node.children[0]!.type === "emphasis",
  );

/** A quotation that opens with one of four labels in italics is a box; more than two chop the reading. */
function boxes(root: Root): string[] {
  const labels = root.children.filter((node) => node.type === "blockquote").flatMap(label);
  const known = labels.filter((each) => BOXES.includes(each));
  return [
    ...labels.filter((each) => !BOXES.includes(each)).map((each) => `uma caixa se chama ${BOXES.join(", ")}; não “${each}”`),
    ...between(known.length, 0, 2, "caixas"),
  ];
}

function label(box: Blockquote): string[] {
  const [paragraph] = box.children;
  const first = paragraph?.type === "paragraph" ? paragraph.children[0] : undefined;
  return first?.type === "emphasis" ? [textOf(first).replace(/\.$/, "")] : [];
}

/** A drawing, a picture, or a table where a comparison is the figure. */
function figure(root: Root, drawings: Pick<ReadonlySet<string>, "has">): string[] {
  const { drawings: placed, pictures } = imagesIn(root);
  const slugs = placed.map(({ url }) => url.replace(/^prancha:/, ""));
  const tables = root.children.filter(({ type }) => type === "table");
  return [
    ...drawingPlace(root, 1),
    ...slugs.filter((slug) => !drawings.has(slug)).map((slug) => `a prancha “${slug}” não existe`),
    ...(slugs.length + pictures.length + tables.length === 0 ? ["sem prancha e sem tabela"] : []),
  ];
}

const addresses = (root: Root): string[] =>
  everyNode(root)
    .filter((node): node is Link => node.type === "link" && !ADDRESS.test(node.url))
    .map(({ url }) => `endereço que um estudo não usa: ${url}`);

function terms(root: Root, known: Set<string>, [least, most]: [number, number]): string[] {
  const slugs = linked(root, "termo");
  return [
    ...slugs.filter((slug) => !known.has(slug)).map((slug) => `o termo “${slug}” não está no dicionário`),
    ...between(new Set(slugs).size, least, most, "termos ligados ao dicionário"),
    ...repeated(slugs).map((slug) => `o termo “${slug}” está ligado duas vezes`),
  ];
}

/** Each is linked once: the page shows it after the paragraph that links it. */
function documents(root: Root, study: StudySource, known: DocumentSource[], [least, most]: [number, number]): string[] {
  const ids = linked(root, "documento");
  return [
    ...between(new Set(ids).size, least, most, "documentos"),
    ...repeated(ids).map((id) => `o documento “${id}” está ligado duas vezes`),
    ...ids.flatMap((id) => isForReader(id, study, known)),
  ];
}

/** What would not hold for its readers: a lesson, a picture or a document that some of them may not open, or that is not there. */
export const closedToReaders = (study: StudySource, { lessons, documents: known, pictures }: StudySurroundings): string[] => [
  ...linksAbove(linked(parseMarkdown(study.markdown), "licao"), study.degree, lessons),
  ...closedPictures(parseMarkdown(study.markdown), study.degree, pictures),
  ...(study.sort === "piece" ? [...standsOn(study, lessons), ...isForReader(study.document, study, known)] : []),
];

/** A document that who may read the study may read, too. */
function isForReader(id: string, study: StudySource, known: DocumentSource[]): string[] {
  const document = known.find((each) => each.id === id);
  if (!document) return [`não há documento “${id}”`];
  return coversDegree(study.degree, document.degree)
    ? []
    : [`o documento “${id}” é do grau de ${DEGREE_LABEL[document.degree]}: nem todo leitor o pode ler`];
}
