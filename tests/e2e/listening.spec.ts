import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, isPhone, signUp, test } from "./support.ts";

/**
 * A voice that says nothing aloud, and ends what it says only when it is told to: what was asked of it is in `spoken`, what earphones and the lock screen
 * can ask for in `acts`.
 */
const stubVoice = (page: Page) =>
  page.addInitScript(() => {
    const spoken: { text: string; rate: number; end: () => void }[] = [];
    const acts: Record<string, (() => void) | null> = {};
    class Utterance {
      text: string;
      rate = 1;
      lang = "";
      onend: (() => void) | null = null;
      onstart: (() => void) | null = null;
      constructor(text: string) {
        this.text = text;
      }
    }
    const speechSynthesis = {
      speaking: false,
      speak: (each: Utterance) => {
        speechSynthesis.speaking = true;
        spoken.push({ text: each.text, rate: each.rate, end: () => each.onend?.() });
        each.onstart?.();
      },
      cancel: () => {
        speechSynthesis.speaking = false;
        spoken.at(-1)?.end(); // browsers end what they cut off
      },
    };
    navigator.mediaSession.setActionHandler = (name, handler) => {
      acts[name] = handler as (() => void) | null;
    };
    for (const [name, value] of Object.entries({ SpeechSynthesisUtterance: Utterance, speechSynthesis, spoken, acts }))
      Object.defineProperty(window, name, { value });
  });

type Stubbed = { spoken: { text: string; rate: number; end: () => void }[]; acts: Record<string, (() => void) | null> };

const said = (page: Page) =>
  page.evaluate(() => (window as unknown as Stubbed).spoken.map(({ text, rate }) => [text, rate] as [string, number]));
const lastSaid = async (page: Page) => (await said(page)).at(-1)?.[0] ?? "";
const sentenceEnds = (page: Page) => page.evaluate(() => (window as unknown as Stubbed).spoken.at(-1)!.end());
const act = (page: Page, name: string) => page.evaluate((each) => (window as unknown as Stubbed).acts[each]!(), name);
const paragraph = (page: Page, index: number) => page.locator("main .lesson-text p").nth(index);
const marked = (page: Page) => page.locator("[data-spoken]");
/** Lets the voice say its text until it is somewhere. */
async function sayUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let said = 0; said < 400 && !(await isThere()); said += 1) await sentenceEnds(page);
}
const toolsOf = (page: Page) => page.getByRole("toolbar", { name: "Controles de leitura" });
const playerOf = (page: Page) => page.getByRole("region", { name: "Leitura em voz alta" });

test("listening reads sentence by sentence, pauses, goes on where it stopped, and keeps its speed over a reload", {
  tag: "@phone",
}, async ({ page, context }) => {
  await stubVoice(page);
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const [tools, player] = [toolsOf(page), playerOf(page)];
  await tools.getByRole("button", { name: "Ouvir" }).click();
  await expect(player).toBeVisible();
  await expectAccessible(page);
  const whole = (await paragraph(page, 0).textContent())!;
  expect(whole.startsWith((await said(page))[0]![0])).toBe(true);
  await expect(marked(page)).toHaveText(whole);
  await sayUntil(page, async () => (await marked(page).textContent()) !== whole);
  const pieces = (await said(page)).slice(0, -1).map(([text]) => text);
  expect(pieces.join(" ").replaceAll(/\s+/g, " ")).toBe(whole.replaceAll(/\s+/g, " ").trim());
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(180);
  const second = (await paragraph(page, 1).textContent())!;
  await expect(marked(page)).toHaveText(second);

  const at = await lastSaid(page);
  await tools.getByRole("button", { name: "Pausar" }).click();
  await player.getByRole("button", { name: "Continuar a leitura" }).click();
  expect((await said(page)).at(-1)).toEqual([at, 1]);
  await player.getByRole("button", { name: "Velocidade da leitura: 1" }).click();
  expect((await said(page)).at(-1)).toEqual([at, 1.25]);

  await player.getByRole("button", { name: "Pausar a leitura" }).click();
  await paragraph(page, 1).evaluate((element) => element.scrollIntoView({ block: "center" }));
  await page.reload();
  await expect(player).toHaveCount(0); // a page that is loaded anew is silent
  await tools.getByRole("button", { name: "Ouvir" }).click();
  expect(await said(page)).toEqual([[at, 1.25]]);
  await player.getByRole("button", { name: "Parar de ouvir" }).click();
  await expect(player).toHaveCount(0);
  await expect(marked(page)).toHaveCount(0);
});

test("the page follows what is read until its reader scrolls elsewhere, and comes back when asked", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await stubVoice(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const player = playerOf(page);
  await toolsOf(page).getByRole("button", { name: "Ouvir" }).click();
  for (let step = 0; step < 8; step += 1) await player.getByRole("button", { name: "Próximo parágrafo" }).click();
  await expect(marked(page)).toBeInViewport();
  const back = player.getByRole("button", { name: "Voltar ao que se lê" });
  await expect(back).toHaveCount(0);
  // by a wheel, or on a phone by a finger, which this browser does not imitate
  await page.evaluate(() => {
    window.dispatchEvent(new Event("touchmove"));
    window.scrollTo(0, 0);
  });
  await expect(back).toBeVisible();
  await sentenceEnds(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await back.click();
  await expect(marked(page)).toBeInViewport();
  await expect(back).toHaveCount(0);
});

test("earphones and the lock screen pause, step by paragraphs and stop; they show no title of a text", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await stubVoice(page);
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  await toolsOf(page).getByRole("button", { name: "Ouvir" }).click();
  const session = () => page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState]);
  expect(await session()).toEqual(["Lição 1, módulo 1", "playing"]);
  const [first, second] = [await paragraph(page, 0).textContent(), await paragraph(page, 1).textContent()];
  await act(page, "nexttrack");
  await expect(marked(page)).toHaveText(second!);
  await act(page, "previoustrack");
  await expect(marked(page)).toHaveText(first!);
  await act(page, "pause");
  expect((await session())[1]).toBe("paused");
  await expect(playerOf(page).getByRole("button", { name: "Continuar a leitura" })).toBeVisible();
  await act(page, "play");
  expect((await session())[1]).toBe("playing");
  await act(page, "stop");
  await expect(playerOf(page)).toHaveCount(0);
  expect(await session()).toEqual([undefined, "none"]);
});

test("goes on to the next lesson for who chose so, says so first, and counts nothing of it as read by itself; Back is silent", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  await stubVoice(page);
  await signUp(context);
  await page.clock.install();
  await page.goto("/modulo/1/licao/1");
  const player = playerOf(page);
  const toTheEnd = () => sayUntil(page, async () => /^Em seguida/.test(await lastSaid(page)) || (await player.count()) === 0);
  await toolsOf(page).getByRole("button", { name: "Ouvir" }).click();
  await toTheEnd();
  await expect(player).toHaveCount(0); // nobody chose it
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL("/modulo/1/licao/1");

  await toolsOf(page).getByRole("button", { name: "Ouvir" }).click();
  await player.getByLabel("Seguir para a próxima lição").check();
  await toTheEnd();
  await expect(player).toContainText("A próxima lição começa em seguida:");
  expect(await lastSaid(page)).toMatch(/^Em seguida, a próxima lição: /);
  await player.getByRole("button", { name: "Ficar aqui" }).click();
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL("/modulo/1/licao/1");

  await toolsOf(page).getByRole("button", { name: "Ouvir" }).click();
  await expect(player.getByLabel("Seguir para a próxima lição")).toBeChecked();
  await toTheEnd();
  await page.clock.runFor(9_000);
  await expect(page).toHaveURL("/modulo/1/licao/2");
  await expect(player).toContainText("só conta como lido depois que você tocar na página");
  await page.clock.runFor(1_000);
  expect((await paragraph(page, 0).textContent())!.startsWith(await lastSaid(page))).toBe(true);
  await page.clock.runFor(60_000);
  const furthest = async () => (await (await page.request.get("/api/modules/1/lessons/2")).json()).progress.furthest as number;
  expect(await furthest()).toBe(0);
  await page.keyboard.press("Shift");
  await expect(player).not.toContainText("tocar na página");

  await page.goBack();
  await expect(page).toHaveURL("/modulo/1/licao/1");
  await expect(player).toHaveCount(0);
  const count = (await said(page)).length;
  await page.clock.runFor(10_000);
  expect((await said(page)).length).toBe(count);
});

test("pieces and documents are listened to, each to the next one of its kind", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await stubVoice(page);
  await signUp(context);
  await page.goto("/pecas");
  await page.locator("main a[href^='/pecas/']").first().click();
  await toolsOf(page).getByRole("button", { name: "Ouvir" }).click();
  await expect(playerOf(page).getByLabel("Seguir para a próxima peça")).toBeVisible();
  await page.goto("/documentos/schaw-1598");
  await page.getByRole("button", { name: "Ouvir" }).click();
  await expect(playerOf(page).getByLabel("Seguir para o próximo documento")).toBeVisible();
  await expect(marked(page)).toBeVisible();
  await expect(page.locator("[data-passages] [data-spoken]")).toHaveCount(1);
  await expectAccessible(page);
});

test("a device without a voice is not shown as speaking; one whose voices are all of other languages, neither", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await stubVoice(page);
  await signUp(context);
  await page.clock.install();
  await page.goto("/modulo/1/licao/1");
  const tools = toolsOf(page);
  await tools.getByRole("button", { name: "Ouvir" }).click();
  // at once, as the page follows what is read
  const rows = await tools.evaluate((bar) =>
    [...bar.querySelectorAll("button")]
      .filter((each) => /Pausar|Ajustes/.test(each.textContent))
      .map((each) => each.getBoundingClientRect().y),
  );
  if (isPhone(page)) expect(rows).toEqual([rows[0], rows[0]]); // one row
  await playerOf(page).getByRole("button", { name: "Parar de ouvir" }).click();
  await page.evaluate(() => {
    window.speechSynthesis.speak = () => undefined;
  });
  await tools.getByRole("button", { name: "Ouvir" }).click();
  await expect(tools.getByRole("button", { name: "Pausar" })).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(tools.getByRole("button", { name: "Ouvir" })).toBeVisible();
  await expectToast(page, "Este aparelho não leu o texto");
  await page.reload();
  await page.evaluate(() => {
    window.speechSynthesis.getVoices = () => [{ lang: "en-US" } as SpeechSynthesisVoice];
  });
  await tools.getByRole("button", { name: "Ouvir" }).click();
  await expectToast(page, "Este aparelho não leu o texto");
  expect(await said(page)).toEqual([]);
});
