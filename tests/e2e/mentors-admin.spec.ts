import type { BrowserContext } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { backend } from "./backend.ts";
import {
  breakApi,
  callApi,
  expect,
  expectAccessible,
  expectToast,
  type NewMember,
  paste,
  signIn,
  signUp,
  test,
} from "./support.ts";

/** A member who may become a mentor. */
async function signUpMestre(context: BrowserContext, name: string): Promise<NewMember> {
  const member = await signUp(context, name);
  await backend().db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, member.id));
  return member;
}

test("an administrator registers a mentor from the search, and switches them off and on", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  const other = await browser.newContext();
  const member = await signUpMestre(other, "Leopoldo Verdejante");
  await signIn(context, "admin@academia.example");
  await page.goto("/gestao-mentores");
  await page.getByRole("link", { name: "Painel Admin" }).click();
  await expect(page).toHaveURL("/admin");
  await page.getByRole("main").getByRole("link", { name: "Mentores", exact: true }).last().click();
  await expect(page).toHaveURL("/gestao-mentores");
  await expect(page.getByRole("heading", { level: 1, name: "Gestão de Mentores" })).toBeVisible();
  await page.getByRole("button", { name: "Adicionar Mentor" }).click();
  const dialog = page.getByRole("dialog", { name: "Cadastrar Novo Mentor" });
  await expect(dialog.getByLabel("Máximo de Aprendizes")).toHaveValue("5");
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expectToast(page, "Preencha todos os campos obrigatórios");
  await expectAccessible(page);

  const search = dialog.getByRole("combobox", { name: "Usuário *" });
  await paste(search, "x".repeat(101));
  await expect(page.getByText("A busca aceita até 100 caracteres. Encurte o texto.")).toBeVisible();
  await search.fill(member.email.slice(0, 14));
  await page.getByRole("option", { name: member.email }).click();
  await expect(search).toHaveValue(member.email);
  await dialog.getByLabel("Biografia *").fill("Lê com calma.");
  await dialog.getByLabel("Especialidades").fill(`Ritual, ${"a".repeat(61)}`);
  await expect(dialog.getByLabel("Especialidades")).toHaveAttribute("placeholder", "Ritual, História, Filosofia");
  for (const outside of ["0", "51"]) {
    await dialog.getByLabel("Máximo de Aprendizes").fill(outside);
    await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
    await expect(dialog.getByText("Informe um número inteiro de 1 a 50")).toBeVisible();
    await dialog.getByLabel("Máximo de Aprendizes").fill("5");
    await expect(dialog.getByText("Informe um número inteiro de 1 a 50")).toBeHidden();
  }
  await expect(dialog.getByText("Cada especialidade pode ter até 60 caracteres")).toBeVisible();
  await dialog.getByLabel("Especialidades").fill("Ritual, História, , Filosofia");
  await dialog.getByLabel("Máximo de Aprendizes").fill("3");
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expectToast(page, "Mentor cadastrado com sucesso");
  await expect(page.locator(".toast.error")).toHaveCount(0); // what was missing before is not missing any more
  await expect(dialog).toBeHidden();

  const card = page.locator(".mentoring__record").filter({ hasText: member.email });
  await expect(card.locator(".badge").first()).toHaveText("Ativo");
  await expect(card.locator(".mentoring__chips .badge")).toHaveText(["Ritual", "História", "Filosofia"]);
  await expect(card.locator(".mentoring__record-bio")).toHaveText("Lê com calma.");
  await expect(card.locator(".mentoring__record-figures div")).toHaveText([
    ...["Avaliação0,0", "Sessões0", "Máx. Alunos3", "Acompanha0", "Responde em—", "Horas na semana0"],
  ]);
  await card.getByRole("button", { name: /Desativar Mentor/ }).click();
  await expect(card.locator(".badge").first()).toHaveText("Inativo");
  await expectToast(page, "Status atualizado");
  const theirs = await other.newPage();
  await theirs.goto("/mentoria");
  await expect(theirs.locator(".mentor-list__mentor-card").first()).toBeVisible();
  await expect(theirs.locator(`#mentor-${member.id}`)).toHaveCount(0); // only active mentors are offered

  // refused: shown at once, and taken back
  await breakApi(page, "**/api/mentors/*", "PATCH");
  await card.getByRole("button", { name: /Ativar Mentor/ }).click();
  await expectToast(page, "Erro ao atualizar status");
  await expect(card.locator(".badge").first()).toHaveText("Inativo");
  const toast = page.locator(".toast.error").filter({ hasText: "Erro ao atualizar status" });
  await toast.getByLabel("Fechar aviso").click(); // it would stay, and on the phone it covers the page's button
  await expect(toast).toHaveCount(0);
  await page.unroute("**/api/mentors/*");
  const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await card.getByRole("button", { name: /Ativar Mentor/ }).click();
  expect((await saved).ok()).toBe(true);
  await expect(card.locator(".badge").first()).toHaveText("Ativo");
  await theirs.reload();
  await expect(theirs.locator(`#mentor-${member.id}`)).toBeVisible();

  // they are a mentor now, so they are not offered again
  await page.getByRole("button", { name: "Adicionar Mentor" }).click();
  await page.getByRole("combobox", { name: "Usuário *" }).fill(member.email);
  await expect(page.getByText("Nenhum membro encontrado.")).toBeVisible();
  await page.keyboard.press("Escape");
  await other.close();
});

test("a registration that fails is reported and keeps what was typed; nobody is registered twice", { tag: "@long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of (500|409)/);
  const other = await browser.newContext();
  const member = await signUpMestre(other, "Cadastrado Duas Vezes");
  await signIn(context, "admin@academia.example");
  await page.goto("/gestao-mentores");
  await page.getByRole("button", { name: "Adicionar Mentor" }).click();
  const dialog = page.getByRole("dialog", { name: "Cadastrar Novo Mentor" });
  await dialog.getByRole("combobox", { name: "Usuário *" }).fill(member.email);
  await page.getByRole("option", { name: member.email }).click();
  await dialog.getByLabel("Biografia *").fill("Lê com calma.");
  await breakApi(page, "**/api/mentors", "POST");
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expectToast(page, "Erro ao cadastrar mentor", "Algo falhou do nosso lado.");
  await expect(dialog.getByLabel("Biografia *")).toHaveValue("Lê com calma.");
  await page.unroute("**/api/mentors");
  await callApi(context.request, "post", "/api/mentors", {
    userId: member.id,
    bio: "Por outro.",
    specialties: "",
    maxMentees: 5,
  });
  await dialog.getByRole("button", { name: "Cadastrar Mentor" }).click();
  await expect(page.locator(".toast").filter({ hasText: "Este usuário já é mentor." })).toContainText("Erro ao cadastrar mentor");
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
  await other.close();
});

test("without mentors the page says how to begin", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "admin@academia.example");
  await page.route("**/api/mentors", (route) => route.fulfill({ json: { mentors: [] } }));
  await page.goto("/gestao-mentores");
  await expect(
    page.getByRole("heading", { name: 'Nenhum mentor cadastrado ainda. Clique em "Adicionar Mentor" para começar.' }),
  ).toBeVisible();
});

test("with the keyboard alone: type, choose, go on", { tag: "@long" }, async ({ page, context, browser }) => {
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

test("a member is sent to their dashboard", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/gestao-mentores");
  await expect(page).toHaveURL("/dashboard");
});
