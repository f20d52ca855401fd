import type { ChildProcess } from "node:child_process";
import type { Page } from "@playwright/test";
import { projectFile } from "#app/project-files.ts";
import { type Academy, startAcademy } from "./academy.ts";
import { type Line, openLine } from "./line.ts";
import { DEMO_PASSWORD, expect, expectAccessible, expectNoOverflow, expectToast, isPhone, test } from "./support.ts";

test.use({ serviceWorkers: "allow" });

let academy: Academy | undefined;
let line: Line | undefined;
test.afterAll(async () => {
  await line?.close();
  await academy?.end();
  expect(academy?.errors() ?? []).toEqual([]);
});

/** Moves the server's clock to nine in the morning of a Monday, in Brasília. @param weeks from this one */
async function onMonday(server: ChildProcess, weeks: number): Promise<void> {
  const today = new Date(Date.now() - 3 * 3_600_000);
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const monday = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - sinceMonday + 7 * weeks, 12);
  const moved = new Promise((resolve) => server.once("message", resolve));
  server.send({ ahead: monday - Date.now() });
  await moved;
}

const step = (page: Page, number: number) =>
  page
    .getByRole("list", { name: "O caminho da semana" })
    .getByRole("listitem")
    .nth(number - 1);
const lineOfPanel = (page: Page) => page.getByRole("link", { name: /^A semana: / });

test("four weeks: each Monday another path, nothing that piles up, the group of one's Lodge, a piece on the way without a connection", {
  tag: ["@phone", "@long"],
}, async ({ page, context, allowConsole }) => {
  test.skip(!isPhone(page), "the walk is that of a hand on a phone");
  test.setTimeout(300_000);
  allowConsole(/ERR_|Failed to fetch|status of (40[134]|503)/); // what the browser says of requests that break off
  academy = await startAcademy(["--import", projectFile("tests/e2e/moved-clock.ts")]);
  line = await openLine(academy.address);
  const { address } = line;
  const { origin } = new URL(address);
  const data = { email: "aluno@academia.example", password: DEMO_PASSWORD };
  const entered = await context.request.post(`${address}/api/account/login`, { headers: { origin }, data });
  expect(entered.ok(), await entered.text()).toBe(true);

  // the first week, by this machine's own clock: what is kept on the phone has a lease by it
  await page.goto(`${address}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const titles = [await lineOfPanel(page).textContent()];
  await lineOfPanel(page).click();
  await expect(page.getByRole("heading", { name: "Quatro passos, um por noite" })).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await step(page, 1).getByRole("heading").getByRole("link").click();
  await expect(page.locator(".lesson-text")).toBeVisible();
  await page.goBack();
  await step(page, 2).getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("complementary", { name: "Ficha do documento" })).toBeVisible();
  await page.goBack();
  await step(page, 2).getByRole("button", { name: "Já fiz" }).click();
  await step(page, 3).getByRole("button", { name: "Escrever uma linha" }).click();
  await step(page, 3).getByLabel("O que lhe ocorre").fill("O vizinho que varre a calçada dos dois.");
  await step(page, 3).getByRole("button", { name: "Guardar" }).click();
  await expectToast(page, "Guardada nas suas anotações");
  await step(page, 4).getByRole("heading").getByRole("link").click();
  await expect(page.getByText("minutos em voz alta")).toBeVisible();
  const piece = (await page.getByRole("heading", { level: 1 }).textContent())!;
  const pieceAddress = page.url();

  // the piece goes along to the meeting, where there is no connection
  await page.getByRole("button", { name: "Guardar para ler sem rede" }).click();
  await page.getByRole("button", { name: "Baixar peça" }).click();
  await expect(page.getByRole("heading", { name: "Guardado neste aparelho" })).toBeVisible({ timeout: 60_000 });
  await line.cut();
  const away = await context.newPage();
  await away.goto(pieceAddress);
  await expect(away.getByRole("heading", { level: 1 })).toHaveText(piece);
  await expect(away.getByRole("heading", { name: "Perguntas para a conversa" })).toBeVisible();
  await away.getByRole("region", { name: "De onde vem" }).getByRole("link", { name: /\w/ }).last().click();
  await expect(away.getByRole("complementary", { name: "Ficha do documento" })).toBeVisible();
  await away.goto(`${address}/semana`);
  await expect(step(away, 4)).toContainText(piece);
  await line.mend();
  await away.close();

  await page.goto(`${address}/semana`);
  await step(page, 4).getByRole("button", { name: "Já fiz" }).click();
  await expect(step(page, 4)).toContainText(/lida n[ao] /);

  // the group of his Lodge, and what is said of this week's text
  await page.getByRole("link", { name: /^Leitura em grupo: / }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Uma peça por semana");
  const group = page.url();
  await expect(page.getByText(/Leu: |Leram: /).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Abrir a conversa da semana" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Leitura em grupo: /);
  const topics = [await page.getByRole("heading", { level: 1 }).textContent()];

  // the days, for the phone's calendar
  await page.goto(`${address}/efemerides`);
  await page.getByRole("button", { name: "Criar o meu endereço" }).click();
  const feed = new URL((await page.getByText(/calendar\.ics\?token=/).textContent())!);
  const read = async () => (await context.request.get(address + feed.pathname + feed.search)).text();
  expect(await read()).toContain("BEGIN:VCALENDAR");

  for (const week of [1, 2, 3]) {
    await onMonday(academy.server, week);
    await page.goto(`${address}/dashboard`);
    titles.push(await lineOfPanel(page).textContent());
    await lineOfPanel(page).click();
    await expect(page.getByText("Ainda não", { exact: true })).toHaveCount(0); // nothing is taken yet, and nothing is owed
    const past = page.getByRole("region", { name: "Semanas passadas" });
    await expect(past).toContainText("3 passos dados");
    await expect(past.getByRole("term").first()).toBeVisible();
    if (week === 2) {
      await step(page, 4).getByRole("button", { name: "Já fiz" }).click();
      await expect(step(page, 4)).toContainText(/lida n[ao] /);
    }
    await page.getByRole("link", { name: /^Leitura em grupo: / }).click();
    await expect(page).toHaveURL(group);
    await page.getByRole("button", { name: "Abrir a conversa da semana" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Leitura em grupo: /);
    topics.push(await page.getByRole("heading", { level: 1 }).textContent());
  }
  await page.goto(`${address}/semana`);
  await expect(page.getByRole("region", { name: "Semanas passadas" })).toContainText("1 passo dado");
  for (const all of [titles, topics]) expect(new Set(all).size).toBe(4);
  await page.goto(`${address}/anotacoes`);
  await expect(page.getByText("O vizinho que varre a calçada dos dois.")).toBeVisible();
  expect(await read()).toContain("BEGIN:VCALENDAR");
});
