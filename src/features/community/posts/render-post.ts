import type { Image, Link, Nodes, Parent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import { textOfHtml } from "#app/features/search/search-index.service.ts";
import {
  type AllowList,
  everyNode,
  parseMarkdown,
  SourceError,
  showAs,
  TABLE_TAGS,
  toHtml,
} from "#app/server/markdown/markdown.ts";

/** What the rendering of a post needs to know, as plain data, so that it can be done in a thread. */
export type PostTargets = {
  /** The site's own address, such as `https://academia.example`. */
  site: string;
  /** By id, the names of the members that the text may name. */
  names: ReadonlyMap<string, string>;
  /** By id, the addresses of the lessons that it links to by `licao:`. */
  lessonPaths: ReadonlyMap<string, string>;
  /** By id, the pictures that it may show. */
  images: ReadonlyMap<string, { width: number; height: number }>;
};

export type RenderedPost = {
  /** Sanitised HTML. */
  html: string;
  /** Its first words. */
  excerpt: string;
  /** Addresses of this site that it links to, as paths. */
  paths: string[];
  /** Whether it links to other sites. */
  hasLinks: boolean;
  /** The members that it names. */
  mentions: string[];
  /** The pictures that it shows. */
  images: string[];
};

const EXCERPT_LENGTH = 160;
const MOST_MENTIONS = 20;
const MOST_IMAGES = 10;
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const IMAGE = new RegExp(`^/api/community/images/(${UUID})$`);
const MEMBER = new RegExp(`^membro:(${UUID})$`);
/** The pages that a post may link to by their path. */
const PAGES =
  /^\/(?:modulo|modulos|estudos|pecas|vidas|efemerides|mapa|pranchas|documentos|dicionario|rito-york|biblioteca|comunidade|faq)(?:[/?#]|$)/;

/** The ids of the pictures that a text shows. */
export const shownImages = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(new RegExp(`\\(/api/community/images/(${UUID})\\)`, "g"))].map(([, id]) => id!)),
];

/** The ids of the members that a text names. */
export const mentionedIds = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(new RegExp(`\\(membro:(${UUID})\\)`, "g"))].map(([, id]) => id!)),
];

/**
 * Renders a member's Markdown to sanitised HTML. HTML in it is shown as it was typed.
 * @throws SourceError for a link or a picture that no post may have
 */
export function renderPost(markdown: string, targets: PostTargets): RenderedPost {
  const tree = parseMarkdown(markdown);
  const found: Found = { paths: [], hasLinks: false, mentions: [], images: [] };
  everyNode(tree, (node) => resolveNode(node, targets, found));
  if (found.mentions.length > MOST_MENTIONS) throw new SourceError(`uma mensagem cita até ${MOST_MENTIONS} irmãos`);
  if (found.images.length > MOST_IMAGES) throw new SourceError(`uma mensagem mostra até ${MOST_IMAGES} imagens`);
  const html = toHtml(tree, schema);
  return { ...found, html, excerpt: excerptOf(textOfHtml(html)) };
}

export function excerptOf(text: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return words.length > EXCERPT_LENGTH
    ? `${words
        .slice(0, EXCERPT_LENGTH)
        .toWellFormed()
        .replace(/\s+\S*$/, "")}…`
    : words;
}

type Found = Omit<RenderedPost, "html" | "excerpt">;

function resolveNode(node: Nodes, targets: PostTargets, found: Found): void {
  if (node.type === "heading") node.depth = 3;
  else if (node.type === "html" || node.type === "footnoteReference") asText(node);
  else if (node.type === "footnoteDefinition") Object.assign(node, { type: "blockquote" });
  else if (node.type === "imageReference") throw new SourceError("imagens se põem com o seu botão, e não por referência");
  else if (node.type === "image") resolveImage(node, targets, found);
  else if (node.type === "linkReference") node.data = { hProperties: WEB };
  else if (node.type === "definition") {
    if (!isWeb(node.url)) refuse(node.url);
    found.hasLinks = true;
  } else if (node.type === "link") resolveLink(node, targets, found);
}

function resolveImage(node: Image, { images: sizes }: PostTargets, { images }: Found): void {
  const [, id = ""] = IMAGE.exec(node.url) ?? [];
  const size = sizes.get(id);
  if (!size) throw new SourceError("imagens de outros sites não são aceitas; envie a imagem");
  if (!images.includes(id)) images.push(id);
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

function resolveLink(node: Link, { site, names, lessonPaths }: PostTargets, found: Found): void {
  const [, memberId] = MEMBER.exec(node.url) ?? [];
  if (memberId) {
    mention(node, memberId, names, found);
    return;
  }
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
function mention(node: Link, id: string, names: PostTargets["names"], { mentions }: Pick<RenderedPost, "mentions">): void {
  const name = names.get(id);
  if (name === undefined) throw new SourceError("um dos irmãos citados não está nesta sala");
  if (!mentions.includes(id)) mentions.push(id);
  (node as Parent).children = [{ type: "text", value: `@${name}` }];
  showAs(node, "span", { className: ["mention"], dataMember: id });
}

/** Only what posts are made of; everything else is dropped. Nothing has an id, as many posts share a page. */
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
