/**
 * Finishes the build, so that nothing takes the line from a page's text: fonts and scripts are fetched after the first paint
 * (docs/decisions/0008-fonts-and-scripts-after-the-first-paint.md). Then every text file gets a full-strength brotli copy beside it;
 * the server reads both into memory.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".data"]);
const folder = join(import.meta.dirname, "../build/client");

/** Rules that fetch a font; those that name one of the device stay, because they stand in for it. */
const FETCHED_FONTS = /@font-face\s*\{[^}]*url\([^}]*\}/g;

const filesOf = (has: (extension: string) => boolean): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));

const fonts: string[] = [];
for (const path of filesOf((extension) => extension === ".css")) {
  const sheet = readFileSync(path, "utf8").replace(FETCHED_FONTS, (rule) => {
    fonts.push(rule);
    return "";
  });
  writeFileSync(path, sheet);
}
/** A sheet that waits as if for print, which keeps it from holding the page up. */
const fontsLink = `<link rel="stylesheet" media="print" href="${asset("fonts", "css", fonts.join(""))}">`;

for (const path of filesOf((extension) => extension === ".html")) writeFileSync(path, lightened(readFileSync(path, "utf8")));

for (const path of filesOf((extension) => TEXT.has(extension))) {
  const body = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }));
}

/** Writes a hashed asset and returns its address. */
function asset(name: string, extension: string, content: string): string {
  const address = `/assets/${name}-${createHash("sha256").update(content).digest("base64url").slice(0, 8)}.${extension}`;
  writeFileSync(join(folder, address), content);
  return address;
}

/** A page whose module, now in a file of its own, and whose fonts are fetched once it was seen. */
function lightened(html: string): string {
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
    .replace("</head>", `${fontsLink}</head>`)
    .replace(/<script type="module" async="">([\s\S]*?)<\/script>/, (_, code: string) => {
      const fontsOn = 'document.querySelector("link[media=print]").media="all"';
      return `<script>requestAnimationFrame(function(){setTimeout(function(){${fontsOn};import("${asset("start", "js", code)}")})})</script>`;
    });
}
