import type { Browser, Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import type { Part } from "#app/features/authoring/authoring.schema.ts";
import { authors } from "#app/features/authoring/authoring.table.ts";
import { png } from "#tests/support/books.ts";
import { backend } from "./backend.ts";
import { person } from "./people.ts";
import { expect, expectAccessible, expectNoOverflow, test } from "./support.ts";

/** A Mestre who writes or reviews the texts of Companheiro; no other test looks at the lessons of modules 7 and 8. */
async function aWriter(browser: Browser, name: string, ...parts: Part[]) {
  const { db } = backend();
  const one = await person(browser, name);
  await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, one.id));
  for (const part of parts) await db.insert(authors).values({ memberId: one.id, degree: "companheiro", part });
  return one;
}

const editorOf = (page: Page): Locator => page.getByRole("textbox", { name: "Texto da lição" });
const saved = (page: Page) => expect(page.getByText(/^Guardado às \d\d:\d\d\.$/)).toBeVisible();
/** Types at the beginning or the end of the text. */
async function write(page: Page, where: "Home" | "End", words: string) {
  await editorOf(page).click();
  await page.keyboard.press(`ControlOrMeta+${where}`);
  await page.keyboard.type(words);
}
/** Only what is near the screen is in the page. */
async function expectAt(page: Page, where: "Home" | "End", words: string) {
  await editorOf(page).focus();
  await page.keyboard.press(`ControlOrMeta+${where}`);
  await expect(editorOf(page)).toContainText(words);
}
const open = (page: Page, id: string) => page.goto(`/admin/conteudo/licoes/${id}`);

/** Puts a picture at the end of the text's beginning, and sees it on the page beside it. */
async function sendPicture(page: Page) {
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Imagem", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Pôr uma imagem" });
  await dialog.getByRole("button", { name: "Pôr no texto" }).click();
  await expect(dialog.getByText("Escolha a imagem.")).toBeVisible();
  await dialog
    .getByLabel("Imagem", { exact: true })
    .setInputFiles({ name: "avental.png", mimeType: "image/png", buffer: await png(900, 600) });
  await dialog.getByLabel("O que a imagem mostra").fill("Um avental bordado");
  await dialog.getByLabel("Legenda, com a fonte").fill('Avental "de Watson", 1782');
  await expectAccessible(page);
  await expectNoOverflow(page);
  await dialog.getByRole("button", { name: "Pôr no texto" }).click();
  await expect(dialog).toBeHidden();
  await saved(page);
  const views = page.getByRole("button", { name: "Página", exact: true });
  if (await views.isVisible()) await views.click();
  const shown = page.getByRole("img", { name: "Um avental bordado" });
  await expect(shown).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(900);
}

test("a lesson is corrected by one brother, compared and published by another, and read", { tag: "@phone" }, async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const author = await aWriter(browser, "Davi Escreve", "author");
  const reviewer = await aWriter(browser, "Saul Revisa", "reviewer");
  const { page } = author;
  await page.goto("/admin/conteudo?grau=companheiro");
  await page.locator("#modulo-8 summary").click();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.locator("#modulo-8").getByRole("link", { name: /^2/ }).first().click();
  await expect(editorOf(page)).toBeVisible();
  await expect(page.getByText("Nada mudou ainda.")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await write(page, "Home", "Uma frase zagunta abre a lição. ");
  await saved(page);
  await page.reload();
  await expect(editorOf(page)).toContainText("Uma frase zagunta abre");
  await sendPicture(page);
  await page.getByRole("button", { name: "Enviar para revisão" }).click();
  await page.getByLabel("O que muda e por quê").fill("Faltava a frase de abertura");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.getByText("Você escreveu neste rascunho. Outro revisor decide.")).toBeVisible({ timeout: 30_000 });

  const other = reviewer.page;
  await other.goto("/admin/conteudo?grau=companheiro");
  await other.getByRole("link", { name: /^Comparar “Capitéis/ }).click();
  await expect(other.locator("ins").filter({ hasText: "zagunta", visible: true })).toBeVisible();
  await expect(other.getByText(/terminaram esta lição|terminou esta lição/)).toBeVisible();
  await expectAccessible(other);
  await expectNoOverflow(other);
  await other.getByRole("button", { name: "Publicar a versão 2" }).click();
  await expect(other.getByText("Os membros leem a versão 2.")).toBeVisible({ timeout: 30_000 });
  await other.goto("/modulo/8/licao/2");
  await expect(other.getByText("Uma frase zagunta abre a lição.")).toBeVisible();
  await expect(other.getByRole("img", { name: "Um avental bordado" })).toBeVisible();
  await expectNoOverflow(other);
  await page.goto("/notificacoes");
  await expect(page.getByText("Um texto seu foi publicado")).toBeVisible();
});

test("what is typed survives a lost connection and a closed tab", { tag: "@long" }, async ({ browser, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const author = await aWriter(browser, "Nilo Escreve", "author");
  const { context } = author;
  let { page } = author;
  await open(page, "m08-l03");
  await write(page, "Home", "Antes da queda. ");
  await saved(page);
  await context.setOffline(true);
  await page.keyboard.type("Durante a queda. ");
  await expect(page.getByText("Sem conexão: o texto está guardado neste aparelho")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  page = await context.newPage();
  await open(page, "m08-l03");
  await expect(editorOf(page)).toContainText("Antes da queda. Durante a queda.");
  await saved(page);
});

test("two who write at once keep their paragraphs; the same one is decided by hand", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  test.setTimeout(120_000);
  allowConsole(/status of 409|ERR_INTERNET_DISCONNECTED/);
  const [one, two] = [await aWriter(browser, "Abel Escreve", "author"), await aWriter(browser, "Caim Escreve", "author")];
  await open(one.page, "m08-l04");
  await open(two.page, "m08-l04");
  await expect(editorOf(two.page)).toBeVisible();
  await write(one.page, "Home", "Do primeiro. ");
  await saved(one.page);
  await write(two.page, "End", " Do segundo.");
  await saved(two.page);
  await expectAt(two.page, "Home", "Do primeiro.");
  await expect(two.page.getByText("O que Abel Escreve escreveu em outros parágrafos já está neste texto.")).toBeVisible();
  await expect(one.page.getByText(/Caim Escreve também está aqui/)).toBeVisible({ timeout: 30_000 });
  await expect(one.page.getByText("O que Caim Escreve escreveu em outros parágrafos já está neste texto.")).toBeVisible({
    timeout: 30_000, // asked for every fifteen seconds
  });
  await expectAt(one.page, "End", "Do segundo.");

  await one.context.setOffline(true);
  await one.page.getByRole("textbox", { name: "Título da lição" }).fill("O título de Abel");
  await two.page.getByRole("textbox", { name: "Título da lição" }).fill("O título de Caim");
  await saved(two.page);
  await one.context.setOffline(false);
  await expect(one.page.getByRole("heading", { name: "Caim Escreve mudou o mesmo parágrafo" })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(one.page);
  await one.page.getByRole("button", { name: "Fica a minha" }).click();
  await saved(one.page);
  await expect(one.page.getByRole("textbox", { name: "Título da lição" })).toHaveValue("O título de Abel");
  await one.page.getByRole("link", { name: "O que mudou" }).click();
  await one.page.getByText(/Rascunhos que deram lugar a outros/).click();
  await expect(one.page.getByText(/^De Caim Escreve/)).toBeVisible();
});

test("a page pasted from a word processor becomes clean Markdown", { tag: "@long" }, async ({ browser }) => {
  const author = await aWriter(browser, "Levi Escreve", "author");
  const { page } = author;
  await open(page, "m08-l05");
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  const html = `<html><head><style>p{color:red}</style></head><body><!--StartFragment--><h1 style="mso-style:x">Um título</h1>
    <p class="MsoNormal" style="font-family:Calibri"><b>Negrito</b> e <i>itálico</i>&nbsp;juntos.<o:p></o:p></p>
    <ul><li>um</li><li>dois</li></ul><p>${"Muitas palavras. ".repeat(600)}</p><!--EndFragment--></body></html>`;
  await editorOf(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", pasted);
    clipboardData.setData("text/plain", "plano");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
  await expectAt(page, "Home", "## Um título");
  await expect(editorOf(page)).toContainText("Negrito e *itálico* juntos.");
  await expect(editorOf(page)).not.toContainText("Calibri");
  await saved(page);
});

test("a piece is begun, corrected and published, and read on its shelf", { tag: "@long" }, async ({ browser }) => {
  test.setTimeout(180_000);
  const author = await aWriter(browser, "Joel Escreve", "author");
  const reviewer = await aWriter(browser, "Amós Revisa", "reviewer");
  const { page } = author;
  await page.goto("/admin/conteudo?grau=companheiro");
  await page.getByRole("button", { name: "Novo texto" }).click();
  await page.getByLabel("O que é").selectOption("piece");
  await page.getByLabel("Título", { exact: true }).fill("A corda do pedreiro");
  await page.getByRole("button", { name: "Começar a escrever" }).click();
  const text = page.getByRole("textbox", { name: "Texto da peça" });
  await expect(text).toBeVisible();
  await expect(page.getByText("Falta a lição em que a peça se apoia.")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByLabel("Lição em que se apoia").fill("m06-l02");
  await page.getByLabel("Documento que lê").fill("record-ponto-e-linha-1551");
  for (const name of ["Primeira", "Segunda", "Terceira"])
    await page.getByLabel(`${name} pergunta para a conversa`).fill(`O que diz ao irmão a ${name.toLowerCase()} volta da corda?`);
  await page.getByRole("textbox", { name: "Linha de abertura" }).fill("Uma corda de nós mede o que a régua não alcança.");
  await text.click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("Uma frase zagunta abre a peça. ");
  await saved(page);
  await page.reload();
  await expect(text).toContainText("Uma frase zagunta abre");
  await page.getByRole("button", { name: "Enviar para revisão" }).click();
  await page.getByLabel("O que muda e por quê").fill("Uma peça nova");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.getByText("Você escreveu neste rascunho. Outro revisor decide.")).toBeVisible({ timeout: 30_000 });

  const other = reviewer.page;
  await other.goto("/admin/conteudo?grau=companheiro");
  await other.getByRole("link", { name: "Comparar “A corda do pedreiro”" }).click();
  await expect(other.getByText("Ninguém leu este texto ainda: ele começa aqui.")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(other);
  await other.getByRole("button", { name: "Publicar a versão 1" }).click();
  await expect(other.getByText("Os membros leem a versão 1.")).toBeVisible({ timeout: 30_000 });
  await other.goto("/pecas/a-corda-do-pedreiro");
  await expect(other.getByText("Uma frase zagunta abre a peça.")).toBeVisible();
  await other.goto("/admin/conteudo?grau=companheiro");
  await other.locator("#estante-piece summary").click();
  await expect(other.getByRole("link", { name: "A corda do pedreiro" })).toBeVisible();
  await expectAccessible(other);
  await expectNoOverflow(other);
});

test("an entry of the dictionary is corrected, and visitors read it at once where the build had another", {
  tag: "@long",
}, async ({ browser, page: visitor }) => {
  test.setTimeout(120_000);
  const author = await aWriter(browser, "Zeca Define", "author");
  const reviewer = await aWriter(browser, "Zita Define", "reviewer");
  for (const [one, part] of [
    [author, "author"],
    [reviewer, "reviewer"],
  ] as const)
    await backend().db.insert(authors).values({ memberId: one.id, degree: "aprendiz", part });
  const { page } = author;
  await page.goto("/admin/conteudo");
  await page.locator("#estante-term summary").click();
  await page.locator("#estante-term").getByRole("link", { name: "Zorobabel" }).click();
  const definition = page.getByLabel("Definição");
  await definition.fill("Curta demais.");
  await expect(page.getByText("2 palavras na definição; o normal é de 20 a 45")).toBeVisible({ timeout: 30_000 });
  await page.getByLabel("Ver também").fill("arco-real, nao-ha");
  await page.getByLabel("Ver também").blur();
  await expect(page.getByText("ver também “nao-ha”: este verbete não existe")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await expectNoOverflow(page);
  await definition.fill(
    "Governador zagunta de Judá, da casa de Davi, que conduziu o retorno do exílio e a reconstrução do Templo (Esdras 2–6). Aparece no Real Arco e na Ordem da Cruz Vermelha.",
  );
  await page.getByLabel("Ver também").fill("arco-real, dario");
  await page.getByLabel("Ver também").blur();
  await saved(page);
  await page.getByRole("button", { name: "Enviar para revisão" }).click();
  await page.getByLabel("O que muda e por quê").fill("Uma palavra a mais");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.getByText("Você escreveu neste rascunho. Outro revisor decide.")).toBeVisible({ timeout: 30_000 });
  const other = reviewer.page;
  await other.goto("/admin/conteudo/textos/verbete/zorobabel/publicar");
  await expect(other.locator("ins").filter({ hasText: "zagunta", visible: true })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("button", { name: "Publicar a versão 2" }).click();
  await expect(other.getByText("Versão 2 publicada")).toBeVisible({ timeout: 30_000 });

  await visitor.goto("/dicionario/zorobabel"); // by its address
  await expect(visitor.getByText("Governador zagunta de Judá").first()).toBeVisible();
  await expect(visitor).toHaveTitle("Zorobabel · Dicionário Maçônico · Academia");
  await visitor.goto("/dicionario?busca=zagunta"); // by the search in the list
  await visitor.getByRole("link", { name: "Zorobabel" }).click(); // and by a link
  await expect(visitor.getByText("Governador zagunta de Judá").first()).toBeVisible();
  await expectAccessible(visitor);
});

test("an article is corrected beside its record, and visitors read it at /leitura where the build had another", {
  tag: "@long",
}, async ({ browser, page: visitor }) => {
  test.setTimeout(180_000);
  const [author, reviewer] = [await aWriter(browser, "Zebulom Escreve"), await aWriter(browser, "Zilpa Revisa")];
  for (const [{ id }, part] of [
    [author, "author"],
    [reviewer, "reviewer"],
  ] as const)
    await backend().db.insert(authors).values({ memberId: id, degree: "aprendiz", part });
  const { page } = author;
  await page.goto("/admin/conteudo");
  await page.locator("#estante-article summary").click();
  await page.locator("#estante-article").getByRole("link", { name: /1717/ }).click();
  const text = page.getByRole("textbox", { name: "Texto do artigo" });
  await expect(text).toBeVisible();
  await page.getByText("Ficha do artigo").click();
  await expect(page.getByLabel("Categoria")).toHaveValue("História");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await text.click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("Uma frase zagunta abre o artigo. ");
  await saved(page);
  await page.getByRole("button", { name: "Enviar para revisão" }).click();
  await page.getByLabel("O que muda e por quê").fill("Uma frase a mais");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.getByText("Você escreveu neste rascunho. Outro revisor decide.")).toBeVisible({ timeout: 60_000 });
  const other = reviewer.page;
  await other.goto("/admin/conteudo/textos/artigo/1717-ou-1721/publicar");
  await expect(other.locator("ins").filter({ hasText: "zagunta", visible: true })).toBeVisible();
  await expect(other.getByText("Não se guarda quem o leu: quem o abrir lê o texto novo.")).toBeVisible({ timeout: 60_000 });
  await other.getByRole("button", { name: "Publicar a versão 2" }).click();
  await expect(other.getByText("Versão 2 publicada")).toBeVisible({ timeout: 60_000 });
  await visitor.goto("/leitura");
  await expect(visitor.getByText("Uma frase zagunta abre o artigo.").first()).toBeVisible();
  await expectAccessible(visitor);
});

test("a module is begun, told what it asks for, moved by its handle, and taken away again", { tag: "@long" }, async ({
  browser,
}) => {
  const { page } = await aWriter(browser, "Nicanor Módulo", "author", "reviewer");
  await page.goto("/admin/conteudo?grau=companheiro");
  await page.getByRole("button", { name: "Novo módulo" }).click();
  await page.getByRole("button", { name: "Criar módulo" }).click();
  await expect(page.getByText("Escreva o título")).toBeVisible();
  await page.getByLabel("Título").fill("Os ofícios da obra");
  await page.getByLabel("Descrição").fill("O que faziam mestres, pedreiros e serventes.");
  await page.getByLabel(/^8\. /).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Criar módulo" }).click();
  const own = page.locator("li", { hasText: "Os ofícios da obra" });
  await own.locator("summary").click();
  await expectNoOverflow(page);
  const grip = own.getByRole("button", { name: "Mover o módulo Os ofícios da obra" });
  const places = Number((await grip.getAttribute("aria-label"))!.match(/(\d+) de \1$/)![1]);
  await grip.click();
  await own.getByRole("button", { name: "Subir" }).click();
  await own.getByRole("button", { name: "Assentar aqui" }).click();
  await expect(grip).toHaveAttribute("aria-label", new RegExp(`, ${places - 1} de ${places}$`));
  await page.reload();
  await own.locator("summary").click();
  await own.getByRole("button", { name: "Título, descrição e pré-requisitos" }).click();
  await expect(page.getByLabel(/^8\. /)).toBeChecked();
  await page.getByLabel("Título").fill("Os ofícios do canteiro");
  await page.getByRole("button", { name: "Guardar" }).click();
  const renamed = page.locator("li", { hasText: "Os ofícios do canteiro" });
  await renamed.getByRole("button", { name: "Apagar o módulo" }).click();
  await page.getByRole("button", { name: "Apagar", exact: true }).click();
  await expect(renamed).toHaveCount(0);
});

test("a question of a document is begun from its editor, and leads back to it", { tag: ["@phone", "@long"] }, async ({
  browser,
}) => {
  const { page } = await aWriter(browser, "Zadoque Pergunta", "author");
  await page.goto("/admin/conteudo?grau=companheiro");
  await page.locator("#estante-document summary").click();
  await page.locator("#estante-document").getByRole("link").first().click();
  await page.getByRole("link", { name: "Questões" }).click();
  await expect(page.getByText(/questões?, ao fim do texto, no exame e na revisão\./)).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Nova questão" }).click();
  await expect(page.getByRole("heading", { name: "Questão nova" })).toBeVisible();
  await expect(page.getByLabel("Para quê")).toBeHidden(); // none of them closes a text
  await expectAccessible(page);
  await page.getByRole("button", { name: "Descartar o rascunho" }).click();
  await page.getByRole("button", { name: "Descartar", exact: true }).click();
});

test("by the keyboard alone a lesson changes its place, and a question is tried before it is sent", { tag: "@long" }, async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const author = await aWriter(browser, "Otto Escreve", "author", "reviewer");
  const { page } = author;
  await page.goto("/admin/conteudo?grau=companheiro");
  await page.locator("#modulo-7 summary").focus();
  await page.keyboard.press("Enter");
  const grips = page.locator("#modulo-7").getByRole("button", { name: /^Mover / });
  const name = (await grips.first().getAttribute("aria-label"))!;
  await grips.first().focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("Da posição 1 para a 2.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Da posição 1 para a 2.")).toHaveCount(0);
  for (const back of [false, true]) {
    await grips.nth(back ? 1 : 0).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press(back ? "ArrowUp" : "ArrowDown");
    await page.keyboard.press("Enter");
    await expect(grips.nth(back ? 0 : 1)).toHaveAttribute("aria-label", name.replace(", 1 de", `, ${back ? 1 : 2} de`));
  }

  await page.goto("/admin/conteudo/licoes/m08-l01/questoes");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Nova questão" }).click();
  await expect(page.getByRole("heading", { name: "Questão nova", level: 1 })).toBeVisible();
  await expect(page.getByText("Falta a pergunta.")).toBeVisible();
  await page.getByLabel("Pergunta", { exact: true }).fill("Qual destas quatro respostas é a certa?");
  for (const letter of ["a", "b", "c", "d"]) {
    await page.getByLabel(`Resposta ${letter})`).fill(`A resposta da letra ${letter}`);
    await page.getByLabel(`Explicação de ${letter}`).fill(`Por causa da letra ${letter}.`);
  }
  await expect(page.getByText("Falta a pergunta.")).toHaveCount(0);
  await saved(page);
  await page.getByRole("radio", { name: "A resposta da letra a" }).check();
  await page.getByRole("button", { name: "Responder" }).click();
  await expect(page.getByText("Certo.")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
});
