import { asc, eq } from "drizzle-orm";
import { outboxMails } from "#app/server/mail/mail.table.ts";
import { type Caller, PASSWORD, type TestApp } from "./app.ts";

/** What the tests of accounts share: people who are not members yet, networks, browsers, and the sessions behind cookies. */
export function accountsOf(app: TestApp) {
  let people = 0;
  let networks = 0;
  /** A visitor from a network of their own, so that the limits of one test are not met by another. */
  const somewhere = (): Caller => {
    networks += 1;
    return app.visitorFrom(`198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`);
  };
  const sessionOf = async (cookie: string) => (await app.visitor.get("/api/session", { cookie })).body.member;
  return {
    somewhere,
    sessionOf,
    newPerson: () => {
      people += 1;
      return { fullName: "José da Silva", email: `jose${people}@academia.test`, password: PASSWORD, lodge: "Luz do Vale, nº 3" };
    },
    /** A browser that keeps its cookies, on a network of its own. */
    browser: (userAgent = "") => {
      const cookies = new Map<string, string>();
      const network = somewhere();
      const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const post = async (path: string, json?: object, method = "POST") => {
        const response = await network.send(path, {
          method,
          headers: { "content-type": "application/json", "user-agent": userAgent, cookie: cookie() },
          ...(json && { body: JSON.stringify(json) }),
        });
        for (const set of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
          if (value) cookies.set(name!, value);
          else cookies.delete(name!);
        }
        return { status: response.status, body: (await response.json()) as any, headers: response.headers };
      };
      return {
        post,
        cookie,
        get: (path: string) => network.get(path, { cookie: cookie() }),
        login: (email: string, password = PASSWORD) => post("/api/account/login", { email, password }),
        second: (answer: object) => post("/api/account/second-step", answer),
        session: async () => (await app.visitor.get("/api/session", { cookie: cookie() })).body,
      };
    },
    /** The subjects of the letters to an address, oldest first, sent or not. */
    lettersTo: async (email: string): Promise<string[]> => {
      const own = eq(outboxMails.recipient, email);
      const rows = await app.services.db.select().from(outboxMails).where(own).orderBy(asc(outboxMails.createdAt));
      return rows.map(({ subject }) => subject);
    },
  };
}

/** The cookies that an answer sets, as the next request sends them. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
