import type { Page } from "@playwright/test";
import { brother, openTopic, reply, topicAddress } from "./brothers.ts";
import { expect, expectAccessible, signUp, test } from "./support.ts";

const LESSON = "/modulo/1/licao/1";
const stage = (page: Page) => page.getByRole("dialog", { name: "Apresentação: O que é a Maçonaria" });
const place = (page: Page) => stage(page).getByRole("status");

/** Moves a finger over the stage by so many pixels; what the browser itself makes of it, such as scrolling, counts. */
async function swipe(page: Page, by: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x: 180, y: 300 });
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", { x: 180 + by * part, y: 300 });
  await touch("touchEnd");
  await devtools.detach();
}

test("a lesson on the wall: one block or plate at a time, by keys, buttons and finger; Escape and Back end it", {
  tag: "@long",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto(LESSON);
  const open = page.getByRole("button", { name: "Apresentar na Loja" });

  // where the browser refuses the full screen, it fills the window
  await page.evaluate(() => {
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError("refused"));
  });
  await open.click();
  await expectAccessible(page);
  await stage(page).getByRole("button", { name: "Encerrar" }).click();
  await expect(stage(page)).toBeHidden();
  await page.reload();

  await open.click();
  await expect(stage(page).getByRole("heading", { name: "O que é a Maçonaria" })).toBeVisible();
  await expect(stage(page)).toBeFocused();
  await expect(place(page)).toHaveText(/^1 de \d+$/);
  await page.keyboard.press("ArrowRight");
  await expect(stage(page).locator("p")).toHaveText(/^“Afinal, o que vocês fazem/);
  await page.keyboard.press("ArrowLeft");
  await expect(place(page)).toHaveText(/^1 de/);
  await stage(page).getByRole("button", { name: "Próxima página" }).click();
  await swipe(page, -90);
  await expect(place(page)).toHaveText(/^3 de/);
  await swipe(page, 90);
  await swipe(page, 20); // too short to turn a page
  await expect(place(page)).toHaveText(/^2 de/);

  // each plate is a page of its own, without what is pressed; a page that is longer than the screen is read to its end first
  const plate = stage(page).locator("figure.document");
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(plate).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(plate.getByRole("link")).toHaveCount(0);
  const before = await place(page).textContent();
  await page.keyboard.press("PageDown");
  await expect(place(page)).toHaveText(before!);

  await page.keyboard.press("End");
  await expect(stage(page).getByRole("button", { name: "Próxima página" })).toBeDisabled();
  await expect(stage(page).locator("p")).toHaveText(/^O que a pessoa que mora com você diria/);
  await page.keyboard.press("Escape");
  await expect(stage(page)).toBeHidden();
  await expect(open).toBeFocused();
  await expect(page).toHaveURL(LESSON);

  await open.click();
  await expect(place(page)).toHaveText(/^1 de/);
  await page.goBack();
  await expect(stage(page)).toBeHidden();
  await expect(page).toHaveURL(LESSON);
});

test("a lesson on paper has its text, its plates whole and the questions to talk about, and nothing of the page around them", async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto(LESSON);
  await expect(page.locator(".lesson-text p").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1, name: "O que é a Maçonaria" })).toBeVisible();
  const questions = page.locator(".ponder");
  await expect(questions.getByText("O que a pessoa que mora com você diria")).toBeVisible();
  expect(await questions.locator("h2").evaluate((heading) => getComputedStyle(heading, "::after").content)).toBe(
    '"Para conversar na Loja"',
  );
  await expect(page.locator("figure.document .document-body").first()).toBeVisible();
  await expect(page.locator("figure.document figcaption a").first()).toBeHidden();
  for (const role of ["banner", "navigation", "toolbar", "contentinfo", "radio"] as const)
    for (const part of await page.getByRole(role).all()) await expect(part, role).toBeHidden();
  await expect(page.locator("button:not(.term):visible")).toHaveCount(0); // a term is a word of the text
});

test("a conversation on paper has its title, who wrote and when, and their words; nothing to press or to write in", {
  tag: "@long",
}, async ({ browser }) => {
  const one = await brother(browser, "Inácio Góis");
  const topicId = await openTopic(one, "Para levar à Loja", "Palavras da primeira.");
  await reply(one, topicId, "Palavras da segunda.");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await expect(page.getByText("Palavras da segunda.")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1, name: "Para levar à Loja" })).toBeVisible();
  await expect(page.getByText("Palavras da primeira.")).toBeVisible();
  await expect(page.getByRole("article").nth(1)).toContainText(/Inácio G\..*Hoje/s);
  for (const role of ["banner", "navigation", "textbox", "contentinfo"] as const)
    for (const part of await page.getByRole(role).all()) await expect(part, role).toBeHidden();
  await expect(page.locator("button:visible")).toHaveCount(0);
  await context.close();
});
