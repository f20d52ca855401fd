import type { Nodes, Root, RootContent } from "mdast";
import type { DocumentSource } from "#app/content/documents.ts";
import { type Forbidden, findForbidden } from "#app/content/forbidden.ts";
import type { QuestionSource } from "#app/content/questions.ts";
import { coversDegree, DEGREE_LABEL } from "#app/lib/degrees.ts";
import { collectionProblems } from "./collection.ts";
import { countWords, repeated } from "./finding.ts";
import { everyNode, parseMarkdown, textOf } from "./markdown.ts";
import { between, headingsOf, type LessonTitles } from "./prose.ts";

/** What the check of one document needs to know about the rest of the content. */
export type DocumentSurroundings = { lessons: LessonTitles; questions: QuestionSource[]; forbidden: Forbidden };

const SECTIONS = ["O que diz", "O que não diz", "O que se discute"];

/** Node types a document is written with. */
const USED = new Set<Nodes["type"]>([
  "root",
  "heading",
  "blockquote",
  "paragraph",
  "text",
  "link",
  "emphasis",
  "strong",
  "break",
]);

/** Everything mechanical that docs/content.md asks of one document. */
export function checkDocument(document: DocumentSource, { lessons, questions, forbidden }: DocumentSurroundings): string[] {
  const root = parseMarkdown(document.markdown);
  const own = questions.filter((question) => question.document === document.id);
  return [
    ...between(excerptWords(root), 60, 220, "palavras de trecho"),
    ...excerpts(root),
    ...sections(root),
    ...everyNode(root)
      .filter(({ type }) => !USED.has(type))
      .map((node) => `isto não se usa num documento (${node.type}): “${textOf(node).slice(0, 50)}”`),
    ...differences(root),
    ...everyNode(root).flatMap((node) =>
      node.type === "link" && !node.url.startsWith("lang:") ? [`um documento não tem ligações: “${node.url}”`] : [],
    ),
    ...(document.link === undefined ? [] : collectionProblems(document.link)),
    ...repeated(document.lessons).map((id) => `a lição ${id} está dita duas vezes`),
    ...lessonsBefore(document, lessons),
    ...(own.length === 1 || own.length === 2 ? [] : [`${own.length} questões; o documento pede 1 ou 2`]),
    ...findForbidden([...headTexts(document), textOf(root)].join("\n"), forbidden),
  ];
}

/** The commentary without the quoted source, for comparison with other texts. */
export const commentary = (markdown: string): string => {
  const root = parseMarkdown(markdown);
  return textOf({ ...root, children: root.children.filter(({ type }) => type !== "blockquote") }, "without foreign text");
};

const quotations = (root: Root): RootContent[] => root.children.filter(({ type }) => type === "blockquote");

const excerptWords = (root: Root): number => quotations(root).reduce((words, node) => words + countWords(textOf(node)), 0);

/** One excerpt has no label; of several, each has its own above it (`### 1723`). All come before the first section. */
function excerpts(root: Root): string[] {
  const firstSection = root.children.findIndex((node) => node.type === "heading" && node.depth === 2);
  const head = root.children.slice(0, firstSection).map((node) => (node.type === "heading" ? "label" : node.type));
  const count = quotations(root).length;
  const wanted = count === 1 ? ["blockquote"] : Array.from({ length: count }, () => ["label", "blockquote"]).flat();
  return head.join() === wanted.join() ? [] : ["antes da primeira parte fica só o trecho, ou trechos com título (###)"];
}

/** Differences are marked in versions of one text only, whose paragraphs correspond. */
function differences(root: Root): string[] {
  const marked = quotations(root).filter((node) => everyNode(node).some(({ type }) => type === "strong" || type === "emphasis"));
  const outside = root.children.filter(
    (node) => node.type !== "blockquote" && everyNode(node).some(({ type }) => type === "strong"),
  );
  const lengths = new Set(quotations(root).map((node) => ("children" in node ? node.children.length : 0)));
  return [
    ...outside.map((node) => `negrito marca, num trecho, a diferença entre versões: “${textOf(node).slice(0, 50)}”`),
    ...(marked.length > 0 && (quotations(root).length !== 2 || lengths.size !== 1)
      ? ["as diferenças se marcam entre duas versões com o mesmo número de parágrafos"]
      : []),
  ];
}

function sections(root: Root): string[] {
  const headings = headingsOf(root).filter(({ depth }) => depth === 2);
  const titles = headings.map((heading) => textOf(heading));
  if (titles.join() !== SECTIONS.join()) return [`as partes são ${titles.join(", ")}; o documento pede: ${SECTIONS.join(", ")}`];
  return headings.flatMap((heading, index) => {
    const next = headings[index + 1];
    const paragraphs = root.children.slice(root.children.indexOf(heading) + 1, next && root.children.indexOf(next));
    return between(paragraphs.length, 1, 3, `parágrafos em “${SECTIONS[index]}”`);
  });
}

/** The lessons that may show it, and may not. */
export const lessonsBefore = (document: DocumentSource, lessons: LessonTitles): string[] =>
  document.lessons.flatMap((id) => lessonFindings(id, document, lessons));

/** Who may read the lesson may read the document it shows. */
function lessonFindings(id: string, document: DocumentSource, lessons: LessonTitles): string[] {
  const lesson = lessons.get(id);
  if (!lesson) return [`a lição “${id}” não existe`];
  return !coversDegree(lesson.degree, document.degree)
    ? [`a lição ${id} se lê no grau de ${DEGREE_LABEL[lesson.degree]}, antes de este documento se poder ler`]
    : [];
}

export const headTexts = ({
  title,
  intro,
  author,
  date,
  edition,
  page,
  place,
  subject,
  linkLabel,
  sources,
}: DocumentSource): string[] => [
  ...[title, intro, author, date, edition, page, place, subject, sources],
  ...(linkLabel === undefined ? [] : [linkLabel]),
];
