import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Hono } from "hono";
import { z } from "zod";
import { type Answers, byStatus, declaredAnswers, errorBody } from "#app/server/http/answers.ts";

/** Routes of the API that are about the API itself, and are no operations of it. */
const UNDESCRIBED = ["/api/openapi.json", "/api/docs"];

/**
 * Compares an answer with what its route declares (`doc`): the status, and the JSON against the declared schema, whose strict
 * objects refuse extra fields too; or the media type. Failures have the one error shape.
 * @throws Error with the route and what differs
 */
export async function checkAnswer(app: Hono<any>, method: string, path: string, response: Response): Promise<void> {
  const { pathname } = new URL(path, "http://academia.test");
  if (!pathname.startsWith("/api/") || UNDESCRIBED.includes(pathname)) return;
  const answers = answersOf(app, method === "HEAD" ? "GET" : method, pathname);
  const { status } = response;
  const body = answers && byStatus(answers)[status];
  const expected = status >= 400 && body === undefined ? errorBody : body;
  const fail = (what: string): never => {
    throw new Error(`${method} ${pathname} answered ${status}: ${what}`);
  };
  if (expected === undefined) return fail("its route declares no such answer");
  const type = response.headers.get("content-type")?.split(";")[0];
  if (expected === null) return type === undefined ? undefined : fail(`a body of ${type}, where none is declared`);
  if (!(expected instanceof z.ZodType)) return type && expected.includes(type) ? undefined : fail(`${type}, not ${expected}`);
  if (type !== "application/json") fail(`${type}, not JSON`);
  if (method === "HEAD") return;
  const { error } = expected.safeParse(await readJson(response.clone()));
  if (error) fail(z.prettifyError(error));
}

/** What the route of an address declares; undefined where no route matches, or it declares nothing. */
function answersOf(app: Hono<any>, method: string, pathname: string): Answers | undefined {
  for (const [[handler]] of app.router.match(method, pathname)[0] as [[object, unknown], unknown][]) {
    const answers = declaredAnswers(handler);
    if (answers) return answers;
  }
  return undefined;
}

/** Every operation of the API, as `METHOD /path`, that does not say what it answers. */
export function undeclaredOperations(app: Hono<any>): string[] {
  const operations = new Map<string, boolean>();
  for (const { method, path, handler } of app.routes) {
    if (method === "ALL" || !path.startsWith("/api/") || UNDESCRIBED.includes(path)) continue;
    const name = `${method} ${path}`;
    operations.set(name, operations.get(name) || declaredAnswers(handler) !== undefined);
  }
  return [...operations].filter(([, declares]) => !declares).map(([name]) => name);
}

async function readJson(response: Response): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get("content-encoding");
  const text = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString());
}
