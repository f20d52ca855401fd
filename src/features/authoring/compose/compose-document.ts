import { documentHead } from "#app/content/documents.ts";
import { findForbidden } from "#app/content/forbidden.ts";
import { renderDocument, wholeHtml } from "#app/features/documents/content/render-document.ts";
import { countWords, SourceError } from "#app/server/markdown/markdown.ts";
import type { DocumentBody } from "../authoring.schema.ts";
import { checkDocument, commentary, headTexts, lessonsBefore } from "../checks/document.ts";
import { documentFile } from "../checks/finding.ts";
import { parseMarkdown, textOf } from "../checks/markdown.ts";
import { repetitionsWith } from "../checks/repetition.ts";
import { ticsOf } from "../checks/tics.ts";
import { documentOfBody, headOfDocument } from "../document-bodies.policy.ts";
import type { Composed, InputOf } from "./composed.ts";
import { advice, blocking, lessonTitles, questionsOfFiles, surroundings, unknownPlaces } from "./surroundings.ts";

/** Checks and renders a document as its page would show it. */
export function composeDocument({ id, degree, body, places: now, neighbour }: InputOf<"document">): Composed {
  const { forbidden, places } = surroundings();
  const { markdown, number } = body;
  const head = { id, degree };
  const document = documentOfBody(head, body);
  const around = { lessons: lessonTitles(now), questions: questionsOfFiles(), forbidden };
  const root = parseMarkdown(markdown);
  const reserved = findForbidden([...headTexts(document), textOf(root)].join("\n"), forbidden);
  const closed = lessonsBefore(document, around.lessons);
  const missing = missingIn(body);
  const isHead = documentHead.safeParse(headOfDocument(head, body)).success;
  const others = checkDocument(document, around).filter((message) => ![...reserved, ...closed].includes(message));
  const remarks = [
    ...missing.map(blocking),
    ...(isHead || missing.length > 0 ? [] : [blocking("um dos campos da ficha está incompleto, ou é longo demais")]),
    ...(neighbour === null ? [] : [blocking(`o número ${number} já é de “${neighbour}”`)]),
    ...unknownPlaces(body.at),
    ...[...reserved, ...closed].map(blocking),
    ...others.map(advice),
    ...repetitionsWith(places, { name: document.title, file: documentFile(id), text: commentary(markdown) }).map(advice),
    ...ticsOf(markdown).map(advice),
  ];
  try {
    const html = wholeHtml(renderDocument(document));
    return { remarks, page: { html, headings: [], terms: [], words: countWords(root) }, question: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { remarks: [blocking(`não se pode compor: ${error.message}`), ...remarks], page: null, question: null };
  }
}

const SECTIONS = ["O que diz", "O que não diz", "O que se discute"];

/** What an unfinished document lacks, in words for its author: without its parts there would be no page. */
function missingIn(body: DocumentBody): string[] {
  const { title, original, author, date, edition, page, place, subject, intro, mark, link, linkLabel, lessons, sources } = body;
  const empty = (text: string, what: string) => text.trim() === "" && `falta ${what}`;
  const length = (text: string, least: number, most: number, what: string) =>
    (text.trim().length < least || text.trim().length > most) && `${what} tem de ${least} a ${most} letras`;
  const titles = body.markdown.split("\n").flatMap((line) => (line.startsWith("## ") ? [line.slice(3).trim()] : []));
  return [
    length(title, 5, 90, "o título"),
    length(subject, 10, 90, "a linha sob o título"),
    length(intro, 90, 480, "a apresentação"),
    empty(original.title, "o título original"),
    !/^[a-z]{2,3}(?:-[A-Za-z]+)?$/.test(original.lang) && "a língua do original é um código, como en, la ou pt",
    empty(author, "o autor"),
    empty(date, "a data como se mostra"),
    empty(edition, "a edição que se leu"),
    empty(page, "a página"),
    empty(place, "o lugar"),
    empty(sources, "de onde vem a tradução"),
    mark !== "" && length(mark, 3, 22, "o nome na linha do tempo"),
    (link === "") !== (linkLabel === "") && "o endereço e as palavras da ligação vêm juntos",
    lessons.length === 0 && "falta a lição que o mostra",
    !/^>/m.test(body.markdown) && "falta o trecho do documento, em citação (>)",
    titles.join() !== SECTIONS.join() && `depois do trecho vêm três partes: ${SECTIONS.join(", ")}`,
  ].filter((each) => each !== false);
}
