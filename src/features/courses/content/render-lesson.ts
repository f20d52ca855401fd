import type { Image, Nodes, Root, RootContent } from "mdast";
import { defaultSchema } from "rehype-sanitize";
import {
  type DocumentTargets,
  insertDocuments,
  isDocumentLink,
  resolveDocumentLink,
  withDocumentRooms,
} from "#app/features/documents/content/place-documents.ts";
import { measuresOfPicture, PICTURE_ID, pictureAddress } from "#app/lib/pictures.ts";
import { plateAddress } from "#app/lib/plates.ts";
import {
  type AllowList,
  COMMON_ATTRIBUTES,
  COMMON_TAGS,
  type Collected,
  countWords,
  escapeHtml,
  everyNode,
  SourceError as LessonSourceError,
  type LinkTargets,
  parseMarkdown,
  plainText,
  resolveTarget,
  sections,
  TABLE_TAGS,
  toHtml,
  unescapeHtml,
} from "#app/server/markdown/markdown.ts";

export { LessonSourceError };

/** What a lesson's links point at. Each returns undefined for an id that does not exist. */
export type LessonTargets = DrawingTargets & DocumentTargets;

/** What the links and drawings of every text of ours point at. */
export type DrawingTargets = LinkTargets & {
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

/** Heading that opens the closing box of questions. */
const REFLECTION = "Para refletir";

/**
 * Renders the Markdown of a lesson (format: docs/content.md) to sanitised HTML.
 * @throws LessonSourceError when a link points nowhere or a required part is missing
 */
export function renderLesson(markdown: string, targets: LessonTargets): RenderedLesson {
  const tree = parseMarkdown(markdown);
  const words = countWords(tree);
  const context: Context = { targets, terms: [], figures: [], headings: [] };
  const body = tree.children.filter((node) => node.type !== "footnoteDefinition");
  const split = body.findIndex((node) => node.type === "heading" && plainText(node) === REFLECTION);
  if (split < 0) throw new LessonSourceError(`falta o bloco "${REFLECTION}"`);
  const resolve = (node: RootContent) => everyNode(node, (each) => resolveAddress(each, context));
  const text = sections(body.slice(0, split).flatMap(withDocumentRooms), context, resolve);
  const reflection = reflectionBox(body.slice(split + 1));
  context.headings.push({ id: "refletir", title: REFLECTION });
  const definitions = tree.children.filter((node) => node.type === "footnoteDefinition");
  for (const definition of definitions) resolve(definition);
  if (definitions.length > 0) context.headings.push({ id: "fontes", title: "Fontes" });
  const root: Root = { type: "root", children: [...text, reflection, ...definitions] };
  return {
    html: insertDocuments(insertFigures(toHtml(root, schema), context.figures), targets, false),
    headings: context.headings,
    terms: context.terms,
    words,
  };
}

type Context = Collected & { targets: LessonTargets; figures: Figures };

/** The drawings and pictures of a text as HTML, in their order. */
export type Figures = string[];

/** The closing box: one paragraph per question. */
function reflectionBox(nodes: RootContent[]): RootContent {
  const questions = nodes.flatMap((node) => (node.type === "list" ? node.children : []));
  if (questions.length < 2 || questions.length > 3)
    throw new LessonSourceError(`"${REFLECTION}" pede duas ou três perguntas em lista`);
  return questionsBox(
    "refletir",
    REFLECTION,
    questions.flatMap((item) => item.children as RootContent[]),
  );
}

/** A box of questions that closes a text, each a paragraph. @param id of its heading */
export function questionsBox(id: string, title: string, questions: RootContent[]): RootContent {
  const heading: RootContent = {
    type: "heading",
    depth: 2,
    children: [{ type: "text", value: title }],
    data: { hProperties: { className: ["caps"], id } },
  };
  return {
    type: "blockquote",
    children: [heading, ...questions] as never,
    data: { hName: "section", hProperties: { className: ["ponder"], ariaLabelledBy: [id] } },
  };
}

/** Turns `termo:`, `licao:`, `documento:`, `lang:`, `prancha:` and `imagem:` addresses into what a page shows. */
function resolveAddress(node: Nodes, context: Context): void {
  if (node.type === "image") resolveFigure(node, context.targets, context.figures);
  if (node.type !== "link") return;
  if (isDocumentLink(node)) {
    resolveDocumentLink(node, context.targets);
    return;
  }
  const target = resolveTarget(node, context.targets);
  if (!target) throw new LessonSourceError(`endereço não aceito: ${node.url}`);
  if (target === true) return;
  if (context.terms.includes(target.term)) throw new LessonSourceError(`o termo "${target.term}" está ligado mais de uma vez`);
  context.terms.push(target.term);
}

/** Makes room for a drawing or a picture and notes it. @throws LessonSourceError when there is none, or it lacks description or caption */
export function resolveFigure(node: Image, targets: DrawingTargets, figures: Figures): void {
  const html = node.url.startsWith("imagem:") ? pictureHtml(node) : drawingHtml(node, targets);
  node.data = {
    hName: "figure",
    hProperties: { src: null, alt: null, title: null, dataFigure: String(figures.length) },
  } as never;
  figures.push(html);
}

function drawingHtml({ url, alt, title }: Image, targets: DrawingTargets): string {
  const [scheme, slug = ""] = url.split(":", 2);
  const drawing = scheme === "prancha" ? targets.drawing(slug) : undefined;
  if (!drawing) throw new LessonSourceError(`a prancha "${url}" não existe`);
  if (!alt || !title) throw new LessonSourceError(`a prancha "${slug}" pede descrição e legenda`);
  const svg = drawing.svg.replace("<svg ", `<svg role="img" aria-label="${escapeHtml(alt)}" class="prancha-arte" `);
  return `<figure class="plate"><div class="plate-art">${svg}</div><figcaption><span>${escapeHtml(title)}</span><b><a href="${plateAddress(drawing.plate)}">Pr. ${drawing.plate}</a></b></figcaption></figure>`;
}

/** Whether there is such a picture, and for whom, is looked up by the checks: its name says all that the page needs. */
function pictureHtml({ url, alt, title }: Image): string {
  const id = url.slice("imagem:".length);
  if (!PICTURE_ID.test(id)) throw new LessonSourceError(`a imagem "${id}" não existe`);
  if (!alt?.trim() || !title?.trim()) throw new LessonSourceError(`a imagem "${id}" pede descrição e legenda`);
  const { width, height } = measuresOfPicture(id);
  return `<figure class="plate picture"><img src="${pictureAddress(id)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async"><figcaption><span>${escapeHtml(title)}</span></figcaption></figure>`;
}

/** Only what lessons are made of; everything else is dropped. */
const schema: AllowList = {
  ...defaultSchema,
  clobber: [],
  tagNames: [...COMMON_TAGS, ...TABLE_TAGS, "figure"],
  attributes: { ...COMMON_ATTRIBUTES, figure: [["className", "plate"], "dataFigure", "dataDocument"] },
};

/** Drawings and pictures are made here, not by authors' text, and are set in after sanitising. */
export function insertFigures(html: string, figures: Figures): string {
  const alone = html.replace(/<p>(<figure[^>]*><\/figure>)<\/p>/g, "$1");
  return alone.replace(/<figure data-figure="(\d+)"><\/figure>/g, (_, index: string) => figures[Number(index)]!);
}

/** The drawings that a text asks for, from its Markdown. */
export function drawingsIn(tree: Root): { slug: string; caption: string; description: string }[] {
  const found: ReturnType<typeof drawingsIn> = [];
  everyNode(tree, (node) => {
    if (node.type === "image" && node.url.startsWith("prancha:"))
      found.push({ slug: node.url.slice("prancha:".length), caption: node.title ?? "", description: node.alt ?? "" });
  });
  return found;
}

const PLATE =
  /<figure class="plate"><div class="plate-art"><svg role="img" aria-label="([^"]*)"[\s\S]*?<\/svg><\/div><figcaption><span>([^<]*)<\/span><b><a href="[^"]*">Pr\. ([IVXLC]+)<\/a>/g;

/** The drawings that a text shows, from the HTML that `insertDrawings` made, and where each begins in it. */
export const drawingsOf = (html: string) =>
  [...html.matchAll(PLATE)].map(({ index, 1: description, 2: caption, 3: plate }) => ({
    plate: plate!,
    caption: unescapeHtml(caption!),
    description: unescapeHtml(description!),
    index,
  }));

/** The sources, as HTML, that a text names in the part in which it shows a drawing. */
export function sourcesBeside(html: string, plate: string): string[] {
  const drawing = drawingsOf(html).find((each) => each.plate === plate);
  if (!drawing) return [];
  const from = html.lastIndexOf("<h2 ", drawing.index);
  const to = html.indexOf("<h2 ", drawing.index);
  const part = html.slice(Math.max(0, from), to < 0 ? undefined : to);
  const notes = new Set([...part.matchAll(/<a href="#(fn-[^"]+)"/g)].map(([, id]) => id!));
  return [...notes].flatMap((id) => {
    const [, note] = new RegExp(`<li id="${id}">\\s*<p>([\\s\\S]*?)</p>`).exec(html) ?? [];
    return note ? [note.replace(/\s*<a href="#fnref-[^>]*>[\s\S]*?<\/a>/g, "").trim()] : [];
  });
}
