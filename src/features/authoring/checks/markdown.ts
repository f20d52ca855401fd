import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

export const parseMarkdown = (markdown: string): Root => unified().use(remarkParse).use(remarkGfm).parse(markdown);

/** Put in place of foreign text that was removed: a new line, so that what is left does not join over the gap. */
const GAP = "…\n";

const INLINE_PARENTS = new Set(["paragraph", "heading", "link", "emphasis", "strong", "delete"]);

/** A node and everything in it, outermost first. */
export const everyNode = (node: Nodes): Nodes[] => [
  node,
  ...("children" in node ? node.children.flatMap((child) => everyNode(child)) : []),
];

/** What a reader sees of a node, a line for each block; captions included, `[…](lang:…)` on demand. */
export function textOf(node: Nodes, foreign: "with foreign text" | "without foreign text" = "with foreign text"): string {
  if (node.type === "link" && node.url.startsWith("lang:") && foreign === "without foreign text") return GAP;
  if (node.type === "image") return `${node.alt ?? ""}\n${node.title ?? ""}`;
  if ("value" in node) return node.value.replaceAll("\n", " ");
  if (!("children" in node)) return "";
  return node.children.map((child) => textOf(child, foreign)).join(INLINE_PARENTS.has(node.type) ? "" : "\n");
}

/** The words a lesson calls its own, for comparison with other lessons: no sources, no foreign text. */
export function ownText(markdown: string): string {
  const root = parseMarkdown(markdown);
  return textOf(
    { ...root, children: root.children.filter((node) => node.type !== "footnoteDefinition") },
    "without foreign text",
  );
}
