import TurndownService from "turndown";

/** What word processors leave in a page and no reader sees. */
const UNSEEN: (keyof HTMLElementTagNameMap)[] = ["style", "script", "meta", "link", "title"];

/** Taken out before the browser reads it, whose policy would complain of each style. */
const WITHOUT = /<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style>|\s(?:style|class|lang)=(?:"[^"]*"|'[^']*')/g;

/**
 * Turns what is pasted from a word processor or a page into the Markdown that lessons are made of: paragraphs, headings, emphasis, lists
 * and quotations. Links, colours, fonts, pictures and tables' ornaments stay behind.
 */
export function markdownOf(html: string): string {
  const service = new TurndownService({ headingStyle: "atx", emDelimiter: "*", bulletListMarker: "-", hr: "", br: " " });
  service.remove(UNSEEN);
  service.remove("img");
  service.addRule("headings", {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement: (content) => (content.trim() ? `\n\n## ${content.trim()}\n\n` : ""),
  });
  service.addRule("strong", { filter: ["strong", "b"], replacement: (content) => content });
  service.addRule("links", { filter: "a", replacement: (content) => content });
  return service
    .turndown(html.replace(WITHOUT, ""))
    .replace(/\u00a0/g, " ")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
