import { findForbidden } from "#app/content/forbidden.ts";
import { studyHead } from "#app/content/studies.ts";
import { lessonTargets } from "#app/features/courses/content/text-targets.ts";
import { documentsIn } from "#app/features/documents/document-sources.service.ts";
import { renderStudy } from "#app/features/studies/content/render-study.ts";
import { countWords, SourceError } from "#app/server/markdown/markdown.ts";
import type { StudyBody } from "../authoring.schema.ts";
import { studyFile } from "../checks/finding.ts";
import { parseMarkdown, textOf } from "../checks/markdown.ts";
import { repetitionsWith } from "../checks/repetition.ts";
import { checkStudy, closedToReaders, studyText } from "../checks/study.ts";
import { ticsOf } from "../checks/tics.ts";
import { headOfStudy, studyOfBody } from "../study-bodies.policy.ts";
import type { Composed, InputOf } from "./composed.ts";
import {
  advice,
  blocking,
  lessonTitles,
  questionsOfFiles,
  retiredLinks,
  surroundings,
  termNames,
  unknownPlaces,
} from "./surroundings.ts";

/** Checks and renders an essay, a piece or a life as its page would show it. */
export function composeStudy({ id, degree, body, places: now, pictures, neighbour }: InputOf<"study">): Composed {
  const { forbidden, places } = surroundings();
  const terms = termNames(now);
  const documents = documentsIn(now);
  const { sort, markdown, order } = body;
  const head = { id, degree };
  const study = studyOfBody(head, body);
  const targets = lessonTargets(now)(degree);
  const drawings = { has: (slug: string) => targets.drawing(slug) !== undefined };
  const questions = sort === "study" ? questionsOfFiles() : [];
  const around = { lessons: lessonTitles(now), terms, drawings, pictures, documents, forbidden, questions };
  const root = parseMarkdown(markdown);
  const reserved = findForbidden(
    [study.title, study.standfirst, ...body.questions, ...body.steps.map(({ what }) => what), textOf(root)].join("\n"),
    forbidden,
  );
  const closed = closedToReaders(study, around);
  const missing = missingIn(body);
  const isHead = studyHead(sort).safeParse(headOfStudy(head, body)).success;
  const others = checkStudy(study, around).filter((message) => ![...reserved, ...closed].includes(message));
  const remarks = [
    ...missing.map(blocking),
    ...(isHead || missing.length > 0 ? [] : [blocking("um dos campos acima do texto está incompleto, ou é longo demais")]),
    ...(neighbour === null ? [] : [blocking(`o lugar ${order} já é de “${neighbour}”`)]),
    ...unknownPlaces(body.steps.flatMap(({ at }) => at)),
    ...[...reserved, ...closed].map(blocking),
    ...others.map(advice),
    ...repetitionsWith(places, { name: study.title, file: studyFile(study), text: studyText(study) }).map(advice),
    ...ticsOf(markdown).map(advice),
    ...retiredLinks(markdown, now),
  ];
  try {
    const page = renderStudy(markdown, targets, study.sort === "piece" ? study.questions : []);
    return { remarks, page: { ...page, words: countWords(root) }, question: null };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { remarks: [blocking(`não se pode compor: ${error.message}`), ...remarks], page: null, question: null };
  }
}

const outside = (text: string, least: number, most: number): boolean => text.trim().length < least || text.trim().length > most;

/** What an unfinished head lacks, in words for its author. */
function missingIn({ sort, title, standfirst, lesson, document, questions, years, steps }: StudyBody): string[] {
  const isPiece = sort === "piece";
  const isLife = sort === "life";
  return [
    outside(title, 5, 60) && "o título tem de 5 a 60 letras",
    outside(standfirst, 20, 600) && "falta a linha de abertura: uma frase que diz do que trata o texto",
    isPiece && lesson === "" && "falta a lição em que a peça se apoia",
    isPiece && document === "" && "falta o documento que a peça lê",
    isPiece &&
      (questions.length !== 3 || questions.some((question) => outside(question, 20, 220))) &&
      "a peça termina com três perguntas, de 20 a 220 letras cada uma",
    isLife && years.trim() === "" && "faltam os anos da vida, como “1742–1818”",
    isLife &&
      (steps.length < 4 ||
        steps.some((step) => step.year.trim() === "" || outside(step.place, 2, 60) || outside(step.what, 5, 120))) &&
      "a linha da vida tem de quatro a nove passos, cada um com ano, lugar e o que houve",
  ].filter((each) => each !== false);
}
