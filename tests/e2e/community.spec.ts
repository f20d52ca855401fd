import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { communityPosts } from "#app/features/community/posts/posts.table.ts";
import { communityTopics } from "#app/features/community/topics/topics.table.ts";
import { png } from "#tests/support/books.ts";
import { backend } from "./backend.ts";
import { brother, field, fill, oldBrother, openTopic, post, publish, reply, topicAddress } from "./brothers.ts";
import { person } from "./people.ts";
import { callApi, expect, expectAccessible, expectNoOverflow, expectToast, holdApi, isPhone, signIn, test } from "./support.ts";

const top = async (locator: Locator) => Math.round((await locator.boundingBox())!.y);
const posts = (topicId: string) => backend().db.$count(communityPosts, eq(communityPosts.topicId, topicId));

test("three brothers: one asks from the page of a board, another answers and is quoted, the third reads on while it happens", {
  tag: "@phone",
}, async ({ browser }) => {
  const [asks, answers, reads] = [
    await person(browser, "Anselmo Prado"),
    await brother(browser, "Benedito Salles"),
    await brother(browser, "Caio Dutra"),
  ];
  const { page } = asks;
  await page.goto("/comunidade");
  await page
    .getByRole("navigation", { name: "Salas" })
    .getByRole("link", { name: /^Aprendiz/ })
    .click();
  await expect(page.getByRole("heading", { name: "Salas fechadas a você" })).toBeVisible();
  await page.getByRole("link", { name: "Abrir assunto" }).click();
  await page.getByRole("button", { name: "Li e aceito as regras" }).click();
  const title = `A régua ${randomUUID().slice(0, 8)}`;
  await page.getByRole("textbox", { name: "Título" }).fill(title);
  await page.getByRole("textbox", { name: "Mensagem" }).fill("A régua se aplica a cada dia, ou à *semana*?");
  await expect(page.getByText("Prévia, como os outros lerão")).toBeVisible();
  await page.getByRole("button", { name: "Publicar assunto" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(post(page, 1).locator("em")).toHaveText("semana");
  const topicId = page.url().split("/").at(-1)!;

  await fill(topicId, answers, 6);
  const marked = reads.page.waitForResponse("**/api/community/topics/*/read");
  await reads.page.goto(topicAddress(topicId));
  await post(reads.page, 3).scrollIntoViewIfNeeded();
  await marked;
  const before = await top(post(reads.page, 3));

  await answers.page.goto(topicAddress(topicId));
  await post(answers.page, 1).getByRole("button", { name: "Citar" }).click();
  await expect(field(answers.page)).toBeFocused();
  await expect(field(answers.page)).toBeInViewport({ ratio: 0.9 });
  await field(answers.page).fill("Cada dia tem a sua medida.");
  await answers.page.reload();
  await expect(answers.page.getByRole("button", { name: "Tirar a citação" })).toBeVisible();
  await expect(field(answers.page)).toHaveValue("Cada dia tem a sua medida."); // from the account, a moment later
  await publish(answers.page).click();
  await expectToast(answers.page, "Resposta publicada");
  await expect(post(answers.page, 8)).toContainText("A régua se aplica a cada dia, ou à semana?");
  await expect(field(answers.page)).toHaveValue("");

  const bar = reads.page.getByRole("button", { name: "1 resposta nova Mostrar" });
  await expect(bar).toBeVisible();
  await expect(post(reads.page, 8)).toHaveCount(0);
  expect(await top(post(reads.page, 3))).toBe(before);
  await bar.click();
  await expect(post(reads.page, 8)).toBeInViewport();
  await post(reads.page, 8).getByRole("button", { name: "Agradeço" }).click();
  await expect(post(reads.page, 8).getByRole("button", { name: "Agradeço 1" })).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: /respostas? novas? Mostrar/ }).click();
  await post(page, 8).getByRole("button", { name: "É a resposta" }).click();
  await expect(post(page, 8)).toContainText("A resposta, segundo Anselmo P.");
  await expect(page.getByRole("link", { name: "Respondida na 8." })).toBeVisible();
  await expectAccessible(page);
  for (const { context } of [asks, answers, reads]) await context.close();
});

test("a reply written without a connection waits, marked, also for the page that is loaded again, and goes out once", {
  tag: ["@phone", "@long"],
}, async ({ browser, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/);
  const one = await brother(browser, "Dorival Nunes");
  const topicId = await openTopic(one, "Sem rede");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await field(page).fill("Escrita no túnel.");
  const blocked = "**/api/community/topics/*/posts";
  await page.route(blocked, (route) => route.abort("internetdisconnected"));
  await publish(page).click();
  const waiting = page.getByRole("article", { name: "Sua resposta, ainda não publicada" });
  await expect(waiting).toContainText("Escrita no túnel.");
  await expect(waiting).toContainText("Espera a conexão.");
  await expect(field(page)).toHaveValue("");
  await page.reload();
  await expect(waiting).toContainText("Escrita no túnel.");
  await page.unroute(blocked);
  await expect(post(page, 2)).toContainText("Escrita no túnel.", { timeout: 15_000 });
  await expect(waiting).toHaveCount(0);
  await page.reload();
  await expect(post(page, 2)).toBeVisible();
  expect(await posts(topicId)).toBe(2);
  await context.close();
});

test("a topic opened without a connection waits, marked, can be written on, and goes out once", {
  tag: ["@phone", "@long"],
}, async ({ browser, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load/);
  const { page, context } = await brother(browser, "Estêvão Luz");
  const title = `Sem rede ${randomUUID().slice(0, 8)}`;
  await page.goto("/comunidade/novo/aprendiz");
  await page.getByRole("textbox", { name: "Título" }).fill(title);
  await page.getByRole("textbox", { name: "Mensagem" }).fill("Escrito no túnel.");
  const blocked = "**/api/community/boards/*/topics";
  await page.route(blocked, (route) => route.abort("internetdisconnected"));
  await page.getByRole("button", { name: "Publicar assunto" }).click();
  const waiting = page.getByRole("article", { name: "Seu assunto, ainda não publicado" });
  await expect(waiting).toBeInViewport();
  await expect(waiting).toContainText("Espera a conexão.");
  await expectAccessible(page);
  await waiting.getByRole("button", { name: "Voltar a escrever" }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Título" })).toHaveValue(title);
  await page.getByRole("textbox", { name: "Mensagem" }).fill("Escrito no túnel, e lido de novo.");
  await page.getByRole("button", { name: "Publicar assunto" }).click();
  await expect(waiting).toContainText("e lido de novo.");
  await page.goto("/comunidade/sala/aprendiz");
  await page.getByText("1 mensagem sua espera para sair").getByRole("link", { name: "ver onde" }).click();
  await expect(waiting).toContainText(title);
  await page.unroute(blocked);
  await expectToast(page, "Assunto aberto", title);
  await expect(waiting).toHaveCount(0);
  expect(await backend().db.$count(communityTopics, eq(communityTopics.title, title))).toBe(1);
  await context.close();
});

test("two edits at once: the second is told, both words are shown, and the next keeping counts; the versions can be read", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 409/);
  const one = await brother(browser, "Elias Rocha");
  const topicId = await openTopic(one, "Duas janelas", "Primeira versão.");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await post(page, 1).getByRole("button", { name: "Editar" }).click();
  const dialog = page.getByRole("dialog", { name: "Editar a mensagem" });
  await dialog.getByLabel("Mensagem").fill("A minha versão.");
  await callApi(context.request, "put", `/api/community/posts/${topicId}`, { source: "A da outra janela.", version: 1 });
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(dialog).toContainText("Esta mensagem mudou em outra aba ou em outro aparelho.");
  await expect(dialog).toContainText("A da outra janela.");
  await expect(dialog.getByLabel("Mensagem")).toHaveValue("A minha versão.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Guardar a minha" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(post(page, 1)).toContainText("A minha versão.");
  await post(page, 1).getByRole("button", { name: "Ver as 3 versões" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText([
    /Primeira versão/,
    /A da outra janela/,
    /A minha versão/,
  ]);
  await context.close();
});

test("a long topic: a link leads to its post, both ways unroll without moving it, Back and loading again keep the place", {
  tag: ["@phone", "@long"],
}, async ({ browser }) => {
  const one = await brother(browser, "Fábio Leal");
  const topicId = await openTopic(one, "Muitas respostas");
  await fill(topicId, one, 70);
  const { page, context } = one;
  await page.goto(`${topicAddress(topicId)}#p40`);
  await expect(post(page, 40)).toBeInViewport();
  await expect(post(page, 30)).toHaveCount(0);
  await page.getByRole("button", { name: "Mensagens anteriores" }).scrollIntoViewIfNeeded();
  const before = await top(post(page, 36));
  await page.getByRole("button", { name: "Mensagens anteriores" }).click();
  await expect(post(page, 30)).toHaveCount(1);
  await expect.poll(() => top(post(page, 36))).toBe(before);
  await page.getByRole("button", { name: "Mensagens seguintes" }).click();
  await expect(post(page, 60)).toHaveCount(1);

  await post(page, 50).evaluate((element) => element.scrollIntoView({ block: "start" }));
  const place = await top(post(page, 50));
  await page
    .getByRole("navigation", { name: "Você está em" })
    .getByRole("link", { name: "Aprendiz" })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole("heading", { name: "Conversa de irmãos" })).toBeVisible();
  await page.goBack();
  await expect.poll(async () => Math.abs((await top(post(page, 50))) - place)).toBeLessThan(4);
  await page.reload();
  await expect.poll(async () => Math.abs((await top(post(page, 50))) - place)).toBeLessThan(4);
  await context.close();
});

test("a reply that begins a page of its own stays where it was written, and those after it", { tag: "@long" }, async ({
  browser,
}) => {
  const one = await oldBrother(browser, "Fulgêncio Dias");
  const topicId = await openTopic(one, "Vinte e uma");
  await fill(topicId, one, 19);
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  for (const number of [21, 22]) {
    await field(page).fill(`A de número ${number}.`);
    const asked = page.waitForResponse((answer) => answer.url().includes(topicId) && answer.url().includes("after=20"));
    await publish(page).click();
    await asked;
    await expect(post(page, number)).toContainText(`A de número ${number}.`);
  }
  await expect(post(page, 1)).toBeVisible();
  await expect(post(page, 21)).toBeVisible();
  await expect(page.getByRole("button", { name: "Mensagens seguintes" })).toHaveCount(0);
  await context.close();
});

test("what is written while a topic's page is being opened is shown behind the bar, too", { tag: "@long" }, async ({
  browser,
}) => {
  const [reads, answers] = [await brother(browser, "Caio Dutra"), await brother(browser, "Benedito Salles")];
  const topicId = await openTopic(answers, "No meio da abertura");
  const release = await holdApi(reads.page, "**/api/community/topics/*/read");
  await reads.page.goto(topicAddress(topicId));
  await expect(post(reads.page, 1)).toBeVisible();
  const data = { id: randomUUID(), source: "Cheguei agora.", boardId: "aprendiz", quote: null };
  await callApi(answers.context.request, "post", `/api/community/topics/${topicId}/posts`, data);
  release();
  await expect(reads.page.getByRole("button", { name: "1 resposta nova Mostrar" })).toBeVisible();
});

test("a topic that is closed while one writes, and a session that ends: the reason in words, and the words stay", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 4/);
  const one = await brother(browser, "Gil Amaral");
  const topicId = await openTopic(one, "Fechado no meio");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await field(page).fill("Ia dizer que sim.");
  await expect(page.getByText("Rascunho guardado na sua conta")).toBeVisible();
  await backend().db.update(communityTopics).set({ lockedAt: new Date() }).where(eq(communityTopics.id, topicId));
  await publish(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "fechado" })).toBeVisible();
  await expect(field(page)).toHaveValue("Ia dizer que sim.");
  await backend().db.update(communityTopics).set({ lockedAt: null }).where(eq(communityTopics.id, topicId));
  await page.reload();
  await expect(field(page)).toHaveValue("Ia dizer que sim.");
  const kept = page.waitForResponse((answer) => answer.url().includes("/drafts/") && answer.request().method() === "PUT");
  await field(page).fill("Ia dizer que sim, e digo.");
  await kept; // its refusal, too, would lead to the login
  await context.clearCookies();
  await publish(page).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(context, one.email);
  await page.goto(topicAddress(topicId));
  await expect(field(page)).toHaveValue("Ia dizer que sim, e digo.");
  await context.close();
});

test("by keyboard: a brother is named from the list, and Ctrl and Enter send", { tag: "@long" }, async ({ browser }) => {
  const [one, named] = [
    await brother(browser, "Heitor Lacerda"),
    await brother(
      browser,
      `Zózimo${randomUUID()
        .slice(0, 8)
        .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!)} Brandão`,
    ),
  ];
  const topicId = await openTopic(named, "Quem já passou por isso");
  const { page } = one;
  await page.goto(topicAddress(topicId));
  await field(page).focus();
  const [first] = named.name.split(" ");
  await page.keyboard.type(`Diga lá, @${first!.slice(0, -1)}`);
  const option = page.getByRole("option", { name: new RegExp(first!) });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue(`Diga lá, @${first} B. `);
  await page.keyboard.press("Control+Enter");
  await expect(post(page, 2).locator(".mention")).toHaveText(`@${first} B.`);
  if (!isPhone(named.page)) {
    await named.page.goto("/notificacoes");
    // by a task, which is tried again after twenty seconds when it fails
    await expect(named.page.getByRole("link", { name: "Heitor L. citou você em" })).toBeVisible({ timeout: 28_000 });
  }
  for (const { context } of [one, named]) await context.close();
});

test("how one signs, and the weekly letter, are chosen beside the boards", { tag: "@long" }, async ({ browser }) => {
  const { page, context } = await brother(browser, "Quirino Alves");
  await page.goto("/comunidade");
  await page.getByRole("button", { name: "Mudar a assinatura" }).click();
  await page.getByLabel("Nome na comunidade").fill("Academia");
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Este nome é reservado à casa. Escolha outro.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Nome na comunidade").fill("Irmão Quirino");
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("region", { name: "Como você assina" })).toContainText("Irmão Quirino, Aprendiz.");
  const letter = page.getByRole("region", { name: "Carta da semana" });
  await letter.getByRole("button", { name: "Desligar a carta" }).click();
  await expect(letter).toContainText("Está desligada.");
  await page.goto("/notificacoes");
  await expect(page.getByRole("group", { name: "Carta da semana" }).getByRole("radio", { name: "Nunca" })).toBeChecked();
  await context.close();
});

test("who is lowered in degree has nothing more of a higher board on their screen, nor behind Back", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const [author, lowered] = [await oldBrother(browser, "Otoniel Braz"), await oldBrother(browser, "Policarpo Lins")];
  const { db } = backend();
  for (const { id } of [author, lowered]) await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, id));
  const title = `Para mestres ${randomUUID().slice(0, 8)}`;
  const data = { id: randomUUID(), title, source: "Palavras de mestres.", text: null };
  await callApi(author.context.request, "post", "/api/community/boards/mestre/topics", data);
  const { page } = lowered;
  await page.goto("/comunidade/sala/mestre");
  await page.getByRole("link", { name: title }).click();
  await expect(post(page, 1)).toContainText("Palavras de mestres.");
  await post(page, 1).getByRole("button", { name: "Citar" }).click();
  const desk = await browser.newContext();
  await signIn(desk, "admin@academia.example");
  await callApi(desk.request, "put", `/api/admin/members/${lowered.id}/degree`, { degree: "aprendiz" });
  await expect(page.getByRole("heading", { level: 1, name: "Assunto não encontrado" })).toBeVisible();
  await expect(page.getByText("Palavras de mestres.")).toHaveCount(0);
  const release = await holdApi(page, "**/api/community/**");
  await page.goBack();
  await expect(page).toHaveURL("/comunidade/sala/mestre");
  await expect(page.getByText(title)).toHaveCount(0);
  release();
  await expect(page.getByText("Sala não encontrada")).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain("Palavras");
  for (const { context } of [author, lowered]) await context.close();
  await desk.close();
});

test("at 200% text a conversation and its dialogs stay within the screen, and what is pressed can be reached", {
  tag: ["@long", "@phone"],
}, async ({ browser }) => {
  const one = await oldBrother(browser, "Jeremias Coutinho");
  const topicId = await openTopic(one, "Correspondência interinstitucional", "Inconstitucionalíssima e **comprida**.");
  const other = await oldBrother(browser, "Leopoldo Vasconcelos");
  await reply(other, topicId, "Outra mensagem.");
  const { page, context } = one;
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.goto(topicAddress(topicId));
  await expect(post(page, 2)).toBeVisible();
  await expectNoOverflow(page);
  await field(page).fill("Uma resposta que se escreve com letras grandes.");
  await expect(publish(page)).toBeVisible();
  await expectNoOverflow(page);
  await page
    .getByLabel("Imagem", { exact: true })
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: await png(40, 40) });
  const dialog = page.getByRole("dialog");
  for (const name of ["Pôr na mensagem", "Descrever depois"]) {
    await dialog.getByRole("button", { name }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  }
  await expectNoOverflow(page);
  await page.keyboard.press("Escape");
  await post(page, 2).getByRole("button", { name: "Denunciar" }).click();
  await dialog.getByRole("button", { name: "Enviar a denúncia" }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole("button", { name: "Enviar a denúncia" })).toBeInViewport({ ratio: 1 });
  await expectNoOverflow(page);
  for (const each of [context, other.context]) await each.close();
});

test("with Tab one goes through a conversation in the order in which it is read, and sees where one is", {
  tag: "@long",
}, async ({ browser }) => {
  const one = await oldBrother(browser, "Marcelino Goulart");
  const topicId = await openTopic(one, "De tecla em tecla", "A primeira.");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await expect(field(page)).toBeVisible();
  const passed: { name: string; y: number; seen: boolean }[] = [];
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("Tab");
    const now = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (!element.closest("main")) return undefined;
      const { top } = (element.closest("label") ?? element).getBoundingClientRect();
      const marks = [element, element.closest("label")].map((each) => each && getComputedStyle(each).outlineStyle);
      return {
        name:
          element.getAttribute("aria-label") ??
          (element as HTMLTextAreaElement).labels?.[0]?.textContent ??
          element.textContent ??
          "",
        y: top + window.scrollY,
        seen: marks.some((style) => style !== undefined && style !== null && style !== "none"),
      };
    });
    if (now) passed.push(now);
    else if (passed.length > 0) break;
  }
  expect(passed.filter(({ seen }) => !seen)).toEqual([]);
  const names = passed.map(({ name }) => name.trim());
  const order = [
    "Comunidade",
    "Aprendiz",
    "Você acompanha",
    "Editar",
    "Excluir",
    "Negrito",
    "Itálico",
    "Citação",
    "Imagem",
    "Sua resposta",
    "Publicar resposta",
  ];
  expect(names.filter((name) => order.includes(name))).toEqual(order);
  await context.close();
});
