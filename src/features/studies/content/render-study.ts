import type { Blockquote, Nodes, Paragraph, RootContent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import {
  type Figures,
  insertFigures,
  type LessonTargets,
  questionsBox,
  resolveFigure,
} from "#app/features/courses/content/render-lesson.ts";
import {
  insertDocuments,
  isDocumentLink,
  resolveDocumentLink,
  withDocumentRooms,
} from "#app/features/documents/content/place-documents.ts";
import {
  type AllowList,
  COMMON_ATTRIBUTES,
  COMMON_TAGS,
  type Collected,
  everyNode,
  parseMarkdown,
  plainText,
  resolveTarget,
  SourceError,
  sections,
  TABLE_TAGS,
  toHtml,
} from "#app/server/markdown/markdown.ts";

export type RenderedStudy = Collected & {
  /** Sanitised HTML. */
  html: string;
};

/** The classes of the boxes, by the label that opens one. */
const BOXES: Record<string, string> = {
  Documento: "box-document",
  Tradição: "box-tradition",
  Interpretação: "box-reading",
  Varia: "box-varies",
};

/**
 * Renders the Markdown of a study (format: docs/content.md) to sanitised HTML.
 * @param questions for the conversation after a piece: a closing box, as a lesson has it
 * @throws SourceError when a link points nowhere
 */
export function renderStudy(markdown: string, targets: LessonTargets, questions: string[] = []): RenderedStudy {
  const tree = parseMarkdown(markdown);
  const collected: Collected = { headings: [], terms: [] };
  const figures: Figures = [];
  const resolve = (node: Nodes) => everyNode(node, (each) => resolveAddress(each, targets, collected, figures));
  const body = tree.children
    .filter((node) => node.type !== "footnoteDefinition")
    .map(shownAsBox)
    .map(shownAsPause);
  const definitions = tree.children.filter((node) => node.type === "footnoteDefinition");
  const text = sections(body.flatMap(withDocumentRooms), collected, resolve);
  if (questions.length > 0) {
    collected.headings.push({ id: "conversa", title: CONVERSATION });
    const paragraphs = questions.map((value): Paragraph => ({ type: "paragraph", children: [{ type: "text", value }] }));
    text.push(questionsBox("conversa", CONVERSATION, paragraphs));
  }
  for (const definition of definitions) resolve(definition);
  if (definitions.length > 0) collected.headings.push({ id: "fontes", title: "Fontes" });
  const html = insertFigures(toHtml({ type: "root", children: [...text, ...definitions] }, schema), figures);
  return { ...collected, html: insertDocuments(html, targets, true) };
}

const CONVERSATION = "Perguntas para a conversa";

/** A quotation whose first words are one of four labels in italics becomes a box with that label above it. */
function shownAsBox(node: RootContent): RootContent {
  if (node.type !== "blockquote") return node;
  const [first, ...rest] = node.children;
  const [opening, ...words] = first?.type === "paragraph" ? first.children : [];
  const label = opening?.type === "emphasis" ? plainText(opening).replace(/\.$/, "") : "";
  const kind = BOXES[label];
  if (!kind) return node;
  const [start] = words;
  if (start?.type === "text") start.value = start.value.trimStart();
  const title: Paragraph = {
    type: "paragraph",
    children: [{ type: "text", value: label }],
    data: { hProperties: { className: ["box-label"] } },
  };
  const box: Blockquote = { type: "blockquote", children: [title, { type: "paragraph", children: words }, ...rest] };
  return { ...box, data: { hName: "div", hProperties: { className: ["box", kind] } } };
}

/** A paragraph in italics alone, of what is read aloud: what the reader does between two thoughts. */
function shownAsPause(node: RootContent): RootContent {
  const isPause = node.type === "paragraph" && node.children.length === 1 && node.children[0]!.type === "emphasis";
  return isPause ? { ...node, data: { hProperties: { className: ["pause"] } } } : node;
}

function resolveAddress(node: Nodes, targets: LessonTargets, { terms }: Collected, figures: Figures): void {
  if (node.type === "image") resolveFigure(node, targets, figures);
  if (node.type !== "link") return;
  if (isDocumentLink(node)) {
    resolveDocumentLink(node, targets);
    return;
  }
  const target = resolveTarget(node, targets);
  if (!target) throw new SourceError(`endereço não aceito: ${node.url}`);
  if (target !== true && !terms.includes(target.term)) terms.push(target.term);
}

const schema: AllowList = {
  ...defaultSchema,
  clobber: [],
  tagNames: [...COMMON_TAGS, ...TABLE_TAGS, "figure"],
  attributes: {
    ...COMMON_ATTRIBUTES,
    div: [["className", "beside", "box", ...Object.values(BOXES)]],
    p: [["className", "opening", "box-label", "pause"]],
    figure: [["className", "plate"], "dataFigure", "dataDocument"],
  },
};
