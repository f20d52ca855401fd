import type { BrowserContext, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress } from "#app/features/courses/courses.table.ts";
import { publishForms } from "#tests/support/questions.ts";
import { backend } from "./backend.ts";
import { keysOf } from "./keyboard.ts";
import { expect, expectAccessible, expectNoOverflow, largeLetters, signUp, test } from "./support.ts";

test.describe.configure({ mode: "serial" }); // the content is published once, and stays: no other test answers in module 8
test.beforeAll(() => publishForms(backend().db, "questions/m08.yaml", ["m08-l04", "m08-l05", "m08-l06", "m08-l03"]));

/** The question of a lesson of module 8, for a Mestre who has read the text. */
async function openQuestion(page: Page, context: BrowserContext, number: number): Promise<void> {
  const { db } = backend();
  const { id } = await signUp(context);
  await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, id));
  await db.insert(lessonProgress).values({ userId: id, lessonId: `m08-l0${number}`, furthest: 1, position: 1 });
  await page.goto(`/modulo/8/licao/${number}`);
  await page.locator("#questao").scrollIntoViewIfNeeded();
}

const answer = (page: Page) => page.getByRole("button", { name: "Responder" });
const solved = (page: Page) => page.getByText("Certo. Lição concluída.");

test("items are put in order with buttons, by keyboard too", { tag: ["@long", "@phone"] }, async ({ page, context }) => {
  await openQuestion(page, context, 4);
  const items = page.locator("#questao li");
  await expect(items).toHaveCount(3);
  await answer(page).click();
  await expect(page.getByText("Ainda não. Mude a ordem")).toBeVisible();
  await expect(page.getByText("Conta-se assim.")).toBeVisible();
  await expect(answer(page)).toBeDisabled();
  // "Um" to the first place, then "Três" to the last: whatever order was shown
  for (let press = 0; press < 2; press += 1) await page.getByRole("button", { name: "Subir: Um" }).press("Enter");
  await expect(page.getByRole("button", { name: "Subir: Um" })).toBeFocused();
  for (let press = 0; press < 2; press += 1) await page.getByRole("button", { name: "Descer: Três" }).press("Enter");
  await expect(items).toHaveText([/Um/, /Dois/, /Três/]);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await answer(page).click();
  await expect(solved(page)).toBeVisible();
});

test("by keys alone items are put in order, sides matched and two of five marked", { tag: "@long" }, async ({
  page,
  context,
}) => {
  const { enter, press, select, space, to } = keysOf(page);
  await openQuestion(page, context, 4);
  for (const { move, times } of [
    { move: "Subir: Um", times: 2 },
    { move: "Descer: Três", times: 2 },
  ]) {
    await to(page.getByRole("button", { name: move }));
    await press("Enter", times);
  }
  await enter(answer(page));
  await expect(solved(page)).toBeVisible();

  await openQuestion(page, context, 5);
  for (const tool of ["Régua", "Malho", "Prumo"]) await select(page.getByLabel(tool), `Uso de ${tool}`);
  await enter(answer(page));
  await expect(solved(page)).toBeVisible();

  await openQuestion(page, context, 3);
  await space(page.getByLabel("O malho"));
  await space(page.getByLabel("O nível"));
  await enter(answer(page));
  await expect(solved(page)).toBeVisible();
});

test("sides are matched by lists, and a right side belongs to one left side", { tag: ["@phone-long", "@long"] }, async ({
  page,
  context,
}) => {
  await openQuestion(page, context, 5);
  await expect(answer(page)).toBeDisabled();
  await page.getByLabel("Régua").selectOption("Uso de Malho");
  await page.getByLabel("Malho").selectOption("Uso de Malho");
  await expect(page.getByLabel("Régua")).toHaveValue("");
  await page.getByLabel("Régua").selectOption("Uso de Prumo");
  await page.getByLabel("Prumo").selectOption("Uso de Régua");
  await answer(page).click();
  await expect(page.getByText("Cada uma tem o seu uso.")).toBeVisible();
  await expect(page.getByLabel("Malho certo")).toBeVisible();
  await expect(page.getByLabel("Prumo errado")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByLabel("Régua").selectOption("Uso de Régua");
  await page.getByLabel("Prumo").selectOption("Uso de Prumo");
  await answer(page).click();
  await expect(solved(page)).toBeVisible();
});

test("a sentence is classified as document, tradition or interpretation", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
}) => {
  await openQuestion(page, context, 6);
  await expect(page.getByRole("group", { name: /Hiram fundiu as colunas/ })).toBeVisible();
  await expect(page.locator("#questao").getByText("Documento, tradição ou interpretação?")).toBeVisible();
  await page.getByLabel("Documento").check();
  await answer(page).click();
  await expect(page.getByText("Não há documento.")).toBeVisible();
  await page.getByLabel("Tradição").check();
  await answer(page).click();
  await expect(solved(page)).toBeVisible();
  await expect(page.getByText("Não interpreta nada.")).toBeVisible();
  await expectAccessible(page);
});

test("two of five are marked, the others wait until one is given up", { tag: "@phone" }, async ({ page, context }) => {
  await openQuestion(page, context, 3);
  await expect(page.getByText("Marque duas.")).toBeVisible();
  await page.getByLabel("A régua").check();
  await expect(page.getByText("Falta uma.")).toBeVisible();
  await expect(answer(page)).toBeDisabled();
  await page.getByLabel("O malho").press("Space");
  await expect(page.getByText("Duas marcadas. Para trocar, desmarque uma.")).toBeVisible();
  await expect(page.getByLabel("O nível")).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel("O malho")).toBeChecked();
  await answer(page).click();
  await expect(page.getByText("Ainda não. Leia a explicação e troque o que está marcado.")).toBeVisible();
  await expect(page.getByText("Razão de A régua.")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByLabel("A régua").uncheck();
  await page.getByLabel("O nível").check();
  await answer(page).click();
  await expect(solved(page)).toBeVisible();
  await expect(page.getByText("Razão de A trolha.")).toBeVisible();
});

test("with large letters on a phone no box lies over an alternative's words, and items to put in order keep a line's width", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  await largeLetters(page);
  await openQuestion(page, context, 3);
  for (const choice of await page.locator("#questao .choice").all()) {
    const [box, words] = [(await choice.locator("input").boundingBox())!, (await choice.locator("span").last().boundingBox())!];
    expect(box.x + box.width).toBeLessThanOrEqual(words.x);
  }
  await openQuestion(page, context, 4);
  for (const item of await page.locator("#questao li").all()) {
    const words = item.getByText(/Um|Dois|Três/);
    expect((await words.boundingBox())!.width).toBeGreaterThan((await item.boundingBox())!.width / 2);
  }
  await expectNoOverflow(page);
});

test("a chosen pair is shown whole, however long it is", { tag: ["@phone-long", "@long"] }, async ({ page, context }) => {
  await openQuestion(page, context, 5);
  const side = page.getByLabel("Régua");
  await side.selectOption("Uso de Malho");
  const shown = page.locator("#questao .field").first().locator("span[aria-hidden=true]");
  await expect(shown).toHaveText("Uso de Malho");
  const before = (await side.boundingBox())!.height;
  await shown.evaluate((words) => {
    words.textContent =
      "Uso de Malho, com palavras que não cabem numa linha de lista nenhuma, nem na do computador, por muito largo que seja";
  });
  const [field, words] = [(await side.boundingBox())!, (await shown.boundingBox())!];
  expect(field.height).toBeGreaterThan(before);
  expect(words.y + words.height).toBeLessThanOrEqual(field.y + field.height);
});
