import { type Caller, PASSWORD, type TestApp } from "./app.ts";

/** What the tests of accounts share: people who are not members yet, networks, and the sessions behind cookies. */
export function accountsOf(app: TestApp) {
  let people = 0;
  let networks = 0;
  return {
    newPerson: () => {
      people += 1;
      return { fullName: "José da Silva", email: `jose${people}@academia.test`, password: PASSWORD, lodge: "Luz do Vale, nº 3" };
    },
    /** A visitor from a network of his own, so that the limits of one test are not met by another. */
    somewhere: (): Caller => {
      networks += 1;
      return app.visitorFrom(`198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`);
    },
    sessionOf: async (cookie: string) => (await app.visitor.get("/api/session", { cookie })).body.member,
  };
}

/** The cookies that an answer sets, as the next request sends them. */
export const cookieOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
