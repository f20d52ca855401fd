import type { Locator, Page } from "@playwright/test";
import { eq, isNull } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lessonProgress, lessons, moduleCompletions, modules } from "#app/features/courses/courses.table.ts";
import { backend } from "./backend.ts";
import { expect, isPhone, signIn, signUp, test } from "./support.ts";

/** Scrolls through the text as a reader does, who stays before each screenful; the page's clock must be installed. */
async function readToEnd(page: Page): Promise<void> {
  await page.locator(".lesson-text").waitFor();
  const steps = 16;
  for (let step = 1; step <= steps; step += 1) {
    await page.evaluate((part) => {
      const text = document.querySelector(".lesson-text")!.getBoundingClientRect();
      window.scrollTo(0, window.scrollY + text.top + text.height * part - window.innerHeight * 0.8);
    }, step / steps);
    await page.clock.runFor(20_000);
  }
}

/** What the server holds of a lesson. */
const progressOf = async (page: Page, number: number) =>
  (await (await page.request.get(`/api/modules/1/lessons/${number}`)).json()).progress as {
    value: number;
    position: number;
    furthest: number;
  };

/** The server credits no more than its own clock allows, however fast the page's clock runs; what it left out is reported again. */
const creditedToEnd = (page: Page, number: number) =>
  expect(async () => {
    await page.clock.runFor(20_000);
    expect((await progressOf(page, number)).furthest).toBeGreaterThan(0.99);
  }).toPass({ timeout: 15_000 });

/** The line of a module in the list. */
const moduleLine = (page: Page, title: string) =>
  page.locator(".modules__entry").filter({ has: page.getByRole("heading", { name: title }) });

/** Tries the options until one is right. */
async function answerRightly(page: Page): Promise<void> {
  const options = page.locator(".lesson__check input[type=radio]");
  for (let index = 0; index < 4; index += 1) {
    await options.nth(index).check();
    await page.getByRole("button", { name: "Responder" }).press("Enter");
    await expect(page.locator(".lesson__verdict p")).toBeVisible();
    // between the alternatives and what follows them, and not at the page's beginning
    await expect(page.locator(".lesson__verdict")).toBeFocused();
    await expect(page.locator(".lesson__verdict p").first()).toBeInViewport({ ratio: 1 });
    if (await page.getByText("Certo. Lição concluída.").isVisible()) return;
  }
  throw new Error("no option was right");
}

test("a member reads a lesson, passes its check, and finds module and dashboard changed", { tag: "@phone" }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.clock.install();
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "Começar" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "Começar" }).click();
  await expect(page).toHaveURL("/modulo/1/licao/1");
  await expect(page.getByRole("link", { name: /Lição anterior/ })).toHaveCount(0);
  await readToEnd(page);
  await creditedToEnd(page, 1);
  expect((await progressOf(page, 1)).value).toBeCloseTo(0.9); // the text; the rest is the question
  await answerRightly(page);
  await expect(page.locator(".lesson__check .lesson__why")).toHaveCount(4);
  await page.getByRole("link", { name: "Módulos", exact: true }).first().click();
  await expect(page.getByRole("progressbar", { name: "Progresso: Introdução à Maçonaria" })).toHaveAttribute(
    "aria-valuenow",
    "20",
  );
  await page.goto("/dashboard");
  await expect(page.getByText("1 de 30 lições do grau de Aprendiz")).toBeVisible();
  await expect(page.getByText("Você concluiu “O que é a Maçonaria”.")).toBeVisible();
  await expect(page.getByText(/^Hoje, \d\d:\d\d$/).first()).toBeVisible();
  await expect(page.getByText("em “Introdução à Maçonaria”.")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progresso geral" })).toHaveAttribute("aria-valuenow", "2");
});

test("what the server's clock did not allow for yet is reported again, and counts when it does", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signUp(context);
  await page.clock.install();
  await page.goto("/modulo/1/licao/1");
  await page.route("**/progress", async (route) => {
    const report = route.request().postDataJSON();
    await route.continue({ postData: { ...report, seconds: Math.min(report.seconds, 5) } });
  });
  await readToEnd(page);
  const { furthest } = await progressOf(page, 1);
  expect(furthest).toBeLessThan(0.9);
  await page.locator(".lesson__check input[type=radio]").first().check();
  await page.getByRole("button", { name: "Responder" }).press("Enter");
  await expect(page.getByRole("alert")).toContainText("Você leu até o fim, mas parte da leitura ainda não foi registrada");
  await page.unroute("**/progress");
  await creditedToEnd(page, 1);
  await answerRightly(page);
});

test("nothing counts as read that was only passed: Back, Forward, fast scrolling, a restored place", {
  tag: "@phone-long",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/modulo/1");
  await page.getByRole("link", { name: /^Iniciar: O que é/ }).click();
  await page.locator(".lesson-text").waitFor();
  const rush = async () => {
    for (let part = 0; part <= 10; part += 1)
      await page.evaluate((share) => window.scrollTo(0, document.documentElement.scrollHeight * share), part / 10);
  };
  await rush();
  await page.getByRole("link", { name: /Próxima lição/ }).click();
  await expect(page).toHaveURL("/modulo/1/licao/2");
  await page.locator(".lesson-text").waitFor();
  await rush();
  await page.goBack();
  await expect(page).toHaveURL("/modulo/1/licao/1");
  await page.waitForTimeout(500);
  await page.goForward();
  await expect(page).toHaveURL("/modulo/1/licao/2");
  await page.locator(".lesson-text").waitFor();
  await rush();
  const left = page.waitForResponse((response) => response.url().endsWith("/progress"));
  await page.goto("/modulo/1"); // leaving reports what there is to report
  await Promise.race([left, page.waitForTimeout(2_000)]);
  for (const number of [1, 2]) {
    const { value, position } = await progressOf(page, number);
    expect([number, value], "credited").toEqual([number, expect.closeTo(0, 1)]);
    expect(value).toBeLessThan(0.05);
    expect(position, `position of lesson ${number}`).toBeLessThan(0.5);
  }
});

test("a text in a tab that is not seen is not being read", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  });
  await page.clock.install();
  await page.goto("/modulo/1/licao/1");
  await readToEnd(page);
  expect((await progressOf(page, 1)).value).toBe(0);
});

test("two presses of Responder are one answer; before the text was read it is refused beside the question, with the way to what is left", async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  await page.locator(".lesson__check input[type=radio]").first().check();
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/answer")) sent += 1;
  });
  const button = page.getByRole("button", { name: "Responder" });
  await button.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await expect(page.getByRole("alert")).toContainText("Leia a lição até o fim antes de responder.");
  expect(sent).toBe(1);
  await page.getByRole("button", { name: "Ir ao que falta ler" }).click();
  await expect(page.locator(".lesson-text .opening")).toBeInViewport();
});

test("the question answered before the text was read is refused in words", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signUp(context);
  await page.goto("/modulo/1/licao/2");
  const answer = await context.request.get("/api/modules/1/lessons/2");
  const optionId = (await answer.json()).text.check.options[0].id;
  const refused = await context.request.post("/api/modules/1/lessons/2/answer", {
    headers: { origin: new URL(process.env.E2E_BASE_URL!).origin },
    data: { given: [optionId] },
  });
  expect(refused.status()).toBe(409);
  expect((await refused.json()).message).toBe("Leia a lição até o fim antes de responder.");
});

test("reading stops in the middle and goes on there, on another visit", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/3");
  await page.locator(".lesson-text").waitFor();
  await page.evaluate(() => {
    const text = document.querySelector(".lesson-text")!.getBoundingClientRect();
    window.scrollTo(0, window.scrollY + text.top + text.height * 0.5);
  });
  await page.waitForTimeout(2_500); // a place where one rests
  const saved = page.waitForResponse((response) => response.url().endsWith("/progress"));
  await page.getByRole("link", { name: "Academia do Rito de York" }).first().click(); // leaving sends the position
  expect((await saved).status()).toBe(200);
  await page.goto("/modulo/1/licao/3");
  await expect(page.getByText("Você parou aqui.")).toBeInViewport(); // beside the paragraph, not at the top of the page
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
  await page.getByRole("button", { name: "Voltar ao começo" }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("each term of a lesson shows its entry where the reader looks, and closes again", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const card = page.getByRole("complementary", { name: /^Dicionário:/ });
  for (const each of await page.locator(".term").all()) {
    await each.click();
    await expect(card.getByRole("heading")).toBeInViewport({ ratio: 1 });
    await expect(each).toBeInViewport({ ratio: 1 });
    const [word, shown] = [(await each.boundingBox())!, (await card.boundingBox())!];
    const apart = shown.y >= word.y + word.height || shown.x >= word.x + word.width;
    expect(apart, "the card does not cover its word").toBe(true);
    await page.keyboard.press("Escape");
    await expect(card).toHaveCount(0);
    await expect(each).toBeFocused();
  }
  const term = page.locator(".term").first();
  await term.click();
  await page.locator(".lesson-text h2").first().click(); // outside
  await expect(card).toHaveCount(0);
  await term.click();
  await expect(page.getByRole("complementary", { name: /^Dicionário:/ })).toBeVisible();
  await expect(term).toHaveAttribute("aria-expanded", "true");
  await page.getByRole("button", { name: "Fechar o verbete" }).click();
  await expect(page.getByRole("complementary", { name: /^Dicionário:/ })).toHaveCount(0);
  await expect(term).toBeFocused();
});

test("a term goes on in the next line as the words around it do, and keeps its comma", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const term = page.locator(".lesson-text .term").first();
  const lines = await term.evaluate((word) => {
    word.textContent = "um termo de muitas palavras que não cabem todas na mesma linha";
    word.after(",");
    const mark = document.createRange();
    mark.selectNode(word.nextSibling!);
    const rows = (of: DOMRectList) => new Set([...of].map(({ bottom }) => Math.round(bottom))).size;
    const whole = document.createRange();
    whole.setStartBefore(word);
    whole.setEndAfter(word.nextSibling!);
    const { left } = word.parentElement!.getBoundingClientRect();
    return {
      term: rows(word.getClientRects()),
      last: word.getClientRects()[word.getClientRects().length - 1]!.right - mark.getBoundingClientRect().left,
      goesOn: word.getClientRects()[1]!.left - left,
      text: rows(whole.getClientRects()),
    };
  });
  expect(lines.term).toBeGreaterThan(1);
  expect(Math.abs(lines.last), "the comma follows the last word").toBeLessThan(2);
  expect(lines.goesOn).toBe(0);
});

test("on a phone the reading tools leave the text its height: one row of them stays, and the keyboard reaches all", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  test.skip(!isPhone(page));
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const tools = page.getByRole("toolbar", { name: "Controles de leitura" });
  await page.locator(".lesson-text h2").nth(1).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy(0, 200));
  await expect(tools.getByRole("button", { name: "Anotar" })).toBeInViewport({ ratio: 1 });
  await expect(tools.getByRole("button", { name: "Ajustes" })).toBeInViewport({ ratio: 1 });
  const { y, height } = (await tools.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(56);
  // a title that is jumped to is not under them
  await page.getByText("Nesta lição").first().click();
  await page.getByRole("navigation", { name: "Nesta lição" }).getByRole("link").nth(1).click();
  const heading = page.locator(".lesson-text h2").nth(1);
  await expect(heading).toBeInViewport();
  const bar = (await tools.boundingBox())!;
  expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  await tools.getByRole("button", { name: "Anotar" }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(tools.locator(":focus")).toBeInViewport({ ratio: 1 });
});

test("beside the text the card of a word in the lowest line is whole in sight, and the word stays where it was", {
  tag: "@long",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const term = page.locator(".term").first();
  await term.evaluate((word) => window.scrollBy(0, word.getBoundingClientRect().bottom - window.innerHeight + 12));
  const before = (await term.boundingBox())!;
  await page.mouse.click(before.x + 8, before.y + 8);
  await expect(page.getByRole("complementary", { name: /^Dicionário:/ })).toBeInViewport({ ratio: 1 });
  expect((await term.boundingBox())!.y).toBeCloseTo(before.y, 0);
});

test("a locked module and its lesson explain themselves, with the ways to what is missing and to the next step", {
  tag: "@long",
}, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 403/);
  await signUp(context);
  await page.goto("/modulo/5");
  const missing = page.getByRole("region", { name: "O que falta para abrir" });
  await expect(missing.getByRole("listitem")).toHaveText([
    /Símbolos do Primeiro Grau.*faltam 8 de 8 lições/,
    /Ferramentas do Aprendiz.*faltam 4 de 4 lições/,
    /O Templo e sua Estrutura.*faltam 6 de 6 lições/,
  ]);
  await expect(missing.getByRole("link")).toHaveText([
    "Símbolos do Primeiro Grau",
    "Ferramentas do Aprendiz",
    "O Templo e sua Estrutura",
    "Seguir com “O que é a Maçonaria”",
  ]);
  await page.goto("/modulo/9/licao/1");
  await expect(page.getByText("Reservado ao grau de Mestre.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Solicitar confirmação de grau" })).toBeVisible();
  await expect(page.locator(".lesson-text")).toHaveCount(0);
});

test("unknown modules and lessons lead back", { tag: "@long" }, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 404/);
  await signUp(context);
  await page.goto("/modulo/99");
  await expect(page).toHaveURL("/modulos");
  await page.goto("/modulo/77/licao/1");
  await expect(page).toHaveURL("/modulos");
  await page.goto("/modulo/1/licao/42");
  await expect(page).toHaveURL("/modulo/1");
});

test("the module tabs follow ?nivel, and only its three values", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  for (const [query, tab] of [
    ["", "Aprendiz"],
    ["?nivel=mestre", "Mestre"],
    ["?nivel=companheiro", "Companheiro"],
    ["?nivel=grao-mestre", "Aprendiz"],
  ]) {
    await page.goto(`/modulos${query}`);
    await expect(page.getByRole("tab", { name: tab!, exact: true })).toHaveAttribute("aria-selected", "true");
  }
  await page.getByRole("tab", { name: "Mestre" }).click();
  await expect(page).toHaveURL("/modulos?nivel=mestre");
});

test("the demo student's records add up to the figures of the specification", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Olá, Antônio." })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progresso geral" })).toHaveAttribute("aria-valuenow", "35");
  for (const [module, percent] of [
    ["Introdução à Maçonaria", "100"],
    ["Símbolos do Primeiro Grau", "75"],
    ["Ferramentas do Aprendiz", "50"],
    ["O Templo e sua Estrutura", "25"],
  ]) {
    await expect(page.getByRole("progressbar", { name: `Progresso: ${module}` })).toHaveAttribute("aria-valuenow", percent!);
  }
  await expect(page.getByRole("button", { name: "Bloqueado" })).toBeDisabled();
  await expect(page.locator(".dashboard__acts li")).toHaveCount(3);
  await expect(page.getByText(/Último acesso:/)).toBeVisible();
  await expect(page.locator(".dashboard__reflect blockquote")).not.toBeEmpty();
  const degree = page.getByRole("region", { name: "Grau e nível" });
  await expect(degree).toContainText("GrauAprendiz");
  await expect(degree).toContainText("Nível de estudoCompanheiro");
  await page.goto("/modulos");
  await expect(page.getByRole("link", { name: "Revisar Módulo: Introdução à Maçonaria" })).toBeVisible();
  const [open, locked] = [moduleLine(page, "Símbolos do Primeiro Grau"), moduleLine(page, "Rituais e Cerimônias Iniciais")];
  await expect(open).toContainText("Como se lê um símbolo, e as imagens que o grau de Aprendiz oferece ao estudo.");
  await expect(open.getByText(/^8 lições, \d+ minutos$/)).toBeVisible();
  await expect(open.getByRole("link", { name: "Continuar: Símbolos do Primeiro Grau" })).toHaveText("Continuar");
  await expect(open.getByRole("progressbar")).toHaveCount(1);
  await expect(locked.getByRole("button", { name: "Bloqueado" })).toBeDisabled();
  await expect(locked.getByRole("progressbar")).toHaveCount(0);
  await expect(locked).not.toContainText("%");
  await page.goto("/modulo/2");
  await expect(page.getByRole("link", { name: /^Revisar:/ })).toHaveCount(6);
  await expect(page.getByRole("link", { name: /^Iniciar:/ })).toHaveCount(2);
  await page.goto("/modulos");
  await expect(page.getByText("Uma face pronta, três em obra.")).toBeVisible();
  const here = page.locator(".modules__here");
  await expect(here).toContainText("O Templo e sua Estrutura");
  await here.getByRole("link", { name: "Continuar: O Templo e sua Estrutura" }).click();
  await expect(page).toHaveURL("/modulo/4/licao/2");
});

test("a new member's dashboard leads to the mentors, and to every part of the academy", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/dashboard");
  const mentor = page.getByRole("region", { name: "Seu mentor" });
  await expect(mentor.getByRole("link", { name: "Buscar um mentor" })).toHaveAttribute("href", "/mentoria");
  await expect(page.getByRole("link", { name: "Fazer a avaliação" })).toHaveAttribute("href", "/avaliacao");
  const links = page.getByRole("navigation", { name: "Atalhos" }).getByRole("link");
  await expect(links).toHaveText([/^Módulos/, /^Biblioteca/, /^Dicionário/, /^Mentoria/]);
  for (const [index, address] of ["/modulos", "/biblioteca", "/dicionario", "/mentoria"].entries())
    await expect(links.nth(index)).toHaveAttribute("href", address);
});

test("from lesson to lesson: none before the first, and after the last the module is concluded", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  const pager = page.getByRole("navigation", { name: "Lições" });
  await expect(pager.getByRole("link")).toHaveCount(1);
  await pager.getByRole("link", { name: /^Próxima lição/ }).click();
  await expect(page).toHaveURL("/modulo/1/licao/2");
  await expect(page.getByRole("heading", { level: 1, name: "Da pedra à ideia" })).toBeVisible();
  await pager.getByRole("link", { name: /^Lição anterior/ }).click();
  await expect(page).toHaveURL("/modulo/1/licao/1");
  await page.goto("/modulo/1/licao/5");
  await expect(pager.getByRole("link", { name: /^Lição anterior/ })).toHaveAttribute("href", "/modulo/1/licao/4");
  await expect(pager.getByRole("link", { name: /^Próxima lição/ })).toHaveCount(0);
  await pager.getByRole("link", { name: /^Concluir Módulo/ }).click();
  await expect(page).toHaveURL("/modulo/1");
});

test("a Mestre who has finished every module is sent to their exam, and nowhere to ask for a degree", { tag: "@long" }, async ({
  page,
  context,
}) => {
  const { id } = await signUp(context);
  const { db } = backend();
  await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, id));
  const all = await db.select({ id: lessons.id }).from(lessons).where(isNull(lessons.retiredAt));
  await db
    .insert(lessonProgress)
    .values(all.map((lesson) => ({ userId: id, lessonId: lesson.id, furthest: 1, position: 1, completedAt: new Date() })));
  const finished = await db.select({ id: modules.id }).from(modules);
  await db.insert(moduleCompletions).values(finished.map((module) => ({ userId: id, moduleId: module.id })));
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Próximo passo" })).toContainText("Exame de Mestre");
  await expect(page.getByText("Solicitar confirmação")).toHaveCount(0);
  await page.goto("/modulos?nivel=mestre");
  await expect(page.getByRole("tab", { name: "Mestre" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("Solicitar confirmação")).toHaveCount(0);
  await page.goto(`/modulo/${finished.length}`);
  const opened = page.getByRole("region", { name: "Exame de Mestre" });
  await expect(opened.getByRole("link", { name: "Ir ao exame" })).toHaveAttribute("href", "/exame/mestre");
  await expect(page.getByText("Solicitar confirmação")).toHaveCount(0);
  await page.goto("/continuar");
  await expect(page).toHaveURL("/exame/mestre");
});

test("Back closes what is open over a lesson, and leaves it only then", { tag: "@phone" }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/modulo/1");
  await expect(page.locator("[data-shell]")).toHaveCount(0); // a press in the moment in which the page takes its shell's place is lost
  await page.getByRole("link", { name: /^Iniciar: O que é/ }).click();
  const here = "/modulo/1/licao/1";
  await expect(page).toHaveURL(here);
  const tools = page.getByRole("toolbar", { name: "Controles de leitura" });
  const closedByBack = async (panel: Locator) => {
    await expect(panel).toBeVisible();
    // it has its entry of the history a moment after it is seen; no finger is that quick
    await page.waitForFunction(() => ((history.state as { over?: number } | null)?.over ?? 0) > 0);
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await expect(page).toHaveURL(here);
  };
  await page.locator(".lesson-text .term").first().click();
  await closedByBack(page.getByRole("complementary", { name: /^Dicionário:/ }));
  await tools.getByRole("button", { name: "Ajustes" }).click();
  await closedByBack(page.getByRole("region", { name: "Ajustes de leitura" }));
  await tools.getByRole("button", { name: "Anotar" }).click();
  await page.locator(".lesson-text p").nth(1).click();
  await closedByBack(page.getByRole("dialog", { name: "Anotar" }));
  if (isPhone(page)) {
    await page.getByLabel("Menu", { exact: true }).first().click();
    await closedByBack(page.locator(".menu[open]"));
  }

  // closed by its own button it leaves no step behind, and a link that it leads to comes back here
  await page.locator(".lesson-text .term").first().click();
  await page.getByRole("button", { name: "Fechar o verbete" }).click();
  await page.locator(".lesson-text .term").first().click();
  await page.getByRole("link", { name: "Ver no dicionário" }).click();
  await expect(page).toHaveURL(/\/dicionario\//);
  await page.goBack();
  await expect(page).toHaveURL(here);
  await expect(page.locator(".lesson-text")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/modulo/1");
});

test("a lesson's address, and nothing else, goes to the phone's own sheet", { tag: ["@phone", "@long"] }, async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: (data: ShareData) => {
        document.title = JSON.stringify(data);
        return Promise.resolve();
      },
    });
  });
  await signUp(context);
  await page.goto("/modulo/1/licao/1");
  await page.getByRole("button", { name: "Enviar o endereço da lição" }).click();
  await expect(page).toHaveTitle(JSON.stringify({ url: new URL("/modulo/1/licao/1", page.url()).href }));
});
