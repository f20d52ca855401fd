import type { Root as HastRoot } from "hast";
import type { BlockContent, Definition, Image, Link, Nodes, Parent, PhrasingContent, Root, RootContent } from "mdast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

/** What a lesson's links point at. Each returns undefined for an id that does not exist. */
export type LessonTargets = {
  /** Path of a lesson, such as `/modulo/2/licao/7`. */
  lessonPath: (id: string) => string | undefined;
  hasTerm: (slug: string) => boolean;
  /** SVG and plate number of a drawing. */
  drawing: (slug: string) => { svg: string; plate: string } | undefined;
};

export type RenderedLesson = {
  /** Sanitised HTML. */
  html: string;
  headings: { id: string; title: string }[];
  /** Slugs of the dictionary terms linked, in order. */
  terms: string[];
  /** Words of the text and its headings, without the sources. */
  words: number;
};

/** Thrown with what is wrong in the text, in words an author understands. */
export class LessonSourceError extends Error {}

/** Heading that opens the closing box of questions. */
const REFLECTION = "Para refletir";

/**
 * Renders the Markdown of a lesson (format: docs/content.md) to sanitised HTML.
 * @throws LessonSourceError when a link points nowhere or a required part is missing
 */
export function renderLesson(markdown: string, targets: LessonTargets): RenderedLesson {
  const tree = unified().use(remarkParse).use(remarkGfm).parse(markdown);
  const words = countWords(tree);
  const context: Context = { targets, terms: [], drawings: new Map(), headings: [] };
  const body = tree.children.filter((node) => node.type !== "footnoteDefinition");
  const split = body.findIndex((node) => node.type === "heading" && plainText(node) === REFLECTION);
  if (split < 0) throw new LessonSourceError(`falta o bloco "${REFLECTION}"`);
  const text = sections(body.slice(0, split), context);
  const reflection = reflectionBox(body.slice(split + 1));
  context.headings.push({ id: "refletir", title: REFLECTION });
  const definitions = tree.children.filter((node) => node.type === "footnoteDefinition");
  for (const definition of definitions) resolveLinks(definition, context);
  if (definitions.length > 0) context.headings.push({ id: "fontes", title: "Fontes" });
  const root: Root = { type: "root", children: [...text, reflection, ...definitions] };
  const html = toHtml(root);
  return { html: insertDrawings(html, context.drawings), headings: context.headings, terms: context.terms, words };
}

type Context = {
  targets: LessonTargets;
  terms: string[];
  drawings: Map<string, { svg: string; plate: string; caption: string; description: string }>;
  headings: { id: string; title: string }[];
};

/** Numbers the headings, marks the opening, and sets beside each paragraph the room for the terms it calls. */
function sections(nodes: RootContent[], context: Context): RootContent[] {
  let number = 0;
  return nodes.map((node, index) => {
    if (node.type === "heading") {
      number += 1;
      const id = `s${number}`;
      context.headings.push({ id, title: plainText(node) });
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
    const before = context.terms.length;
    resolveLinks(node, context);
    const shown: RootContent =
      node.type === "paragraph" && index === 0 ? { ...node, data: { hProperties: { className: ["opening"] } } } : node;
    if (context.terms.length === before) return shown;
    return {
      type: "blockquote",
      children: [shown as BlockContent],
      data: { hName: "div", hProperties: { className: ["beside"] } },
    };
  });
}

/** The closing box: one paragraph per question. */
function reflectionBox(nodes: RootContent[]): RootContent {
  const questions = nodes.flatMap((node) => (node.type === "list" ? node.children : []));
  if (questions.length < 2 || questions.length > 3)
    throw new LessonSourceError(`"${REFLECTION}" pede duas ou três perguntas em lista`);
  const heading: RootContent = {
    type: "heading",
    depth: 2,
    children: [{ type: "text", value: REFLECTION }],
    data: { hProperties: { className: ["caps"], id: "refletir" } },
  };
  const paragraphs = questions.flatMap((item) => item.children as RootContent[]);
  return {
    type: "blockquote",
    children: [heading, ...paragraphs] as never,
    data: { hName: "section", hProperties: { className: ["ponder"], ariaLabelledBy: ["refletir"] } },
  };
}

/** Turns `termo:`, `licao:`, `lang:` and `prancha:` addresses into what a page shows. */
function resolveLinks(node: Nodes, context: Context): void {
  if (node.type === "link") resolveLink(node, context);
  if (node.type === "image") resolveDrawing(node, context);
  if ("children" in node) for (const child of (node as Parent).children) resolveLinks(child, context);
}

function resolveLink(node: Link & { data?: Definition["data"] }, { targets, terms }: Context): void {
  const [scheme, id = ""] = node.url.split(":", 2);
  const set = (hName: string, hProperties: Record<string, unknown>) => {
    node.data = { hName, hProperties: { href: null, ...hProperties } } as never;
  };
  if (scheme === "termo") {
    if (!targets.hasTerm(id)) throw new LessonSourceError(`o termo "${id}" não existe no dicionário`);
    if (terms.includes(id)) throw new LessonSourceError(`o termo "${id}" está ligado mais de uma vez`);
    terms.push(id);
    set("button", { type: "button", className: ["term"], dataTerm: id, ariaExpanded: "false" });
  } else if (scheme === "licao") {
    const path = targets.lessonPath(id);
    if (!path) throw new LessonSourceError(`a lição "${id}" não existe`);
    node.url = path;
  } else if (scheme === "lang") set("cite", { lang: id });
  else throw new LessonSourceError(`endereço não aceito: ${node.url}`);
}

function resolveDrawing(node: Image & { data?: Definition["data"] }, { targets, drawings }: Context): void {
  const [scheme, slug = ""] = node.url.split(":", 2);
  const drawing = scheme === "prancha" ? targets.drawing(slug) : undefined;
  if (!drawing) throw new LessonSourceError(`a prancha "${node.url}" não existe`);
  if (!node.alt || !node.title) throw new LessonSourceError(`a prancha "${slug}" pede descrição e legenda`);
  drawings.set(slug, { ...drawing, caption: node.title, description: node.alt });
  node.data = {
    hName: "figure",
    hProperties: { src: null, alt: null, title: null, className: ["plate"], dataDrawing: slug },
  } as never;
}

/** Only what lessons are made of; everything else is dropped. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
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
    "button",
    "cite",
    "figure",
  ],
  attributes: {
    a: ["href", "id", "ariaLabel", "dataFootnoteRef", "dataFootnoteBackref", "ariaDescribedBy"],
    button: [["type", "button"], ["className", "term"], "dataTerm", "ariaExpanded"],
    cite: ["lang"],
    div: [["className", "beside"]],
    figure: [["className", "plate"], "dataDrawing"],
    h2: ["id", ["className", "caps"]],
    li: ["id"],
    p: [["className", "opening"]],
    section: [["className", "ponder", "footnotes"], "ariaLabelledBy", "dataFootnotes"],
    span: [["className", "sec"]],
  },
};

function toHtml(root: Root): string {
  const processor = unified()
    .use(remarkRehype, {
      clobberPrefix: "",
      footnoteLabel: "Fontes",
      footnoteLabelTagName: "h2",
      footnoteLabelProperties: { className: ["caps"] },
      footnoteBackContent: "Voltar",
      footnoteBackLabel: (reference: number) => `Voltar ao texto, nota ${reference + 1}`,
    })
    .use(rehypeSanitize, schema)
    .use(rehypeStringify);
  const tree = processor.runSync(root) as HastRoot;
  return processor
    .stringify(tree)
    .replaceAll(' data-footnote-ref aria-describedby="footnote-label"', "")
    .replace('id="footnote-label"', 'id="fontes"')
    .replace(/(<a href="#fn-[^"]+" id="fnref-[^"]+")>(\d+)</g, '$1 aria-label="Nota $2">$2<')
    .replace(/<p>(<figure[^>]*><\/figure>)<\/p>/g, "$1")
    .trim();
}

/** Drawings come from the repository, not from authors' text, and are set in after sanitising. */
function insertDrawings(html: string, drawings: Context["drawings"]): string {
  return html.replace(/<figure class="plate" data-drawing="([^"]+)"><\/figure>/g, (_, slug: string) => {
    const drawing = drawings.get(slug)!;
    const svg = drawing.svg.replace(
      "<svg ",
      `<svg role="img" aria-label="${escapeHtml(drawing.description)}" class="prancha-arte" `,
    );
    return `<figure class="plate"><div class="plate-art">${svg}</div><figcaption><span>${escapeHtml(drawing.caption)}</span><b>Pr. ${drawing.plate}</b></figcaption></figure>`;
  });
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export function plainText(node: Nodes): string {
  if (node.type === "footnoteReference") return "";
  if ("value" in node) return node.value;
  return "children" in node
    ? (node as Parent).children.map((child) => plainText(child)).join(node.type === "root" ? "\n" : "")
    : "";
}

function countWords(root: Root): number {
  const text = root.children
    .filter((node) => node.type !== "footnoteDefinition")
    .map((node) => (node.type === "list" ? node.children.map((item) => plainText(item)).join(" ") : plainText(node)))
    .join(" ");
  return text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
