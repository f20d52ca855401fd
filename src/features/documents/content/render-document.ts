import type { Nodes, Root, RootContent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import type { DocumentSource } from "#app/content/documents.ts";
import {
  type AllowList,
  COMMON_ATTRIBUTES,
  COMMON_TAGS,
  escapeHtml,
  everyNode,
  parseMarkdown,
  plainText,
  resolveTarget,
  SourceError,
  showAs,
  toHtml,
} from "#app/server/markdown/markdown.ts";
import { originOf } from "../collection.ts";
import { withInitial } from "./initials.ts";

export const COMMENTARY = ["O que diz", "O que não diz", "O que se discute"] as const;

/** A document's text in parts, each sanitised HTML. */
export type RenderedDocument = {
  /** The excerpt, or several, each with its label, paragraph by paragraph. The first has a drawn initial. */
  excerpts: { label: string | null; paragraphs: string[] }[];
  /** Versions of one text, with their differences marked: their paragraphs correspond. */
  compared: boolean;
  /** What it says, what it does not say, what is disputed. */
  commentary: string[];
};

const schema: AllowList = {
  ...defaultSchema,
  clobber: [],
  tagNames: [...COMMON_TAGS, "br", "mark"],
  attributes: { ...COMMON_ATTRIBUTES, mark: [["className", "only"]], span: [["className", "changed"]] },
};

const NO_TARGETS = { lessonPath: () => undefined, hasTerm: () => false };

/** @throws SourceError when it links to anything: foreign titles are the only addresses of a document */
export function renderDocument({ markdown, kind }: DocumentSource): RenderedDocument {
  const root = parseMarkdown(markdown);
  everyNode(root, resolveAddress);
  const starts = COMMENTARY.map((title) =>
    root.children.findIndex((node) => node.type === "heading" && plainText(node) === title),
  );
  const html = (children: RootContent[]) => toHtml({ type: "root", children } as Root, schema);
  const excerpts = root.children.slice(0, starts[0]).flatMap((node, index, nodes) => {
    if (node.type !== "blockquote") return [];
    const before = nodes[index - 1];
    everyNode(node, showDifference);
    const paragraphs = node.children.map((paragraph) => html([paragraph]));
    return [{ label: before?.type === "heading" ? plainText(before) : null, paragraphs }];
  });
  return {
    excerpts: excerpts.map(({ label, paragraphs: [first = "", ...rest] }, index) => ({
      label,
      paragraphs: [index === 0 ? withInitial(first, kind) : first, ...rest],
    })),
    compared: excerpts.length > 1 && excerpts.some(({ paragraphs }) => /<mark|class="changed"/.test(paragraphs.join(""))),
    commentary: starts.map((start, index) => html(root.children.slice(start + 1, starts[index + 1]))),
  };
}

/** The whole text as one piece of HTML, block by block, as notes know it. */
export const wholeHtml = ({ excerpts, commentary }: RenderedDocument): string =>
  [...excerpts.flatMap(({ paragraphs }) => paragraphs), ...commentary].map((html) => `<div>${html}</div>`).join("");

function resolveAddress(node: Nodes): void {
  if (node.type === "link" && resolveTarget(node, NO_TARGETS) !== true) throw new SourceError(`endereço não aceito: ${node.url}`);
}

/** In an excerpt italics are wording that another version has differently, bold what no other version has. */
function showDifference(node: Nodes): void {
  if (node.type === "emphasis") showAs(node, "span", { className: ["changed"] });
  if (node.type === "strong") showAs(node, "mark", { className: ["only"] });
}

/** The anchor of a document's plate in a text. */
export const plateId = (documentId: string): string => `doc-${documentId}`;

/**
 * A document as a plate in another text. It opens in place.
 * @param open whether it is open from the beginning
 */
export function documentPlate(document: DocumentSource, open: boolean): string {
  const { id, number, title, author, date, original, page, intro, link, linkLabel } = document;
  const { excerpts, commentary, compared } = renderDocument(document);
  const anchor = plateId(id);
  const foreign = `<cite lang="${original.lang}">${escapeHtml(original.title)}</cite>`;
  const whole = link ? ` <a href="${escapeHtml(link)}" rel="noopener noreferrer">${escapeHtml(linkLabel!)}</a>` : "";
  return [
    `<figure class="plate document" id="${anchor}" aria-labelledby="${anchor}-t"><details${open ? " open" : ""}>`,
    `<summary><span class="document-head"><span>Documento</span> <span class="document-year">${escapeHtml(date)}</span></span> `,
    `<span class="document-title" id="${anchor}-t">${escapeHtml(title)}</span></summary><div class="document-body">`,
    `<p class="document-intro">${escapeHtml(intro)}</p>`,
    ...excerpts.map(
      ({ label, paragraphs }) =>
        `${label ? `<p class="document-label">${escapeHtml(label)}</p>` : ""}<blockquote>${paragraphs.join("")}</blockquote>`,
    ),
    compared ? VERSIONS_KEY : "",
    `<p class="document-source">${escapeHtml(author)}, ${foreign}, ${escapeHtml(page)}.</p><div class="document-three">`,
    ...COMMENTARY.map(
      (heading, index) => `<section><p class="document-label">${heading}</p><div>${commentary[index]}</div></section>`,
    ),
    `</div></div></details><figcaption><span>${originOf(original)}${whole}</span> <a href="/documentos/${id}">Ver a ficha e as perguntas</a> <b>Doc. ${number}</b></figcaption></figure>`,
  ].join("");
}

const VERSIONS_KEY = `<p class="versions-key"><span><span class="changed">sublinhado</span>: a redação mudou</span> <span><mark class="only">entre cantos</mark>: só está nesta</span></p>`;
