import { randomUUID } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";

export { expect };

export const DEMO_PASSWORD = "Academia#2026";
export const PASSWORD = "Esquadro&Compasso9";

/** Messages of the browser that a test expects; anything else on the console of any of its contexts fails it. */
type Fixtures = { allowConsole: (pattern: RegExp) => void };

export const test = base.extend<Fixtures & { consoleGuard: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  baseURL: async ({}, use) => use(process.env.E2E_BASE_URL!),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  allowConsole: async ({}, use) => {
    const patterns: RegExp[] = [];
    await use(Object.assign((pattern: RegExp) => void patterns.push(pattern), { patterns }));
  },
  consoleGuard: [
    async ({ browser, allowConsole }, use) => {
      const errors: string[] = [];
      const watch = (context: BrowserContext) => {
        context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
        context.on("weberror", (error) => errors.push(String(error.error())));
        context.on("dialog", (dialog) => {
          if (dialog.type() !== "beforeunload") errors.push(`dialog: ${dialog.message()}`); // no page of ours opens one
          void dialog.accept();
        });
      };
      browser.on("context", watch); // the test's own one too: this is set up before it
      await use(undefined);
      browser.off("context", watch);
      const { patterns } = allowConsole as unknown as { patterns: RegExp[] };
      expect(errors.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

const origin = () => ({ origin: new URL(process.env.E2E_BASE_URL!).origin });

/** Signs the browser context in, by the API. */
export async function signIn(context: BrowserContext, email: string, password = DEMO_PASSWORD): Promise<void> {
  const answer = await context.request.post("/api/account/login", { headers: origin(), data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

export type NewMember = { email: string; name: string; password: string };

/** A new member, signed in in this context. */
export async function signUp(context: BrowserContext, name = "Membro Novo"): Promise<NewMember> {
  const email = `${randomUUID()}@academia.test`;
  const answer = await context.request.post("/api/account/sign-up", {
    headers: origin(),
    data: { fullName: name, email, password: PASSWORD },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { email, name, password: PASSWORD };
}

/** Calls the API as the context's member, for what a test only needs to have happened. */
export async function callApi(
  request: APIRequestContext,
  method: "post" | "put" | "patch" | "delete",
  path: string,
  data?: unknown,
) {
  const answer = await request[method](path, { headers: origin(), data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

const INTERNAL = { code: "internal", message: "Algo falhou do nosso lado. Tente de novo em instantes.", requestId: "" };

/** Answers calls to the API with an error of the server; the console's line about it must be allowed. */
export async function breakApi(page: Page, url: string, method: string): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: INTERNAL }) : route.fallback(),
  );
}

/** Keeps calls to the API waiting until the function that it returns is called. */
export async function holdApi(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** A toast with this title and text is shown. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = page.locator(".toast").filter({ hasText: title });
  await expect(toast).toBeVisible();
  if (text) await expect(toast).toContainText(text);
}

/** Puts a text into a field as a person pastes it: what the browser cuts off is cut off, which `fill` would pass by. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.selectText();
  await field.page().keyboard.insertText(text);
}

/** axe finds nothing in light and in dark, and nothing sticks out sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await page.waitForTimeout(250); // transitions of colour end
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => ({ id, theme, nodes: nodes.map((node) => node.html.slice(0, 160)) }))).toEqual([]);
  }
  await expectNoOverflow(page);
}

/** Nothing sticks out sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "sideways overflow").toBeLessThanOrEqual(0);
}
