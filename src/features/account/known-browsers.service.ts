import { sql } from "drizzle-orm";
import type { Db } from "#app/db/client.ts";
import type { Ctx } from "#app/server/context.ts";
import { knownBrowsers, type Proof } from "./account.table.ts";
import { deviceInWords, USER_AGENT_LIMIT } from "./device.ts";
import { hashToken, newToken, tokenCookie, tokenReader } from "./session-cookie.ts";

/** How long a browser is remembered after its last sign-in: as long as browsers keep a cookie at most. */
export const BROWSER_DAYS = 400;

/**
 * The token by which this browser is known to the members who have signed in with it; undefined when nobody has. It proves nothing of who
 * is there and opens nothing (OWASP's "device cookie"): it saves them from what strangers do to their accounts.
 */
export const browserToken = ({ env, cookies }: Pick<Ctx, "env" | "cookies">): string | undefined =>
  tokenReader(env, "browser")(cookies);

/**
 * Remembers that the member has signed in with this browser, and writes to them when they never had. A sign-up's own browser is no news.
 * @returns the `Set-Cookie` header by which the browser is known again
 */
export async function recognizeBrowser(ctx: Ctx, tx: Db, { userId, proof }: { userId: string; proof: Proof }): Promise<string> {
  const token = browserToken(ctx) ?? newToken();
  const userAgent = ctx.userAgent.slice(0, USER_AGENT_LIMIT);
  const [row] = await tx
    .insert(knownBrowsers)
    .values({ userId, tokenHash: hashToken(token), userAgent })
    .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.tokenHash], set: { userAgent, lastUsedAt: sql`now()` } })
    .returning({ known: sql<boolean>`xmax <> 0` }) // of a row that was there before
    .prepare("recognize_browser")
    .execute();
  if (!row!.known && proof !== "sign-up")
    await ctx.notify(tx, "new-browser", { memberId: userId }, { device: deviceInWords(userAgent), at: new Date().toISOString() });
  return tokenCookie(ctx.env, "browser", token, BROWSER_DAYS * 24 * 3600);
}
