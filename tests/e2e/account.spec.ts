import type { Page } from "@playwright/test";
import { letterTo, linkIn } from "./outbox.ts";
import { DEMO_PASSWORD, expect, expectToast, PASSWORD, signUp, test } from "./support.ts";

const REFUSED = /status of 4\d\d/;

test("a stranger registers, and the dashboard greets them at 0% with a first step", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/login");
  await expect(async () => {
    await page.getByRole("link", { name: "Comece Agora" }).click();
    await expect(page.getByRole("tab", { name: "Registrar" })).toHaveAttribute("aria-selected", "true", { timeout: 500 });
  }).toPass(); // before the script runs the link only goes to the form
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
  await page.goto("/continuar"); // open before their address is confirmed, as the first module is
  await expect(page).toHaveURL("/modulo/1/licao/1");
});

test("register shows each rule's text under its field, and ticks the password's rules off", { tag: "@long" }, async ({
  page,
}) => {
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

/** What each form of access says when its call fails, whatever the cause. */
const FAILURES = [
  {
    name: "login",
    call: "**/api/account/login",
    title: "Erro no login",
    text: "Credenciais inválidas. Verifique seu email e senha.",
    button: "Entrar",
    fill: async (page: Page) => {
      await page.goto("/login");
      const form = page.getByRole("tabpanel", { name: "Entrar" });
      await form.getByLabel("Email").fill("aluno@academia.example");
      await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      return form;
    },
  },
  {
    name: "sign-up",
    call: "**/api/account/sign-up",
    title: "Erro ao criar conta",
    text: "Não foi possível criar sua conta. Verifique os dados e tente novamente.",
    button: "Criar Conta",
    fill: async (page: Page) => {
      await page.goto("/login");
      await page.getByRole("tab", { name: "Registrar" }).click();
      const form = page.getByRole("tabpanel", { name: "Registrar" });
      await form.getByLabel("Nome Completo").fill("Joaquim Prado");
      await form.getByLabel("Email").fill("joaquim@academia.test");
      await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
      return form;
    },
  },
  {
    name: "recovery",
    call: "**/api/account/recovery",
    title: "Erro ao enviar email",
    text: "Não foi possível enviar o email de recuperação. Tente novamente.",
    button: "Enviar Link de Recuperação",
    fill: async (page: Page) => {
      await page.goto("/forgot-password");
      await page.getByLabel("Email", { exact: true }).fill("joaquim@academia.test");
      return page.getByRole("main");
    },
  },
  {
    name: "reset",
    call: "**/api/account/reset",
    title: "Erro ao atualizar senha",
    text: "Não foi possível atualizar sua senha. Tente novamente.",
    button: "Atualizar Senha",
    fill: async (page: Page) => {
      await page.goto("/reset-password#token=x.y");
      await page.getByLabel("Nova Senha", { exact: true }).fill(PASSWORD);
      await page.getByLabel("Confirmar Nova Senha").fill(PASSWORD);
      return page.getByRole("main");
    },
  },
];

for (const { name, call, title, text, button, fill } of FAILURES) {
  test(`${name}: the toast is the same for any cause, and the form says what to do`, { tag: "@long" }, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 4\d\d|ERR_FAILED/);
    const form = await fill(page);
    // required by the browser, and nothing looks or is read as wrong before the mistake
    for (const field of await form.locator("input[type=email], input[type=password]").all()) {
      await expect(field).toHaveAttribute("required", "");
      await expect(field).toHaveAttribute("aria-invalid", "false");
    }
    const dismiss = async () => {
      await page.getByLabel("Fechar aviso").click();
      await expect(page.locator(".toast")).toHaveCount(0);
    };
    const fail = async (answer: { status: number; headers?: Record<string, string>; json: unknown } | "offline") => {
      await page.unroute(call);
      await page.route(call, (route) => (answer === "offline" ? route.abort() : route.fulfill(answer)));
      await form.getByRole("button", { name: button }).click();
      await expectToast(page, title, text);
      await expect(form.getByRole("button", { name: button })).toBeEnabled();
      await expect(page.locator(".toast")).toHaveCount(1);
    };
    const refused = (fields: object) => ({ status: 422, json: { code: "invalid_input", message: "", fields } });
    if (name === "reset") {
      // a refused password is said at its field alone: a toast would lie over the rules
      await page.route(call, (route) => route.fulfill(refused({ password: "Escolha outra" })));
      await form.getByRole("button", { name: button }).click();
      await expect(form.getByText("Escolha outra")).toBeVisible();
      await expect(page.locator(".toast")).toHaveCount(0);
    } else {
      await fail(refused({ email: "Escolha outro" }));
      await expect(form.getByText("Escolha outro")).toBeVisible();
      await dismiss();
    }
    await fail({ status: 429, headers: { "retry-after": "230" }, json: { code: "too_many_tries", message: "" } });
    await expect(form.getByText("Muitas tentativas em pouco tempo. Espere 4 minutos e tente de novo.")).toBeVisible();
    await dismiss();
    await fail("offline");
    await expect(form.getByText("Não encontramos sua conexão. Verifique a internet e tente de novo.")).toBeVisible();
    await expect(form.getByText("Muitas tentativas")).toHaveCount(0);
  });
}

test("fields are disabled while a login runs, and the button says so", { tag: "@long" }, async ({ page }) => {
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

test("a page behind login sends there and back; a signed-in visitor of /login goes to the dashboard", {
  tag: ["@phone-long", "@long"],
}, async ({ page, context }) => {
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

test("logout says goodbye, leads to /login, and signs every tab out", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Olá, Membro.");
  const second = await context.newPage();
  await second.goto("/modulos");
  await expect(second.getByRole("heading", { name: "Módulos" })).toBeVisible();
  await second.waitForLoadState("networkidle"); // what is asked for after the logout is refused, which the console tells
  await page.locator(".menu summary").click();
  await page.getByRole("button", { name: "Sair" }).click();
  await expectToast(page, "Logout realizado", "Até logo!");
  await expect(page).toHaveURL("/login");
  await expect(second).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("sessao"))).toBeNull();
});

test("a forgotten password: request, mail, new password, old sessions ended", { tag: "@long" }, async ({
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

  await stranger.goto(linkIn(await letterTo(member.email, "/reset-password"), "/reset-password"));
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
