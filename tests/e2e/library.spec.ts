import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { executable, pdf, png, svgWithScript } from "../support/books.ts";
import { callApi, expect, expectAccessible, paste, signIn, test } from "./support.ts";

const ADMIN = "admin@academia.example";
const MEMBER = "aluno@academia.example";

/** Names of the files that the server keeps. */
function storedFiles(): string[] {
  const folder = join(process.env.E2E_DATA_DIR!, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
}

/** Ids of the files that the page uploads, as they are stored. */
function uploadsOf(page: Page): string[] {
  const ids: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/api/library/uploads/") && response.ok()) ids.push((await response.json()).id);
  });
  return ids;
}
const stored = (ids: string[]) => ids.map((id) => storedFiles().includes(id));

const works = (page: Page) => page.locator(".library__works .library__work");

async function fillRequired(page: Page, title: string): Promise<void> {
  await page.getByLabel("Categoria *").selectOption("História");
  await page.getByLabel("Título *").fill(title);
  await page.getByLabel("Autor *").fill("Autor de Prova");
  await page.getByLabel("Descrição *").fill("Uma linha sobre o livro.");
}

test("the list is searched by title or author, whatever the accents, and filtered by type, in the address", {
  tag: "@phone-long",
}, async ({ page, context }) => {
  await signIn(context, MEMBER);
  await page.goto("/biblioteca");
  await expect(works(page).filter({ hasText: "Por James Anderson" }).first()).toBeVisible();
  await expect(works(page)).toHaveCount(12);
  await page.getByRole("button", { name: "Mostrar mais 12" }).click();
  await expect(works(page)).toHaveCount(24);
  await page.reload(); // the address keeps how far one was
  await expect(works(page)).toHaveCount(24);
  await expect(page.getByRole("link", { name: "Adicionar Item" })).toHaveCount(0);
  const search = page.getByPlaceholder("Buscar por título ou autor...");
  await search.fill("hipolito");
  await expect(works(page)).toHaveCount(1);
  await expect(page).toHaveURL("/biblioteca?busca=hipolito");
  await search.fill("CALENDÁRIOS");
  await expect(works(page)).toHaveCount(1);
  await page.getByRole("tab", { name: "Livros" }).click();
  await expect(page.getByText("Nenhum item encontrado")).toBeVisible();
  await page.getByRole("button", { name: "Limpar a busca" }).click();
  await expect(page).toHaveURL("/biblioteca?tipo=livros");
  await page.getByRole("tab", { name: "Artigos" }).click();
  await expectArticles(page);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Artigos" })).toHaveAttribute("aria-selected", "true");
  await expectArticles(page);
  await page.getByRole("link", { name: "Biblioteca" }).first().click();
  await expect(page.getByRole("tab", { name: "Todos" })).toHaveAttribute("aria-selected", "true");
});

/** The six of the academy, and those that other tests add meanwhile: articles, and no book. */
async function expectArticles(page: Page): Promise<void> {
  await expect.poll(() => works(page).count()).toBeGreaterThanOrEqual(6);
  await expect(works(page).locator(".library__badge-type").filter({ hasNotText: "Artigo" })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: `${await works(page).count()} itens` })).toBeVisible();
}

test("what can be read here is above the shelf; a spine shows its category, by keyboard too, and the filter the texts", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  await signIn(context, MEMBER);
  await page.goto("/biblioteca");
  const band = page.getByRole("region", { name: "Para ler aqui" });
  await expect(band.getByRole("listitem")).toHaveCount(3);
  await expect(band.getByText(/^\d+ minutos$/).first()).toBeVisible();
  const spine = page.getByRole("button", { name: /Constituições e Documentos$/ });
  await spine.press("Enter");
  await expect(spine).toHaveAttribute("aria-pressed", "true");
  await expect(spine).toBeFocused();
  await expect(page).toHaveURL("/biblioteca?assunto=constituicoes-e-documentos");
  await expect(page.getByRole("heading", { level: 2, name: "Constituições e Documentos" })).toBeVisible();
  await expect(works(page).locator(".library__badge-category").filter({ hasNotText: "Constituições" })).toHaveCount(0);
  await spine.press("Enter");
  await expect(page).toHaveURL("/biblioteca");
  await page.getByRole("checkbox", { name: "Para ler aqui" }).click();
  await expect(page).toHaveURL("/biblioteca?aqui=sim");
  await expect(works(page).filter({ hasText: "Por James Anderson" })).toHaveCount(0);
  await expect(works(page).filter({ hasText: "1717 ou 1721?" })).toHaveCount(1);
  await page.goto("/biblioteca?busca=constituicoes dos franco");
  await expect(works(page)).toHaveCount(1);
  await expect(band).toHaveCount(0);
  await page.getByRole("link", { name: "Ver Detalhes: The Constitutions of the Free-Masons" }).click();
  await expect(page.getByRole("link", { name: /^Ler no Wikisource/ })).toHaveAttribute(
    "href",
    /^https:\/\/en\.wikisource\.org\//,
  );
  await expect(page.getByText("As Constituições dos Franco-Maçons")).toBeVisible();
  await expectAccessible(page);
});

test("what is typed quickly is not lost, and going back finds the search again", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, MEMBER);
  await page.goto("/biblioteca");
  const search = page.getByPlaceholder("Buscar por título ou autor...");
  await search.pressSequentially("mackey", { delay: 5 });
  await expect(search).toHaveValue("mackey");
  const count = await works(page).count();
  expect(count).toBeGreaterThan(5);
  await works(page)
    .first()
    .getByRole("link", { name: /^Ver Detalhes/ })
    .click();
  await expect(page).toHaveURL(/\/biblioteca\/[0-9a-f-]{36}$/);
  await page.goBack();
  await expect(search).toHaveValue("mackey");
  await expect(works(page)).toHaveCount(count);
});

test("a search over 100 characters is reported under its field, and neither the page nor the address repeats it", {
  tag: "@long",
}, async ({ page, context }) => {
  const message = page.getByText("A busca aceita até 100 caracteres. Encurte o texto.");
  const search = page.getByPlaceholder("Buscar por título ou autor...");
  const long = "y".repeat(10_000);
  await signIn(context, MEMBER);
  await page.goto("/biblioteca?busca=hipolito");
  await expect(works(page)).toHaveCount(1);
  await paste(search, long);
  await expect(message).toBeVisible();
  await expect(search).toHaveValue(long);
  await expect(page).toHaveURL("/biblioteca?busca=hipolito");
  await expect(works(page)).toHaveCount(1);
  await expectAccessible(page);
  await page.goto(`/biblioteca?busca=${long}`);
  await expect(message).toBeVisible();
  await expect(search).toHaveValue("");
  await expect(page.getByText("yyyy")).toHaveCount(0);
  await page.getByRole("tab", { name: "Livros" }).click();
  await expect(page).toHaveURL("/biblioteca?tipo=livros");
  await expect(message).toBeHidden();
});

test("a book opens its full record", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, MEMBER);
  await page.goto("/biblioteca?busca=the builders");
  await page.getByRole("link", { name: "Ver Detalhes: The Builders" }).click();
  await expect(page.getByRole("link", { name: "Ler no Internet Sacred Text Archive" })).toHaveAttribute(
    "href",
    "https://sacred-texts.com/mas/bui/index.htm",
  );
  await page.goto("/biblioteca?busca=ahiman rezon");
  await page.getByRole("link", { name: "Ver Detalhes: Ahiman Rezon" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ahiman Rezon" })).toBeVisible();
  await expect(page).toHaveTitle("Livro da biblioteca · Academia");
  await expect(page.getByText("Por Laurence Dermott")).toBeVisible();
  await expect(page.getByText("Original em domínio público no Brasil")).toBeVisible();
  await expect(page.getByText("A biblioteca tem desta obra apenas a ficha.")).toBeVisible();
  await expect(
    page.getByText("Procure “Ahiman Rezon”, de Laurence Dermott, no Internet Archive ou no Google Books"),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Excluir" })).toHaveCount(0);
  await expectAccessible(page);
});

test("an article is read in the site, with its terms, notes and links", { tag: ["@phone-long", "@long"] }, async ({
  page,
  context,
}) => {
  await signIn(context, MEMBER);
  await page.goto("/biblioteca?busca=1717");
  await page.getByRole("link", { name: "Ver Detalhes: 1717 ou 1721? Um debate em aberto" }).click();
  await expect(page.locator(".lesson-text .opening")).toBeVisible();
  await page.locator(".term").first().click();
  await expect(page.getByRole("complementary", { name: /^Dicionário:/ })).toBeVisible();
  await page.getByRole("button", { name: "Fechar o verbete" }).click();
  await expect(page.locator(".lesson-text").getByRole("link", { name: "lição sobre Londres" })).toHaveAttribute(
    "href",
    "/modulo/1/licao/3",
  );
  await page.getByRole("button", { name: "Aumentar o texto" }).click();
  await expect(page.getByRole("heading", { name: "Fontes" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test("an address without an item says so and leads back", { tag: "@long" }, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 404/);
  await signIn(context, MEMBER);
  await page.goto("/biblioteca/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Item não encontrado" })).toBeVisible();
  await page.getByRole("link", { name: "Ver a biblioteca" }).click();
  await expect(works(page).first()).toBeVisible();
});

test("an administrator adds a book with cover and PDF, changes it and deletes it", { tag: ["@phone-long", "@long"] }, async ({
  page,
  context,
}) => {
  test.slow(); // a whole working session
  const uploads = uploadsOf(page);
  await signIn(context, ADMIN);
  await page.goto("/biblioteca");
  await page.getByRole("link", { name: "Adicionar Item" }).click();
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  for (const message of ["Escolha uma categoria", "Título é obrigatório", "Autor é obrigatório", "Descrição é obrigatória"])
    await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel("Categoria *")).toBeFocused();

  await fillRequired(page, "Livro da Prova");
  await page.getByLabel("Categoria *").selectOption("Nova categoria...");
  await page.getByLabel("Nome da nova categoria *").fill("Provas");
  await page
    .getByLabel("Arquivo do livro")
    .setInputFiles({ name: "livro.pdf", mimeType: "application/pdf", buffer: pdf(200_000) });
  await expect(page.getByText("livro.pdf")).toBeVisible();
  await page.getByLabel("Imagem da capa").setInputFiles({ name: "capa.png", mimeType: "image/png", buffer: await png() });
  await expect(page.getByText("capa.png")).toBeVisible();
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();

  await expect(page.getByText("Item adicionado à biblioteca")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Livro da Prova" })).toBeVisible();
  await expect(page.getByText("Provas", { exact: true })).toBeVisible();
  await expect(page.locator(".cover__cover-photo img")).toHaveJSProperty("complete", true);
  expect(await page.locator(".cover__cover-photo img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Baixar PDF (195 kB)" }).click();
  expect((await download).suggestedFilename()).toBe("Livro da Prova.pdf");
  await expectAccessible(page);
  expect(stored(uploads)).toEqual([true, true]); // the PDF, and the cover

  await page.getByRole("link", { name: "Editar" }).click();
  await page.getByLabel("Título *").fill("Livro da Prova, revisto");
  await page.getByLabel("Link").fill("https://example.org/livro");
  await page.getByLabel("Texto", { exact: true }).fill("## Abertura\n\nTexto com [pedra bruta](termo:pedra-bruta).");
  await page.getByRole("button", { name: "Pré-visualizar o texto" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: /Abertura/ })).toBeVisible();
  await page.getByRole("button", { name: "Fechar" }).click();
  await page.getByRole("button", { name: "Remover: Imagem da capa" }).click();
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Item atualizado")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Livro da Prova, revisto" })).toBeVisible();
  await expect(page.locator(".lesson-text .term")).toHaveText("pedra bruta");
  await expect(page.getByRole("link", { name: /^Abrir em example\.org/ })).toHaveAttribute("rel", "noopener noreferrer");
  expect(stored(uploads)).toEqual([true, false]);

  await page.getByRole("button", { name: "Excluir" }).click();
  await expect(page.getByText("A ficha, o texto e o arquivo PDF serão excluídos. Não há como desfazer.")).toBeVisible();
  await page.getByRole("button", { name: "Excluir item" }).click();
  await expect(page.getByText("Item excluído")).toBeVisible();
  await expect(page).toHaveURL("/biblioteca");
  await expect(works(page).first()).toBeVisible();
  await expect(works(page).filter({ hasText: "Livro da Prova, revisto" })).toHaveCount(0);
  expect(stored(uploads)).toEqual([false, false]);
});

test("what is no picture, no book or too large is refused in words, and nothing is stored", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 41[35]/);
  const uploads = uploadsOf(page);
  const folder = mkdtempSync(join(tmpdir(), "academia-large-"));
  const large = join(folder, "grande.pdf");
  writeFileSync(large, pdf(51 * 1024 * 1024));
  await signIn(context, ADMIN);
  await page.goto("/biblioteca/adicionar");
  const cover = page.getByLabel("Imagem da capa");
  const document = page.getByLabel("Arquivo do livro");
  await cover.setInputFiles({ name: "capa.png", mimeType: "image/png", buffer: executable() });
  await expect(page.getByText("A imagem precisa ser JPEG, PNG ou WebP. Este arquivo é de outro tipo.")).toBeVisible();
  await cover.setInputFiles({ name: "capa.svg", mimeType: "image/svg+xml", buffer: svgWithScript() });
  await expect(page.getByText("A imagem precisa ser JPEG, PNG ou WebP. Este arquivo é de outro tipo.")).toBeVisible();
  await document.setInputFiles({ name: "livro.epub", mimeType: "application/epub+zip", buffer: executable() });
  await expect(page.getByText("O arquivo precisa ser PDF ou EPUB. Este é de outro tipo.")).toBeVisible();
  await document.setInputFiles(large);
  await expect(page.getByText("O arquivo pode ter até 50 MB. Escolha um menor.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Título *").fill("Sem o seu arquivo");
  await page.getByLabel("Autor *").fill("Autor de Prova");
  await page.getByLabel("Descrição *").fill("Não pode ser salvo como se o arquivo tivesse ido.");
  await page.getByLabel("Categoria *").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(page.getByText("Um arquivo não foi enviado. Escolha-o de novo, ou desista dele, antes de salvar.")).toBeVisible();
  await expect(page).toHaveURL("/biblioteca/adicionar");
  expect(uploads).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("links that run are refused under their field, and nothing typed is lost", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  await signIn(context, ADMIN);
  await page.goto("/biblioteca/adicionar");
  await fillRequired(page, "Livro que Não Entra");
  await page.getByLabel("Link").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(page.getByText("Use um endereço que comece com http:// ou https://")).toBeVisible();
  await expect(page.getByLabel("Link")).toBeFocused();
  await page.getByLabel("Link").fill("");
  await page.getByLabel("Texto", { exact: true }).fill("[aqui](javascript:alert(1))");
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(page.getByText("No texto: endereço não aceito: javascript:alert(1).")).toBeVisible();
  await expect(page.getByLabel("Título *")).toHaveValue("Livro que Não Entra");
  await page.getByRole("link", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Continuar escrevendo" }).click();
  await expect(page.getByLabel("Título *")).toHaveValue("Livro que Não Entra");
  await page.getByRole("link", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Sair sem salvar" }).click();
  await page.getByPlaceholder("Buscar por título ou autor...").fill("Livro que Não Entra");
  await expect(page.getByText("Nenhum item encontrado")).toBeVisible();
});

test("texts that are too long are reported under their fields, and nothing pasted is lost", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, ADMIN);
  await page.goto("/biblioteca/adicionar");
  await page.getByLabel("Categoria *").selectOption("Nova categoria...");
  const limits = [
    ["Nome da nova categoria *", 60, "Nome da categoria muito longo"],
    ["Título *", 200, "Título muito longo"],
    ["Autor *", 150, "Nome do autor muito longo"],
    ["Ano", 40, "Ano muito longo"],
    ["Idioma", 40, "Idioma muito longo"],
  ] as const;
  for (const [label, limit] of limits) await paste(page.getByLabel(label, { exact: true }), "x".repeat(limit + 1));
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  for (const [label, limit, message] of limits) {
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel(label, { exact: true })).toHaveValue("x".repeat(limit + 1));
  }
});

test("of two administrators who change an item, the second is told so", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signIn(context, ADMIN);
  const fields = {
    type: "book",
    category: "História",
    title: "Disputado",
    author: "Dois",
    description: "Uma linha.",
    publicDomain: false,
  };
  const rest = { otherTitles: "", whereToFind: "", year: "", language: "", about: "", link: "", text: "" };
  const { id } = await callApi(context.request, "post", "/api/library/items", { ...fields, ...rest });
  await page.goto(`/biblioteca/${id}/editar`);
  await page.getByLabel("Título *").fill("Disputado por mim");
  await callApi(context.request, "put", `/api/library/items/${id}`, {
    ...fields,
    ...rest,
    title: "Disputado por outro",
    version: 1,
  });
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Outra ação mudou este item. Recarregue a página para ver como está.")).toBeVisible();
  await expect(page.getByLabel("Título *")).toHaveValue("Disputado por mim");
  await callApi(context.request, "delete", `/api/library/items/${id}`);
});

test("a member who is no administrator is sent from the form to their dashboard", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, MEMBER);
  await page.goto("/biblioteca/adicionar");
  await expect(page).toHaveURL("/dashboard");
});
