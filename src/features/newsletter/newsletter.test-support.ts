import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { ORIGIN, type TestApp } from "#tests/support/app.ts";
import { unsubscribeToken } from "./link-tokens.service.ts";
import { newsletterSubscribers } from "./newsletter.table.ts";

/** What the newsletter's tests do over and over. */
export function newsletterOf(app: TestApp) {
  const newAddress = () => `${randomUUID()}@boletim.test`;

  let network = 0;
  /** A visitor whose tries count for themselves alone. */
  const stranger = () => {
    network += 1;
    return app.visitorFrom(`198.51.${Math.floor(network / 250)}.${network % 250}`);
  };

  /** Runs the queued tasks, and those that they queue. */
  const settle = async () => {
    while ((await app.runJobs()) > 0);
  };

  const ask = async (email: string) => {
    const answer = await stranger().post("/api/newsletter", { email });
    await settle();
    return answer;
  };

  const lettersTo = (email: string) => app.mails().filter((mail) => mail.to === email);

  /** The token in the newest letter to an address. */
  const tokenFor = (email: string, page: "confirmar" | "sair") => {
    const link = new RegExp(`${ORIGIN}/boletim/${page}#token=([\\w.-]+)`);
    return lettersTo(email)
      .map(({ text }) => link.exec(text)?.[1])
      .findLast(Boolean)!;
  };

  const rowOf = async (email: string) => {
    const [row] = await app.services.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
    return row;
  };

  const confirm = (token: string) => stranger().post("/api/newsletter/confirm", { token });
  const leave = (token: string) => stranger().post("/api/newsletter/unsubscribe", { token });

  async function confirmedSubscriber(): Promise<{ email: string; token: string }> {
    const email = newAddress();
    await ask(email);
    expect((await confirm(tokenFor(email, "confirmar"))).status).toBe(200);
    const row = await rowOf(email);
    return { email, token: unsubscribeToken(app.services.env.AUTH_SECRET, row!.id) };
  }
  return { newAddress, stranger, settle, ask, lettersTo, tokenFor, rowOf, confirm, leave, confirmedSubscriber };
}
