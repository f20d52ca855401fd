import type { Locator, Page } from "@playwright/test";
import { expect, holdApi, signIn, test } from "./support.ts";

const HEADER = [
  ["Avaliação", "/avaliacao"],
  ["Módulos", "/modulos"],
  ["Rito de York", "/rito-york"],
  ["Mentoria", "/mentoria"],
  ["Biblioteca", "/biblioteca"],
  ["Dicionário", "/dicionario"],
];

const isPhone = (page: Page) => page.viewportSize()!.width < 1000;

/** The header's links; on the phone they are in a menu, which is opened. */
async function headerLinks(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.locator(".menu summary").click();
  return page.getByRole("navigation", { name: isPhone(page) ? "Menu" : "Principal" }).getByRole("link");
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
  await expect.poll(() => visible(links)).toEqual(HEADER);
  await page.getByRole("banner").getByRole("link", { name: "Academia do Rito de York" }).click();
  await expect(page).toHaveURL("/");
});

test("the footer's links", { tag: "@phone" }, async ({ page }) => {
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

test("the link Admin is shown to administrators only", { tag: "@phone" }, async ({ page, context, browser }) => {
  const other = await browser.newContext();
  await signIn(other, "mentor@academia.example");
  const member = await other.newPage();
  await member.goto("/dashboard");
  await expect(member.getByRole("button", { name: "Sair" })).toBeVisible();
  expect((await visible(await headerLinks(member))).slice(0, 6)).toEqual(HEADER);
  await expect(member.getByRole("link", { name: "Admin", exact: true })).toBeHidden();
  await signIn(context, "admin@academia.example");
  await page.goto("/dashboard");
  await expect(page.getByRole("button", { name: "Sair" })).toBeVisible();
  await (await headerLinks(page)).filter({ hasText: "Admin" }).click();
  await expect(page).toHaveURL("/admin");
  await other.close();
});

test("a member finds the way back to the own panel from anywhere; a visitor is not offered it", { tag: "@phone" }, async ({
  page,
  context,
}) => {
  await page.goto("/faq");
  await expect((await headerLinks(page)).filter({ hasText: "Meu painel" })).toBeHidden();
  await signIn(context, "mentor@academia.example");
  await page.goto("/biblioteca");
  await (await headerLinks(page)).filter({ hasText: "Meu painel" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a page behind login shows a spinner while the session loads, then itself", async ({ page, context }) => {
  await signIn(context, "mentor@academia.example");
  const answer = await holdApi(page, "**/api/session");
  await page.goto("/modulos");
  await expect(page.locator(".waiting .spinner")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  answer();
  await expect(page.getByRole("heading", { level: 1, name: "Módulos" })).toBeVisible();
  await expect(page.locator(".waiting")).toHaveCount(0);
});
