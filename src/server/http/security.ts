import type { MiddlewareHandler } from "hono";
import { AppError } from "#app/lib/errors.ts";
import type { Env } from "../env.ts";
import { networkOf } from "../network.ts";
import type { AppEnv } from "./routes.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The site's own origin; without PUBLIC_URL the one that the caller opened. */
export const siteOrigin = ({ PUBLIC_URL }: Pick<Env, "PUBLIC_URL">, host = "localhost"): string => PUBLIC_URL ?? `http://${host}`;

/**
 * Refuses unsafe methods that do not come from our own pages (ASVS 3.5.1).
 * @param open routes, as "METHOD /path", that other programs may call
 */
export function sameOrigin(open: ReadonlySet<string> = new Set()): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE.has(c.req.method) && !open.has(`${c.req.method} ${c.req.path}`)) {
      const expected = c.var.ctx.origin;
      const origin = c.req.header("origin");
      const ours = origin === undefined ? c.req.header("sec-fetch-site") === "same-origin" : origin === expected;
      if (!ours) {
        await c.var.ctx.limits.take("refusal", networkOf(c.var.ctx.ip));
        throw new AppError("wrong_origin");
      }
    }
    await next();
  };
}

/** Headers of every answer (ASVS 3.4). `scripts` are CSP sources of the page's own inline scripts. */
export function securityHeaders(env: Env, scripts: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self'${scripts.map((source) => ` ${source}`).join("")}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src blob:", // the silence below a voice (src/features/reader/lock-screen.ts)
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(env.PUBLIC_URL?.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}
