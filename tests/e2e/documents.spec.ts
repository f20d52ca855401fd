import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { questionOptions } from "#app/features/courses/courses.table.ts";
import { studyPositions } from "#app/features/studies/studies.table.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectNoOverflow, largeLetters, signUp, test } from "./support.ts";

test("the collection is filtered by keyboard, found again on the way back, and says how many are left", {
  tag: "@phone",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/documentos");
  await expect(page.getByRole("figure", { name: /^Régua do tempo/ })).toHaveCount(1); // the other form is not drawn
  const count = page.getByRole("status").filter({ hasText: "documento" });
  const all = Number.parseInt((await count.textContent())!, 10);
  await page.getByRole("button", { name: "Brasil" }).press("Enter");
  await expect(page).toHaveURL(/lugar=brasil/);
  await page.getByRole("button", { name: "XIX" }).press("Space");
  await expect(page.getByRole("button", { name: "XIX" })).toHaveAttribute("aria-pressed", "true");
  const links = page.getByRole("region", { name: "A coleção" }).getByRole("link");
  await expect(async () => {
    const shown = await links.count();
    expect(shown).toBeLessThan(all);
    expect(await count.textContent()).toBe(`${shown} documentos`);
  }).toPass();
  await page.getByLabel("Assunto, título ou autor").fill("alvará");
  await expect(count).toHaveText("2 documentos");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await links.first().click();
  await expect(page.getByRole("heading", { level: 2, name: "O que não diz" })).toBeVisible();
  await page.goBack();
  await expect(count).toHaveText("2 documentos");
  await page.getByRole("button", { name: "Limpar os filtros" }).click();
  await expect(count).toHaveText(`${all} documentos`);
});

test("a stone of the timeline opens its document", { tag: ["@phone", "@long"] }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/documentos");
  const stone = page
    .getByRole("region", { name: "A régua do tempo" })
    .getByRole("link", { name: /^Alvará de 30 de março de 1818/ });
  await stone.filter({ visible: true }).click();
  await expect(page).toHaveURL("/documentos/alvara-1818");
  await expect(page.getByText("Texto original em português.")).toBeVisible();
});

test("a document is read, its versions are shown one at a time, and its question is answered", {
  tag: ["@phone-long", "@long"],
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/documentos/anderson-obrigacao-i");
  const versions = page.getByRole("figure", { name: "As duas redações, frase a frase" });
  await expect(versions.getByText("obedecer à")).toBeVisible();
  await versions.getByRole("button", { name: "1738" }).click();
  await expect(versions.getByText("obedecer à")).toBeHidden();
  await expect(versions.getByText("como verdadeiro noaquida")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  const form = page.locator("form").filter({ hasText: "Pergunte ao documento · 1 de 2" });
  const id = await form.locator("input").first().inputValue();
  const { db } = backend();
  const [option] = await db.select().from(questionOptions).where(eq(questionOptions.id, id));
  const own = await db.select().from(questionOptions).where(eq(questionOptions.questionId, option!.questionId));
  for (const { id } of own.filter(({ right }) => right)) await form.locator(`input[value="${id}"]`).check();
  await form.getByRole("button", { name: "Responder" }).click();
  await expect(form.getByText("Certo.", { exact: true })).toBeVisible();
});

test("the plate in a lesson opens in place, by its link and by its head", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/2");
  const plate = page.getByRole("figure", { name: "Estatutos Schaw: obra que se possa cumprir" });
  const excerpt = plate.getByText("que observem e guardem as boas ordenanças");
  await expect(excerpt).toBeHidden();
  await page.getByRole("link", { name: "expediu estatutos para os pedreiros da Escócia" }).click();
  await expect(excerpt).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await plate.locator("summary").press("Enter");
  await expect(excerpt).toBeHidden();
});

test("a study opens where its reader stopped, and asks its three questions", { tag: "@long" }, async ({ page, context }) => {
  const { id } = await signUp(context);
  const { db } = backend();
  await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, id));
  await page.goto("/estudos/antigos-e-modernos");
  await expect(page.getByRole("button", { name: "Responder" })).toHaveCount(3);
  await page.locator("#s3").evaluate((heading) => heading.scrollIntoView());
  const kept = () => db.$count(studyPositions, eq(studyPositions.userId, id));
  await expect(async () => {
    await page.waitForTimeout(1_100); // the eye rests
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    expect(await kept()).toBe(1);
  }).toPass();
  await page.reload();
  await expect(page.getByText("Você parou aqui.")).toBeInViewport();
  await page.getByRole("button", { name: "Voltar ao começo" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("with large letters on a phone a document's facts are read in lines, not letter by letter", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  await signUp(context);
  await largeLetters(page);
  await page.goto("/documentos/anderson-obrigacao-i");
  const facts = page.getByRole("complementary", { name: "Ficha do documento" });
  for (const fact of await facts.locator("dd").all())
    expect((await fact.boundingBox())!.width).toBeGreaterThan((await facts.boundingBox())!.width / 2);
  await expectNoOverflow(page);
});
