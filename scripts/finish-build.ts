/**
 * Finishes the build, so that a page can be painted from its HTML alone: its styles stand in it (the style sheets are still fetched,
 * out of the way, for the pages after it), and its scripts are fetched after the first paint, because early ones take the line from
 * the text and its fonts. docs/performance.md has what that brings. Then every text file gets a full-strength brotli copy beside it;
 * the server reads both into memory.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".data"]);
const folder = join(import.meta.dirname, "../build/client");

const filesOf = (extensions: (extension: string) => boolean): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));

for (const path of filesOf((extension) => extension === ".html")) writeFileSync(path, selfContained(readFileSync(path, "utf8")));
for (const path of filesOf((extension) => TEXT.has(extension))) {
  const body = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }));
}

function selfContained(html: string): string {
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) =>
    readFileSync(join(folder, href!), "utf8"),
  );
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="print"')
    .replace('<meta charSet="utf-8"/>', (meta) => `${meta}<style>${styles.join("")}</style>`)
    .replace(/<script type="module" async="">([\s\S]*?)<\/script>/, (_, code: string) => afterFirstPaint(code));
}

/** Puts a module into a file of its own and returns what loads it once the page was shown. */
function afterFirstPaint(code: string): string {
  const address = `/assets/start-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
  writeFileSync(join(folder, address), code);
  return `<script>requestAnimationFrame(function(){setTimeout(function(){import("${address}")})})</script>`;
}
