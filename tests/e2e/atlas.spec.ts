import { expect, expectAccessible, expectNoOverflow, signUp, test } from "./support.ts";

test("years are moved by keys, a place is chosen, the list follows; Back, Reload and a sent address keep both", {
  tag: "@phone",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/mapa");
  const count = page.getByRole("status").filter({ hasText: "registro" });
  const found = async () => Number.parseInt((await count.textContent())!, 10);
  const all = await found();
  expect(all).toBeGreaterThan(250);
  const years = page.getByRole("slider", { name: "Anos" });
  await expect(years).toHaveAttribute("aria-valuetext", `Todos os anos, ${all} registros`);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Século XVIII" }).click();
  await expect(page).toHaveURL(/anos=xviii/);
  await expect(page.getByRole("heading", { level: 2, name: "Século XVIII" }).last()).toBeVisible();
  await years.press("ArrowRight");
  await expect(years).toHaveAttribute("aria-valuetext", /^1700 a 1709, \d+ registros?$/);
  await years.press("ArrowLeft");
  const ofCentury = await found();
  expect(ofCentury).toBeLessThan(all);

  await page.getByLabel("Lugar", { exact: true }).selectOption("Boston");
  await expect(page).toHaveURL(/lugar=boston/);
  await expect(page.getByRole("figure", { name: /^Mapa: América, leste/ })).toBeVisible();
  const list = page.getByRole("region", { name: "Boston, século XVIII" });
  await expect(list.getByRole("link").first()).toBeVisible();
  const atBoston = await found();
  expect(atBoston).toBeLessThan(ofCentury);
  await expect(list.getByRole("link")).toHaveCount(atBoston);
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.reload();
  await expect(count).toContainText(`${atBoston} registros`);
  await list
    .getByRole("link", { name: /Prince Hall pede uma carta constitutiva/ })
    .first()
    .click();
  await expect(page).toHaveURL("/documentos/prince-hall-carta-1784");
  await page.goBack();
  await expect(count).toContainText(`${atBoston} registros`);
  await expect(years).toHaveAttribute("aria-valuetext", `Século XVIII, ${atBoston} registros`);

  await page.getByRole("button", { name: "Mostrar tudo" }).click();
  await expect(page).toHaveURL("/mapa");
  await expect(count).toContainText(`${all} registros`);
});

test("Back from a place leads to the page before the map, also where the map was loaded anew over a panel that had been closed", {
  tag: "@long",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/modulos");
  await page.goto("/mapa");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Notificações/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Notificações" })).toBeVisible();
  await page.waitForFunction(() => ((history.state as { over?: number } | null)?.over ?? 0) > 0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await page.getByLabel("Lugar", { exact: true }).selectOption("Boston");
  await expect(page).toHaveURL(/lugar=boston/);
  await page.goBack();
  await expect(page).toHaveURL("/modulos");
});

test("the map leads from its regions to their places, and says where there is nothing", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/mapa?anos=xviii");
  await page.getByRole("link", { name: /^Ilhas Britânicas \d+ registros/ }).press("Enter");
  const map = page.getByRole("figure", { name: /^Mapa: Ilhas Britânicas/ });
  await map.getByRole("link", { name: /^Edimburgo, \d+ registros?/ }).click();
  await expect(page).toHaveURL(/lugar=edimburgo/);
  await expect(page.getByLabel("Lugar", { exact: true })).toHaveValue("edimburgo");
  await page.getByRole("button", { name: "Século XX", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nada deste lugar nestes anos" })).toBeVisible();
  await expectAccessible(page);
  await map.getByRole("link", { name: "Todos os mapas" }).click();
  await expect(page).toHaveURL("/mapa?anos=xx");
  await page.goto("/mapa?anos=nunca&lugar=atlantida"); // what does not exist chooses nothing
  await expect(page.getByRole("slider", { name: "Anos" })).toHaveAttribute("aria-valuetext", /^Todos os anos/);
});
