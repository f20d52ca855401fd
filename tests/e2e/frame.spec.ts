import type { Locator, Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { backend } from "./backend.ts";
import { expect, holdApi, isPhone, settled, signIn, test } from "./support.ts";

const HEADER = [
  ["Avaliação", "/avaliacao"],
  ["Módulos", "/modulos"],
  ["Rito de York", "/rito-york"],
  ["Mentoria", "/mentoria"],
  ["Biblioteca", "/biblioteca"],
  ["Dicionário", "/dicionario"],
];

const MEMBERS_HEADER = HEADER.toSpliced(4, 0, ["Comunidade", "/comunidade"]);

/** The header's links; on the phone they are in a menu, which is opened. */
async function headerLinks(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.locator(".menu summary").click();
  return page.getByRole("navigation", { name: isPhone(page) ? "Menu" : "Principal" }).getByRole("link");
}

/** Keeps the application's scripts from running until the function that it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/start-*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const visible = (links: Locator) => labelsAndAddresses(links.filter({ visible: true }));

const labelsAndAddresses = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => [link.textContent!.trim(), link.getAttribute("href")]));

test("a visitor's header: the six links, Entrar, no Admin, and the logo to the home page", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/faq");
  await expect(page.getByRole("banner").getByRole("link", { name: "Entrar", exact: true })).toHaveAttribute("href", "/login");
  await expect(page.getByRole("button", { name: "Sair" })).toBeHidden();
  const links = await headerLinks(page);
  await expect.poll(() => visible(links)).toEqual(isPhone(page) ? [...HEADER, ["Buscar", "/busca"]] : HEADER);
  await page.keyboard.press("Escape"); // beside an open menu a press only closes it
  await page.getByRole("banner").getByRole("link", { name: "Academia do Rito de York" }).click();
  await expect(page).toHaveURL("/");
});

test("the phone's menu opens, takes a press and closes before the scripts have come, and stays as it was left when they come", {
  tag: ["@phone", "@long"],
}, async ({ page }) => {
  test.skip(!isPhone(page));
  const release = await holdScripts(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/faq");
  const menu = page.locator(".menu");
  await menu.locator("summary").click();
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");
  await menu.locator("summary").click();
  const theme = page.getByRole("button", { name: "Tema escuro" });
  await theme.click();
  await expect(theme).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(menu).toHaveAttribute("open");
  await menu.getByRole("link", { name: "Dicionário" }).click();
  await expect(page).toHaveURL("/dicionario");
  await expect(menu).not.toHaveAttribute("open");
});

test("the header is one line for everybody on every screen", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "admin@academia.example");
  await page.route("**/api/notices/unread", (route) => route.fulfill({ json: { unread: 100 } }));
  await page.goto("/dashboard");
  const bar = page.getByRole("banner").locator(".page");
  await expect(bar.getByRole("link", { name: "Admin", exact: true })).toBeVisible();
  await expect(bar.locator(".bell b")).toHaveText("99+"); // as wide as it becomes
  for (const session of ["admin", "member", undefined])
    for (const width of [320, 360, 600, 1024, 1152, 1280, 1366, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      const height = await bar.evaluate((element, name) => {
        if (name) document.documentElement.dataset.session = name;
        else delete document.documentElement.dataset.session;
        return element.getBoundingClientRect().height;
      }, session);
      expect(height, `${session ?? "visitor"} at ${width} px`).toBeLessThan(80);
    }
});

test("the footer's links", { tag: ["@phone", "@long"] }, async ({ page }) => {
  await page.goto("/dicionario");
  const links = page.getByRole("navigation", { name: "Rodapé" }).getByRole("link");
  expect(await labelsAndAddresses(links)).toEqual([
    ["Avaliação", "/avaliacao"],
    ["Módulos", "/modulos"],
    ["Dicionário", "/dicionario"],
    ["Biblioteca", "/biblioteca"],
    ["Perguntas frequentes", "/faq"],
    ["Contato", "/contato"],
  ]);
});

test("the link Admin is shown to administrators only", { tag: ["@phone-long", "@long"] }, async ({ page, context, browser }) => {
  const other = await browser.newContext();
  await signIn(other, "mentor@academia.example");
  const member = await other.newPage();
  await member.goto("/dashboard");
  const links = await headerLinks(member);
  if (!isPhone(member)) await member.locator(".menu summary").click();
  await expect(member.getByRole("button", { name: "Sair" })).toBeVisible();
  expect((await visible(links)).slice(0, 7)).toEqual(MEMBERS_HEADER);
  await expect(member.getByRole("link", { name: "Admin", exact: true })).toBeHidden();
  await signIn(context, "admin@academia.example");
  await page.goto("/dashboard");
  await (await headerLinks(page)).filter({ hasText: "Admin" }).click();
  await expect(page).toHaveURL("/admin");
  await other.close();
});

test("a member finds the way back to the own panel from anywhere; a visitor is not offered it", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await page.goto("/faq");
  await expect((await headerLinks(page)).filter({ hasText: "Meu painel" })).toBeHidden();
  await signIn(context, "mentor@academia.example");
  await page.goto("/biblioteca");
  await (await headerLinks(page)).filter({ hasText: "Meu painel" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a page behind login shows its shell and a spinner while the session loads, then itself", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, "mentor@academia.example");
  const answer = await holdApi(page, "**/api/session");
  await page.goto("/modulos");
  await expect(page.getByRole("heading", { level: 1, name: "Módulos", includeHidden: true })).toBeVisible();
  const status = page.getByRole("status").filter({ hasText: "Carregando..." }); // what is read aloud meanwhile
  await expect(status).toHaveCount(1);
  await expect(status.locator(".spinner")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  answer();
  await expect(page.getByRole("heading", { level: 1, name: "Módulos" })).toBeVisible();
  await expect(page.getByText("Carregando...")).toHaveCount(0);
});

/** The member read half of the lesson just now. Other tests use the demonstration's accounts too. */
async function stopHalfWay(email: string, lesson: string): Promise<void> {
  const { db } = backend();
  const [member] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  await db
    .update(lessonProgress)
    .set({ furthest: 0.5, position: 0.5, completedAt: null, updatedAt: new Date() })
    .where(and(eq(lessonProgress.userId, member!.id), eq(lessonProgress.lessonId, lesson)));
}

test("on a phone Continuar leads to where one stopped, Sair is in the menu, and a tap beside the open menu only closes it", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  test.skip(!isPhone(page));
  await stopHalfWay("aluno@academia.example", "m04-l02");
  await signIn(context, "aluno@academia.example");
  await page.goto("/dashboard");
  await expect(page.getByText("50% lido, faltam")).toBeVisible();
  await expect(page.getByText("1 de 6 lições, e metade da segunda")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Academia do Rito de York" }).click();
  await page.locator(".home__hero").getByRole("link", { name: "Continuar de onde parei" }).click();
  await expect(page).toHaveURL("/modulo/4/licao/2");
  await page.goto("/modulos");
  await expect(page.getByRole("heading", { name: "O Templo e sua Estrutura" })).toBeVisible();
  const menu = page.locator(".menu");
  const sair = page.getByRole("button", { name: "Sair" });
  await expect(sair).toBeHidden();
  await menu.locator("summary").click();
  await expect(sair).toBeInViewport({ ratio: 1 });
  const tab = (await page.getByRole("tab", { name: "Mestre" }).boundingBox())!;
  await menu.locator("nav").evaluate((nav) => nav.style.setProperty("max-height", "4rem")); // so that the tab is beside it
  await page.touchscreen.tap(tab.x + 20, tab.y + 20);
  await expect(menu).not.toHaveAttribute("open");
  await expect(page).toHaveURL("/modulos");
  await page.getByRole("banner").getByRole("link", { name: "Continuar" }).click();
  await expect(page).toHaveURL("/modulo/4/licao/2");
});

test("notices: at the foot, one at a time, over no field; a failure is told once, stays beside its form, and goes when it is sent again", {
  tag: ["@phone", "@long"],
}, async ({ page, allowConsole }) => {
  test.skip(!isPhone(page));
  allowConsole(/status of 4/);
  await page.goto("/login");
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  const toast = page.locator(".toast:not([data-limited])");
  await form.getByLabel("Email").fill("ninguem@academia.test");
  await form.getByLabel("Senha", { exact: true }).fill("Esquadro&Compasso8");
  await form.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(toast).toContainText("Erro no login");
  await expect(toast).toContainText("Credenciais inválidas. Verifique seu email e senha.");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await settled(page);
  await expect(async () => {
    const shown = (await toast.boundingBox())!;
    expect(shown.y).toBeGreaterThan(370);
    for (const control of await page.locator("input, button, .btn").filter({ visible: true }).all()) {
      if (await control.evaluate((element) => Boolean(element.closest(".toast")))) continue;
      const box = (await control.boundingBox())!;
      const apart = box.y >= shown.y + shown.height || box.y + box.height <= shown.y;
      expect(apart, await control.evaluate((element) => element.outerHTML)).toBe(true);
    }
  }).toPass({ timeout: 8_000 });
  await page.getByLabel("Fechar aviso").click();
  await expect(form.getByRole("alert")).toHaveText("Credenciais inválidas. Verifique seu email e senha.");
  const answer = await holdApi(page, "**/api/account/login");
  await form.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(form.getByRole("alert")).toHaveCount(0);
  const busy = form.getByRole("button", { name: "Entrando..." });
  await expect(busy).toHaveCSS("border-style", "solid"); // busy, not locked
  answer();
  await expect(toast).toContainText("Erro no login");
  await page.getByRole("link", { name: "Esqueceu a senha?" }).click();
  await expect(page.getByRole("heading", { name: "Esqueceu a senha?" })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
});
