import type { Blockquote, Link, Nodes, Paragraph, Root, RootContent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import type { DocumentSource } from "#app/content/documents.ts";
import {
  escapeHtml,
  insertDrawings,
  type LessonTargets,
  type PlacedDrawings,
  resolveDrawing,
} from "#app/features/courses/content/render-lesson.ts";
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

/** What a study's links point at. Each returns undefined for an id that does not exist. */
export type StudyTargets = LessonTargets & { document: (id: string) => DocumentSource | undefined };

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
 * @throws SourceError when a link points nowhere
 */
export function renderStudy(markdown: string, targets: StudyTargets): RenderedStudy {
  const tree = parseMarkdown(markdown);
  const collected: Collected = { headings: [], terms: [] };
  const drawings: PlacedDrawings = new Map();
  const resolve = (node: Nodes) => everyNode(node, (each) => resolveAddress(each, targets, collected, drawings));
  const body = tree.children.filter((node) => node.type !== "footnoteDefinition").map(shownAsBox);
  const definitions = tree.children.filter((node) => node.type === "footnoteDefinition");
  const text = sections(body.flatMap(withDocuments), collected, resolve);
  for (const definition of definitions) resolve(definition);
  if (definitions.length > 0) collected.headings.push({ id: "fontes", title: "Fontes" });
  const html = insertDrawings(toHtml({ type: "root", children: [...text, ...definitions] }, schema), drawings);
  return { ...collected, html: insertDocuments(html, targets, resolve) };
}

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

/** Room for each document after the block that links it. */
function withDocuments(node: RootContent): RootContent[] {
  const ids: string[] = [];
  everyNode(node, (each) => {
    if (each.type === "link" && each.url.startsWith("documento:")) ids.push(each.url.slice("documento:".length));
  });
  const rooms = ids.map(
    (id): Paragraph => ({
      type: "paragraph",
      children: [],
      data: { hName: "figure", hProperties: { className: ["plate"], dataDocument: id } },
    }),
  );
  return [node, ...rooms];
}

function resolveAddress(node: Nodes, targets: StudyTargets, { terms }: Collected, drawings: PlacedDrawings): void {
  if (node.type === "image") resolveDrawing(node, targets, drawings);
  if (node.type !== "link") return;
  if (node.url.startsWith("documento:")) {
    resolveDocument(node, targets);
    return;
  }
  const target = resolveTarget(node, targets);
  if (!target) throw new SourceError(`endereço não aceito: ${node.url}`);
  if (target !== true && !terms.includes(target.term)) terms.push(target.term);
}

function resolveDocument(node: Link, targets: StudyTargets): void {
  const id = node.url.slice("documento:".length);
  if (!targets.document(id)) throw new SourceError(`o documento "${id}" não existe`);
  node.url = `#doc-${id}`;
}

const schema: AllowList = {
  ...defaultSchema,
  clobber: [],
  tagNames: [...COMMON_TAGS, ...TABLE_TAGS, "figure", "h4", "br"],
  attributes: {
    ...COMMON_ATTRIBUTES,
    div: [["className", "beside", "box", ...Object.values(BOXES)]],
    p: [["className", "opening", "box-label"]],
    figure: [["className", "plate"], "dataDrawing", "dataDocument"],
  },
};

function insertDocuments(html: string, targets: StudyTargets, resolve: (node: Nodes) => void): string {
  return html.replace(/<figure class="plate" data-document="([^"]+)"><\/figure>/g, (_, id: string) =>
    documentPlate(targets.document(id)!, resolve),
  );
}

/** The excerpt in the open, its commentary folded below. */
function documentPlate(document: DocumentSource, resolve: (node: Nodes) => void): string {
  const { id, title, author, date, original, page, edition, link, linkLabel } = document;
  const root = parseMarkdown(document.markdown);
  everyNode(root, (node) => {
    if (node.type === "heading") node.depth = 4;
  });
  resolve(root);
  const split = root.children.findIndex((node) => node.type === "heading" && plainText(node) === "O que diz");
  const part = (children: Root["children"]) => toHtml({ type: "root", children }, schema);
  const where = link ? ` <a href="${escapeHtml(link)}" rel="noopener noreferrer">${escapeHtml(linkLabel!)}</a>` : "";
  const foreign = `<cite lang="${original.lang}">${escapeHtml(original.title)}</cite>`;
  return [
    `<figure class="plate document" id="doc-${id}" aria-labelledby="doc-${id}-t"><div class="plate-art">`,
    `<p class="document-head"><span>Documento</span> <span>${escapeHtml(date)}</span></p>`,
    `<h3 id="doc-${id}-t">${escapeHtml(title)}</h3>`,
    part(root.children.slice(0, split)),
    `<p class="document-source">${escapeHtml(author)}, ${foreign}, ${escapeHtml(page)}.</p>`,
    `<details><summary>O que diz, o que não diz, o que se discute</summary>${part(root.children.slice(split))}</details>`,
    `</div><figcaption><span>Tradução da Academia. ${escapeHtml(edition)}.${where}</span></figcaption></figure>`,
  ].join("");
}
