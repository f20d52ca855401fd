import type { Page } from "@playwright/test";
import { expect, expectAccessible, paste, test } from "./support.ts";

const isPhone = (page: Page) => page.viewportSize()!.width < 1000;
const search = (page: Page) => page.getByRole("searchbox", { name: "Pesquisar no dicionário" });
const cards = (page: Page) => page.locator("article.dictionary__dict-entry");
const firstTerm = (page: Page) => cards(page).first().getByRole("heading");

/** By the index of letters, or by the select that replaces it on the phone. */
async function chooseLetter(page: Page, letter: string): Promise<void> {
  if (isPhone(page)) await page.getByLabel("Letra").selectOption(letter);
  else await page.getByRole("navigation", { name: "Índice de A a Z" }).getByRole("link", { name: letter, exact: true }).click();
}

test("the first ten terms, each with definition, grade, other names and where to look further", { tag: "@phone-long" }, async ({
  page,
}) => {
  await page.goto("/dicionario");
  await expect(page).toHaveTitle("Dicionário Maçônico · Academia");
  await expect(page.getByRole("heading", { level: 1, name: "Dicionário Maçônico" })).toBeVisible();
  await expect(page.getByText("Termos, símbolos e rituais da Maçonaria em ordem alfabética")).toBeVisible();
  await expect(search(page)).toHaveAttribute("placeholder", "Pesquisar termos...");
  await expect(cards(page)).toHaveCount(10);
  const acacia = cards(page).filter({ has: page.getByRole("heading", { name: "Acácia" }) });
  await expect(acacia.getByText("Árvore de madeira resistente")).toBeVisible();
  await expect(acacia.locator(".badge")).toHaveText("Grau: Mestre");
  await expect(acacia.getByText("Ramo de Acácia")).toBeVisible();
  await expect(acacia.getByRole("link", { name: "Hiram Abiff" })).toHaveAttribute("href", "/dicionario/hiram-abiff");
});

test("Próximos termos shows the next ten and goes to the top; Back comes back; the last page has no next", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/dicionario");
  const next = page.getByRole("button", { name: "Próximos termos" });
  await next.click();
  await expect(page).toHaveURL("/dicionario?pagina=2");
  await expect(firstTerm(page)).toHaveText("Anno Depositionis");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("heading", { name: "Todos os termos" })).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "página 2 de 17" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/dicionario");
  await expect(firstTerm(page)).toHaveText("Abóbada Celeste");
  await page.getByRole("button", { name: "Página 17 de 17" }).click();
  await expect(page).toHaveURL("/dicionario?pagina=17");
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Página 17 de 17" })).toHaveAttribute("aria-current", "page");
  await expect(next).toBeHidden();
  await page.getByRole("button", { name: "Termos anteriores" }).click();
  await expect(page).toHaveURL("/dicionario?pagina=16");
});

test("the search ignores case and accents, marks what it found, stays in the address, and Back undoes it", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/dicionario");
  await search(page).pressSequentially("ACACIA");
  await expect(firstTerm(page)).toHaveText("Acácia");
  await expect(firstTerm(page).locator("mark")).toHaveText("Acácia");
  await expect(page).toHaveURL("/dicionario?busca=ACACIA");
  await search(page).fill("folhagem");
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL("/dicionario?busca=folhagem");
  await page.reload();
  await expect(search(page)).toHaveValue("folhagem");
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("/dicionario");
  await expect(search(page)).toHaveValue("");
  await expect(cards(page)).toHaveCount(10);
});

test("a misspelt term is asked about, to the eye and to the ear, and found with one key", { tag: "@long" }, async ({ page }) => {
  await page.goto("/dicionario?busca=acassia");
  await expect(page.getByText('Nenhum resultado encontrado para "acassia"')).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "0 termos" })).toHaveText("0 termos. Você quis dizer “Acácia”?");
  await page.getByRole("button", { name: "Acácia" }).press("Enter");
  await expect(firstTerm(page)).toHaveText("Acácia");
  await expect(page).toHaveURL("/dicionario?busca=Ac%C3%A1cia");
  await expect(search(page)).toHaveValue("Acácia");
  await expect(page.getByRole("heading", { name: "Resultados" })).toBeFocused();
  await page.goto("/dicionario?busca=irão");
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Irmão" })).toBeVisible();
  await expectAccessible(page);
});

test("a search without result says so in the words of the specification, and leads back to all terms", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/dicionario");
  await search(page).fill("pão de queijo");
  await expect(page.getByText('Nenhum resultado encontrado para "pão de queijo"')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ver todos os termos" }).click();
  await expect(cards(page)).toHaveCount(10);
  await expect(search(page)).toHaveValue("");
});

test("a search over 100 characters is reported under its field, and neither the page nor the address repeats it", {
  tag: ["@phone", "@long"],
}, async ({ page }) => {
  const message = page.getByText("A busca aceita até 100 caracteres. Encurte o texto.");
  const long = "y".repeat(10_000);
  await page.goto("/dicionario");
  await paste(search(page), long);
  await expect(message).toBeVisible();
  await expect(search(page)).toHaveValue(long);
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(10);
  await search(page).fill("folhagem");
  await expect(message).toBeHidden();
  await expect(page).toHaveURL("/dicionario?busca=folhagem"); // the pause of typing is over
  await page.goto(`/dicionario?busca=${long}`);
  await expect(message).toBeVisible();
  await expect(cards(page)).toHaveCount(10);
  await expect(search(page)).toHaveValue("");
  await expect(page.getByText("yyyy")).toHaveCount(0);
  await chooseLetter(page, "C");
  await expect(page).toHaveURL("/dicionario?letra=C");
  await expect(message).toBeHidden();
});

test("letter and grade narrow the list together; a letter drops a search half typed", { tag: ["@phone-long", "@long"] }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/dicionario");
  await chooseLetter(page, "C");
  await expect(page).toHaveURL("/dicionario?letra=C");
  await expect(firstTerm(page)).toHaveText("Cadeia de União");
  const grade = page.getByLabel("Grau", { exact: true });
  await grade.selectOption("Templário");
  await expect(page).toHaveURL("/dicionario?letra=C&grau=templario");
  await page.goBack();
  await expect(grade).toHaveValue("");
  await page.goForward();
  await expect(grade).toHaveValue("Templário");
  for (const chip of await cards(page).locator(".badge").all()) await expect(chip).toHaveText("Grau: Templário");
  await search(page).pressSequentially("zz");
  await chooseLetter(page, "H");
  await expect(search(page)).toHaveValue("");
  await page.clock.fastForward(1_000); // longer than the pause of typing
  await expect(page).toHaveURL("/dicionario?letra=H&grau=templario");
});

test("at 200% text, and at 320 pixels, nothing of the pages sticks out sideways", { tag: "@long" }, async ({ page }) => {
  const screen = page.viewportSize()!.width;
  for (const path of ["/dicionario", "/dicionario/constituicoes-de-anderson", "/rito-york?corpo=capitulo#grau-7"]) {
    await page.goto(path);
    if (path.startsWith("/rito")) await page.locator("#grau-7").getByRole("button", { name: "Símbolos e vestes" }).click();
    for (const [width, size] of [
      [screen, "225%"],
      [320, "112.5%"],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
      await page.waitForTimeout(100);
      const overflow = await page.locator("main").evaluate((main) => main.scrollWidth - window.innerWidth);
      expect(overflow, `${path} at ${width} pixels, text at ${size}`).toBeLessThanOrEqual(0);
    }
  }
});

test("a term's page: by a link from the list, by its neighbours, by its address", { tag: ["@phone", "@long"] }, async ({
  page,
}) => {
  await page.goto("/");
  await page.goto("/dicionario");
  await page.getByRole("link", { name: "Acácia", exact: true }).click();
  await expect(page).toHaveURL("/dicionario/acacia");
  await expect(page).toHaveTitle("Acácia · Dicionário Maçônico · Academia");
  await expect(page.getByRole("heading", { level: 1, name: "Acácia" })).toBeVisible();
  await expect(page.getByText("Sprig of Acacia")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("navigation", { name: "Verbetes vizinhos" })
    .getByRole("link", { name: /Adonirão/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Adonirão" })).toBeVisible();
  await page.getByRole("navigation", { name: "Você está em" }).getByRole("link", { name: "Dicionário" }).click();
  await expect(cards(page)).toHaveCount(10);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Adonirão" })).toBeVisible();
});

test("an address of no term is a 404 that leads to the dictionary", { tag: "@long" }, async ({ page, allowConsole }) => {
  allowConsole(/status of 404/);
  const answer = await page.goto("/dicionario/nao-ha");
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Este termo não está no dicionário" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ir para o dicionário" }).click();
  await expect(cards(page)).toHaveCount(10);
});

test("when the terms do not come, the page says so and tries again", { tag: "@long" }, async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route("**/api/dictionary/entries", (route) => route.abort());
  await page.route("**/termos.json", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/dicionario?busca=arco");
  await expect(page.getByRole("heading", { name: "Erro ao carregar o dicionário" })).toBeVisible();
  await page.unroute("**/termos.json"); // the file of the build, where the server does not say what is now
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(firstTerm(page)).toHaveText("Arco Real");
});

test("without scripts the first ten terms and each term's page can be read", { tag: "@long" }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.E2E_BASE_URL! });
  const page = await context.newPage();
  await page.goto("/dicionario");
  await expect(page.locator("article.dictionary__dict-entry .dictionary__definition")).toHaveCount(10);
  await page.getByRole("link", { name: "Acácia", exact: true }).click();
  await expect(page.getByText("Árvore de madeira resistente")).toBeVisible();
  await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /^Acácia: /);
  await context.close();
});
