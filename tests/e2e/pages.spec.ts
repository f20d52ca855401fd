import { pages } from "#app/pages.ts";
import { expect, expectAccessible, signIn, test } from "./support.ts";

/** Addresses to visit for pages with parameters. */
const EXAMPLES: Record<string, string> = {
  "dicionario/:slug": "dicionario/acacia",
  "modulos/:nivel": "modulos/mestre",
  "modulo/:moduleId": "modulo/2",
  "modulo/:moduleId/licao/:number": "modulo/2/licao/7",
};

const addressOf = (path: string) => `/${EXAMPLES[path] ?? path}`;

for (const { path, access } of pages.filter((page) => !page.path.includes(":") || page.path in EXAMPLES)) {
  test(`axe finds nothing on /${path}`, async ({ page, context }) => {
    if (access !== "public") await signIn(context, access === "admin" ? "admin@academia.example" : "aluno@academia.example");
    await page.goto(addressOf(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/Academia/);
    await expectAccessible(page);
  });

  if (access !== "public") {
    test(`/${path} sends a visitor to /login and shows him nothing`, async ({ page }) => {
      await page.goto(addressOf(path));
      await expect(page).toHaveURL(/\/login\?volta=/);
    });
  }
}

test("the 404 page: text, link to home, the path on the console, status 404", async ({ page, allowConsole }) => {
  allowConsole(/status of 404|^404: /);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const answer = await page.goto("/nao/existe");
  expect(answer!.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect.poll(() => logged).toContainEqual(expect.stringContaining("/nao/existe")); // once the scripts run
  await expectAccessible(page);
  await page.getByRole("link", { name: "Voltar ao início" }).click();
  await expect(page).toHaveURL("/");
});

test("home: calls, six features, three degrees, three testimonials, closing call", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".home__feature h3")).toHaveText([
    "Módulos por grau",
    "Avaliação de nível",
    "Biblioteca digital",
    "Dicionário",
    "Mentoria",
    "Questionários",
  ]);
  await expect(page.locator(".home__degree")).toHaveCount(3);
  await expect(page.locator(".home__quotes figure")).toHaveCount(3);
  for (const degree of ["aprendiz", "companheiro", "mestre"])
    await expect(page.locator(`a[href="/modulos?nivel=${degree}"]`)).toBeVisible();
  await expect(page.locator(".home__hero").getByRole("link", { name: "Fazer a avaliação de nível" })).toHaveAttribute(
    "href",
    "/avaliacao",
  );
  await expect(page.locator(".home__hero").getByRole("link", { name: "Ver os módulos" })).toHaveAttribute("href", "/modulos");
  const closing = page.getByRole("region", { name: "Comece por cinco perguntas" });
  await expect(closing.getByRole("link", { name: "Fazer a avaliação de nível" })).toHaveAttribute("href", "/avaliacao");
});

test("the public pages can be read before any script runs", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.E2E_BASE_URL! });
  const page = await context.newPage();
  for (const { path } of pages.filter(({ path, access }) => access === "public" && !path.includes(":"))) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a signed-in visitor's header stands right at the first paint", async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Sair" })).toBeVisible();
  await page.route("**/api/session", () => {}); // the session never answers
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sair" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Entrar" })).toBeHidden();
});

test("the theme can be changed and stays", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await page.getByRole("button", { name: "Alternar tema claro e escuro" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the footer's newsletter form asks for an address and keeps it", async ({ page }) => {
  await page.goto("/");
  const field = page.getByLabel("Boletim por e-mail");
  await page.getByRole("button", { name: "Inscrever" }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await field.fill(`${crypto.randomUUID()}@academia.test`);
  await page.getByRole("button", { name: "Inscrever" }).click();
  await expect(page.getByText("Pedido recebido.")).toBeVisible();
});

test("at 200% text nothing is lost and nothing sticks out sideways", async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  const browser = await context.newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } }); // twice the browser's default
  for (const { path } of pages.filter(({ path, access }) => access !== "admin" && (!path.includes(":") || path in EXAMPLES))) {
    await page.goto(addressOf(path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    // With the page's own fonts: the machine's stand-ins may be wider.
    await page.evaluate(async () => {
      await Promise.all(["1em Playfair", "italic 1em Playfair", "1em Commissioner"].map((font) => document.fonts.load(font)));
    });
    await page.waitForTimeout(100);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `/${path}`).toBeLessThanOrEqual(0);
  }
});

test("what is pressed and typed before the scripts have come is kept, and no form becomes an address", async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/start-*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Email" }).fill("cedo@academia.test");
  await page.getByRole("textbox", { name: "Senha" }).fill("Esquadro&Compasso9");
  await page.getByRole("textbox", { name: "Senha" }).press("Enter");
  await expect(page.getByRole("button", { name: "Entrar", exact: true })).toHaveAttribute("aria-busy", "true");
  expect(new URL(page.url()).search).toBe("");
  const tab = page.getByRole("tab", { name: "Registrar" });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "false");
  scripts.resolve();
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Entrar" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("cedo@academia.test");
  await expect(page.getByRole("textbox", { name: "Senha" })).toHaveValue("Esquadro&Compasso9");
});

test("a choice made while React takes the page over is kept", async ({ page }) => {
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 4 }); // taking over lasts many tasks, with room between them
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const letter = document.querySelector<HTMLSelectElement>(".dictionary__dict-letter-select select");
      const reached = letter && Object.keys(letter).some((key) => key.startsWith("__react"));
      if (!reached) return port2.postMessage("again");
      letter.value = "C";
      for (const event of ["input", "change"]) letter.dispatchEvent(new Event(event, { bubbles: true }));
    };
    port2.postMessage("first");
  });
  await page.goto("/dicionario");
  await expect(page).toHaveURL("/dicionario?letra=C");
  await expect(page.getByText("Cadeia de União").first()).toBeVisible();
});
