import type { Page } from "@playwright/test";
import { callApi, expect, expectAccessible, expectToast, signUp, test } from "./support.ts";

const LESSON = "/modulo/1/licao/1";
const dialog = (page: Page) => page.getByRole("dialog");
const paragraph = (page: Page, index: number) => page.locator(".lesson-text p").nth(index);

/** Opens a lesson, when its text is there. */
async function openLesson(page: Page): Promise<void> {
  await page.goto(LESSON);
  await expect(paragraph(page, 0)).toBeVisible();
}

/** Writes a note beside a paragraph, by the tools' button. */
async function annotate(page: Page, index: number, words: string): Promise<void> {
  await page.getByRole("button", { name: "Anotar" }).click();
  await expect(page.getByText("Toque no parágrafo que quer anotar.")).toBeVisible();
  await paragraph(page, index).click({ position: { x: 30, y: 10 } });
  await dialog(page).getByLabel("Anotação (opcional)").fill(words);
  await dialog(page).getByRole("button", { name: "Guardar" }).click();
  await expect(dialog(page)).toBeHidden();
}

test("a paragraph is chosen and annotated; a tap alone opens nothing; what was typed without a connection is kept; the note is listed and its deletion undone", {
  tag: "@phone",
}, async ({ page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await signUp(context);
  await openLesson(page);
  await paragraph(page, 1).click({ position: { x: 30, y: 10 } });
  await expect(dialog(page)).toBeHidden();
  await annotate(page, 1, "Perguntar ao Vigilante.");
  const mark = page.locator(".lesson-text").getByRole("button", { name: "Sua anotação: Perguntar ao Vigilante." });
  await expect(mark).toBeVisible();
  await page.reload();
  await mark.click();
  await expectAccessible(page);
  await context.setOffline(true);
  const words = dialog(page).getByLabel("Anotação (opcional)");
  await words.fill("Perguntei ao Vigilante.");
  await dialog(page).getByRole("button", { name: "Guardar" }).click();
  // a change goes out by itself
  const waiting = page.getByRole("region", { name: "Anotação ainda não guardada" });
  await expect(waiting).toContainText("Perguntei ao Vigilante.");
  await mark.click();
  await expect(words).toHaveValue("Perguntei ao Vigilante.");
  await page.keyboard.press("Escape");
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Sua anotação: Perguntei ao Vigilante." })).toBeVisible({ timeout: 15_000 });
  await expect(waiting).toBeHidden();
  // so does a new one
  await context.setOffline(true);
  await annotate(page, 2, "Trazer o caderno.");
  await expect(waiting).toContainText("Trazer o caderno.");
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Sua anotação: Trazer o caderno." })).toBeVisible({ timeout: 15_000 });
  await expect(waiting).toBeHidden();
  await page.goto("/anotacoes");
  await page.getByLabel("Procurar nas anotações").fill("vigilánte perguntei");
  await expect(page.getByText("1 anotação encontrada")).toBeVisible();
  await page.getByRole("button", { name: "Excluir" }).click();
  await expectToast(page, "Anotação excluída");
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(page.getByText("Perguntei ao Vigilante.")).toBeVisible();
  await expectAccessible(page);
});

test("how texts are shown changes at once, and is the same on another device from its first paint on", { tag: "@long" }, async ({
  page,
  context,
  browser,
}) => {
  await signUp(context);
  await openLesson(page);
  const beside = page.getByRole("button", { name: "Apresentar" });
  const place = await beside.boundingBox();
  await page.getByRole("button", { name: "Ajustes" }).click();
  const panel = page.getByRole("region", { name: "Ajustes de leitura" });
  await expect(panel).toBeVisible();
  expect(await beside.boundingBox()).toEqual(place);
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/api/account/reading") && answer.ok());
  for (const choice of ["Sépia", "130%", "Sem serifa"]) await panel.getByRole("radio", { name: choice, exact: true }).check();
  await kept;
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "sepia");
  expect(await paragraph(page, 1).evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/^"?Commissioner/);
  await expect.poll(async () => (await (await context.request.get("/api/session")).json()).member.reading.face).toBe("sans");
  const other = await browser.newContext({
    baseURL: process.env.E2E_BASE_URL!,
    storageState: { cookies: await context.cookies(), origins: [] },
  });
  const device = await other.newPage();
  await device.goto("/conta#leitura");
  await expect(device.getByRole("radio", { name: "Sem serifa" })).toBeChecked();
  await device.goto("/faq", { waitUntil: "commit" });
  await expect(device.locator("html")).toHaveAttribute("data-theme", "sepia");
  await other.close();
});

test("the mouse's selection is marked in a colour, and a note that another tab changed shows both texts", {
  tag: "@long",
}, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 409/);
  await signUp(context);
  await openLesson(page);
  await paragraph(page, 2).scrollIntoViewIfNeeded();
  const box = (await paragraph(page, 2).boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 14);
  await page.mouse.down();
  await page.mouse.move(box.x + 220, box.y + 14, { steps: 6 });
  await page.mouse.up();
  await page.getByRole("toolbar", { name: "Trecho selecionado" }).getByRole("button", { name: "Marcar em azul" }).click();
  const mark = paragraph(page, 2).getByRole("button", { name: "Trecho marcado em azul" });
  await expect(mark).toBeVisible();
  expect(await page.evaluate(() => [...(CSS.highlights.get("note-blue") ?? [])].map(String))).toHaveLength(1);
  await mark.click();
  const [text] = (await (await context.request.get("/api/notes")).json()).texts;
  const { id } = text.notes[0];
  await callApi(context.request, "put", `/api/notes/${id}`, { colour: "rose", body: "Da outra aba.", version: 1 });
  await dialog(page).getByLabel("Anotação (opcional)").fill("Desta aba.");
  await dialog(page).getByRole("button", { name: "Guardar" }).click();
  await expect(dialog(page).getByText("Da outra aba.")).toBeVisible();
  await expect(dialog(page).getByLabel("Anotação (opcional)")).toHaveValue("Desta aba.");
  await dialog(page).getByRole("button", { name: "Guardar a minha" }).click();
  await expect(paragraph(page, 2).getByRole("button", { name: "Sua anotação: Desta aba." })).toBeVisible();
});
