import type { Heading, Image, Link, Nodes, Root } from "mdast";
import { coversDegree, DEGREE_LABEL, type Degree } from "#app/lib/degrees.ts";
import { fold } from "#app/lib/text.ts";
import { countWords, repeated } from "./finding.ts";
import { everyNode, textOf } from "./markdown.ts";

// What docs/content.md asks of lessons, articles and studies alike.

/** Of every lesson in modules.yaml, by id. */
export type LessonTitles = Map<string, { title: string; degree: Degree }>;

const LOOSE_REFERENCE = /\[\^([^\]]+)\]/g;

export const between = (count: number, least: number, most: number, what: string): string[] =>
  count < least || count > most ? [`${count} ${what}; o normal é de ${least} a ${most}`] : [];

/** Markdown that the texts are not made of, by node type. */
const NOT_USED: Partial<Record<Nodes["type"], string>> = {
  strong: "negrito",
  delete: "texto riscado",
  html: "HTML",
  code: "bloco de código",
  inlineCode: "código",
  thematicBreak: "uma linha (---)",
};

export const headingsOf = (root: Root): Heading[] => root.children.filter((node): node is Heading => node.type === "heading");

/** What a screen 320 px wide can show without scrolling sideways. */
const WIDEST_TABLE = 3;
const LONGEST_TABLE = 10;

/** Paragraphs, lists, tables, quotations, links and headings of the second level: nothing else. */
export function plainMarkdown(root: Root): string[] {
  const findings = everyNode(root).flatMap((node) => {
    if (node.type === "table")
      return [
        ...between(node.children[0]?.children.length ?? 0, 2, WIDEST_TABLE, "colunas numa tabela"),
        ...between(node.children.length - 1, 2, LONGEST_TABLE, "linhas numa tabela"),
      ];
    const what = NOT_USED[node.type];
    return what ? [`${what} não se usa aqui: “${textOf(node).slice(0, 50)}”`] : [];
  });
  for (const heading of headingsOf(root))
    if (heading.depth !== 2) findings.push(`título de nível ${heading.depth} (só se usa ##): “${textOf(heading)}”`);
  return findings;
}

/** Each note is used, and a work has its year. */
export function footnotes(root: Root, fewest: number, most: number): string[] {
  const nodes = everyNode(root);
  const defined = nodes.flatMap((node) => (node.type === "footnoteDefinition" ? [node.identifier] : []));
  const used = new Set(nodes.flatMap((node) => (node.type === "footnoteReference" ? [node.identifier] : [])));
  return [
    ...between(new Set(defined).size, fewest, most, "notas"),
    ...repeated(defined).map((id) => `a nota ${id} está escrita duas vezes`),
    ...defined.filter((id) => !used.has(id)).map((id) => `a nota ${id} não é chamada no texto`),
    ...[...textOf(root).matchAll(LOOSE_REFERENCE)].map(([, id]) => `a nota ${id} é chamada e não está escrita`),
    ...nodes.flatMap((node) => (node.type === "footnoteDefinition" ? source(node) : [])),
  ];
}

/** A work has a year; a work is what has a title in another language. */
function source(node: Nodes): string[] {
  const text = textOf(node);
  const titled = everyNode(node).some((child) => child.type === "link" && child.url.startsWith("lang:"));
  return titled && !/\d{2,4}|século|s\.d\./.test(text) ? [`falta o ano na fonte “${text}”`] : [];
}

/** One paragraph to three come before the first heading. */
export function opening(root: Root): string[] {
  const before = root.children.slice(0, Math.max(0, root.children.indexOf(headingsOf(root)[0]!)));
  return between(before.length, 1, 3, "parágrafos antes do primeiro título");
}

/** At most `most` drawings and four pictures, and none inside a sentence. */
export function drawingPlace(root: Root, most: number): string[] {
  const alone = root.children.flatMap((node) => (node.type === "paragraph" && node.children.length === 1 ? node.children : []));
  const { drawings, pictures } = imagesIn(root);
  const isInside = (image: Image) => !alone.includes(image);
  return [
    ...(drawings.length > most ? [`${drawings.length} pranchas; no máximo ${most}`] : []),
    ...(drawings.some(isInside) ? ["uma prancha está dentro de um parágrafo; ela pede linha própria"] : []),
    ...(pictures.length > MOST_PICTURES ? [`${pictures.length} imagens; no máximo ${MOST_PICTURES}`] : []),
    ...(pictures.some(isInside) ? ["uma imagem está dentro de um parágrafo; ela pede linha própria"] : []),
  ];
}

const MOST_PICTURES = 4;
const PICTURE = "imagem:";

/** The images of a text: drawings of the academy's, and pictures that authors sent. */
export function imagesIn(root: Root): Record<"drawings" | "pictures", Image[]> {
  const images = everyNode(root).filter((node) => node.type === "image");
  const isPicture = ({ url }: Image) => url.startsWith(PICTURE);
  return { drawings: images.filter((image) => !isPicture(image)), pictures: images.filter(isPicture) };
}

/** Pictures that are not there, or that some readers of the text may not see. @param known the degree of each */
export const closedPictures = (root: Root, degree: Degree, known: ReadonlyMap<string, Degree>): string[] =>
  imagesIn(root).pictures.flatMap(({ url }) => {
    const id = url.slice(PICTURE.length);
    const own = known.get(id);
    if (!own) return [`a imagem “${id}” não existe: envie-a pelo botão Imagem`];
    return coversDegree(degree, own)
      ? []
      : [`a imagem “${id}” é do grau de ${DEGREE_LABEL[own]}: envie-a de novo aqui, para que todo leitor a veja`];
  });

/** One sentence under the title, which does not repeat it. */
export function standfirst(text: string, title: string): string[] {
  const words = countWords(text);
  const findings = words > 25 ? [`a linha de abertura tem ${words} palavras; no máximo 25`] : [];
  if (countWords(title) > 2 && fold(text).includes(fold(title))) findings.push("a linha de abertura repete o título inteiro");
  if (/[.?]\s+\p{Lu}/u.test(text)) findings.push("a linha de abertura tem mais de uma frase");
  return findings;
}

/** What `[…](scheme:…)` points at, in the order of the text. */
export const linked = (root: Nodes, scheme: "documento" | "licao" | "termo"): string[] =>
  everyNode(root)
    .filter((node): node is Link => node.type === "link" && node.url.startsWith(`${scheme}:`))
    .map((link) => link.url.slice(scheme.length + 1));

/** Lessons that a reader of this degree cannot open. */
export const linksAbove = (ids: string[], degree: Degree, lessons: LessonTitles): string[] =>
  ids.flatMap((id) => {
    const target = lessons.get(id);
    return target && !coversDegree(degree, target.degree)
      ? [`liga para “${id}”, de grau mais alto: ${DEGREE_LABEL[target.degree]}`]
      : [];
  });

/** "Sentences mostly under 25 words": a text where many are longer reads heavily, whatever each of them says. */
export function longSentences(root: Root): string[] {
  const text = root.children
    .filter((node) => node.type === "paragraph")
    .map((node) => textOf(node))
    .join("\n");
  const sentences = text.split(/(?<=[.?])\s+|\n/);
  const long = sentences.filter((sentence) => countWords(sentence) > 25);
  return long.length > sentences.length / 4
    ? [`${long.length} de ${sentences.length} frases passam de 25 palavras; o normal é um quarto, no máximo`]
    : [];
}
