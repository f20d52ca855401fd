import { create } from "content-disposition";
import type { Context } from "hono";
import { isUnchanged } from "../http/etag.ts";
import type { AppEnv } from "../http/routes.ts";
import type { StoredFile } from "./records.ts";
import type { ByteRange } from "./storage.ts";

export type Download = StoredFile & {
  /** The name it is saved under; without one it is shown in place (pictures of ours only). */
  saveAs?: string;
  cacheControl: "private, no-cache";
};

/**
 * Answers GET and HEAD for a stored file, whole or one range of it (RFC 9110, sections 13 and 14), streamed. It is never a page of
 * ours: fixed type, no sniffing (a header of every answer), and a policy that lets nothing in it run.
 */
export async function sendFile(c: Context<AppEnv>, file: Download): Promise<Response> {
  const etag = `"${file.sha256.slice(0, 27)}"`;
  c.header("etag", etag);
  c.header("cache-control", file.cacheControl);
  c.header("accept-ranges", "bytes");
  c.header("content-security-policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
  if (isUnchanged(c.req.header("if-none-match"), etag)) return c.body(null, 304);

  const ifRange = c.req.header("if-range");
  const range = ifRange === undefined || ifRange === etag ? parseRange(c.req.header("range"), file.size) : undefined;
  if (range === "unsatisfiable") {
    c.header("content-range", `bytes */${file.size}`);
    return c.body(null, 416);
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  // before the headers that describe it: an answer that says why there is none must not have them
  const body = c.req.method === "HEAD" ? null : await c.var.ctx.files.read(file.id, { start, end });
  c.header("content-type", file.mediaType);
  c.header("content-length", String(end - start + 1));
  c.header("content-disposition", file.saveAs === undefined ? "inline" : attachment(file.saveAs));
  if (range) c.header("content-range", `bytes ${start}-${end}/${file.size}`);
  const status = range ? 206 : 200;
  return body ? c.body(body, status) : c.body(null, status);
}

/** One range; several of them, or none that is understood, mean the whole file. */
function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Number(last);
    return length === 0 ? "unsatisfiable" : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** The name in plain letters for old programs, and whole for the others (RFC 6266). Any text makes a header that can be sent. */
function attachment(name: string): string {
  const fallback = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w .()-]/gu, "_");
  return create(name.toWellFormed(), { fallback });
}
