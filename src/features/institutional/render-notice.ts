import type { Nodes, RootContent } from "mdast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { slugOf } from "#app/lib/text.ts";
import type { Notice, NoticeSection } from "./institutional.schema.ts";

/** Only what these documents are made of; everything else is dropped. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: ["p", "ul", "ol", "li", "a", "strong", "em"],
  attributes: { a: ["href"] },
  protocols: { href: ["http", "https", "mailto"] },
};

/**
 * Renders a document of `content/`: Markdown whose second-level headings part it into numbered sections.
 * @throws Error when two headings would have the same anchor
 */
export function renderNotice({ version, date, markdown }: { version: string; date: string; markdown: string }): Notice {
  const nodes = unified().use(remarkParse).parse(markdown).children;
  const starts = nodes.flatMap((node, index) => (node.type === "heading" && node.depth === 2 ? [index] : []));
  const sections = starts.map((start, index): NoticeSection => {
    const title = plainText(nodes[start]!);
    return { id: slugOf(title), number: index + 1, title, html: toHtml(nodes.slice(start + 1, starts[index + 1])) };
  });
  if (new Set(sections.map(({ id }) => id)).size < sections.length) throw new Error("duas seções têm o mesmo título");
  return { version, date, introduction: toHtml(nodes.slice(0, starts[0])), sections };
}

/** A heading's words, whatever they are set in. */
function plainText(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(plainText).join("") : "";
}

function toHtml(nodes: RootContent[]): string {
  const processor = unified().use(remarkRehype).use(rehypeSanitize, schema).use(rehypeStringify);
  return processor.stringify(processor.runSync({ type: "root", children: nodes }));
}
