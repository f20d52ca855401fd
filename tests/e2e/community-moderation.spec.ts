import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { inArray } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { communityModerators } from "#app/features/community/boards/boards.table.ts";
import { backend } from "./backend.ts";
import { brother, field, fill, oldBrother, openTopic, post, reply, topicAddress } from "./brothers.ts";
import type { Person } from "./people.ts";
import { callApi, expect, expectAccessible, expectToast, signIn, test } from "./support.ts";

/** A member who moderates the board of the Aprendiz. */
async function moderator(browser: Browser, name: string): Promise<Person> {
  const one = await brother(browser, name);
  await backend().db.insert(communityModerators).values({ boardId: "aprendiz", userId: one.id });
  return one;
}

const choose = async (page: Page, menu: string, act: string) => {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
};

test("a moderator's morning on a phone: three reports hide a post, the queue shows it, and its author is told why", {
  tag: ["@phone", "@long"],
}, async ({ browser }) => {
  const people = await Promise.all(
    ["Isaías Lopes", "Jonas Melo", "Lauro Pires", "Mauro Reis", "Nélson Braga"].map((name) => brother(browser, name)),
  );
  const [author, first, second, third, moderator] = people as [(typeof people)[0], ...typeof people];
  const { db } = backend();
  await db
    .update(profiles)
    .set({ createdAt: new Date(Date.now() - 7 * 86_400_000) })
    .where(
      inArray(
        profiles.id,
        people.map(({ id }) => id),
      ),
    );
  await db.insert(communityModerators).values({ boardId: "aprendiz", userId: moderator!.id });
  const topicId = await openTopic(first!, "Uma conversa", "Quem começa?");
  await reply(author, topicId, "Palavras que ferem a regra.");

  const { page } = first!;
  await page.goto(topicAddress(topicId));
  await post(page, 2).getByRole("button", { name: "Denunciar" }).click();
  const dialog = page.getByRole("dialog", { name: "Denunciar a mensagem 2" });
  await dialog.getByRole("button", { name: "Enviar a denúncia" }).click();
  await expect(dialog).toContainText("Escolha um motivo, ou escreva-o.");
  await expectAccessible(page);
  await dialog.getByText("Ofende um irmão ou outra pessoa").click();
  await dialog.getByRole("button", { name: "Enviar a denúncia" }).click();
  await expectToast(page, "Denúncia enviada");
  const { posts } = await (await first!.context.request.get(`/api/community/topics/${topicId}`)).json();
  const reports = `/api/community/posts/${posts[1].id}/reports`;
  for (const each of [second!, third!]) await callApi(each.context.request, "post", reports, { reason: "Fere a regra da casa" });
  await page.reload();
  await expect(post(page, 2)).toContainText("Em revisão");
  await expect(page.getByText("Palavras que ferem a regra.")).toHaveCount(0);

  const queue = moderator!.page;
  await queue.goto("/comunidade");
  await queue.getByRole("link", { name: "Ver o que espera" }).click();
  const entry = queue.getByRole("listitem").filter({ has: queue.getByRole("heading", { name: "Uma conversa" }) });
  await expect(entry).toContainText("Palavras que ferem a regra.");
  await expect(entry.getByRole("list", { name: "Denúncias" }).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(queue);
  await entry.getByRole("button", { name: "Ocultar" }).focus();
  await queue.keyboard.press("Enter");
  await expect(queue.getByRole("dialog")).toBeVisible();
  await queue.keyboard.press("Escape");
  await expect(entry.getByRole("button", { name: "Ocultar" })).toBeFocused();
  await queue.keyboard.press("Enter");
  await queue.getByLabel("Motivo, que o autor lerá").fill("Ofende quem perguntou.");
  await queue.getByRole("dialog").getByRole("button", { name: "Ocultar" }).click();
  await expectToast(queue, "Mensagem ocultada");
  await expect(entry).toHaveCount(0);

  await author.page.goto("/notificacoes");
  await author.page.getByRole("link", { name: "Uma mensagem sua foi ocultada pela moderação" }).click();
  await expect(post(author.page, 2)).toContainText("Ofende quem perguntou.");
  await page.goto("/notificacoes");
  await expect(page.getByRole("link", { name: "A mensagem que você denunciou foi ocultada" })).toBeVisible();
  for (const { context } of people) await context.close();
});

test("an administrator closes a topic and reopens it, moves it, and separates what went another way", { tag: "@long" }, async ({
  page,
  context,
  browser,
}) => {
  const writer = await brother(browser, "Olavo Teles");
  const title = `Dois assuntos em um ${randomUUID().slice(0, 8)}`;
  const topicId = await openTopic(writer, title);
  await reply(writer, topicId, "Isto é outro assunto.");
  await fill(topicId, writer, 30, 3);
  await signIn(context, "admin@academia.example");
  await page.goto(topicAddress(topicId));
  const moderate = page.getByRole("button", { name: "Moderar o assunto" });
  await moderate.click();
  await page.getByRole("menuitem", { name: "Fechar a respostas" }).click();
  await expectToast(page, "Assunto fechado a novas respostas");
  await expect(page.getByText("Fechado a novas respostas.")).toBeVisible();
  await moderate.click();
  await page.getByRole("menuitem", { name: "Reabrir a respostas" }).click();
  await expect(page.getByText("Fechado a novas respostas.")).toHaveCount(0);
  await moderate.click();
  await page.getByRole("menuitem", { name: "Fixar no alto" }).click();
  await expect(page.getByText("Fixado no alto da sala.")).toBeVisible();
  await moderate.click();
  await page.getByRole("menuitem", { name: "Mudar de sala" }).click();
  await page.getByLabel("Sala", { exact: true }).selectOption("companheiro");
  await page.getByRole("dialog").getByRole("button", { name: "Mudar" }).click();
  await expect(page.getByRole("navigation", { name: "Você está em" })).toContainText("Companheiro");
  await page.getByRole("button", { name: "Moderar a mensagem 2", exact: true }).click();
  await page.getByRole("menuitem", { name: "Separar em outro assunto" }).click();
  const separated = `O outro assunto ${randomUUID().slice(0, 8)}`;
  await page.getByLabel("Título do assunto novo").fill(separated);
  await expect(page.getByRole("checkbox", { name: /^2\. Olavo T\. Isto é outro assunto\./ })).toBeChecked();
  await page.getByRole("dialog").getByRole("button", { name: "Mensagens seguintes" }).click();
  await page.getByRole("checkbox", { name: /^31\./ }).check();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Separar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: separated })).toBeVisible();
  await expect(post(page, 1)).toContainText("Isto é outro assunto.");
  await expect(post(page, 2)).toContainText("Resposta 31.");
  expect((await writer.context.request.get(`/api/community/topics/${topicId}`)).status()).toBe(404); // above their degree now
  await writer.context.close();
});

test("an administrator opens a board, names who moderates it, and closes it", { tag: "@long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 4/);
  const writer = await brother(browser, "Olavo Teles");
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/salas");
  await page.getByRole("button", { name: "Nova sala" }).click();
  const board = `Visitas ${randomUUID().slice(0, 4).replace(/\d/g, "a")}`;
  await page.getByLabel("Nome", { exact: true }).fill("!!");
  await page.getByRole("button", { name: "Abrir a sala" }).click();
  await expect(page.getByRole("dialog")).toContainText("O nome precisa ter ao menos uma letra ou um algarismo");
  await page.getByLabel("Nome", { exact: true }).fill("Geral");
  await page.getByRole("button", { name: "Abrir a sala" }).click();
  await expect(page.getByRole("dialog")).toContainText("Já há uma sala com este nome. Escolha outro.");
  await page.getByLabel("Nome", { exact: true }).fill(board);
  await page.getByLabel("Do que se trata nela").fill("Quem recebe visitantes, e como.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Nova sala" }).click();
  await expect(page.getByLabel("Nome", { exact: true })).toHaveValue(board);
  await page.getByRole("button", { name: "Abrir a sala" }).click();
  await expectToast(page, "Sala aberta");
  await page.getByRole("button", { name: `Moderadores da sala ${board}` }).click();
  const name = page.getByRole("combobox", { name: "Nomear um irmão" });
  await expect(name).toBeEnabled(); // keys pressed before are lost
  await name.pressSequentially("teles");
  await page.getByRole("option", { name: "Olavo Teles assina Olavo T." }).first().click();
  await expect(page.getByRole("button", { name: "Retirar Olavo Teles" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Mudar a sala ${board}` }).click();
  await page.getByText("Fechada: lê-se, mas não se escreve").click();
  await page.getByLabel("Lugar na ordem").fill("4");
  await page.getByRole("dialog").getByRole("button", { name: "Guardar" }).click();
  const rows = page.getByRole("table", { name: "Salas da comunidade" }).getByRole("row");
  await expect(rows.nth(4)).toContainText(board); // behind Geral, Aprendiz and Companheiro, below the head
  await expect(rows.nth(4)).toContainText("Fechada");
  await expectAccessible(page);
  await writer.context.close();
});

test("two moderators at the same report: the second is told what was decided, and undoes nothing", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const author = await oldBrother(browser, "Quirino Paes");
  const reporter = await brother(browser, "Rufino Lage");
  const [first, second] = [await moderator(browser, "Sílvio Mota"), await moderator(browser, "Tarcísio Leal")];
  const topicId = await openTopic(author, "A mesma denúncia");
  const reported = async (words: string) => {
    await reply(author, topicId, words);
    const { posts } = await (await first.context.request.get(`/api/community/topics/${topicId}`)).json();
    await callApi(reporter.context.request, "post", `/api/community/posts/${posts.at(-1).id}/reports`, {
      reason: "Fere a regra",
    });
  };
  const entry = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
  const { page } = second;

  await reported("Palavras que um oculta.");
  await page.goto("/comunidade/moderacao");
  await entry(page, "Palavras que um oculta.").getByRole("button", { name: "Ocultar" }).click();
  const reason = page.getByLabel("Motivo, que o autor lerá");
  await reason.fill("O motivo do segundo.");
  await page.keyboard.press("Escape");
  await page.reload();
  await entry(page, "Palavras que um oculta.").getByRole("button", { name: "Ocultar" }).click();
  await expect(reason).toHaveValue("O motivo do segundo.");
  await first.page.goto("/comunidade/moderacao");
  await entry(first.page, "Palavras que um oculta.").getByRole("button", { name: "Ocultar" }).click();
  await first.page.getByLabel("Motivo, que o autor lerá").fill("O motivo do primeiro.");
  await first.page.getByRole("dialog").getByRole("button", { name: "Ocultar" }).click();
  await expectToast(first.page, "Mensagem ocultada");
  await page.getByRole("dialog").getByRole("button", { name: "Ocultar" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "A moderação já decidiu: esta mensagem está oculta." })).toBeVisible();
  await expect(reason).toHaveValue("O motivo do segundo.");
  await page.keyboard.press("Escape");
  await expect(entry(page, "Palavras que um oculta.")).toHaveCount(0);

  await reported("Palavras que o outro mantém.");
  await first.page.reload();
  await page.reload();
  await entry(first.page, "Palavras que o outro mantém.").getByRole("button", { name: "Ocultar" }).click();
  await first.page.getByLabel("Motivo, que o autor lerá").fill("Também estas.");
  await expect(entry(page, "Palavras que o outro mantém.")).toBeVisible();
  await first.page.getByRole("dialog").getByRole("button", { name: "Ocultar" }).click();
  await expectToast(first.page, "Mensagem ocultada");
  await entry(page, "Palavras que o outro mantém.").getByRole("button", { name: "Manter como está" }).click();
  await expectToast(page, "Não foi possível guardar", "A moderação já decidiu: esta mensagem está oculta.");
  await author.page.goto(topicAddress(topicId));
  await expect(post(author.page, 2)).toContainText("O motivo do primeiro.");
  await expect(post(author.page, 3)).toContainText("Também estas.");
  for (const { context } of [author, reporter, first, second]) await context.close();
});

test("a message that its author changes while a moderator writes is decided on as it is now, and the topic's title goes with it", {
  tag: ["@long", "@phone"],
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 409/);
  const [author, reader] = [await oldBrother(browser, "Zeno Prata"), await brother(browser, "Abel Neto")];
  const judge = await moderator(browser, "Basílio Serra");
  const title = `Vendo paramentos ${randomUUID().slice(0, 8)}`;
  const topicId = await openTopic(author, title, "Palavras de antes.");
  await reply(reader, topicId, "Isto é propaganda.");
  await callApi(reader.context.request, "post", `/api/community/posts/${topicId}/reports`, { reason: "É propaganda" });
  await reader.page.goto(topicAddress(topicId));
  await expect(reader.page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  const { page } = judge;
  await page.goto("/comunidade/moderacao");
  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await entry.getByRole("button", { name: "Ocultar" }).click();
  const reason = page.getByLabel("Motivo, que o autor lerá");
  await reason.fill("Aqui não se vende.");
  await callApi(author.context.request, "put", `/api/community/posts/${topicId}`, { source: "Palavras de agora.", version: 1 });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Ocultar" }).click();
  await expect(dialog.getByRole("alert")).toContainText("O autor mudou esta mensagem depois que você a abriu.");
  await expect(dialog).toContainText("Palavras de agora.");
  await expect(reason).toHaveValue("Aqui não se vende.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ocultar" }).click();
  await expectToast(page, "Mensagem ocultada");

  await expect(reader.page.getByRole("heading", { level: 1, name: "Assunto com o título oculto" })).toBeVisible();
  await expect(reader.page.getByText(title)).toHaveCount(0);
  await author.page.goto(topicAddress(topicId));
  await expect(author.page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(post(author.page, 1)).toContainText(
    "só você e os moderadores a leem, com o título do assunto. Aqui não se vende.",
  );
  for (const { context } of [author, reader, judge]) await context.close();
});

test("a topic whose first message was deleted gets a title from a moderator, who sees the one that another gives it meanwhile", {
  tag: ["@long", "@phone"],
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 4/);
  const [writer, reader] = [await oldBrother(browser, "Zenon Prado"), await brother(browser, "Abel Castanho")];
  const [{ page, context }, other] = [await moderator(browser, "Belmiro Sousa"), await moderator(browser, "Caio Furtado")];
  const topicId = await openTopic(writer, "Um título que se apaga");
  await reply(writer, topicId, "A conversa continua.");
  await callApi(writer.context.request, "delete", `/api/community/posts/${topicId}`, { version: 1 });
  for (const { request } of [reader.context, context]) // those who follow hear of it at once
    await callApi(request, "put", `/api/community/topics/${topicId}/follow`, { following: true });
  await reader.page.goto(topicAddress(topicId));
  await expect(reader.page.getByRole("heading", { level: 1, name: "Assunto sem título" })).toBeVisible();
  await expect(reader.page.getByRole("button", { name: "Moderar o assunto" })).toHaveCount(0);

  await page.goto(topicAddress(topicId));
  await choose(page, "Moderar o assunto", "Mudar o título");
  const dialog = page.getByRole("dialog", { name: "Mudar o título" });
  const title = dialog.getByLabel("Título");
  const send = dialog.getByRole("button", { name: "Mudar", exact: true });
  await expect(title).toHaveValue("");
  await send.click();
  await expect(dialog).toContainText("Escreva um título de pelo menos três letras");
  await title.fill("x".repeat(121));
  await send.click();
  await expect(dialog).toContainText("O título pode ter até 120 caracteres");
  await title.fill("Como se lê a régua");
  await callApi(other.context.request, "put", `/api/community/topics/${topicId}/title`, {
    title: "A régua",
    before: "Assunto sem título",
  });
  await expect(dialog).toContainText("Outro moderador o mudou. Agora é “A régua”.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await choose(page, "Moderar o assunto", "Mudar o título");
  await expect(title).toHaveValue("Como se lê a régua");
  await send.click();
  await expectToast(page, "Título mudado");
  await expect(page.getByRole("button", { name: "Moderar o assunto" })).toBeFocused();
  for (const each of [page, reader.page])
    await expect(each.getByRole("heading", { level: 1, name: "Como se lê a régua" })).toBeVisible();
  await writer.page.goto("/notificacoes");
  await expect(writer.page.getByRole("link", { name: "Um assunto seu tem outro título" }).first()).toBeVisible();
  for (const each of [writer.context, reader.context, context, other.context]) await each.close();
});

test("posts that another moderator has taken away are not separated again, and what was typed stays", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 4/);
  const writer = await oldBrother(browser, "Ubaldo Reis");
  const { page, context } = await moderator(browser, "Valdir Sena");
  const topicId = await openTopic(writer, "Dois que separam");
  for (const words of ["A primeira.", "A segunda.", "A terceira."]) await reply(writer, topicId, words);
  const read = page.waitForResponse(/\/topics\/[^/]+\/read$/); // who has been in a topic hears of its news
  await page.goto(topicAddress(topicId));
  await read;
  await choose(page, "Moderar a mensagem 2", "Separar em outro assunto");
  const title = page.getByLabel("Título do assunto novo");
  const dialog = page.getByRole("dialog", { name: "Separar em outro assunto" });
  await title.fill("x".repeat(121));
  await dialog.getByRole("button", { name: "Separar" }).click();
  await expect(dialog).toContainText("O título pode ter até 120 caracteres");
  await title.fill("Outro rumo");
  await expect(dialog).not.toContainText("O título pode ter até 120 caracteres");
  await callApi(context.request, "post", `/api/community/topics/${topicId}/split`, { numbers: [2], title: "Já separada" });
  await expect(dialog.getByRole("checkbox", { name: /^2\. / })).toHaveCount(0);
  await expect(dialog).toContainText("Escolha ao menos uma mensagem.");
  await page.keyboard.press("Escape");
  await choose(page, "Moderar a mensagem 4", "Separar em outro assunto");
  await expect(title).toHaveValue("Outro rumo");
  await dialog.getByRole("button", { name: "Separar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Outro rumo" })).toBeVisible();
  await expect(post(page, 1)).toContainText("A terceira.");
  await writer.context.close();
  await context.close();
});

test("a topic that is hidden goes from open pages at once; what was being written stays, and who opened it reads why", {
  tag: ["@long", "@phone"],
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 404/);
  const [opener, reader] = [await oldBrother(browser, "Wilson Prata"), await brother(browser, "Xisto Neves")];
  const judge = await moderator(browser, "Yago Serra");
  const topicId = await openTopic(opener, "Assunto repetido", "Palavras que saem da tela.");
  await reply(reader, topicId, "Já se falou disto.");
  await reader.page.goto(topicAddress(topicId));
  await field(reader.page).fill("O que eu ia responder.");
  await opener.page.goto(topicAddress(topicId));
  await expect(post(opener.page, 1)).toContainText("Palavras que saem da tela.");
  await judge.page.goto(topicAddress(topicId));
  await choose(judge.page, "Moderar o assunto", "Ocultar o assunto");
  await judge.page.getByLabel("Motivo, que quem abriu lerá").fill("Já há outro igual.");
  await judge.page.getByRole("dialog").getByRole("button", { name: "Ocultar o assunto" }).click();
  await expectToast(judge.page, "Assunto ocultado");

  await expect(reader.page.getByRole("heading", { level: 1, name: "Assunto não encontrado" })).toBeVisible();
  await expect(reader.page.getByText("Palavras que saem da tela.")).toHaveCount(0);
  await expect(reader.page.getByText("O que eu ia responder.")).toBeVisible();
  await expectAccessible(reader.page);
  await expect(opener.page.getByRole("heading", { level: 1, name: "A moderação ocultou este assunto" })).toBeVisible();
  await expect(opener.page.getByText("O motivo: Já há outro igual.")).toBeVisible();
  await choose(judge.page, "Moderar o assunto", "Mostrar o assunto");
  await expectToast(judge.page, "Assunto à vista de novo");
  await opener.page.goto("/notificacoes");
  await opener.page.getByRole("link", { name: "Uma mensagem sua saiu da revisão" }).click();
  await expect(post(opener.page, 1)).toContainText("Palavras que saem da tela.");
  await reader.page.getByRole("link", { name: "Ver a comunidade" }).click();
  await expect(reader.page.getByRole("heading", { level: 1, name: "Conversa de irmãos" })).toBeVisible();
  await reader.page.goBack();
  await expect(field(reader.page)).toHaveValue("O que eu ia responder.");
  for (const { context } of [opener, reader, judge]) await context.close();
});
