import { expect, expectAccessible, expectToast, signUp, test } from "./support.ts";

test("the days of a month, the way to their text, and the calendar's address, made and renewed", { tag: "@long @phone" }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/efemerides?mes=4");
  const day = page.getByRole("listitem").filter({ hasText: "Clemente XII condena as Lojas" });
  await expect(day).toContainText("1738");
  await page.getByRole("button", { name: "Criar o meu endereço" }).click();
  await expectToast(page, "Endereço criado");
  const address = page.getByText(/calendar\.ics\?token=/);
  const pathOf = (whole: string) => whole.slice(new URL(whole).origin.length);
  const former = (await address.textContent())!;
  const events = await (await context.request.get(pathOf(former))).text();
  expect(events).toContain("SUMMARY:1738: Clemente XII condena as Lojas");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Trocar o endereço" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Trocar", exact: true }).click();
  await expectToast(page, "Endereço trocado");
  await expect(address).not.toHaveText(former);
  expect((await context.request.get(pathOf(former))).status()).toBe(404);
  await page.getByRole("link", { name: "dezembro" }).click();
  await expect(page.getByText(/datas em dezembro/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "dezembro" })).toHaveAttribute("aria-current", "page");
  await page.goto("/efemerides?mes=99"); // no month: the present one
  await expect(page.getByText(/datas? em [a-z]+\.$/)).toBeVisible();
  await page.goto("/efemerides?mes=4");
  await day.getByRole("link", { name: /In eminenti/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /In eminenti/ })).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: /^(Neste dia|A próxima data), \d/ })).toBeVisible();
});
