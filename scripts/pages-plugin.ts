/**
 * What the build adds to React Router's, so that nothing holds up a page's text: fonts and scripts are fetched after the first paint
 * (docs/decisions/0008-fonts-and-scripts-after-the-first-paint.md). It compiles the scripts that a page's head holds (`?inline-script`),
 * finishes the prerendered pages, writes the service worker (scripts/worker.ts), leaves a full-strength brotli copy beside every text file, which the server reads with it, and writes
 * the final list of files with their hashes (build/pages/files.json).
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import { minifySync, type Plugin, transformWithOxc } from "vite";
import { PAGE_NOT_LOADED } from "../src/lib/page-not-loaded.ts";
import { type Page, pageOfShell } from "../src/pages.ts";
import { writeWorker } from "./worker.ts";

const TEXT = new Set([".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".data"]);
const INLINE = "?inline-script";

/**
 * Where React Router loads the page again because a module of it did not come. Without a connection that ends at the browser's own page,
 * and what was being read is gone: here the error reaches our `ErrorBoundary` (src/root.tsx).
 */
const RELOAD =
  /console\.error\(`Error loading route module[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/** Rules that fetch a font; those that name one of the device stay, because they are its fallback. */
const FETCHED_FONTS = /@font-face\s*\{[^}]*url\([^}]*\}/g;

export function pagesPlugin(): Plugin {
  return {
    name: "pages",
    sharedDuringBuild: true,
    async load(id) {
      if (!id.endsWith(INLINE)) return;
      const file = id.slice(0, -INLINE.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(await inlineScript(file, readFileSync(file, "utf8")))}`;
    },
    transform: {
      filter: { id: /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js/ },
      handler(code) {
        const changed = code.replace(RELOAD, `throw new Error(${JSON.stringify(PAGE_NOT_LOADED)}, { cause: error });`);
        if (changed === code) this.error("React Router no longer reloads a page whose module is missing as it did");
        return changed;
      },
    },
    /** The program of the pages is loaded before they are asked for: each has ten seconds, and on a busy machine the first took them all. */
    async configurePreviewServer({ config: { root } }) {
      const program = join(root, "build/pages/server/index.js");
      if (existsSync(program)) await import(pathToFileURL(program).href);
    },
    config: {
      order: "post", // around React Router's, which prerenders
      handler: ({ builder: { buildApp } = {}, root = process.cwd() }) => ({
        builder: {
          async buildApp(builder) {
            await buildApp?.(builder);
            const early = ["ask-early", "show-early"].map((name) => join(root, `src/early/${name}.ts`));
            const codes = await Promise.all(early.map((file) => inlineScript(file, readFileSync(file, "utf8"))));
            await finishBuild(root, codes.join(""));
          },
        },
      }),
    },
  };
}

/** The code of a TypeScript file without imports, to be run at once and to leave no names behind. */
async function inlineScript(file: string, source: string): Promise<string> {
  const { code } = await transformWithOxc(source, file);
  const body = code.replace(/^export \{\};?$/m, "");
  return minifySync(file, `(()=>{${body}})()`, { module: false }).code.trim();
}

/** @param earlyCode the script that asks for a page's data and shows it */
async function finishBuild(root: string, earlyCode: string): Promise<void> {
  const folder = join(root, "build/pages");
  const client = join(folder, "client");
  const filesOf = (has: (extension: string) => boolean): string[] =>
    readdirSync(client, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && has(extname(entry.name)))
      .map((entry) => join(entry.parentPath, entry.name));
  /** Writes a hashed asset and returns its address. */
  const asset = (name: string, extension: string, content: string): string => {
    const address = `/assets/${name}-${hashOf(content).slice(0, 8)}.${extension}`;
    writeFileSync(join(client, address), content);
    return address;
  };

  const fonts: string[] = [];
  for (const path of filesOf((extension) => extension === ".css")) {
    const sheet = readFileSync(path, "utf8");
    fonts.push(...(sheet.match(FETCHED_FONTS) ?? []));
    writeFileSync(path, sheet.replace(FETCHED_FONTS, ""));
  }
  const fontsAddress = asset("fonts", "css", fonts.join(""));
  for (const path of filesOf((extension) => extension === ".html")) {
    const page = pageOfShell(`/${relative(client, dirname(path)).replaceAll("\\", "/")}`);
    const keepModule = (code: string) => asset("start", "js", code);
    const early = page && earlyScript(page, earlyCode);
    writeFileSync(path, finishPage(readFileSync(path, "utf8"), fontsAddress, keepModule, early));
  }

  await writeWorker(root, client);
  const files: Record<string, string> = {};
  const compressed: Promise<void>[] = [];
  for (const path of filesOf((extension) => extension !== ".br")) {
    const body = readFileSync(path);
    files[`/${relative(client, path).replaceAll("\\", "/")}`] = hashOf(body);
    if (TEXT.has(extname(path))) compressed.push(writeCompressed(path, body));
  }
  await Promise.all(compressed);
  writeFileSync(join(folder, "files.json"), `${JSON.stringify(files, null, 1)}\n`);
}

const compress = promisify(brotliCompress);

/** At full strength, which takes a third of the build on one processor: the threads of zlib share it. */
async function writeCompressed(path: string, body: Buffer): Promise<void> {
  writeFileSync(`${path}.br`, await compress(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }));
}

const hashOf = (content: string | Buffer) => createHash("sha256").update(content).digest("base64url");

/**
 * A page whose module, now in its own file, and whose fonts are fetched once the page was painted. The sheet of the fonts waits
 * as if for print, which keeps it from holding the page up. The shell of a member's page, which shows little without its scripts,
 * has them fetched at once, but after its data, and the fonts after them.
 * @param keepModule writes the module's code to a file and returns its address
 * @param early of a shell: the script that asks for its data; it comes before the styles, for which a script waits
 */
export function finishPage(html: string, fontsAddress: string, keepModule: (code: string) => string, early?: string): string {
  const changes: { from: number; to: number; text: string }[] = [];
  const replace = ({ sourceCodeLocation: place }: Element, text: string) =>
    changes.push({ from: place!.startOffset, to: place!.endOffset, text });
  const elements = [...elementsOf(parse(html, { sourceCodeLocationInfo: true }))];
  for (const element of elements) {
    const { src, rel, type, href } = attributesOf(element);
    if (element.tagName === "link" && rel === "modulepreload") replace(element, early ? preload(href!) : "");
    if (element.tagName === "script" && type === "module" && src === undefined) {
      const address = keepModule(awaitingTheEntry(codeOf(element)));
      replace(element, early ? preload(address) + shellStart(address) : pageStart(address));
    }
    const end = element.tagName === "head" && element.sourceCodeLocation?.endTag?.startOffset;
    if (end) changes.push({ from: end, to: end, text: `<link rel="stylesheet" media="print" href="${fontsAddress}">` });
  }
  if (early) {
    const first = elements.find((element) => attributesOf(element).rel === "stylesheet")!.sourceCodeLocation!.startOffset;
    changes.push({ from: first, to: first, text: early });
  }
  return changes
    .toSorted((one, other) => other.from - one.from)
    .reduce((page, { from, to, text }) => page.slice(0, from) + text + page.slice(to), html);
}

/** The module's last line imports the application without waiting for it; a failure of that is one of the module. */
const awaitingTheEntry = (code: string) => code.replace(/import\(("[^"]+")\);?\s*$/, "await import($1);");

const FONTS = `document.querySelector("link[media=print]").media="all"`;

const FAILED = `.catch(function(){dispatchEvent(new Event("page-not-loaded"))})`;

const pageStart = (address: string) =>
  `<script>requestAnimationFrame(function(){setTimeout(function(){${FONTS};import("${address}")${FAILED}})})</script>`;

const shellStart = (address: string) =>
  `<script>requestAnimationFrame(function(){setTimeout(function(){import("${address}")${FAILED}.finally(function(){${FONTS}})})})</script>`;

/** The browser finds these before any script of ours runs: of low priority they leave the line to the page's data. */
const preload = (address: string) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`;

/** The script that asks for the page's data, with what it asks for. */
const earlyScript = ({ path, data = [] }: Page, code: string) =>
  `<script data-path="${path}" data-data="${data.join(" ")}">${code}</script>`;

const attributesOf = ({ attrs }: Element): Record<string, string | undefined> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

type Element = DefaultTreeAdapterTypes.Element;

function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of node.childNodes) {
    if (!defaultTreeAdapter.isElementNode(child)) continue;
    yield child;
    yield* elementsOf(child);
  }
}

const codeOf = (element: Element): string =>
  element.childNodes.map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : "")).join("");
