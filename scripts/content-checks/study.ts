import type { Blockquote, Link, Root } from "mdast";
import type { DocumentSource } from "#app/content/documents.ts";
import { findForbidden } from "#app/content/forbidden.ts";
import type { QuestionSource } from "#app/content/questions.ts";
import type { StudySource } from "#app/content/studies.ts";
import { repeated } from "#app/features/authoring/checks/finding.ts";
import type { LessonSurroundings } from "#app/features/authoring/checks/lesson.ts";
import { everyNode, parseMarkdown, textOf } from "#app/features/authoring/checks/markdown.ts";
import {
  between,
  drawingPlace,
  footnotes,
  headingsOf,
  linked,
  linksAbove,
  longSentences,
  opening,
  plainMarkdown,
  standfirst,
} from "#app/features/authoring/checks/prose.ts";
import { coversDegree, DEGREE_LABEL } from "#app/lib/degrees.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { countWords } from "#app/server/markdown/markdown.ts";

/** What the check of one study needs to know about the rest of the content. */
export type StudySurroundings = LessonSurroundings & { questions: QuestionSource[] };

/** What a box says of the statement in it. */
const BOXES = ["Documento", "Tradição", "Interpretação", "Varia"];

const ADDRESS = /^(?:termo|licao|documento|lang):[a-z0-9-]+$/i;

/** Everything mechanical that docs/content.md asks of one study. */
export function checkStudy(study: StudySource, surroundings: StudySurroundings): string[] {
  const root = parseMarkdown(study.markdown);
  const words = countWords(root);
  const lessonLinks = linked(root, "licao");
  const own = surroundings.questions.filter((question) => question.study === study.id);
  return [
    ...between(words, 1000, 3200, "palavras"),
    ...between(studyMinutes(words), 12, 34, "minutos de estudo"),
    ...standfirst(study.standfirst, study.title),
    ...opening(root),
    ...plainMarkdown(root),
    ...between(headingsOf(root).length, 3, 9, "partes (##)"),
    ...boxes(root),
    ...figure(root, surroundings.drawings),
    ...footnotes(root, 2, 24),
    ...addresses(root),
    ...terms(root, surroundings.terms),
    ...(lessonLinks.length === 0 ? ["no link to a lesson"] : []),
    ...lessonLinks.filter((id) => !surroundings.lessons.has(id)).map((id) => `a lição “${id}” não existe`),
    ...linksAbove(lessonLinks, study.degree, surroundings.lessons),
    ...documents(root, study, surroundings.documents),
    ...longSentences(root),
    ...(own.length === 3 ? [] : [`${own.length} questions; 3 wanted`]),
    ...findForbidden(`${study.title}\n${study.standfirst}\n${textOf(root)}`, surroundings.forbidden),
  ];
}

/** A quotation that opens with one of four labels in italics is a box; more than two chop the reading. */
function boxes(root: Root): string[] {
  const labels = root.children.filter((node) => node.type === "blockquote").flatMap(label);
  const known = labels.filter((each) => BOXES.includes(each));
  return [
    ...labels.filter((each) => !BOXES.includes(each)).map((each) => `a box is called ${BOXES.join(", ")}; not “${each}”`),
    ...between(known.length, 0, 2, "boxes"),
  ];
}

function label(box: Blockquote): string[] {
  const [paragraph] = box.children;
  const first = paragraph?.type === "paragraph" ? paragraph.children[0] : undefined;
  return first?.type === "emphasis" ? [textOf(first).replace(/\.$/, "")] : [];
}

/** A drawing, or a table where a comparison is the figure. */
function figure(root: Root, drawings: Pick<ReadonlySet<string>, "has">): string[] {
  const slugs = everyNode(root).flatMap((node) => (node.type === "image" ? [node.url.replace(/^prancha:/, "")] : []));
  const tables = root.children.filter(({ type }) => type === "table");
  return [
    ...drawingPlace(root, 1),
    ...slugs.filter((slug) => !drawings.has(slug)).map((slug) => `a prancha “${slug}” não existe`),
    ...(slugs.length + tables.length === 0 ? ["neither a drawing nor a table"] : []),
  ];
}

const addresses = (root: Root): string[] =>
  everyNode(root)
    .filter((node): node is Link => node.type === "link" && !ADDRESS.test(node.url))
    .map(({ url }) => `not an address of a study: ${url}`);

function terms(root: Root, known: Set<string>): string[] {
  const slugs = linked(root, "termo");
  return [
    ...slugs.filter((slug) => !known.has(slug)).map((slug) => `o termo “${slug}” não está no dicionário`),
    ...between(new Set(slugs).size, 3, 10, "termos ligados ao dicionário"),
    ...repeated(slugs).map((slug) => `the term “${slug}” is linked twice`),
  ];
}

/** Each is linked once: the page shows it after the paragraph that links it. */
function documents(root: Root, study: StudySource, known: DocumentSource[]): string[] {
  const ids = linked(root, "documento");
  return [
    ...between(new Set(ids).size, 1, 4, "documentos"),
    ...repeated(ids).map((id) => `o documento “${id}” está ligado duas vezes`),
    ...ids.flatMap((id) => {
      const document = known.find((each) => each.id === id);
      if (!document) return [`não há documento “${id}”`];
      return !coversDegree(study.degree, document.degree)
        ? [`the document “${id}” is read from the degree of ${DEGREE_LABEL[document.degree]} on`]
        : [];
    }),
  ];
}
