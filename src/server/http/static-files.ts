import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import type { Env } from "../env.ts";
import { acceptedEncoding, type Encoded, type Encoding, encode } from "./encodings.ts";
import { isUnchanged } from "./etag.ts";
import { securityHeaders } from "./security.ts";

/** Addresses outside /api that the application answers. */
const OF_THE_APPLICATION = new Set(["/healthz", "/readyz", "/metrics"]);

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".data": "text/x-script; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const COMPRESSED = new Set([".html", ".data", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest"]);

type Variant = { body: Buffer; headers: Record<string, string | number> };
type StaticFile = { etag: string; variant: (encoding: Encoding) => Variant; notModified: Record<string, string | number> };

export type StaticFiles = {
  /** Answers a GET or HEAD for a built file and says whether it did. A page that has parameters gets its shell. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/**
 * Reads the whole build (a few megabytes) into memory, each file compressed once at the most, so that a request costs a look-up: no path of a request
 * ever touches the file system. Hashed assets are immutable; pages are revalidated by ETag.
 * @param folders of this build, and then of the one before it (former-files.ts); of two files with one address the first counts
 * @param shellOf of an address that is no file: where its page's shell is, if it has one of its own, and whether the page knows the
 * address; undefined where there is no page
 * @param standIn the address of the file that is given in the place of another one now
 */
export function loadStaticFiles(
  folders: readonly string[],
  env: Env,
  shellOf: (path: string) => { shell: string; status: 200 | 404 } | undefined,
  standIn: (path: string) => string | undefined = () => undefined,
): StaticFiles {
  const files = new Map<string, StaticFile>();
  for (const folder of folders.filter((folder) => existsSync(folder))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith(".") || entry.name.endsWith(".br")) continue;
      const path = join(entry.parentPath, entry.name);
      const address = `/${relative(folder, path).replaceAll("\\", "/")}`;
      const page = address.endsWith("/index.html") ? address.slice(0, -"/index.html".length) || "/" : address;
      if (!files.has(page)) files.set(page, prepare(path, address, env));
    }
  }
  const fallback = files.get("/__spa-fallback.html");
  const notFound = files.get("/404") ?? fallback;
  return {
    serve: (request, response) => {
      let path = pathOf(request.url ?? "/");
      if (path.startsWith("/api/") || OF_THE_APPLICATION.has(path)) return false;
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      if (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
      path = standIn(path) ?? path;
      const page = files.has(path) ? undefined : shellOf(path);
      const file = files.get(path) ?? (page && (files.get(page.shell) ?? fallback));
      if (file) send(request, response, file, page?.status ?? 200);
      else if (notFound && (extname(path) === "" || wantsPage(request))) send(request, response, notFound, 404);
      else return false;
      return true;
    },
  };
}

/** Whether a person asks, who sees what comes: browsers name HTML only where they go to an address. */
const wantsPage = ({ headers }: IncomingMessage): boolean => headers.accept?.includes("text/html") ?? false;

/** The path of a request's target, which is the whole address where a proxy sends it so (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  if (!target.startsWith("/")) return URL.parse(target)?.pathname ?? target;
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

function prepare(path: string, address: string, env: Env): StaticFile {
  const body = readFileSync(path);
  const type = extname(path);
  // Weak: the same for every encoding of the file.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const scripts = type === ".html" ? inlineScripts(body.toString("utf8")) : [];
  const common = {
    ...securityHeaders(env, scripts),
    "cache-control": address.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    etag,
    vary: "accept-encoding",
  };
  const bodies: Encoded = COMPRESSED.has(type) ? encode(body, brotliOf(path)) : { identity: body, gzip: body, br: body };
  const variants: Partial<Record<Encoding, Variant>> = {};
  const make = (encoding: Encoding): Variant => ({
    body: bodies[encoding],
    headers: {
      ...common,
      "content-type": TYPES[type] ?? "application/octet-stream",
      "content-length": bodies[encoding].length,
      ...(bodies[encoding] !== body && { "content-encoding": encoding }),
    },
  });
  const variant = (encoding: Encoding) => {
    variants[encoding] ??= make(encoding);
    return variants[encoding];
  };
  return { etag, notModified: common, variant };
}

/** Brotli at full strength is slow, so the build leaves it beside the file. */
const brotliOf = (path: string): Buffer | undefined => (existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined);

/** CSP sources of a page's inline scripts: their hashes. */
export function inlineScripts(html: string): string[] {
  const sources = new Set<string>();
  for (const [, code] of html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    sources.add(`'sha256-${createHash("sha256").update(code!).digest("base64")}'`);
  }
  return [...sources];
}

function send(request: IncomingMessage, response: ServerResponse, file: StaticFile, status: number): void {
  if (status === 200 && isUnchanged(request.headers["if-none-match"], file.etag)) {
    response.writeHead(304, file.notModified).end();
    return;
  }
  const { body, headers } = file.variant(acceptedEncoding(request.headers["accept-encoding"]?.toString()));
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}
