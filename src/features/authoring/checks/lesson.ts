import type { Root, RootContent } from "mdast";
import type { LessonSource } from "#app/content/courses.ts";
import type { DocumentSource } from "#app/content/documents.ts";
import { type Forbidden, findForbidden } from "#app/content/forbidden.ts";
import { LessonSourceError, renderLesson } from "#app/features/courses/content/render-lesson.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { studyMinutes } from "#app/lib/study-time.ts";
import { repeated } from "./finding.ts";
import { parseMarkdown, textOf } from "./markdown.ts";
import {
  between,
  closedPictures,
  drawingPlace,
  footnotes,
  headingsOf,
  type LessonTitles,
  linked,
  linksAbove,
  longSentences,
  opening,
  plainMarkdown,
  standfirst,
} from "./prose.ts";

/** What the check of one lesson needs to know about the rest of the content. */
export type LessonSurroundings = {
  lessons: LessonTitles;
  terms: Set<string>;
  drawings: Pick<ReadonlySet<string>, "has">;
  /** The degree of each. */
  pictures: ReadonlyMap<string, Degree>;
  documents: DocumentSource[];
  forbidden: Forbidden;
};

const REFLECTION = "Para refletir";

/** Everything mechanical that docs/content.md asks of one lesson, as messages an author can act on. */
export function checkLesson(source: LessonSource, surroundings: LessonSurroundings): string[] {
  const root = parseMarkdown(source.markdown);
  return [
    ...rendering(source, surroundings),
    ...shape(root),
    ...closedPictures(root, surroundings.lessons.get(source.id)?.degree ?? "aprendiz", surroundings.pictures),
    ...footnotes(root, 2, 9),
    ...linksToOthers(root, source.id, surroundings),
    ...documents(root, source.id, surroundings),
    ...standfirst(source.standfirst, surroundings.lessons.get(source.id)?.title ?? ""),
    ...longSentences(root),
    ...findForbidden(`${source.standfirst}\n${textOf(root)}`, surroundings.forbidden),
  ];
}

/** Renders with targets that accept every address and note the missing ones, so that one bad link does not hide the next. */
function rendering({ markdown }: LessonSource, { lessons, terms, drawings, documents: known }: LessonSurroundings): string[] {
  const findings: string[] = [];
  const noted = (exists: boolean, message: string) => {
    if (!exists) findings.push(message);
  };
  const drawing = (slug: string) => {
    noted(drawings.has(slug), `a prancha “${slug}” não existe`);
    return { svg: "<svg ></svg>", plate: "" };
  };
  const hasTerm = (slug: string) => {
    noted(terms.has(slug), `o termo “${slug}” não está no dicionário`);
    return true;
  };
  const lessonPath = (id: string) => {
    noted(lessons.has(id), `a lição “${id}” não existe`);
    return "/";
  };
  // the check of the documents says which of them do not exist
  const document = (id: string) => known.find((each) => each.id === id) ?? known[0];
  try {
    const lesson = renderLesson(markdown, { lessonPath, hasTerm, drawing, document });
    const minutes = studyMinutes(lesson.words);
    return [
      ...findings,
      ...between(lesson.words, 700, 1500, "palavras"),
      ...between(minutes, 10, 29, "minutos de estudo"),
      ...between(lesson.terms.length, 3, 8, "termos ligados ao dicionário"),
    ];
  } catch (error) {
    if (error instanceof LessonSourceError) return [...findings, `não se pode compor: ${error.message}`];
    throw error;
  }
}

function shape(root: Root): string[] {
  const findings = plainMarkdown(root);
  const headings = headingsOf(root);
  const split = root.children.findIndex((node) => node.type === "heading" && textOf(node) === REFLECTION);
  if (split >= 0) {
    const blocks = headings.filter((heading) => heading.depth === 2 && root.children.indexOf(heading) < split);
    findings.push(...between(blocks.length, 3, 6, `partes (##) antes de “${REFLECTION}”`));
    findings.push(...reflection(root.children.slice(split + 1).filter((node) => node.type !== "footnoteDefinition")));
  }
  return [...findings, ...opening(root), ...drawingPlace(root, 2)];
}

/** The list of questions and nothing else: the renderer leaves out whatever is beside the list. */
function reflection(nodes: RootContent[]): string[] {
  const [list, ...rest] = nodes;
  if (list?.type !== "list") return [`“${REFLECTION}” começa pela lista das perguntas`];
  const findings = between(list.children.length, 2, 3, `perguntas em “${REFLECTION}”`);
  for (const item of list.children)
    if (!textOf(item).includes("?")) findings.push(`não é pergunta, em “${REFLECTION}”: “${textOf(item)}”`);
  for (const node of rest) findings.push(`vem depois das perguntas e não apareceria: “${textOf(node).slice(0, 50)}”`);
  return findings;
}

function linksToOthers(root: Root, ownId: string, { lessons }: LessonSurroundings): string[] {
  const targets = linked(root, "licao");
  const findings = targets.includes(ownId) ? ["liga para si mesma"] : [];
  if (!targets.some((id) => id !== ownId)) findings.push("não liga a nenhuma outra lição");
  const own = lessons.get(ownId);
  return own ? [...findings, ...linksAbove(targets, own.degree, lessons)] : findings;
}

/**
 * Up to two documents, each linked once and naming this lesson among those that may show it, and not between a paragraph and what it
 * introduces; the document's degree is checked with the document.
 */
function documents(root: Root, ownId: string, surroundings: LessonSurroundings): string[] {
  const ids = linked(root, "documento");
  return [
    ...between(new Set(ids).size, 0, 2, "documentos"),
    ...repeated(ids).map((id) => `o documento “${id}” está ligado duas vezes`),
    ...ids.flatMap((id) => {
      const document = surroundings.documents.find((each) => each.id === id);
      if (!document) return [`não há documento “${id}”`];
      return !document.lessons.includes(ownId) ? [`o documento “${id}” não se destina a esta lição`] : [];
    }),
    ...root.children.flatMap((node, index) =>
      ["table", "blockquote"].includes(root.children[index + 1]?.type ?? "")
        ? linked(node, "documento").map((id) => `o quadro de “${id}” separaria um parágrafo da sua tabela ou citação`)
        : [],
    ),
  ];
}
