import type { Root as HastRoot } from "hast";
import type { BlockContent, Definition, Heading, Link, Nodes, Parent, PhrasingContent, Root, RootContent } from "mdast";
import rehypeSanitize, { type defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { oncePer } from "#app/lib/once.ts";

/** What links of our texts point at. */
export type LinkTargets = {
  /** Path of a lesson, such as `/modulo/2/licao/7`; undefined for an id that does not exist. */
  /** The address of a lesson; null of one that was retired, whose link is shown as its words alone. */
  lessonPath: (id: string) => string | null | undefined;
  hasTerm: (slug: string) => boolean;
};

/** What the rendering of one text collects. */
export type Collected = {
  headings: { id: string; title: string }[];
  /** Slugs of the dictionary terms linked, in order. */
  terms: string[];
};

/** Elements and attributes that may stay; everything else is dropped. */
export type AllowList = typeof defaultSchema;

/** Thrown with what is wrong in a text, in words an author understands. */
export class SourceError extends Error {}

const commonMark = unified().use(remarkParse).freeze();
const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/**
 * What GitHub's extensions begin with: tables (of one column by `:-` alone), footnotes, tasks, deletions, and addresses that are written out,
 * also where a sign of them is escaped or a character reference.
 */
const EXTENDED = /[[|~@&]|:-|-:|www|http/i;

/** Of a text without any of their signs the extensions find nothing, and to look for them takes longer than the rest. */
export const parseMarkdown = (markdown: string): Root => (EXTENDED.test(markdown) ? parser : commonMark).parse(markdown);

/** Calls `visit` for a node and for all that it holds. */
export function everyNode(node: Nodes, visit: (node: Nodes) => void): void {
  visit(node);
  if ("children" in node) for (const child of (node as Parent).children) everyNode(child, visit);
}

type Shown = Link & { data?: Definition["data"] };

/** Makes a node appear as another element, without the address it had. */
export function showAs(node: Nodes, hName: string, hProperties: Record<string, unknown>): void {
  node.data = { hName, hProperties: { href: null, ...hProperties } } as never;
}

/**
 * Turns a `termo:`, `licao:` or `lang:` address into what a page shows.
 * @returns the term's slug, true for the other two, false for any other address
 * @throws SourceError when the term or the lesson does not exist
 */
export function resolveTarget(node: Shown, targets: LinkTargets): { term: string } | boolean {
  const [scheme, id = ""] = node.url.split(":", 2);
  if (scheme === "termo") {
    if (!targets.hasTerm(id)) throw new SourceError(`o termo "${id}" não existe no dicionário`);
    showAs(node, "a", { href: `/dicionario/${id}`, role: "button", className: ["term"], dataTerm: id, ariaExpanded: "false" });
    return { term: id };
  }
  if (scheme === "licao") {
    const path = targets.lessonPath(id);
    if (path === undefined) throw new SourceError(`a lição "${id}" não existe`);
    if (path === null) showAs(node, "span", {});
    else node.url = path;
    return true;
  }
  if (scheme === "lang") showAs(node, "cite", { lang: id });
  return scheme === "lang";
}

/**
 * Numbers the headings that open a section, marks the opening paragraph, and sets beside each block the room for the terms that
 * it calls.
 * @param resolve turns the addresses in a block into what is shown
 */
export function sections(
  nodes: RootContent[],
  collected: Collected,
  resolve: (node: RootContent) => void,
  opensSection: (heading: Heading) => boolean = () => true,
): RootContent[] {
  let number = 0;
  return nodes.map((node, index) => {
    if (node.type === "heading" && opensSection(node)) {
      everyNode(node, refuseLink);
      resolve(node);
      number += 1;
      return sectionHeading(node, number, collected);
    }
    const before = collected.terms.length;
    resolve(node);
    const shown: RootContent =
      node.type === "paragraph" && index === 0 ? { ...node, data: { hProperties: { className: ["opening"] } } } : node;
    if (collected.terms.length === before) return shown;
    return {
      type: "blockquote",
      children: [shown as BlockContent],
      data: { hName: "div", hProperties: { className: ["beside"] } },
    };
  });
}

/** A title of a section is listed beside the text, where a link could not be followed and a term not be opened. */
function refuseLink({ type }: Nodes): void {
  if (type === "link" || type === "linkReference") throw new SourceError("um título de seção não pode ter links");
}

function sectionHeading(node: Heading, number: number, { headings }: Collected): Heading {
  const id = `s${number}`;
  headings.push({ id, title: plainText(node) });
  const sign: PhrasingContent = {
    type: "emphasis",
    children: [{ type: "text", value: `§ ${number}` }],
    data: { hName: "span", hProperties: { className: ["sec"] } },
  };
  return {
    ...node,
    depth: 2,
    children: [sign, { type: "text", value: " " }, ...node.children],
    data: { hProperties: { id } },
  };
}

/** What every text of ours may be made of. */
export const COMMON_TAGS = [
  "p",
  "h2",
  "em",
  "strong",
  "a",
  "ul",
  "ol",
  "li",
  "blockquote",
  "div",
  "section",
  "span",
  "sup",
  "cite",
];
export const TABLE_TAGS = ["table", "thead", "tbody", "tr", "th", "td"];
export const COMMON_ATTRIBUTES: NonNullable<AllowList["attributes"]> = {
  a: [
    "href",
    "id",
    "ariaLabel",
    "dataFootnoteRef",
    "dataFootnoteBackref",
    "ariaDescribedBy",
    ["role", "button"],
    ["className", "term"],
    "dataTerm",
    "ariaExpanded",
  ],
  cite: ["lang"],
  div: [["className", "beside"]],
  h2: ["id", ["className", "caps"]],
  li: ["id"],
  p: [["className", "opening"]],
  section: [["className", "ponder", "footnotes"], "ariaLabelledBy", "dataFootnotes"],
  span: [["className", "sec"]],
};

const openRenderer = (allowed: AllowList) =>
  unified()
    .use(remarkRehype, {
      clobberPrefix: "",
      footnoteLabel: "Fontes",
      footnoteLabelTagName: "h2",
      footnoteLabelProperties: { className: ["caps"] },
      footnoteBackContent: "Voltar",
      footnoteBackLabel: (reference: number) => `Voltar ao texto, nota ${reference + 1}`,
    })
    .use(rehypeSanitize, allowed)
    .use(rehypeStringify)
    .freeze();

/** One for each kind of text, as opening one takes longer than rendering a paragraph. */
const rendererOf = oncePer(openRenderer);

/** Sanitised HTML; footnotes become the list "Fontes". */
export function toHtml(root: Root, allowed: AllowList): string {
  const processor = rendererOf(allowed);
  const tree = processor.runSync(root) as HastRoot;
  return processor
    .stringify(tree)
    .replaceAll(' data-footnote-ref aria-describedby="footnote-label"', "")
    .replace('id="footnote-label"', 'id="fontes"')
    .replace(/(<a href="#fn-[^"]+" id="fnref-[^"]+")>(\d+)</g, '$1 aria-label="Nota $2">$2<')
    .trim();
}

/** Words of a node as they are read, without the marks of footnotes. */
export function plainText(node: Nodes): string {
  if (node.type === "footnoteReference") return "";
  if ("value" in node) return node.value;
  return "children" in node
    ? (node as Parent).children.map((child) => plainText(child)).join(node.type === "root" ? "\n" : "")
    : "";
}

/** Words of the text and its headings, without the sources. */
export function countWords(root: Root): number {
  const text = root.children
    .filter((node) => node.type !== "footnoteDefinition")
    .map((node) => (node.type === "list" ? node.children.map((item) => plainText(item)).join(" ") : plainText(node)))
    .join(" ");
  return text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

export const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** What `escapeHtml` was given. */
export const unescapeHtml = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
