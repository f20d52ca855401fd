import { and, eq, sql } from "drizzle-orm";
import { type Db, preparedOnce, QUICK } from "#app/db/client.ts";
import type { Ctx } from "#app/server/context.ts";
import { knownBrowsers, type Proof } from "./account.table.ts";
import { deviceInWords, USER_AGENT_LIMIT } from "./device.ts";
import { hashToken, newToken, tokenCookie, tokenReader } from "./session-cookie.ts";

/** How long a browser is remembered after its last sign-in: as long as browsers keep a cookie at most. */
export const BROWSER_DAYS = 400;

/**
 * The number of the row by which this browser is known to a member; undefined when he has never signed in with it. It proves nothing of who
 * is there and opens nothing (OWASP's "device cookie"): it saves him from what strangers do to his account.
 */
export async function knownBrowser({ db, env, cookies }: Ctx, userId: string): Promise<string | undefined> {
  const token = tokenReader(env, "browser")(cookies);
  if (!token) return undefined;
  const [row] = await browserQuery(db).execute({ userId, tokenHash: hashToken(token) });
  return row?.id;
}

const browserQuery = preparedOnce((db: Db) =>
  db
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, sql.placeholder("userId")), eq(knownBrowsers.tokenHash, sql.placeholder("tokenHash"))))
    .prepare(`${QUICK}known_browser`),
);

/**
 * Remembers that the member has signed in with this browser, and writes to him when he never had. A sign-up's own browser is no news.
 * @returns the `Set-Cookie` header by which the browser is known again
 */
export async function recognizeBrowser(ctx: Ctx, tx: Db, { userId, proof }: { userId: string; proof: Proof }): Promise<string> {
  const token = tokenReader(ctx.env, "browser")(ctx.cookies) ?? newToken();
  const userAgent = ctx.userAgent.slice(0, USER_AGENT_LIMIT);
  const [row] = await tx
    .insert(knownBrowsers)
    .values({ userId, tokenHash: hashToken(token), userAgent })
    .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.tokenHash], set: { userAgent, lastUsedAt: sql`now()` } })
    .returning({ known: sql<boolean>`xmax <> 0` }); // of a row that was there before
  if (!row!.known && proof !== "sign-up")
    await ctx.notify(tx, "new-browser", { memberId: userId }, { device: deviceInWords(userAgent), at: new Date().toISOString() });
  return tokenCookie(ctx.env, "browser", token, BROWSER_DAYS * 24 * 3600);
}
