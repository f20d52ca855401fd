import { collapse } from "./anchor.policy.ts";

const BLOCK = "p|li|ul|ol|dl|dt|dd|div|section|blockquote|figure|figcaption|details|summary|table|thead|tbody|tr|th|td";
/** What has no passages: drawings, headings, the ways back from footnotes, and their numbers, which change when another is added. */
const WITHOUT = /<(svg|h[1-6]|sup)\b[\s\S]*?<\/\1>|<a [^>]*data-footnote-backref[^>]*>[^<]*<\/a>/g;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The paragraphs of a text that was rendered by the server, collapsed, as the browser finds them on its page (components/passages.ts). */
export function paragraphsOf(html: string): string[] {
  return html
    .replace(WITHOUT, "")
    .split(new RegExp(`</?(?:${BLOCK})\\b[^>]*>`))
    .map((run) => collapse(decoded(run.replace(/<[^>]*>/g, ""))))
    .filter((text) => text !== "");
}

const decoded = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10)) : (NAMED[name] ?? whole),
  );
