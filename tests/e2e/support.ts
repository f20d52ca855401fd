import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type APIRequestContext, type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import type axe from "axe-core";
import { eq } from "drizzle-orm";
import { CONSENT_VERSION } from "#app/features/account/account.schema.ts";
import { consents, profiles } from "#app/features/account/account.table.ts";
import { projectFile } from "#app/project-files.ts";
import { insertTestMember, openTestSession, PASSWORD } from "#tests/support/members.ts";
import { backend } from "./backend.ts";
import { PHONE } from "./viewports.ts";

export { expect, PASSWORD };

export const DEMO_PASSWORD = "Academia#2026";

/** The hash of PASSWORD. Making one takes a third of a second of CPU. */
const PASSWORD_HASH = "$argon2id$v=19$m=47104,t=1,p=1$H+BxEQ/ONTDqnHybXBZhkA$QtKbHtPdFvLKQpe6jW+RF8nnc62+fiwO3J3tx/IVIVM";

/** Whose cookies are gone is still taken for a member by the next page, whose bell may ask before the session's answer is there: it is refused, and shows nothing. */
const asksTooEarly = ({ from, text }: { from?: string; text: string }): boolean =>
  /status of 401/.test(text) && (from?.endsWith("/api/notices/unread") ?? false);

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
      const errors: { text: string; from?: string }[] = [];
      const watch = (context: BrowserContext) => {
        context.on(
          "console",
          (message) => message.type() === "error" && errors.push({ text: message.text(), from: message.location().url }),
        );
        context.on("weberror", (error) => errors.push({ text: String(error.error()) }));
        context.on("dialog", (dialog) => {
          if (dialog.type() !== "beforeunload") errors.push({ text: `dialog: ${dialog.message()}` }); // no page of ours opens one
          void dialog.accept();
        });
      };
      browser.on("context", watch); // the test's own one too: this is set up before it
      await use(undefined);
      browser.off("context", watch);
      const { patterns } = allowConsole as unknown as { patterns: RegExp[] };
      const unexpected = errors.filter((error) => !asksTooEarly(error) && !patterns.some((pattern) => pattern.test(error.text)));
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

const origin = () => ({ origin: new URL(process.env.E2E_BASE_URL!).origin });

/** Signs the browser context in, as an account that exists: by a session's row and cookie, without the cost of a password's hash. */
export async function signIn(context: BrowserContext, email: string): Promise<void> {
  const { db } = backend();
  const [member] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  await addSession(context, member!.id);
}

/** Signs the browser context in by the API, where the password or what the session keeps of the device is the subject. */
export async function signInByPassword(context: BrowserContext, email: string, password: string): Promise<void> {
  const answer = await context.request.post("/api/account/login", { headers: origin(), data: { email, password } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Forgets who is signed in. The page is left first: its own calls would be refused once the cookies are gone. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

export type NewMember = { id: string; email: string; name: string; password: string };

/** A new member, signed in in this context; made as sign-up makes them, without its form and its hash. */
export async function signUp(context: BrowserContext, name = "Membro Novo"): Promise<NewMember> {
  const { db } = backend();
  const email = `${randomUUID()}@academia.test`;
  const id = await insertTestMember(db, { email, name }, PASSWORD_HASH);
  await db.insert(consents).values({ userId: id, purpose: "membership-data", textVersion: CONSENT_VERSION });
  await addSession(context, id);
  return { id, email, name, password: PASSWORD };
}

async function addSession(context: BrowserContext, userId: string): Promise<void> {
  const [name, value] = (await openTestSession(backend(), userId)).split("=", 2) as [string, string];
  await context.addCookies([{ name, value, url: process.env.E2E_BASE_URL!, httpOnly: true, sameSite: "Lax" }]);
}

/** Twice the browser's default, as a device can be set to. */
export async function largeLetters(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
}

export const isPhone = (page: Page) => page.viewportSize()!.width === PHONE.width;

/** Calls the API as the context's member, for what a test only needs to have happened. */
export async function callApi(
  request: APIRequestContext,
  method: "get" | "post" | "put" | "patch" | "delete",
  path: string,
  data?: unknown,
) {
  const answer = await request[method](path, { headers: origin(), data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Has the context's member read a lesson to its end, by the API; the tests' server lets its time pass fast. */
export async function readLesson(context: BrowserContext, moduleId: number, number: number): Promise<void> {
  const path = `/api/modules/${moduleId}/lessons/${number}/progress`;
  await callApi(context.request, "put", path, { position: 0, furthest: 0, seconds: 0 });
  await expect(async () => {
    const { furthest } = await callApi(context.request, "put", path, { position: 1, furthest: 1, seconds: 3600 });
    expect(furthest).toBeGreaterThan(0.99);
  }).toPass();
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

/** Rules whose answer depends on colours; all others see the same elements in both themes. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** axe finds nothing, in light with all its rules and in dark with those of colours, and nothing sticks out sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await endToastsAtOnce(page);
  await showTheme(page, "light");
  expect(await violations(page)).toEqual([]);
  await showTheme(page, "dark");
  expect(await violations(page, COLOUR_RULES), "in dark").toEqual([]);
  await expectNoOverflow(page);
}

/** A toast whose time is over while axe looks would be met half faded, in colours that nobody is to read. */
const endToastsAtOnce = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".toast { transition: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });

export async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await settled(page);
}

/** Transitions have ended; what turns for ever, as a spinner does, is not waited for. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Half the size of the package's own entry, and sent to every page that is looked at. */
const AXE = readFileSync(projectFile("node_modules/axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it is shown; it need not fetch styles and films, of which no rule of ours asks. @param rules all that axe has switched on, when left out */
export async function violations(page: Page, rules?: string[]): Promise<object[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const found = await run(document, {
      resultTypes: ["violations"],
      preload: false,
      ...(only && { runOnly: { type: "rule", values: only } }),
    });
    return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }));
  }, rules);
}

/** Nothing sticks out sideways, at this width and on a phone. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  for (const size of before.width > PHONE.width ? [before, PHONE] : [before]) {
    await page.setViewportSize(size);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `overflow at ${size.width} px`)
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(before);
}
