import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { communityModerators } from "#app/features/community/boards/boards.table.ts";
import { communityTopics } from "#app/features/community/topics/topics.table.ts";
import { png } from "#tests/support/books.ts";
import { backend } from "./backend.ts";
import { brother, field, oldBrother, openTopic, post, publish, reply, topicAddress } from "./brothers.ts";
import { breakApi, callApi, expect, expectAccessible, expectToast, paste, test } from "./support.ts";

test("pictures and links to pages are put where the caret is; a file that is no picture is refused, and too many messages, with the words kept", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 4/);
  const one = await oldBrother(browser, "Raul Tavares");
  const topicId = await openTopic(one, "Com imagem");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await field(page).fill("Veja o avental: ");
  const pictures = page.getByLabel("Imagem", { exact: true });
  const dialog = page.getByRole("dialog", { name: "Pôr uma imagem" });
  const shows = dialog.getByRole("textbox", { name: "O que a imagem mostra" });
  await pictures.setInputFiles({ name: "avental.png", mimeType: "image/png", buffer: Buffer.from("nenhuma imagem") });
  await expect(dialog.getByRole("alert")).toContainText("A imagem precisa ser JPEG, PNG ou WebP.");
  await expect(shows).toBeFocused();
  await shows.fill("O avental [novo], de *frente*");
  await dialog
    .getByLabel("Escolher outra imagem")
    .setInputFiles({ name: "avental-2.png", mimeType: "image/png", buffer: await png() });
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(shows).toHaveValue("O avental [novo], de *frente*");
  await dialog.getByRole("button", { name: "Pôr na mensagem" }).click();
  await expect(field(page)).toHaveValue(
    /^Veja o avental: \n\n!\[O avental \\\[novo\\\], de \\\*frente\\\*\]\(\/api\/community\/images\/[0-9a-f-]{36}\)\n\n$/,
  );
  await expect(field(page)).toBeFocused();

  await page.getByRole("button", { name: "Lição, termo" }).click();
  const picker = page.getByRole("dialog", { name: "Ligar a uma página" });
  await picker.getByRole("searchbox").fill("xyzxyz");
  await expect(picker).toContainText("Nada encontrado.");
  await picker.getByRole("searchbox").fill("esquadro");
  const target = picker.getByRole("button").filter({ hasText: "Verbete" }).first();
  const title = (await target.locator("strong").textContent())!;
  await expectAccessible(page);
  await target.click();
  await expect(field(page)).toHaveValue(new RegExp(`\\[${title}\\]\\(/`));
  await page.route("**/api/community/topics/*/posts", (route) =>
    route.fulfill({
      status: 429,
      json: { code: "too_many_tries", message: "Muitas tentativas. Espere um minuto e tente de novo.", requestId: "" },
    }),
  );
  await publish(page).click();
  const reason = page.getByRole("alert").filter({ hasText: "Muitas tentativas. Espere um minuto e tente de novo." });
  await expect(reason).toBeInViewport({ ratio: 1 });
  await expect(field(page)).toHaveValue(/Veja o avental/);
  await expect(page.getByRole("article", { name: "Sua resposta, ainda não publicada" })).toHaveCount(0);
  await page.unroute("**/api/community/topics/*/posts");
  await publish(page).click();
  await expect(post(page, 2).getByRole("img", { name: "O avental [novo], de *frente*" })).toBeVisible();
  await expect(
    post(page, 2)
      .getByRole("link", { name: new RegExp(title) })
      .last(),
  ).toBeVisible();
  await context.close();
});

test("a picture is described, only decorates or is described later; its words outlive a failure, Escape and Reload", {
  tag: ["@phone", "@long"],
}, async ({ browser, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const one = await oldBrother(browser, "Querino Alves");
  const topicId = await openTopic(one, "Três imagens");
  const { page, context } = one;
  const dialog = page.getByRole("dialog", { name: "Pôr uma imagem" });
  const shows = dialog.getByRole("textbox", { name: "O que a imagem mostra" });
  const put = dialog.getByRole("button", { name: "Pôr na mensagem" });
  const choose = async (name: string) =>
    page.getByLabel("Imagem", { exact: true }).setInputFiles({ name, mimeType: "image/png", buffer: await png(60, 40) });
  await page.goto(topicAddress(topicId));
  await field(page).fill("Antes");
  await choose("régua.png");
  await expect(dialog.getByRole("img", { name: "Imagem escolhida: régua.png" })).toBeVisible();
  await expect(shows).toBeFocused();
  await put.focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Escreva o que a imagem mostra, ou diga que ela só enfeita.");
  await expect(shows).toBeFocused();
  await paste(shows, "m".repeat(301));
  await put.click();
  await expect(dialog).toContainText("A descrição pode ter até 300 caracteres. Encurte-a.");
  await expect(shows).toHaveValue("m".repeat(301));
  await expectAccessible(page);
  await shows.fill("A régua de 24 polegadas");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(field(page)).toHaveValue("Antes");
  await page.route("**/api/community/images?*", (route) => route.abort("internetdisconnected"));
  await choose("régua.png");
  await expect(shows).toHaveValue("A régua de 24 polegadas");
  await expect(dialog.getByRole("alert")).toContainText("Não encontramos sua conexão.");
  await page.unroute("**/api/community/images?*");
  await dialog.getByRole("button", { name: "Enviar de novo" }).click();
  await expect(dialog).toHaveCount(0);

  await choose("vinheta.png");
  await expect(shows).toHaveValue("");
  await dialog.getByRole("checkbox", { name: "Só enfeita: quem não a vê não perde nada" }).focus();
  await page.keyboard.press("Space");
  await put.click();
  await expect(dialog).toHaveCount(0); // it waits until the picture is there
  await choose("loja.png");
  await dialog.getByRole("button", { name: "Descrever depois" }).click();
  await expect(field(page)).toHaveValue(
    /^Antes\n\n!\[A régua de 24 polegadas\]\(\S+\)\n\n\n\n!\[\]\(\S+\)\n\n\n\n!\[Imagem sem descrição\]\(\S+\)\n\n$/,
  );
  await publish(page).click();
  await expect(post(page, 2).locator("img")).toHaveCount(3);
  await expect(post(page, 2).locator("img[alt='']")).toHaveCount(1); // voices pass over it
  await expect(post(page, 2).getByRole("img", { name: "A régua de 24 polegadas" })).toBeVisible();
  await expect(post(page, 2).getByRole("img", { name: "Imagem sem descrição" })).toBeVisible();
  await context.close();
});

test("a picture that is pasted or dropped into the message is asked about, too; copied words stay words", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 415/); // what is brought here only says that it is a picture
  const one = await oldBrother(browser, "Querino Alves");
  const topicId = await openTopic(one, "Colar e soltar");
  const { page, context } = one;
  const bring = (kind: "paste" | "drop", words?: string) =>
    field(page).evaluate(
      (area, { kind, words }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(8)], "colada.png", { type: "image/png" }));
        if (words) data.setData("text/plain", words);
        const options = { bubbles: true, cancelable: true };
        const event =
          kind === "paste"
            ? new ClipboardEvent(kind, { ...options, clipboardData: data })
            : new DragEvent(kind, { ...options, dataTransfer: data });
        area.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { kind, words },
    );
  await page.goto(topicAddress(topicId));
  await expect(field(page)).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Pôr uma imagem" });
  for (const kind of ["paste", "drop"] as const) {
    expect(await bring(kind)).toBe(true);
    await expect(dialog.getByRole("img", { name: "Imagem escolhida: colada.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  expect(await bring("paste", "palavras de um programa de texto")).toBe(false);
  await expect(dialog).toHaveCount(0);
  await context.close();
});

test("on one's first day a picture is refused at once, before it is described", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const { page, context, ...one } = await brother(browser, "Nestor Vidal");
  await page.goto(topicAddress(await openTopic({ page, context, ...one }, "O primeiro dia")));
  const file = { name: "loja.png", mimeType: "image/png", buffer: await png(40, 40) };
  await page.getByLabel("Imagem", { exact: true }).setInputFiles(file);
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(
    "No primeiro dia as mensagens não levam imagens. Escreva sem ela, ou espere até amanhã.",
  );
  await context.close();
});

test("two devices: what the other one kept meanwhile is shown, and either draft can be kept", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const one = await brother(browser, "Saulo Freitas");
  const topicId = await openTopic(one, "Dois aparelhos");
  const { page, context } = one;
  await page.goto(topicAddress(topicId));
  await expect(field(page)).toBeVisible();
  const draft = `/api/community/drafts/topic:${topicId}`;
  await callApi(context.request, "put", draft, { title: "", body: "Escrito no telefone.", version: 0 });
  await field(page).fill("Escrito na mesa.");
  const other = page.getByText("Em outra aba ou em outro aparelho há outro rascunho:");
  await expect(other).toBeVisible();
  await expect(page.getByText("Escrito no telefone.")).toBeVisible();
  await expect(field(page)).toHaveValue("Escrito na mesa.");
  await page.getByRole("button", { name: "Ficar com o de lá" }).click();
  await expect(field(page)).toHaveValue("Escrito no telefone.");
  await expect(other).toHaveCount(0);
  const kept = page.waitForResponse((answer) => answer.url().includes("/drafts/") && answer.request().method() === "PUT");
  await field(page).fill("Escrito no telefone, acabado na mesa.");
  expect((await kept).status()).toBe(200);
  const { draft: now } = await (await context.request.get(draft)).json();
  expect(now.body).toBe("Escrito no telefone, acabado na mesa.");
  await context.close();
});

test("whoever follows a topic or a board is told of what comes, until they follow no more", { tag: "@long" }, async ({
  browser,
}) => {
  const [writer, follower] = [await brother(browser, "Tomé Barros"), await brother(browser, "Ulisses Prado")];
  const title = `Para acompanhar ${randomUUID().slice(0, 8)}`;
  const topicId = await openTopic(writer, title);
  const { page, context } = follower;
  await page.goto(topicAddress(topicId));
  const follow = page.getByRole("button", { name: "Acompanhar", exact: true });
  await follow.click();
  await expect(page.getByRole("button", { name: "Você acompanha" })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/comunidade/sala/aprendiz");
  await page.getByRole("button", { name: "Acompanhar a sala Aprendiz" }).click();
  await expect(page.getByRole("button", { name: "Você acompanha a sala Aprendiz" })).toBeVisible();
  await reply(writer, topicId, "Uma resposta.");
  const other = `Outro assunto ${randomUUID().slice(0, 8)}`;
  await openTopic(writer, other);
  await page.goto("/notificacoes");
  await expect(page.getByRole("link", { name: new RegExp(title) })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(other) })).toBeVisible();
  await page.goto(topicAddress(topicId));
  await page.getByRole("button", { name: "Você acompanha" }).click();
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  await callApi(context.request, "put", "/api/community/boards/aprendiz/follow", { following: false });
  for (const each of [writer, follower]) await each.context.close();
});

test("a lesson leads to its conversation: the first one opens it, under its title, and the lesson says how many talk", {
  tag: "@long",
}, async ({ browser }) => {
  const { page, context } = await brother(browser, "Vasco Nery");
  const { db } = backend();
  const lesson = and(eq(communityTopics.textKind, "lesson"), eq(communityTopics.textId, "m01-l02"));
  await db.update(communityTopics).set({ textKind: null, textId: null }).where(lesson); // of a former try
  await page.goto("/modulo/1/licao/2");
  await page.getByRole("link", { name: "Discutir esta lição" }).click();
  await expect(page.getByText("Sobre a lição")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Título" })).not.toHaveValue("");
  await page.getByRole("textbox", { name: "Mensagem" }).fill("O que a segunda parte quer dizer?");
  await page.getByRole("button", { name: "Publicar assunto" }).click();
  await expect(post(page, 1)).toContainText("O que a segunda parte quer dizer?");
  await page.goto("/modulo/1/licao/2");
  await expect(page.getByText("1 irmão conversa sobre ela.")).toBeVisible();
  await page.getByRole("link", { name: "Discutir esta lição" }).click();
  await expect(post(page, 1)).toContainText("O que a segunda parte quer dizer?");
  await db.update(communityTopics).set({ textKind: null, textId: null }).where(lesson);
  await context.close();
});

test("a moderator's word stays in its field when it does not go out; its author reads it at the post, and nobody else", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 500/);
  const [moderator, author, reader] = await Promise.all(
    ["Xavier Dantas", "Zeno Falcão", "Abílio Moura"].map((name) => brother(browser, name)),
  );
  await backend().db.insert(communityModerators).values({ boardId: "aprendiz", userId: moderator!.id });
  const topicId = await openTopic(author!, "Uma palavra");
  const { page } = moderator!;
  await breakApi(page, "**/api/community/posts/*/word", "POST");
  await page.goto(topicAddress(topicId));
  await page.getByRole("button", { name: "Moderar a mensagem 1" }).click();
  await page.getByRole("menuitem", { name: "Palavra ao autor" }).click();
  const words = page.getByRole("textbox", { name: "O que dizer" });
  await words.fill("Irmão, conte também como terminou.");
  await page.getByRole("button", { name: "Enviar" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await expect(words).toHaveValue("Irmão, conte também como terminou.");
  await page.unroute("**/api/community/posts/*/word");
  await page.getByRole("button", { name: "Enviar" }).click();
  await expectToast(page, "Palavra enviada");
  await author!.page.goto(topicAddress(topicId));
  await expect(post(author!.page, 1)).toContainText("A moderação escreveu a você:");
  await expect(post(author!.page, 1)).toContainText("Irmão, conte também como terminou.");
  await reader!.page.goto(topicAddress(topicId));
  await expect(post(reader!.page, 1)).toContainText("Como vocês fazem?");
  await expect(reader!.page.getByText("A moderação escreveu a você")).toHaveCount(0);
  for (const { context } of [moderator!, author!, reader!]) await context.close();
});

test("a preview that is refused says why, one that another window overtook is asked again, and the words stay", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 4/);
  const one = await oldBrother(browser, "Olavo Brandão");
  const topicId = await openTopic(one, "Com prévia");
  const { page } = one;
  await page.goto(topicAddress(topicId));
  const costly = `http://a.b/${"?".repeat(19_900)}a`;
  await field(page).fill(costly);
  await expect(page.getByRole("status").filter({ hasText: "A mensagem tem formatação demais para ser lida." })).toBeVisible({
    timeout: 30_000,
  });
  await expect(field(page)).toHaveValue(costly);

  let overtaken = 0;
  await page.route("**/api/community/preview", (route) => {
    overtaken += 1;
    if (overtaken > 1) return route.continue();
    const message = "Há um pedido seu mais novo, e vale a resposta dele.";
    return route.fulfill({ status: 409, json: { code: "superseded", message, requestId: "" } });
  });
  await field(page).fill("Uma mensagem *usual*.");
  await expect(page.getByText("Prévia, como os outros lerão").locator("..").locator("em")).toHaveText("usual");
  expect(overtaken).toBe(2);
  await expect(field(page)).toHaveValue("Uma mensagem *usual*.");
});

test("a link stands apart from the word before it; without a connection no other words are shown as the preview", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const one = await oldBrother(browser, "Otávio Brandão");
  const { page } = one;
  await page.goto(topicAddress(await openTopic(one, "Com ligação")));
  await field(page).fill("Leia");
  await expect(page.getByText("Prévia, como os outros lerão").locator("..")).toContainText("Leia");
  await page.getByRole("button", { name: "Lição, termo" }).click();
  const picker = page.getByRole("dialog", { name: "Ligar a uma página" });
  await picker.getByRole("searchbox").fill("esquadro");
  await picker.getByRole("button").filter({ hasText: "Verbete" }).first().click();
  await expect(field(page)).toHaveValue(/^Leia \[/);

  await one.context.setOffline(true);
  await field(page).fill("Escrito sem conexão.");
  await expect(page.getByRole("status").filter({ hasText: "Sem conexão. A prévia volta com ela" })).toBeVisible();
  await expect(page.getByText("Prévia, como os outros lerão")).toHaveCount(0);
  await one.context.setOffline(false);
  await expect(page.getByText("Prévia, como os outros lerão").locator("..")).toContainText("Escrito sem conexão.");
});
