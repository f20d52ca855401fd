import { expect, expectAccessible, settled, signIn, test } from "./support.ts";

test("the field opens over any page by Ctrl+K, is worked by keys alone, and gives the focus back", {
  tag: "@long",
}, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/biblioteca");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const opener = page.getByRole("link", { name: "Buscar" }).first();
  await opener.focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Buscar na Academia" });
  await expect(field).toBeFocused();
  await field.fill("pedra brut");
  const option = page.getByRole("option").first();
  await expect(option).toContainText("Pedra Bruta");
  await expect(page.getByRole("group", { name: "Dicionário" })).toBeVisible();
  await settled(page);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("/"); // no key by itself does anything
  await expect(field).toBeHidden();
  await page.keyboard.press("Control+k");
  await field.fill("pedra brut");
  await expect(option).toContainText("Pedra Bruta");
  await page.keyboard.press("ArrowDown");
  await expect(option).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dicionario/pedra-bruta");
  await expect(page.getByRole("heading", { level: 1, name: "Pedra Bruta" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await field.fill("loja");
  await expect(option).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/busca?q=loja");
  await expect(page.getByRole("status").filter({ hasText: "página 1 de" })).toBeVisible();
});

test("all results, by kind and page, and what a misspelled word may have meant; on the phone from the menu", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/busca");
  await page.getByLabel(/^Buscar lições/).fill("loja");
  await page.getByLabel(/^Buscar lições/).press("Enter");
  await expect(page).toHaveURL("/busca?q=loja");
  const results = page.getByRole("region", { name: "Resultados" });
  await expect(results.getByRole("listitem").getByRole("heading")).toHaveCount(20);
  await expect(results.getByRole("link", { name: "Lições" })).toBeHidden(); // a visitor
  await page.getByRole("link", { name: "Mais resultados" }).click();
  await expect(page).toHaveURL("/busca?q=loja&pagina=2");
  await expect(page.getByRole("heading", { name: "Resultados" })).toBeFocused();
  await page.getByRole("link", { name: /^Graus do Rito de York/ }).click();
  await expect(page).toHaveURL("/busca?q=loja&tipo=graus");
  await page.goBack();
  await expect(page).toHaveURL("/busca?q=loja&pagina=2");
  await page.goto("/busca?q=esquado");
  await expect(page.getByText("Nenhum resultado encontrado para “esquado”")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Esquadro", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Esquadro" })).toBeVisible(); // a menu opened before belongs to the page that goes
  if (page.viewportSize()!.width < 1000) {
    await page.getByLabel("Menu", { exact: true }).first().click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Buscar" }).click();
    await expect(page).toHaveURL("/busca");
  }
});
