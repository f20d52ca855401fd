import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { serialize } from "hono/utils/cookie";
import type { Env } from "#app/server/env.ts";

type Settings = Pick<Env, "PUBLIC_URL" | "AUTH_SECRET">;

const isHttps = ({ PUBLIC_URL }: Pick<Env, "PUBLIC_URL">): boolean => PUBLIC_URL?.startsWith("https:") ?? false;

/** A session; a sign-in that waits for its second step; a browser that is not asked for it; a browser, whichever member signs in with it. */
export type CookieKind = "session" | "step" | "device" | "browser";

const NAMES: Record<CookieKind, string> = {
  session: "academia",
  step: "academia-etapa",
  device: "academia-aparelho",
  browser: "academia-navegador",
};

/** `__Host-` needs HTTPS, so plain HTTP on a laptop goes without it. */
export const cookieName = (env: Pick<Env, "PUBLIC_URL">, kind: CookieKind): string =>
  `${isHttps(env) ? "__Host-" : ""}${NAMES[kind]}`;

/** `Set-Cookie` headers that a verb adds to its answer. */
export type Cookies = { cookies: string[] };

/** 256 random bits, which only the browser keeps. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a token. A plain hash is enough: nobody guesses 256 random bits. */
export const hashToken = (token: string): string => hash("sha256", token, "hex");

const signatureOf = (token: string, secret: string): string => createHmac("sha256", secret).update(token).digest("base64");

/**
 * The `Set-Cookie` header of a token: `token.signature`. By its signature a made-up cookie is refused without asking the database,
 * and a new AUTH_SECRET ends every session.
 * @param maxAge seconds that the browser keeps it
 */
export function tokenCookie(env: Settings, kind: CookieKind, token: string, maxAge: number): string {
  const value = token && `${token}.${signatureOf(token, env.AUTH_SECRET)}`;
  const options = { httpOnly: true, sameSite: "Lax", path: "/", secure: isHttps(env), maxAge } as const;
  return serialize(cookieName(env, kind) as string, value, options);
}

/** The `Set-Cookie` header that takes a cookie away. */
export const noCookie = (env: Settings, kind: CookieKind): string => tokenCookie(env, kind, "", 0);

/** Reads a token from `Cookie` headers; undefined where there is none, or its signature is not exactly ours. */
export function tokenReader(env: Settings, kind: CookieKind): (cookies: string | undefined) => string | undefined {
  const pattern = new RegExp(`(?:^|; ?)${cookieName(env, kind)}=([^;]+)`);
  return (cookies) => {
    const encoded = pattern.exec(cookies ?? "")?.[1];
    if (!encoded) return undefined;
    let value: string;
    try {
      value = decodeURIComponent(encoded);
    } catch {
      return undefined; // not even an encoded value
    }
    const dot = value.lastIndexOf(".");
    if (dot < 1) return undefined;
    const token = value.slice(0, dot);
    const given = Buffer.from(value.slice(dot + 1));
    const expected = Buffer.from(signatureOf(token, env.AUTH_SECRET));
    return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
  };
}
