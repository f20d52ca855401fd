import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { AppError } from "#app/lib/errors.ts";
import type { AppEnv } from "./routes.ts";

/** `path` is exact, or with a closing `*` a beginning; `bytes` the largest body; `seconds` the longest that sending it may take. */
export type BodyLimit = { path: string; bytes: number; seconds: number; message?: string };

const WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS"]);

const limitFor = (limits: readonly BodyLimit[], path: string): BodyLimit | undefined =>
  limits.find((limit) => (limit.path.endsWith("*") ? path.startsWith(limit.path.slice(0, -1)) : path === limit.path));

/**
 * Refuses bodies that are too large: at once when their length is declared, else on the byte too many, while they are read.
 * Nothing is held in memory here, so that files pass through as they come.
 */
export function limitBodies(limits: readonly BodyLimit[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const limit = WITHOUT_BODY.has(c.req.method) ? undefined : limitFor(limits, c.req.path);
    if (!limit) return next();
    const tooLarge = () => new AppError("too_large", { message: limit.message });
    const declared = c.req.header("content-length");
    if (declared !== undefined && c.req.header("transfer-encoding") === undefined) {
      if (Number(declared) > limit.bytes) throw tooLarge();
      return next();
    }
    if (!c.req.raw.body) return next();
    let size = 0;
    const counted = c.req.raw.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          size += chunk.byteLength;
          if (size > limit.bytes) controller.error(tooLarge());
          else controller.enqueue(chunk);
        },
      }),
    );
    c.req.raw = new Request(c.req.raw, { body: counted, duplex: "half" } as RequestInit);
    await next();
    if (size > limit.bytes) throw tooLarge(); // whatever the reader made of the cut
  };
}

/** The longest that any body may take, in seconds: what the HTTP server itself allows. */
export const longestBody = (limits: readonly BodyLimit[]): number => Math.max(...limits.map(({ seconds }) => seconds));

/** Ends a connection whose body does not arrive in the time its address allows. */
export function endSlowBody(limits: readonly BodyLimit[], request: IncomingMessage, response: ServerResponse): void {
  if (WITHOUT_BODY.has(request.method ?? "")) return;
  const { seconds } = limitFor(limits, (request.url ?? "").split("?", 1)[0]!) ?? { seconds: 30 };
  const timer = setTimeout(() => !request.complete && request.socket.destroy(), seconds * 1_000);
  timer.unref();
  response.once("close", () => clearTimeout(timer));
}
