import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { communityModerators } from "#app/features/community/boards/boards.table.ts";
import { backend } from "./backend.ts";
import { brother, fill, openTopic, post, reply, topicAddress } from "./brothers.ts";
import { callApi, expect, expectAccessible, expectToast, signIn, test } from "./support.ts";

test("a moderator's morning on a phone: three reports hide a post, the queue shows it, and its author is told why", {
  tag: "@phone",
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

test("an administrator closes a topic and reopens it, moves it, and separates what went another way", async ({
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
  await expect(page.getByText("Fechado a novas respostas.")).toBeVisible();
  await moderate.click();
  await page.getByRole("menuitem", { name: "Reabrir a respostas" }).click();
  await expect(page.getByText("Fechado a novas respostas.")).toHaveCount(0);
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
  expect((await writer.context.request.get(`/api/community/topics/${topicId}`)).status()).toBe(404); // above his degree now
  await writer.context.close();
});

test("an administrator opens a board, names who moderates it, and closes it", async ({ page, context, browser }) => {
  const writer = await brother(browser, "Olavo Teles");
  await signIn(context, "admin@academia.example");
  await page.goto("/admin?aba=comunidade");
  await page.getByRole("button", { name: "Nova sala" }).click();
  const board = `Visitas ${randomUUID().slice(0, 4).replace(/\d/g, "a")}`;
  await page.getByLabel("Nome", { exact: true }).fill(board);
  await page.getByLabel("Do que se trata nela").fill("Quem recebe visitantes, e como.");
  await page.getByRole("button", { name: "Abrir a sala" }).click();
  await expectToast(page, "Sala aberta");
  await page.getByRole("button", { name: `Moderadores da sala ${board}` }).click();
  const name = page.getByRole("combobox", { name: "Nomear um irmão" });
  await expect(name).toBeEnabled(); // keys pressed before are lost
  await name.pressSequentially("Olavo");
  await page.getByRole("option", { name: "Olavo T." }).first().click();
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

test("an announcement is written, seen before, published to all, changed and taken away", async ({ page, context, browser }) => {
  const reader = await brother(browser, "Plínio Vaz");
  await signIn(context, "admin@academia.example");
  await page.goto("/admin?aba=avisos");
  await page.getByRole("button", { name: "Publicar aviso" }).click();
  const dialog = page.getByRole("dialog", { name: "Publicar aviso" });
  const title = `Sessão de estudos ${randomUUID().slice(0, 8)}`;
  await dialog.getByRole("button", { name: "Publicar", exact: true }).click();
  await expect(dialog).toContainText("Escreva um título de pelo menos três letras");
  await dialog.getByLabel("Título").fill(title);
  await dialog.getByLabel("Texto, em Markdown").fill("Na *primeira* quarta-feira de dezembro.");
  await dialog.getByRole("button", { name: "Pré-visualizar" }).click();
  await expect(dialog.locator("em")).toHaveText("primeira");
  await expect(dialog.locator("em")).toBeInViewport();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publicar", exact: true }).click();
  await expectToast(page, "Aviso publicado");
  await reader.page.goto("/avisos");
  await expect(reader.page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(reader.page);
  await page.getByRole("button", { name: `Mudar: ${title}` }).click();
  await page.getByLabel("Título").fill(`${title}, com outra data`);
  await page.getByRole("button", { name: "Guardar" }).click();
  await page.getByRole("button", { name: `Apagar: ${title}, com outra data` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Apagar" }).click();
  await expectToast(page, "Aviso apagado");
  await reader.page.reload();
  await expect(reader.page.getByRole("heading", { level: 1, name: "Avisos" })).toBeVisible();
  await expect(reader.page.getByRole("heading", { name: title })).toHaveCount(0);
  await reader.context.close();
});
