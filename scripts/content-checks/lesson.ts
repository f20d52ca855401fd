import type { Heading, Link, Nodes, Root, RootContent } from "mdast";
import type { LessonSource } from "../../src/features/courses/content/read-content.ts";
import { LessonSourceError, renderLesson } from "../../src/features/courses/content/render-lesson.ts";
import { studyMinutes } from "../../src/features/courses/study-time.ts";
import { compareDegrees, DEGREE_LABEL, type Degree } from "../../src/lib/degrees.ts";
import { fold } from "../../src/lib/text.ts";
import { countWords, repeated } from "./finding.ts";
import { type Forbidden, findForbidden } from "./forbidden.ts";
import { everyNode, parseMarkdown, textOf } from "./markdown.ts";

/** What the check of one lesson has to know of the rest of the content. */
export type LessonSurroundings = {
  /** Of every lesson in modules.yaml, by id. */
  lessons: Map<string, { title: string; degree: Degree }>;
  terms: Set<string>;
  drawings: Set<string>;
  forbidden: Forbidden;
};

const REFLECTION = "Para refletir";
const LOOSE_REFERENCE = /\[\^([^\]]+)\]/g;

/** Everything mechanical that docs/content.md asks of one lesson, as messages an author can act on. */
export function checkLesson(source: LessonSource, surroundings: LessonSurroundings): string[] {
  const root = parseMarkdown(source.markdown);
  return [
    ...rendering(source, surroundings),
    ...shape(root),
    ...footnotes(root),
    ...lessonLinks(root, source.id, surroundings),
    ...standfirst(source, surroundings),
    ...longSentences(root),
    ...findForbidden(`${source.standfirst}\n${textOf(root)}`, surroundings.forbidden),
  ];
}

const between = (count: number, least: number, most: number, what: string): string[] =>
  count < least || count > most ? [`${count} ${what}; ${least} to ${most} wanted`] : [];

/** Renders with targets that accept every address and note the missing ones, so that one bad link does not hide the next. */
function rendering({ markdown }: LessonSource, { lessons, terms, drawings }: LessonSurroundings): string[] {
  const findings: string[] = [];
  const noted = (exists: boolean, message: string) => {
    if (!exists) findings.push(message);
  };
  const drawing = (slug: string) => {
    noted(drawings.has(slug), `the drawing “${slug}” is not in drawings.yaml`);
    return { svg: "<svg ></svg>", plate: "" };
  };
  const hasTerm = (slug: string) => {
    noted(terms.has(slug), `the term “${slug}” is not in the dictionary`);
    return true;
  };
  const lessonPath = (id: string) => {
    noted(lessons.has(id), `the lesson “${id}” is not in modules.yaml`);
    return "/";
  };
  try {
    const lesson = renderLesson(markdown, { lessonPath, hasTerm, drawing });
    const minutes = studyMinutes(lesson.words);
    return [
      ...findings,
      ...between(lesson.words, 700, 1200, "words"),
      ...between(minutes, 10, 29, "minutes of study"),
      ...between(lesson.terms.length, 3, 8, "dictionary terms linked"),
    ];
  } catch (error) {
    if (error instanceof LessonSourceError) return [...findings, `does not render: ${error.message}`];
    throw error;
  }
}

/** Markdown that a lesson is not made of, by node type. */
const NOT_USED: Partial<Record<Nodes["type"], string>> = {
  strong: "bold",
  delete: "struck out text",
  html: "HTML",
  table: "a table",
  code: "a code block",
  inlineCode: "code",
  thematicBreak: "a rule (---)",
  blockquote: "a block quotation",
};

function shape(root: Root): string[] {
  const findings = everyNode(root).flatMap((node) => {
    const what = NOT_USED[node.type];
    return what ? [`${what} is not used in lessons: “${textOf(node).slice(0, 50)}”`] : [];
  });
  const headings = root.children.filter((node): node is Heading => node.type === "heading");
  for (const heading of headings)
    if (heading.depth !== 2) findings.push(`heading of level ${heading.depth} (only ## is used): “${textOf(heading)}”`);
  const split = root.children.findIndex((node) => node.type === "heading" && textOf(node) === REFLECTION);
  if (split >= 0) {
    const blocks = headings.filter((heading) => heading.depth === 2 && root.children.indexOf(heading) < split);
    findings.push(...between(blocks.length, 3, 4, `## blocks before “${REFLECTION}”`));
    findings.push(...reflection(root.children.slice(split + 1).filter((node) => node.type !== "footnoteDefinition")));
  }
  const opening = root.children.slice(0, Math.max(0, root.children.indexOf(headings[0]!)));
  findings.push(...between(opening.length, 1, 3, "paragraphs before the first heading"));
  return [...findings, ...drawingPlace(root)];
}

/** The list of questions and nothing else: the renderer leaves out whatever stands beside the list. */
function reflection(nodes: RootContent[]): string[] {
  const [list, ...rest] = nodes;
  if (list?.type !== "list") return [`“${REFLECTION}” has to begin with its list of questions`];
  const findings = between(list.children.length, 2, 3, `questions in “${REFLECTION}”`);
  for (const item of list.children)
    if (!textOf(item).includes("?")) findings.push(`no question in “${REFLECTION}”: “${textOf(item)}”`);
  for (const node of rest) findings.push(`stands after the questions and would not be shown: “${textOf(node).slice(0, 50)}”`);
  return findings;
}

function drawingPlace(root: Root): string[] {
  const images = everyNode(root).filter((node) => node.type === "image");
  const alone = root.children.filter(
    (node) => node.type === "paragraph" && node.children.length === 1 && node.children[0]!.type === "image",
  );
  const findings = images.length > 1 ? [`${images.length} drawings; at most one wanted`] : [];
  if (alone.length < images.length) findings.push("a drawing stands inside a paragraph; it wants a line of its own");
  return findings;
}

function footnotes(root: Root): string[] {
  const nodes = everyNode(root);
  const defined = nodes.flatMap((node) => (node.type === "footnoteDefinition" ? [node.identifier] : []));
  const used = new Set(nodes.flatMap((node) => (node.type === "footnoteReference" ? [node.identifier] : [])));
  return [
    ...between(new Set(defined).size, 2, 6, "footnotes"),
    ...repeated(defined).map((id) => `footnote ${id} is defined twice`),
    ...defined.filter((id) => !used.has(id)).map((id) => `footnote ${id} is not used in the text`),
    ...[...textOf(root).matchAll(LOOSE_REFERENCE)].map(([, id]) => `footnote ${id} is used but not defined`),
    ...nodes.flatMap((node) => (node.type === "footnoteDefinition" ? source(node) : [])),
  ];
}

/** A work has a year; a work is what has a title in another language. */
function source(node: Nodes): string[] {
  const text = textOf(node);
  const titled = everyNode(node).some((child) => child.type === "link" && child.url.startsWith("lang:"));
  return titled && !/\d{2,4}|século|s\.d\./.test(text) ? [`the source “${text}” has no year`] : [];
}

function lessonLinks(root: Root, ownId: string, { lessons }: LessonSurroundings): string[] {
  const links = everyNode(root).filter((node): node is Link => node.type === "link" && node.url.startsWith("licao:"));
  const targets = links.map((link) => link.url.slice("licao:".length));
  const findings = targets.includes(ownId) ? ["links to itself"] : [];
  if (!targets.some((id) => id !== ownId)) findings.push("no link to another lesson");
  const own = lessons.get(ownId);
  for (const id of targets) {
    const target = lessons.get(id);
    if (own && target && compareDegrees(target.degree, own.degree) > 0)
      findings.push(`links to ${id}, of the higher degree ${DEGREE_LABEL[target.degree]}`);
  }
  return findings;
}

function standfirst({ id, standfirst }: LessonSource, { lessons }: LessonSurroundings): string[] {
  const words = countWords(standfirst);
  const findings = words > 25 ? [`the standfirst has ${words} words; at most 25 wanted`] : [];
  const title = lessons.get(id)?.title ?? "";
  if (countWords(title) > 2 && fold(standfirst).includes(fold(title))) findings.push("the standfirst repeats the whole title");
  if (/[.?]\s+\p{Lu}/u.test(standfirst)) findings.push("the standfirst is more than one sentence");
  return findings;
}

/** "Sentences mostly under 25 words": a lesson where many are longer reads heavily, whatever each of them says. */
function longSentences(root: Root): string[] {
  const text = root.children
    .filter((node) => node.type === "paragraph")
    .map((node) => textOf(node))
    .join("\n");
  const sentences = text.split(/(?<=[.?])\s+|\n/);
  const long = sentences.filter((sentence) => countWords(sentence) > 25);
  return long.length > sentences.length / 4
    ? [`${long.length} of ${sentences.length} sentences have more than 25 words; at most a quarter wanted`]
    : [];
}
