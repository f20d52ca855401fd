import { expect, expectAccessible, expectToast, signIn, signUp, test } from "./support.ts";

test("an administrator registers a mentor from the search, and switches him off and on", async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  const other = await browser.newContext();
  const member = await signUp(other, "Leopoldo Verdejante");
  await signIn(context, "admin@academia.example");
  await page.goto("/gestao-mentores");
  await expect(page.getByRole("heading", { level: 1, name: "Gestão de Mentores" })).toBeVisible();
  await page.getByRole("button", { name: "Adicionar Mentor" }).click();
  const dialog = page.getByRole("dialog", { name: "Cadastrar Novo Mentor" });
  await expect(dialog.getByLabel("Máximo de Aprendizes")).toHaveValue("5");
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expectToast(page, "Preencha todos os campos obrigatórios");
  await expectAccessible(page);

  const search = dialog.getByRole("combobox", { name: "Usuário *" });
  await search.fill(member.email.slice(0, 14));
  await page.getByRole("option", { name: member.email }).click();
  await expect(search).toHaveValue(member.email);
  await dialog.getByLabel("Biografia *").fill("Lê com calma.");
  await dialog.getByLabel("Especialidades").fill("Ritual, História, , Filosofia");
  await dialog.getByLabel("Máximo de Aprendizes").fill("51");
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expect(dialog.getByText("Informe um número inteiro de 1 a 50")).toBeVisible();
  await dialog.getByLabel("Máximo de Aprendizes").fill("3");
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expectToast(page, "Mentor cadastrado com sucesso");
  await expect(dialog).toBeHidden();

  const card = page.locator(".mentor-card").filter({ hasText: member.email });
  await expect(card.locator(".badge").first()).toHaveText("Ativo");
  await expect(card.locator(".chips .badge")).toHaveText(["Ritual", "História", "Filosofia"]);
  await expect(card).toContainText("Máx. Alunos3");
  await card.getByRole("button", { name: /Desativar Mentor/ }).click();
  await expect(card.locator(".badge").first()).toHaveText("Inativo");
  await expectToast(page, "Status atualizado");

  // refused: shown at once, and taken back
  await page.route("**/api/mentors/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, json: { code: "internal", message: "Algo falhou." } })
      : route.continue(),
  );
  await card.getByRole("button", { name: /Ativar Mentor/ }).click();
  await expectToast(page, "Erro ao atualizar status");
  await expect(card.locator(".badge").first()).toHaveText("Inativo");
  await page.unroute("**/api/mentors/*");

  // he is a mentor now, so he is not offered again
  await page.getByRole("button", { name: "Adicionar Mentor" }).click();
  await page.getByRole("combobox", { name: "Usuário *" }).fill(member.email);
  await expect(page.getByText("Nenhum membro encontrado.")).toBeVisible();
  await page.keyboard.press("Escape");
  await other.close();
});

test("with the keyboard alone: type, choose, go on", async ({ page, context, browser }) => {
  const other = await browser.newContext();
  const member = await signUp(other, "Teclado Paciente");
  await signIn(context, "admin@academia.example");
  await page.goto("/gestao-mentores");
  await page.getByRole("button", { name: "Adicionar Mentor" }).click();
  const search = page.getByRole("combobox", { name: "Usuário *" });
  await search.focus();
  await page.keyboard.type(member.email);
  await expect(page.getByRole("option", { name: member.email })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(search).toHaveValue(member.email);
  await page.keyboard.press("Escape");
  await other.close();
});

test("a member is sent to his dashboard", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/gestao-mentores");
  await expect(page).toHaveURL("/dashboard");
});
