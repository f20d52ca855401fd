import type { BrowserContext, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectNoOverflow, isPhone, signUp, test } from "./support.ts";

/** A member for whom the plates of the first degree are all open. */
async function companheiro(context: BrowserContext): Promise<void> {
  const { id } = await signUp(context);
  await backend().db.update(profiles).set({ degree: "companheiro" }).where(eq(profiles.id, id));
}

const gallery = (page: Page) => page.getByRole("link", { name: /Pr\. [IVXLC]+$/ });
const size = (page: Page) => page.getByRole("group", { name: "Tamanho" }).locator("output");
const box = (page: Page) => page.getByRole("region", { name: /^Prancha (inteira|ampliada)/ });

test("a plate opens large from the gallery, is enlarged by buttons and keys, survives Reload, and Back closes it", {
  tag: "@phone",
}, async ({ page, context }) => {
  await companheiro(context);
  await page.goto("/pranchas?grau=aprendiz");
  await gallery(page).first().waitFor();
  const all = await gallery(page).count();
  expect(all).toBeGreaterThan(15);
  await expect(page.getByRole("status").filter({ hasText: `${all} pranchas` })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  const plate = page.getByRole("link", { name: "Pr. IX", exact: false }).filter({ hasText: /Pr\. IX$/ });
  await plate.scrollIntoViewIfNeeded();
  await expect(plate.locator("svg")).toBeVisible();
  const place = await page.evaluate(() => scrollY);
  await plate.click();
  await expect(page).toHaveURL("/pranchas?prancha=IX&grau=aprendiz");
  await expect(page).toHaveTitle("Prancha IX · Academia");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("A pedra bruta e a pedra polida");
  await expect(title).toBeFocused();
  await expect(page.getByRole("img", { name: "A pedra bruta e a pedra polida" })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Aumentar" }).click();
  await expect(size(page)).toHaveText("1,5×");
  await page.keyboard.press("+");
  await expect(size(page)).toHaveText("2×");
  expect(await box(page).evaluate((element) => element.scrollWidth / element.clientWidth)).toBeGreaterThan(1.5);
  await expectNoOverflow(page);
  await page.keyboard.press("-");
  await page.getByRole("button", { name: "Inteira" }).click();
  await expect(size(page)).toHaveText("1×");

  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/pranchas?prancha=X&grau=aprendiz");
  await page.reload();
  await expect(page.getByText("Prancha X", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Prancha anterior" }).click();
  await expect(title).toHaveText("A pedra bruta e a pedra polida");
  await page.goBack();
  await expect(page).toHaveURL("/pranchas?grau=aprendiz");
  await expect(gallery(page)).toHaveCount(all);
  await expect(async () => expect(Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(40)).toPass();
});

test("two fingers enlarge a plate where they are", { tag: ["@phone", "@long"] }, async ({ page, context }) => {
  test.skip(!isPhone(page), "a desktop has no fingers");
  await signUp(context);
  await page.goto("/pranchas?prancha=III");
  await box(page).waitFor();
  const { x, y, width, height } = (await box(page).boundingBox())!;
  const client = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        type === "touchEnd" ? [] : [-1, 1].map((side, id) => ({ x: x + width / 2 + (side * apart) / 2, y: y + height / 2, id })),
    });
  await touch("touchStart", 60);
  for (const apart of [80, 110, 150, 180]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await expect(size(page)).toHaveText("3×");
});

test("two plates are compared and read by keyboard alone, and the address keeps them", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await companheiro(context);
  await page.goto("/pranchas?prancha=XIII");
  await page.getByRole("link", { name: "Comparar com outra" }).press("Enter");
  await expect(page.getByText("Escolha a prancha que fica ao lado da Pr. XIII")).toBeVisible();
  await expectAccessible(page);
  await gallery(page)
    .filter({ hasText: /Pr\. XIV$/ })
    .press("Enter");
  await expect(page).toHaveURL("/pranchas?prancha=XIII&com=XIV");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pranchas XIII e XIV");
  const [one, other] = [page.getByRole("region", { name: "Prancha XIII" }), page.getByRole("region", { name: "Prancha XIV" })];
  const places = [(await one.boundingBox())!, (await other.boundingBox())!];
  if (isPhone(page)) expect(places[1]!.y).toBeGreaterThan(places[0]!.y + places[0]!.height - 1);
  else expect(places[1]!.x).toBeGreaterThan(places[0]!.x + places[0]!.width - 1);
  await other.getByRole("region", { name: /^Prancha inteira/ }).press("+");
  await expect(other.locator("output")).toHaveText("1,5×");
  await expect(one.locator("output")).toHaveText("1×");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await one.getByRole("link", { name: "Tirar esta prancha" }).press("Enter");
  await expect(page).toHaveURL("/pranchas?prancha=XIV");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/pranchas\??$/);
});

test("a lesson's plate leads to the gallery and back to its place, and its letters can be read on a phone", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/3");
  const figure = page
    .locator(".lesson-text .plate")
    .filter({ has: page.locator("svg.prancha-arte") })
    .first();
  await figure.scrollIntoViewIfNeeded();
  const smallest = await figure.locator("svg").evaluate((svg: SVGSVGElement) => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return Math.min(
      ...[...svg.querySelectorAll("text")].map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * scale),
    );
  });
  expect(smallest).toBeGreaterThanOrEqual(11);
  await figure.locator("svg").click();
  await expect(page).toHaveURL("/pranchas?prancha=III");
  await expect(page.getByRole("link", { name: /Módulo 1/ }).or(page.getByText(/^Módulo 1/))).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/modulo/1/licao/3");
  await figure.getByRole("link", { name: "Pr. III" }).press("Enter");
  await expect(page).toHaveURL("/pranchas?prancha=III");
});

test("a plate that is not open to the reader is not told from one that does not exist", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signUp(context);
  for (const number of ["XXXIX", "C"]) {
    await page.goto(`/pranchas?prancha=${number}`);
    await expect(page.getByRole("heading", { name: "Prancha não encontrada" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Ver as pranchas" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "As pranchas" })).toBeVisible();
});

test("without a connection the gallery says so, and comes when it is tried again", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await signUp(context);
  await page.route("**/api/plates", (route) => route.abort());
  await page.goto("/pranchas");
  await expect(page.getByRole("alert").getByText("Erro ao carregar as pranchas")).toBeVisible();
  await page.unroute("**/api/plates");
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(gallery(page).first()).toBeVisible();
});
