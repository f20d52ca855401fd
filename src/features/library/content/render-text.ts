import { createHash } from "node:crypto";
import type { Link, Nodes, Root, RootContent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import {
  type AllowList,
  COMMON_ATTRIBUTES,
  COMMON_TAGS,
  type Collected,
  countWords,
  everyNode,
  type LinkTargets,
  parseMarkdown,
  resolveTarget,
  SourceError,
  sections,
  showAs,
  toHtml,
} from "#app/server/markdown/markdown.ts";

export type RenderedText = Collected & {
  /** Sanitised HTML. */
  html: string;
  /** Words of the text and its headings, without the sources. */
  words: number;
};

/** What links of texts may point at, as plain data: paths of the lessons by id, and slugs of terms. */
export type TextTargets = { lessonPaths: ReadonlyMap<string, string | null>; terms: ReadonlySet<string> };

/** Raise when the renderer changes what it makes of the same source. */
const RENDERER = 3;

/**
 * Tells whether what was rendered from a text is up to date with its source, with the renderer, and with the addresses of the
 * lessons it links to.
 */
export function sourceHashOf(source: unknown, text: string | null, { lessonPaths }: Pick<TextTargets, "lessonPaths">): string {
  const linked = [...(text ?? "").matchAll(/\(licao:([a-z0-9-]+)/g)].map(([, id]) => lessonPaths.get(id!));
  return createHash("sha256")
    .update(JSON.stringify([RENDERER, source, linked]))
    .digest("hex");
}

/**
 * Renders the Markdown of an article to sanitised HTML: what lessons may hold, without their closing box, and links to the web.
 * @throws SourceError when a link points nowhere, or for what an article cannot hold (images, tables, HTML)
 */
export function renderText(markdown: string, { lessonPaths, terms }: TextTargets): RenderedText {
  const targets: LinkTargets = { lessonPath: (id) => lessonPaths.get(id), hasTerm: (slug) => terms.has(slug) };
  const tree = parseMarkdown(markdown);
  const words = countWords(tree);
  const collected: Collected = { headings: [], terms: [] };
  const resolve = (node: RootContent) => everyNode(node, (each) => resolveNode(each, targets, collected));
  const body = tree.children.filter((node) => node.type !== "footnoteDefinition");
  const definitions = tree.children.filter((node) => node.type === "footnoteDefinition");
  const text = sections(body, collected, resolve, ({ depth }) => depth <= 2);
  for (const definition of definitions) resolve(definition);
  if (definitions.length > 0) collected.headings.push({ id: "fontes", title: "Fontes" });
  const root: Root = { type: "root", children: [...text, ...definitions] };
  return { ...collected, html: toHtml(root, schema), words };
}

/** The slugs that a text links to, existing or not. */
export const termSlugs = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/\(termo:([a-z0-9-]+)\)/g)].map(([, slug]) => slug!)),
];

const REFUSED: Partial<Record<Nodes["type"], string>> = {
  image: "imagens não são aceitas no texto; envie a capa no seu campo",
  imageReference: "imagens não são aceitas no texto; envie a capa no seu campo",
  table: "tabelas não são aceitas no texto",
  html: "HTML não é aceito no texto; use Markdown",
};

function resolveNode(node: Nodes, targets: LinkTargets, { terms }: Collected): void {
  const refusal = REFUSED[node.type];
  if (refusal) throw new SourceError(refusal);
  if (node.type === "heading") node.depth = 3; // sections took those above
  if (node.type === "definition" && !isWeb(node.url)) throw new SourceError(`endereço não aceito: ${node.url}`);
  if (node.type !== "link") return;
  const target = resolveTarget(node, targets);
  if (target === false) resolveWebLink(node);
  else if (target !== true && !terms.includes(target.term)) terms.push(target.term);
}

const isWeb = (address: string): boolean => /^https?:\/\/[^/]/i.test(address);

/** A bare e-mail address stays text; anything but the web is refused. */
function resolveWebLink(node: Link): void {
  if (node.url.startsWith("mailto:")) showAs(node, "span", {});
  else if (isWeb(node.url)) node.data = { hProperties: { rel: ["noopener", "noreferrer"], target: "_blank" } };
  else throw new SourceError(`endereço não aceito: ${node.url}`);
}

/** Only what articles are made of; everything else is dropped. */
const schema: AllowList = {
  ...defaultSchema,
  clobber: [],
  tagNames: [...COMMON_TAGS, "h3", "hr", "br", "code", "pre", "del"],
  attributes: {
    ...COMMON_ATTRIBUTES,
    a: [...COMMON_ATTRIBUTES.a!, ["rel", "noopener", "noreferrer"], ["target", "_blank"]],
  },
};
