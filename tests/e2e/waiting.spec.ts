import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { pages } from "#app/pages.ts";
import { backend } from "./backend.ts";
import { callApi, expect, expectAccessible, isPhone, showTheme, signIn, signUp, test } from "./support.ts";

/** Keeps the page's own scripts waiting until the function that it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/start-*.js", async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Calls to the API, as they are made. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
}

/** The early answers that no query has taken. */
const leftOver = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { early: { answers: Map<string, unknown> } }).early.answers.keys()]);

/** A device whose owner is signed in knows it; a new context learns it by a first page. */
const remember = (page: Page) => page.addInitScript(() => localStorage.setItem("sessao", "in"));

async function knownDevice(page: Page): Promise<void> {
  await signIn(page.context(), "aluno@academia.example");
  await remember(page);
}

test("a member's page shows its own head, and asks for its data with the session, before its scripts have come", {
  tag: "@phone",
}, async ({ page }) => {
  await knownDevice(page);
  const calls = callsOf(page);
  const release = await holdScripts(page);
  const answered = page.waitForResponse("**/api/library/items");
  await page.goto("/biblioteca", { waitUntil: "commit" });
  await expect(page.locator("main h1")).toHaveText("Biblioteca");
  if (isPhone(page)) await expect(page.getByRole("link", { name: "Continuar" })).toBeVisible();
  await expect.poll(() => calls).toEqual(["GET /api/session", "GET /api/library/items"]);
  await (await answered).finished();
  await page.evaluate(() => (window as unknown as { early: { known: Promise<object> } }).early.known);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0); // a shell that shows no answer is to look at only
  release();
  await expect(page.getByRole("heading", { name: "Para ler aqui" })).toBeVisible();
  expect(calls.filter((call) => /session|items/.test(call))).toEqual(["GET /api/session", "GET /api/library/items"]);
});

test("an address with parameters asks for what it names", { tag: ["@phone", "@long"] }, async ({ page }) => {
  await knownDevice(page);
  const calls = callsOf(page);
  const release = await holdScripts(page);
  await page.goto("/modulo/2/licao/1", { waitUntil: "commit" });
  const first = ["GET /api/session", "GET /api/modules/2/lessons/1", "GET /api/modules/2/lessons/1/text"];
  await expect.poll(() => calls).toEqual(first);
  release();
  await expect(page).toHaveTitle("Lição 1, módulo 2 · Academia");
  expect(calls.filter((call) => first.includes(call))).toEqual(first);
});

test("the text of a lesson is read before its scripts have come, and stays where its reader is when they do", {
  tag: "@phone",
}, async ({ page, context }) => {
  await signUp(context); // who began nothing: the page of a lesson that was begun opens further down
  await remember(page);
  const release = await holdScripts(page);
  await page.goto("/modulo/1/licao/2", { waitUntil: "commit" });
  const paragraph = page.locator("main article.text p").nth(3);
  await expect(paragraph).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty();
  await expect(page.getByText("Carregando...").filter({ visible: true })).toHaveCount(0);
  await expectAccessible(page);
  await paragraph.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = await page.evaluate(() => scrollY);
  release();
  await expect(page.getByRole("toolbar", { name: "Controles de leitura" })).toBeVisible();
  await expect(paragraph).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(100); // the browser holds the paragraph, not the page
  await page.getByRole("link", { name: "Próxima lição" }).first().click();
  await expect(page).toHaveTitle("Lição 3, módulo 1 · Academia");
});

test("a lesson that was begun is shown at once where its reader stopped, and the page stays there", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await signUp(context);
  const half = { position: 0.5, furthest: 0.5, seconds: 60 };
  for (let count = 0; count < 2; count += 1) await callApi(context.request, "put", "/api/modules/1/lessons/1/progress", half);
  await remember(page);
  const release = await holdScripts(page);
  await page.goto("/modulo/1/licao/1", { waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  const place = await page.evaluate(() => scrollY);
  release();
  await expect(page.getByText("Você parou aqui.")).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(200);
});

test("a term that is pressed before the scripts have come shows its entry when they have", { tag: ["@phone", "@long"] }, async ({
  page,
}) => {
  await knownDevice(page);
  const release = await holdScripts(page);
  await page.goto("/modulo/1/licao/2", { waitUntil: "commit" });
  const term = page.locator("main article.text .term").nth(1);
  await term.click();
  const word = await term.textContent();
  release();
  await expect(page.getByRole("complementary", { name: /^Dicionário: / })).toBeVisible();
  await expect(page.locator(".term[aria-expanded=true]")).toHaveText(word!);
});

test("what is closed to a member shows nothing before its scripts have come", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 40[13]/);
  await signUp(context);
  await remember(page);
  const answered = page.waitForResponse(/lessons\/1\/text/);
  let release = await holdScripts(page);
  await page.goto("/modulo/10/licao/1", { waitUntil: "commit" });
  expect((await answered).status()).toBe(403);
  await expect(page.locator("main .blank").first()).toBeVisible();
  await expect(page.locator("main article.text p")).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { name: "Lição ainda fechada" })).toBeVisible();
  await context.clearCookies();
  const refused = page.waitForResponse(/lessons\/1\/text/);
  await page.unrouteAll();
  release = await holdScripts(page);
  await page.goto("/modulo/1/licao/1", { waitUntil: "commit" });
  expect((await refused).status()).toBe(401);
  await expect(page.locator("main article.text p")).toHaveCount(0);
  release();
  await expect(page).toHaveURL(/login/);
});

test("the panel greets, says how far the member is, and leads on before its scripts have come", {
  tag: ["@phone", "@long"],
}, async ({ page }) => {
  await knownDevice(page);
  const release = await holdScripts(page);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Olá, Antônio.");
  await expect(page.getByText(/\d+ de \d+ lições do grau de Aprendiz\./)).toBeVisible();
  const on = page.locator("main").getByRole("link", { name: "Continuar", exact: true });
  const address = await on.getAttribute("href");
  expect(address).toMatch(/^\/modulo\/\d+\/licao\/\d+$/);
  await expectAccessible(page);
  release();
  await expect(page.getByRole("heading", { name: "Atividades recentes" })).toBeVisible();
  expect(await on.getAttribute("href")).toBe(address);
});

test("a visitor who was never here asks only who they are, and is sent to the login", { tag: "@long" }, async ({ page }) => {
  const calls = callsOf(page);
  await page.goto("/biblioteca");
  await expect(page).toHaveURL(/login/);
  expect(calls).toEqual(["GET /api/session"]);
});

test("what was asked for without a session counts no more after a login", async ({ page, context, allowConsole }) => {
  allowConsole(/status of 401/);
  await remember(page); // the session has ended since
  await page.goto("/biblioteca");
  await expect(page).toHaveURL(/login/);
  expect(await leftOver(page)).toEqual([]);
  await signIn(context, "aluno@academia.example");
  await page.goto("/biblioteca");
  await expect(page.getByRole("heading", { name: "Para ler aqui" })).toBeVisible();
});

test("before the address is confirmed nothing is asked for that is closed until then", { tag: "@long" }, async ({
  page,
  context,
}) => {
  const { id } = await signUp(context);
  await backend().db.update(profiles).set({ awaitsConfirmation: true }).where(eq(profiles.id, id));
  await page.goto("/dashboard");
  await expect(page.getByText("Confirme o seu e-mail.")).toBeVisible();
  const calls = callsOf(page);
  await page.goto("/biblioteca");
  await expect(page.getByRole("heading", { name: "Confirme o seu e-mail" })).toBeVisible();
  expect(calls.filter((call) => call.includes("library"))).toEqual([]);
});

/** The addresses with parameters, of what every member may open. */
const ADDRESSES: Record<string, string> = {
  "modulo/:moduleId": "modulo/1",
  "modulo/:moduleId/licao/:number": "modulo/1/licao/2",
  "exame/:degree": "exame/aprendiz",
  "estudos/:studyId": "estudos/antigos-e-modernos",
  "pecas/:studyId": "pecas/oito-horas-para-um-irmao",
  "vidas/:studyId": "vidas/william-preston",
  "documentos/:documentId": "documentos/anderson-obrigacao-i",
  "comunidade/sala/:boardId": "comunidade/sala/aprendiz",
  "comunidade/novo/:boardId": "comunidade/novo/geral",
};

/** Keeps the fonts waiting until the function that it returns is called, which waits until they are there. */
async function holdFonts(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await promise;
    await route.fallback();
  });
  return async () => {
    resolve();
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    });
  };
}

/** How far everything on a page has moved by itself. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      const values = list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value);
      Object.assign(window, {
        shifted: values.reduce((sum, value) => sum + value, (window as unknown as { shifted: number }).shifted),
      });
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

test("the panel's lines stay where they are when the fonts come last", { tag: ["@phone", "@long"] }, async ({ page }) => {
  test.skip(!isPhone(page), "the lines of a narrow screen");
  await knownDevice(page);
  const shifted = await countShifts(page);
  const release = await holdFonts(page);
  await page.goto("/dashboard", { waitUntil: "commit" }); // a page whose fonts are asked for early is not loaded without them
  await expect(page.getByRole("heading", { name: "Atividades recentes" })).toBeVisible();
  await page.waitForFunction(() => document.fonts.status === "loading");
  await release();
  expect(await shifted()).toBeLessThan(0.05);
});

test("each member's page takes what was asked for early, asks for none of it again, and does not shift", {
  tag: ["@long", "@phone"],
}, async ({ page }) => {
  await knownDevice(page);
  const shifted = await countShifts(page);
  for (const { path, data } of pages) {
    const address = ADDRESSES[path] ?? path;
    // who holds no office is not led to Minha Loja, and who is no mentor to a mentor's hours
    if (!data || address.includes(":") || path === "continuar" || path.startsWith("minha-loja") || path === "mentoria/agenda")
      continue;
    const calls = callsOf(page);
    const release = await holdFonts(page);
    await page.goto(`/${address}`, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForFunction(() => !document.querySelector(".skeleton"));
    await release();
    expect(await leftOver(page), `/${address}`).toEqual([]);
    // what pages follow by the news stream is asked for again at its beginning, which says that anything may be new
    const asked = calls.filter((call) => !/\/api\/(notices|community)/.test(call));
    expect(asked, `/${address}`).toEqual([...new Set(asked)]);
    if (isPhone(page)) expect(await shifted(), `/${address}`).toBeLessThan(0.05);
    page.removeAllListeners("request");
    await page.unrouteAll();
  }
});

test("a page whose script does not come without a connection is told in words, and opens when it is back", {
  tag: ["@phone", "@long"],
}, async ({ page, context, allowConsole }) => {
  test.skip(!isPhone(page), "the way there is in the phone's menu");
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/);
  await knownDevice(page);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Atividades recentes" })).toBeVisible();
  await page.waitForLoadState("networkidle"); // what comes after the page, too
  await showTheme(page, "dark");
  await page.route(/\/assets\/notes-.*\.js/, (route) => route.abort("internetdisconnected"));
  await context.setOffline(true);
  await page.locator(".menu summary").click();
  await page.getByRole("link", { name: "Minhas anotações" }).click();
  await expect(page.getByRole("heading", { name: "A página não carregou" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("banner").getByRole("link", { name: "Continuar" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("Academia do Rito de York");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(page.getByRole("button", { name: "Tentar novamente" })).not.toHaveAttribute("aria-busy"); // still no connection
  await expect(page.getByRole("heading", { name: "A página não carregou" })).toBeVisible();
  await page.unroute(/\/assets\/notes-.*\.js/);
  const tooEarly: string[] = [];
  await page.route("/anotacoes", (route) => {
    tooEarly.push(route.request().method());
    return tooEarly.length > 1 ? route.continue() : route.abort("internetdisconnected");
  });
  await context.setOffline(false); // a device says so before its first request gets through
  await expect(page.getByRole("heading", { name: "Minhas anotações" })).toBeVisible();
  expect(tooEarly).toEqual(["HEAD", "HEAD", "GET"]);
  await expect(page).toHaveURL("/anotacoes");
});

test("a page that is loaded while its own scripts fail says so, and can be tried again", { tag: ["@phone", "@long"] }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to fetch/);
  await knownDevice(page);
  await page.route("**/assets/start-*.js", (route) => route.abort());
  await page.goto("/biblioteca");
  const said = page.getByRole("alert");
  await expect(said).toContainText("Esta página não terminou de carregar.");
  await page.unroute("**/assets/start-*.js");
  await said.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(page.getByRole("heading", { name: "Para ler aqui" })).toBeVisible();
  await expect(said).toBeHidden();
});
