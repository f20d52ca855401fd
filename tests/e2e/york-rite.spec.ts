import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support.ts";

const isPhone = (page: Page) => page.viewportSize()!.width < 1000;
const section = (page: Page, degree: number, name: string) => page.locator(`#grau-${degree}`).getByRole("button", { name });
const SECTIONS = ["Ensinamentos filosóficos", "Símbolos e vestes", "Bibliografia recomendada"];

/** In the side list, or in the select that replaces it on the phone. */
async function chooseBody(page: Page, name: string): Promise<void> {
  const select = page.getByLabel("Corpo", { exact: true });
  const side = page.getByRole("navigation", { name: "Corpos e graus" });
  if (isPhone(page)) await select.selectOption((await select.locator("option", { hasText: name }).getAttribute("value"))!);
  else await side.getByRole("link", { name: new RegExp(`^${name}`) }).click();
}

test("four bodies hold the thirteen degrees, each with its label, its time and its number", { tag: "@phone-long" }, async ({
  page,
}) => {
  await page.goto("/rito-york");
  await expect(page).toHaveTitle(/Rito de York.* · Academia$/);
  await expect(page.getByRole("heading", { level: 1, name: "Rito de York" })).toBeVisible();
  await expect(page.getByText("Rito de York (americano): é dele que trata esta página.")).toBeVisible();
  const seen: string[] = [];
  const times: string[] = [];
  for (const [body, address, first] of [
    ["Loja Simbólica", "/rito-york", 1],
    ["Capítulo", "/rito-york?corpo=capitulo", 4],
    ["Conselho", "/rito-york?corpo=conselho", 8],
    ["Comanderia", "/rito-york?corpo=comanderia", 11],
  ] as const) {
    if (first > 1) await chooseBody(page, body);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 2, name: body })).toBeVisible();
    await expect(page.locator(`#grau-${first}`)).toBeVisible();
    for (const card of await page.locator(".york-rite__york-card").all()) {
      seen.push((await card.getByRole("heading", { level: 3 }).textContent())!);
      times.push((await card.locator(".york-rite__time").textContent())!);
      await expect(card.getByText(`Grau ${seen.length} de 13`)).toBeVisible();
      for (const name of SECTIONS) await expect(card.getByRole("button", { name })).toHaveAttribute("aria-expanded", "false");
    }
  }
  expect(seen).toEqual([
    "1º grau Aprendiz",
    "2º grau Companheiro",
    "3º grau Mestre Maçom",
    "4º grau Mestre da Marca",
    "5º grau Mestre Passado",
    "6º grau Mui Excelente Mestre",
    "7º grau Arco Real",
    "8º grau Mestre Real",
    "9º grau Mestre Seleto",
    "10º grau Super Excelente Mestre",
    "Ordem Ordem da Cruz Vermelha",
    "Ordem Cavaleiro de Malta",
    "Ordem Cavaleiro Templário",
  ]);
  const [short, middle, long] = ["3–6", "6–12", "12–18"].map((months) => `tempo médio de estudo ${months} meses`);
  expect(times).toEqual([middle, middle, long, short, short, short, middle, short, short, short, short, short, middle]);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 2, name: "Conselho" })).toBeVisible();
});

test("one section is open at a time in the whole page, and can be closed", { tag: "@long" }, async ({ page }) => {
  await page.goto("/rito-york?corpo=capitulo");
  await section(page, 4, SECTIONS[0]!).click();
  await expect(page.getByText("Os pedreiros gravavam na pedra um sinal próprio")).toBeVisible();
  await section(page, 7, SECTIONS[1]!).click();
  await expect(page.getByText("Os pedreiros gravavam na pedra um sinal próprio")).toBeHidden();
  await expect(page.getByText("Tau triplo")).toBeVisible();
  await expect(page.getByRole("button", { expanded: true })).toHaveCount(1);
  await section(page, 7, SECTIONS[1]!).click();
  await expect(page.getByRole("button", { expanded: true })).toHaveCount(0);
});

test("symbols and vestments: two columns of a table, a list on the phone", { tag: ["@phone", "@long"] }, async ({ page }) => {
  await page.goto("/rito-york?corpo=capitulo");
  await section(page, 7, SECTIONS[1]!).click();
  const [symbols, vestments] = await page.locator("#grau-7 td").all();
  const [left, right] = [(await symbols!.boundingBox())!, (await vestments!.boundingBox())!];
  if (isPhone(page)) expect(right.y).toBeGreaterThan(left.y + left.height - 1);
  else expect(right.x).toBeGreaterThan(left.x + left.width - 1);
  await expectAccessible(page);
});

test("a degree has its own address, which can be opened and gone back from", { tag: ["@phone-long", "@long"] }, async ({
  page,
}) => {
  await page.goto("/rito-york?corpo=capitulo#grau-7");
  await expect(page.locator("#grau-7")).toBeInViewport();
  await page.locator("#grau-6").getByRole("link", { name: "Link para este grau" }).click();
  await expect(page).toHaveURL("/rito-york?corpo=capitulo#grau-6");
  await expect.poll(async () => (await page.locator("#grau-6").boundingBox())!.y).toBeLessThan(110);
  await page.goBack();
  await expect(page).toHaveURL("/rito-york?corpo=capitulo#grau-7");
  await page.locator(".york-rite__york-arch a").nth(12).click();
  await expect(page).toHaveURL("/rito-york?corpo=comanderia#grau-13");
  await expect(page.locator("#grau-13")).toBeInViewport();
});

test("the notices of the text are there", { tag: "@long" }, async ({ page }) => {
  await page.goto("/rito-york");
  await expect(page.locator(".york-rite__york-notices li")).toHaveCount(7);
  await expect(page.getByText("A academia não confere graus")).toBeVisible();
});

test("without scripts the sections are open", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.E2E_BASE_URL! });
  const page = await context.newPage();
  await page.goto("/rito-york");
  await expect(page.getByText("O grau convida a começar pelo que está ao alcance da mão.")).toBeVisible();
  await context.close();
});

test("opening a section does not move the heading that was tapped, and closes the other", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/rito-york");
  await page.getByRole("button", { name: "Ensinamentos filosóficos" }).first().click();
  const second = page.getByRole("button", { name: "Ensinamentos filosóficos" }).nth(1);
  await second.scrollIntoViewIfNeeded();
  const before = (await second.boundingBox())!.y;
  await second.click();
  await expect(second).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("[aria-expanded=true]")).toHaveCount(1);
  expect(Math.abs((await second.boundingBox())!.y - before)).toBeLessThan(2);
});

test("each stone of the arch is 44 px to touch around a point of it, and the chosen body's stones keep their hatching", {
  tag: ["@phone", "@long"],
}, async ({ page }) => {
  await page.goto("/rito-york?corpo=capitulo");
  const stones = page.locator(".york-rite__york-arch a");
  await expect(stones).toHaveCount(13);
  await page.locator(".york-rite__york-arch").scrollIntoViewIfNeeded();
  const touched = await stones.evaluateAll((links) => {
    const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest("a");
    /** The points of a circle of 44 px, and its centre. */
    const around = [[0, 0], ...Array.from({ length: 12 }, (_, hour) => [Math.cos(hour), Math.sin(hour)])] as [number, number][];
    return links.map((link) => {
      const { left, right, top, bottom } = link.querySelector("[d]")!.getBoundingClientRect();
      for (let x = left; x <= right; x += 2)
        for (let y = top; y <= bottom; y += 2) if (around.every(([i, j]) => at(x + 21.5 * i, y + 21.5 * j) === link)) return 44;
      return 0;
    });
  });
  expect(touched).toEqual(Array(13).fill(44));
  const faces = page.locator(".york-rite__chosen .york-rite__face");
  await expect(faces).toHaveCount(4); // those of the Chapter, once the page knows its address
  expect(await faces.evaluateAll((all) => all.map((face) => getComputedStyle(face).fill))).toEqual(
    Array(4).fill(expect.stringContaining("arco-capitulo")),
  );
});
