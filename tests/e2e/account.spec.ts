import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_PASSWORD, expect, expectToast, PASSWORD, signUp, test } from "./support.ts";

const REFUSED = /status of 4\d\d/;

test("a stranger registers, and the dashboard greets him at 0% with a first step", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Comece Agora" }).click();
  await page.getByRole("tab", { name: "Registrar" }).click();
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await form.getByLabel("Nome Completo").fill("Joaquim Prado");
  await form.getByLabel("Email").fill(`${crypto.randomUUID()}@academia.test`);
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Loja (opcional)").fill("Luz do Vale, nº 3");
  await expect(form.getByText("dado sensível")).toBeVisible();
  await form.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expectToast(page, "Conta criada com sucesso", "Você já pode acessar a plataforma!");
  await expect(page.getByRole("heading", { name: "Olá, Joaquim." })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progresso geral" })).toHaveAttribute("aria-valuenow", "0");
  await expect(page.getByRole("heading", { name: "O que é a Maçonaria" })).toBeVisible();
  await expect(page.getByText("Primeiro passo")).toBeVisible();
});

test("register shows each rule's text under its field, and ticks the password's rules off", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("tab", { name: "Registrar" }).click();
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await form.getByLabel("Nome Completo").fill("Jo");
  await form.getByLabel("Email").fill("nada");
  await form.getByLabel("Senha", { exact: true }).fill("abc");
  await form.getByRole("button", { name: "Criar Conta" }).click();
  await expect(form.getByText("Nome deve ter no mínimo 3 caracteres")).toBeVisible();
  await expect(form.getByText("Email inválido")).toBeVisible();
  await expect(form.getByText("Senha deve ter no mínimo 8 caracteres")).toBeVisible();
  await expect(form.getByLabel("Nome Completo")).toBeFocused();
  for (const [password, message] of [
    ["abcdefg1!", "Senha deve conter pelo menos uma letra maiúscula"],
    ["ABCDEFG1!", "Senha deve conter pelo menos uma letra minúscula"],
    ["Abcdefgh!", "Senha deve conter pelo menos um número"],
    ["Abcdefg1", "Senha deve conter pelo menos um caractere especial"],
    ["Aa1!".repeat(26), "Senha muito longa"],
  ] as const) {
    await form.getByLabel("Senha", { exact: true }).fill(password);
    await expect(form.getByText(message)).toBeVisible();
  }
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await expect(form.getByRole("listitem").filter({ hasText: "(atendido)" })).toHaveCount(5);
});

test("login fails in the words of the specification, keeps what was typed, then succeeds", async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  await page.goto("/login");
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByRole("button", { name: "Entrar" }).click();
  await expect(form.getByText("Senha é obrigatória")).toBeVisible();
  await form.getByLabel("Email").fill("aluno@academia.example");
  await form.getByLabel("Senha", { exact: true }).fill("errada");
  await form.getByRole("button", { name: "Entrar" }).click();
  await expectToast(page, "Erro no login", "Credenciais inválidas. Verifique seu email e senha.");
  await expect(form.getByLabel("Email")).toHaveValue("aluno@academia.example");
  await form.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole("button", { name: "Mostrar senha" }).click();
  await expect(form.getByLabel("Senha", { exact: true })).toHaveAttribute("type", "text");
  await form.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expectToast(page, "Login bem-sucedido", "Bem-vindo de volta!");
});

test("fields are disabled while a login runs, and the button says so", async ({ page }) => {
  await page.goto("/login");
  await page.route("**/api/account/login", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByLabel("Email").fill("aluno@academia.example");
  await form.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole("button", { name: "Entrar" }).click();
  await expect(form.getByRole("button", { name: "Entrando..." })).toBeDisabled();
  await expect(form.getByLabel("Email")).toBeDisabled();
  await expect(page).toHaveURL("/dashboard");
});

test("a page behind login sends there and back; a signed-in visitor of /login goes to the dashboard", async ({
  page,
  context,
}) => {
  await page.goto("/modulos?nivel=mestre");
  await expect(page).toHaveURL(/\/login\?volta=/);
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByLabel("Email").fill("aluno@academia.example");
  await form.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL("/modulos?nivel=mestre");
  const second = await context.newPage();
  await second.goto("/login");
  await expect(second).toHaveURL("/dashboard");
});

test("logout says goodbye, leads to /login, and signs every tab out", async ({ page, context }) => {
  await signUp(context);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Olá, Membro.");
  const second = await context.newPage();
  await second.goto("/modulos");
  await expect(second.getByRole("heading", { name: "Módulos" })).toBeVisible();
  await page.getByRole("button", { name: "Sair" }).click();
  await expectToast(page, "Logout realizado", "Até logo!");
  await expect(page).toHaveURL("/login");
  await expect(second).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("sessao"))).toBeNull();
});

test("a forgotten password: request, mail, new password, old sessions ended", async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const member = await signUp(context);
  const stranger = await (await browser.newContext({ baseURL: process.env.E2E_BASE_URL! })).newPage();
  await stranger.goto("/login");
  await stranger.getByRole("link", { name: "Esqueceu a senha?" }).click();
  await stranger.getByRole("heading", { name: "Esqueceu a senha?" }).waitFor();
  await stranger.getByLabel("Email").fill(member.email);
  await stranger.getByRole("button", { name: "Enviar Link de Recuperação" }).click();
  await expectToast(stranger, "Email enviado", "Verifique sua caixa de entrada para redefinir sua senha.");
  await expect(stranger.getByText(member.email)).toBeVisible();
  await expect(stranger.getByText(/spam/)).toBeVisible();
  await expect(stranger.getByRole("link", { name: "Voltar ao Login" })).toBeVisible();

  await stranger.goto(await resetLink(member.email));
  await expect(stranger).toHaveURL("/reset-password"); // the token does not stay in the address
  await stranger.getByLabel("Nova Senha", { exact: true }).fill("Prumo&Nivel10x");
  await stranger.getByLabel("Confirmar Nova Senha").fill("Outra&Senha10x");
  await stranger.getByRole("button", { name: "Atualizar Senha" }).click();
  await expect(stranger.getByText("As senhas não coincidem")).toBeVisible();
  await stranger.getByLabel("Confirmar Nova Senha").fill("Prumo&Nivel10x");
  await stranger.getByRole("button", { name: "Atualizar Senha" }).click();
  await expectToast(stranger, "Senha atualizada", "Sua senha foi alterada com sucesso!");
  await expect(stranger).toHaveURL("/dashboard");

  await page.goto("/dashboard"); // the session from before the reset
  await expect(page).toHaveURL(/\/login/);
});

/** The link of the last reset letter to an address, from the outbox folder. */
async function resetLink(email: string): Promise<string> {
  const folder = join(process.env.E2E_DATA_DIR!, "outbox");
  let link: string | undefined;
  await expect
    .poll(
      () => {
        if (!existsSync(folder)) return undefined;
        const letters = readdirSync(folder).map((file) =>
          readFileSync(join(folder, file), "utf8")
            .replace(/=\r?\n/g, "")
            .replaceAll("=3D", "="),
        );
        link = letters
          .filter((letter) => letter.includes(`To: ${email}`))
          .map((letter) => /https?:\/\/\S+reset-password\?token=[\w-]+/.exec(letter)?.[0])
          .find(Boolean);
        return link;
      },
      { timeout: 15_000 },
    )
    .toBeTruthy();
  const address = new URL(link!);
  return address.pathname + address.search;
}
