import { callApi, expect, expectAccessible, holdApi, signIn, test } from "./support.ts";

test("a work's card: type, category, author, description; it is on its way first", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, "aluno@academia.example");
  const answer = await holdApi(page, "**/api/library/items");
  await page.goto("/biblioteca");
  await expect(page.getByRole("tabpanel", { name: "Todos" }).getByText("Carregando...")).toBeVisible();
  answer();
  for (const [title, badges, author, description] of [
    ["The Constitutions of the Free-Masons", ["Livro", "Constituições e Documentos"], "James Anderson", "Primeiro livro oficial"],
    ["1717 ou 1721? Um debate em aberto", ["Artigo", "História"], "Equipe Editorial", "As testemunhas da fundação"],
  ] as const) {
    await page.getByPlaceholder("Buscar por título ou autor...").fill(title);
    const card = page
      .locator(".library__works .library__work")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    await expect(card.locator(".badge")).toHaveText([...badges]);
    await expect(card.getByText(`Por ${author}`, { exact: true })).toBeVisible();
    await expect(card.locator(".library__work-description")).toContainText(description);
    await expect(card.locator(".cover__cover")).toBeVisible();
  }
  await expect(page.getByText("Carregando...")).toHaveCount(0);
});

test("the newest work comes before the older ones, and the page that changes it is accessible", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, "admin@academia.example");
  const title = `Chegado agora ${crypto.randomUUID()}`;
  const { id } = await callApi(context.request, "post", "/api/library/items", {
    type: "article",
    category: "História",
    title,
    author: "Autor de Prova",
    description: "Uma linha.",
    publicDomain: false,
    year: "",
    language: "",
    about: "",
    otherTitles: "",
    link: "",
    whereToFind: "",
    text: "",
  });
  await page.goto("/biblioteca");
  const titles = page.locator(".library__works h3");
  await expect(titles.filter({ hasText: title })).toBeVisible();
  const shown = await titles.allTextContents();
  expect(shown.indexOf(title)).toBeLessThan(shown.indexOf("The Constitutions of the Free-Masons"));
  await page.goto(`/biblioteca/${id}/editar`);
  await expect(page.getByLabel("Título *")).toHaveValue(title);
  await expectAccessible(page);
  await callApi(context.request, "delete", `/api/library/items/${id}`);
});
