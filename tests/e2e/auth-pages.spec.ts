import { breakApi, expect, expectToast, holdApi, PASSWORD, signUp, test } from "./support.ts";

const FAILED = /status of 500/;
const LONG_EMAIL = `${"a".repeat(256)}@academia.test`;

test("/login: six features, the ways to the auth section and to the home page, the legal texts", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1, name: "Academia do Rito de York" })).toBeVisible();
  await expect(page.locator(".login__login-features h3")).toHaveText([
    "Conteúdo exclusivo",
    "Trilha por nível",
    "Comunidade ativa",
    "Certificações",
    "Rito de York, 13 graus",
    "Dicionário com mais de 100 termos",
  ]);
  const access = page.getByRole("region", { name: "Acesso" });
  await expect(access.getByRole("link", { name: "Termos de Serviço" })).toHaveAttribute("href", "/termos");
  await expect(access.getByRole("link", { name: "Política de Privacidade" })).toHaveAttribute("href", "/privacidade");
  await page.getByRole("link", { name: "Comece Agora" }).click();
  await expect(page).toHaveURL("/login#acesso");
  await expect(access.getByRole("tab", { name: "Entrar" })).toBeInViewport();
  await page.locator(".foot").scrollIntoViewIfNeeded();
  await expect(access).not.toBeInViewport();
  await page.getByRole("link", { name: "Criar Minha Conta Grátis" }).click();
  await expect(access.getByRole("tab", { name: "Entrar" })).toBeInViewport();
  await page.getByRole("link", { name: "Explorar Recursos" }).click();
  await expect(page).toHaveURL("/");
});

test("the header's Entrar opens Entrar, whatever was opened before; who is sent here from a call is told why", {
  tag: "@phone",
}, async ({ page }) => {
  const tab = (name: string) => page.getByRole("tab", { name });
  await page.goto("/login");
  await tab("Registrar").click();
  await page.getByRole("link", { name: "Explorar Recursos" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Entrar" }).click();
  await expect(tab("Entrar")).toHaveAttribute("aria-selected", "true");
  await tab("Registrar").click();
  await page.getByRole("banner").getByRole("link", { name: "Entrar" }).click(); // on the page itself, too
  await expect(tab("Entrar")).toHaveAttribute("aria-selected", "true");
  await page.goto("/avaliacao");
  await expect(page.getByText("Para fazer a avaliação, crie a sua conta.")).toBeInViewport();
  await expect(tab("Registrar")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Nome Completo")).toBeInViewport();
  await page.goto("/modulos");
  await expect(page.getByText("Para abrir os módulos, entre ou crie a sua conta.")).toBeInViewport();
});

test("what is too long is refused under its field, in both tabs", { tag: "@long" }, async ({ page }) => {
  await page.goto("/login");
  const login = page.getByRole("tabpanel", { name: "Entrar" });
  await login.getByLabel("Email").fill(LONG_EMAIL);
  await login.getByLabel("Senha", { exact: true }).fill("a".repeat(101));
  await login.getByRole("button", { name: "Entrar" }).click();
  await expect(login.getByText("Email muito longo")).toBeVisible();
  await expect(login.getByText("Senha muito longa")).toBeVisible();
  await page.getByRole("tab", { name: "Registrar" }).click();
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await form.getByLabel("Nome Completo").fill("a".repeat(101));
  await form.getByLabel("Email").fill(LONG_EMAIL);
  await form.getByLabel("Senha", { exact: true }).fill(`${PASSWORD}${"a".repeat(100)}`);
  await form.getByLabel("Loja (opcional)").fill("a".repeat(101));
  await form.getByRole("button", { name: "Criar Conta" }).click();
  for (const message of ["Nome muito longo", "Email muito longo", "Senha muito longa", "Nome da loja muito longo"])
    await expect(form.getByText(message)).toBeVisible();
});

test("a sign-up that fails: busy meanwhile, then the toast, and nothing typed is lost", { tag: "@long" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(FAILED);
  await page.goto("/login");
  await breakApi(page, "**/api/account/sign-up", "POST");
  const answer = await holdApi(page, "**/api/account/sign-up");
  await page.getByRole("tab", { name: "Registrar" }).click();
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await form.getByLabel("Nome Completo").fill("Joaquim Prado");
  await form.getByLabel("Email").fill("joaquim@academia.test");
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Criar Conta" }).click();
  await expect(form.getByRole("button", { name: "Criando conta..." })).toBeDisabled();
  const fields = ["Nome Completo", "Email", "Senha", "Loja (opcional)"].map((label) => form.getByLabel(label, { exact: true }));
  for (const field of fields) await expect(field).toBeDisabled();
  answer();
  await expectToast(page, "Erro ao criar conta", "Não foi possível criar sua conta. Verifique os dados e tente novamente.");
  for (const field of fields) await expect(field).toBeEnabled();
  await expect(form.getByLabel("Nome Completo")).toHaveValue("Joaquim Prado");
  await expect(page).toHaveURL("/login");
});

test("a logout that fails says so, and the member stays", { tag: "@long" }, async ({ page, context, allowConsole }) => {
  allowConsole(FAILED);
  await signUp(context);
  await page.goto("/dashboard");
  await breakApi(page, "**/api/account/logout", "POST");
  await page.locator(".menu summary").click();
  await page.getByRole("button", { name: "Sair" }).click();
  await expectToast(page, "Erro ao sair", "Não foi possível realizar o logout. Tente novamente.");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("button", { name: "Sair" })).toBeEnabled();
});

test("/forgot-password: its rules, busy while it sends, the toast of a failure, the way back to /login", {
  tag: "@long",
}, async ({ page, allowConsole }) => {
  allowConsole(FAILED);
  await page.goto("/forgot-password");
  await breakApi(page, "**/api/account/recovery", "POST");
  const answer = await holdApi(page, "**/api/account/recovery");
  const [field, send] = [page.getByLabel("Email", { exact: true }), page.getByRole("button", { name: /^Envia/ })];
  await expect(send).toHaveText("Enviar Link de Recuperação");
  for (const [email, message] of [
    ["nada", "Email inválido"],
    [LONG_EMAIL, "Email muito longo"],
  ] as const) {
    await field.fill(email);
    await send.click();
    await expect(page.getByText(message)).toBeVisible();
  }
  await field.fill(" aluno@academia.example ");
  await send.click();
  await expect(send).toHaveText("Enviando...");
  await expect(send).toBeDisabled();
  await expect(field).toBeDisabled();
  answer();
  await expectToast(page, "Erro ao enviar email", "Não foi possível enviar o email de recuperação. Tente novamente.");
  await expect(send).toBeEnabled();
  await page.getByRole("link", { name: "Voltar ao Login" }).click();
  await expect(page).toHaveURL("/login");
});

test("/reset-password: its rules, busy while it updates, and what a link that is no good says", { tag: "@long" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await page.goto("/reset-password?token=errado");
  const [password, confirmation] = [page.getByLabel("Nova Senha", { exact: true }), page.getByLabel("Confirmar Nova Senha")];
  const update = page.getByRole("button", { name: /^Atualiza/ });
  for (const [weak, message] of [
    ["Abc1!", "Senha deve ter no mínimo 8 caracteres"],
    ["abcdefg1!", "Senha deve conter pelo menos uma letra maiúscula"],
    ["ABCDEFG1!", "Senha deve conter pelo menos uma letra minúscula"],
    ["Abcdefgh!", "Senha deve conter pelo menos um número"],
    ["Abcdefg1", "Senha deve conter pelo menos um caractere especial"],
    [`${PASSWORD}${"a".repeat(100)}`, "Senha muito longa"],
  ] as const) {
    await password.fill(weak);
    await confirmation.fill(weak);
    await update.click();
    await expect(page.getByText(message)).toBeVisible();
  }
  await password.fill(PASSWORD);
  await confirmation.fill(PASSWORD);
  const answer = await holdApi(page, "**/api/account/reset");
  await update.click();
  await expect(update).toHaveText("Atualizando...");
  for (const control of [update, password, confirmation]) await expect(control).toBeDisabled();
  answer();
  await expectToast(page, "Erro ao atualizar senha", "Não foi possível atualizar sua senha. Tente novamente.");
  await expect(page.getByText("O link expirou ou já foi usado. Peça um novo.")).toBeVisible();
  await expect(update).toBeEnabled();
  await expect(page).toHaveURL("/reset-password");
});
