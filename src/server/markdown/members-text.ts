import type { Image, Link, Nodes, Parent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import { type AllowList, everyNode, parseMarkdown, SourceError, showAs, TABLE_TAGS, toHtml } from "./markdown.ts";

/** Whom a text may name and what it may show, besides words and links. */
export type Inserts = {
  /** By id, the members' names. */
  names: ReadonlyMap<string, string>;
  /** By their address on this site, the pictures' sizes. */
  images: ReadonlyMap<string, { width: number; height: number }>;
};

/** What the rendering needs to know, as plain data, so that it can be done in a thread. */
export type TextTargets = {
  /** The site's own address, such as `https://academia.example`. */
  site: string;
  /** By id, the addresses of the lessons that it links to by `licao:`. */
  lessonPaths: ReadonlyMap<string, string>;
  /** Null for a text that names nobody and shows no picture. */
  inserts: Inserts | null;
};

export type RenderedText = {
  /** Sanitised HTML. */
  html: string;
  /** Addresses of this site that it links to, as paths. */
  paths: string[];
  /** Whether it links to other sites. */
  hasLinks: boolean;
  /** The members that it names. */
  mentions: string[];
  /** The addresses of the pictures that it shows. */
  images: string[];
};

const MOST_MENTIONS = 20;
const MOST_IMAGES = 10;
/** A pattern: the id of a member or a picture. */
export const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** No picture that a text shows has another address. */
const IMAGE = new RegExp(`^/api/[a-z/-]+/${UUID}$`);
const MEMBER = new RegExp(`^membro:(${UUID})$`);
/** The pages that a text may link to by their path. */
const PAGES =
  /^\/(?:modulo|modulos|estudos|pecas|vidas|efemerides|mapa|pranchas|documentos|dicionario|rito-york|biblioteca|comunidade|faq)(?:[/?#]|$)/;

/** The ids of the members that a text names. */
export const mentionedIds = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(new RegExp(`\\(membro:(${UUID})\\)`, "g"))].map(([, id]) => id!)),
];

/**
 * Renders a member's Markdown to sanitised HTML. HTML in it is shown as it was typed.
 * @throws SourceError for a link, a picture or a name that it may not have
 */
export function renderMarkdown(markdown: string, targets: TextTargets): RenderedText {
  const tree = parseMarkdown(markdown);
  const found: Found = { paths: [], hasLinks: false, mentions: [], images: [] };
  everyNode(tree, (node) => resolveNode(node, targets, found));
  if (found.mentions.length > MOST_MENTIONS) throw new SourceError(`uma mensagem cita até ${MOST_MENTIONS} irmãos`);
  if (found.images.length > MOST_IMAGES) throw new SourceError(`uma mensagem mostra até ${MOST_IMAGES} imagens`);
  return { ...found, html: toHtml(tree, schema) };
}

type Found = Omit<RenderedText, "html">;

function resolveNode(node: Nodes, targets: TextTargets, found: Found): void {
  if (node.type === "heading") node.depth = 3;
  else if (node.type === "html" || node.type === "footnoteReference") asText(node);
  else if (node.type === "footnoteDefinition") Object.assign(node, { type: "blockquote" });
  else if (node.type === "imageReference") {
    insertsOf(targets);
    throw new SourceError("imagens se põem com o seu botão, e não por referência");
  } else if (node.type === "image") resolveImage(node, insertsOf(targets), found);
  else if (node.type === "linkReference") node.data = { hProperties: WEB };
  else if (node.type === "definition") {
    if (!isWeb(node.url)) refuse(node.url);
    found.hasLinks = true;
  } else if (node.type === "link") resolveLink(node, targets, found);
}

function insertsOf({ inserts }: TextTargets): Inserts {
  if (!inserts) throw new SourceError("aqui não se põem imagens nem se citam irmãos; retire-os do texto");
  return inserts;
}

function resolveImage(node: Image, { images: sizes }: Inserts, { images }: Found): void {
  const size = sizes.get(node.url);
  if (!size) throw new SourceError("imagens de outros sites não são aceitas; envie a imagem");
  if (!images.includes(node.url)) images.push(node.url);
  node.data = { hProperties: size };
}

/** HTML and the marks of footnotes are shown as they were typed. */
function asText(node: Nodes): void {
  const value = node.type === "footnoteReference" ? `[^${node.identifier}]` : "value" in node ? node.value : "";
  for (const name of Object.keys(node)) if (name !== "position") delete (node as unknown as Record<string, unknown>)[name];
  Object.assign(node, { type: "text", value });
}

const WEB = { rel: ["noopener", "noreferrer", "nofollow"], target: "_blank" };
const isWeb = (address: string): boolean => /^https?:\/\/[^/]/i.test(address);

function resolveLink(node: Link, targets: TextTargets, found: Found): void {
  const [, memberId] = MEMBER.exec(node.url) ?? [];
  if (memberId) {
    mention(node, memberId, insertsOf(targets), found);
    return;
  }
  const { site, lessonPaths } = targets;
  const [scheme, id = ""] = node.url.split(":", 2);
  if (scheme === "termo") node.url = `/dicionario/${encodeURIComponent(id)}`;
  if (scheme === "licao") node.url = lessonPaths.get(id) ?? refuse(node.url);
  if (node.url.startsWith(`${site}/`)) node.url = node.url.slice(site.length);
  if (PAGES.test(node.url)) {
    if (!found.paths.includes(node.url)) found.paths.push(node.url);
    return;
  }
  if (node.url.startsWith("mailto:")) {
    showAs(node, "span", {});
    return;
  }
  if (!isWeb(node.url)) refuse(node.url);
  found.hasLinks = true;
  node.data = { hProperties: WEB };
}

function refuse(url: string): never {
  throw new SourceError(`endereço não aceito: ${url.slice(0, 100)}`);
}

/** A member is named as they sign, whatever the writer typed. */
function mention(node: Link, id: string, { names }: Inserts, { mentions }: Found): void {
  const name = names.get(id);
  if (name === undefined) throw new SourceError("um dos irmãos citados não está nesta sala");
  if (!mentions.includes(id)) mentions.push(id);
  (node as Parent).children = [{ type: "text", value: `@${name}` }];
  showAs(node, "span", { className: ["mention"], dataMember: id });
}

/** Only what these texts are made of; everything else is dropped. Nothing has an id, as many of them share a page. */
const schema: AllowList = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
    "p",
    "h3",
    "em",
    "strong",
    "del",
    "a",
    "ul",
    "ol",
    "li",
    "blockquote",
    "hr",
    "br",
    "code",
    "pre",
    "span",
    "img",
    ...TABLE_TAGS,
  ],
  attributes: {
    a: ["href", ["rel", "noopener", "noreferrer", "nofollow"], ["target", "_blank"]],
    img: [["src", IMAGE], "alt", "width", "height"],
    ol: ["start"],
    span: [["className", "mention"], "dataMember"],
  },
};
