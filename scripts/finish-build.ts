/**
 * Finishes the build, so that a page is painted from its HTML alone: its styles stand in it, and fonts and scripts are fetched after
 * the first paint, because early ones take the line from the text. docs/performance.md has what that brings. Then every text file
 * gets a full-strength brotli copy beside it; the server reads both into memory.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".data"]);
const folder = join(import.meta.dirname, "../build/client");

/** Rules that fetch a font; those that name one of the device stay, because they stand in for it. */
const FETCHED_FONTS = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/** Style sheets wait as if for print, which keeps them from holding the page up, and bring their fonts when they are turned on. */
const SHEETS_ON = `document.querySelectorAll("link[media=print]").forEach(function(sheet){sheet.media="all"});`;

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
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) =>
    readFileSync(join(folder, href!), "utf8").replace(FETCHED_FONTS, ""),
  );
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="print"')
    .replace('<meta charSet="utf-8"/>', (meta) => `${meta}<style>${sheets.join("")}</style>`)
    .replace(/<script type="module" async="">([\s\S]*?)<\/script>/, (_, code: string) => afterFirstPaint(code));
}

/** Puts a page's module into a file of its own, and returns what loads it, and turns the style sheets on, once the page is seen. */
function afterFirstPaint(code: string): string {
  const address = `/assets/start-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
  writeFileSync(join(folder, address), code);
  return `<script>requestAnimationFrame(function(){setTimeout(function(){${SHEETS_ON}import("${address}")})})</script>`;
}
