import { readFile } from "node:fs/promises";
import type { Browser, Page, Route } from "@playwright/test";
import { callApi, expect, expectAccessible, holdApi, PASSWORD, signIn, signInByPassword, signUp, test } from "./support.ts";

const REFUSED = /status of 4\d\d/;
const NEW_PASSWORD = "Prumo&Nivel10x";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The same member on another device. */
async function otherDevice(browser: Browser, member: { email: string; password: string }) {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  await signInByPassword(context, member.email, member.password);
  return context;
}

test("the header leads to the account; name and Lodge are changed and stay", async ({ page, context }) => {
  const member = await signUp(context);
  await page.goto("/conta");
  await expect(page).toHaveTitle("Minha conta · Academia");
  const profile = part(page, "Perfil");
  await expect(part(page, "E-mail").getByText(member.email)).toBeVisible();
  await profile.getByLabel("Nome Completo").fill("Jo");
  await profile.getByRole("button", { name: "Salvar" }).click();
  await expect(profile.getByText("Nome deve ter no mínimo 3 caracteres")).toBeVisible();
  await expect(profile.getByLabel("Nome Completo")).toBeFocused();
  await profile.getByLabel("Nome Completo").fill("Joaquim Prado");
  await profile.getByLabel("Loja (opcional)").fill("Luz do Vale, nº 3");
  await profile.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("Perfil atualizado")).toBeVisible();
  await page.reload();
  await expect(profile.getByLabel("Nome Completo")).toHaveValue("Joaquim Prado");
  await expect(profile.getByLabel("Loja (opcional)")).toHaveValue("Luz do Vale, nº 3");
});

test("a degree is asked for from the dashboard's link, once; the request is seen and can be taken back", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Solicitar confirmação de grau" }).click();
  await expect(page).toHaveURL("/conta#grau");
  const degree = part(page, "Grau");
  await expect(degree.getByRole("heading", { name: "Grau", exact: true })).toBeInViewport();
  await degree.getByRole("button", { name: "Solicitar confirmação de grau" }).click();
  await expect(degree.getByText("Informe a Loja")).toBeVisible();
  await expect(degree.getByText("Informe a data")).toBeVisible();
  await degree.getByLabel("Grau recebido").selectOption("Mestre");
  await degree.getByLabel("Loja em que o recebeu").fill("Luz do Vale, nº 3");
  const date = degree.getByLabel("Data em que o recebeu");
  await date.press("1");
  await degree.getByRole("button", { name: "Solicitar confirmação de grau" }).click();
  await expect(degree.getByText("A data está incompleta ou não existe. Confira o dia, o mês e o ano.")).toBeVisible();
  expect(await date.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true); // what was typed is still there
  await date.fill("2025-03-05");
  await degree.getByRole("button", { name: "Solicitar confirmação de grau" }).click();
  await expect(page.getByText("Pedido enviado")).toBeVisible();
  const request = degree.getByRole("article", { name: "Pedido de confirmação: Mestre" });
  await expect(request.getByText("Em análise")).toBeVisible();
  await expect(request.getByText("Luz do Vale, nº 3, em 5 de março de 2025.")).toBeVisible();
  await expect(degree.getByRole("button", { name: "Solicitar confirmação de grau" })).toBeHidden();
  await request.getByRole("button", { name: "Retirar o pedido" }).click();
  await expect(page.getByText("Pedido retirado")).toBeVisible();
  await expect(degree.getByRole("button", { name: "Solicitar confirmação de grau" })).toBeVisible();
});

test("a refused request shows its reason, and another can be made", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "membro05@academia.example");
  await page.goto("/conta#grau");
  const degree = part(page, "Grau");
  await expect(degree.getByRole("heading", { name: "Grau", exact: true })).toBeInViewport();
  await expect(degree.getByText("Recusado", { exact: true })).toBeVisible();
  await expect(degree.getByText(/ainda não encontrou o registro/)).toBeVisible();
  await expect(degree.getByRole("heading", { name: "Fazer outro pedido" })).toBeVisible();
});

test("the password: the current one is asked, the rules tick off, the other device is out", { tag: "@long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const member = await signUp(context);
  const other = await otherDevice(browser, member);
  await page.goto("/conta#senha");
  const form = part(page, "Senha");
  await form.getByLabel("Senha atual", { exact: true }).fill("Errada&Demais1");
  await form.getByLabel("Nova Senha", { exact: true }).fill(NEW_PASSWORD);
  await expect(form.getByRole("listitem").filter({ hasText: "(atendido)" })).toHaveCount(5);
  await form.getByLabel("Confirmar Nova Senha").fill("Outra&Senha10x");
  await form.getByRole("button", { name: "Atualizar Senha" }).click();
  await expect(form.getByText("As senhas não coincidem")).toBeVisible();
  await form.getByLabel("Confirmar Nova Senha").fill(NEW_PASSWORD);
  await form.getByRole("button", { name: "Atualizar Senha" }).click();
  await expect(form.getByText("Senha atual incorreta")).toBeVisible();
  await expect(form.getByLabel("Senha atual", { exact: true })).toBeFocused();
  await expect(form.getByLabel("Nova Senha", { exact: true })).toHaveValue(NEW_PASSWORD); // nothing typed is lost
  await form.getByLabel("Senha atual", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Atualizar Senha" }).click();
  await expect(page.getByText("Sua senha foi alterada com sucesso!")).toBeVisible();
  await expect(form.getByLabel("Nova Senha", { exact: true })).toHaveValue("");
  expect((await other.request.get("/api/account/profile")).status()).toBe(401);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Minha conta" })).toBeVisible();
  await other.close();
});

test("what is asked with the session's old cookie, while a new password gives it a new one, ends nothing", {
  tag: "@long",
}, async ({ page, context, request: stranger, allowConsole }) => {
  allowConsole(REFUSED);
  await signUp(context);
  await page.goto("/conta#senha");
  const form = part(page, "Senha");
  await form.getByLabel("Senha atual", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Nova Senha", { exact: true }).fill(NEW_PASSWORD);
  await form.getByLabel("Confirmar Nova Senha").fill(NEW_PASSWORD);
  const release = await holdApi(page, "**/api/account/password");
  let renewed = false;
  const withOldCookie = async (route: Route) =>
    renewed ? route.fallback() : route.fulfill({ response: await stranger.get(route.request().url()) });
  await page.route("**/api/notices/unread", withOldCookie);
  await page.route("**/api/session", withOldCookie);
  await form.getByRole("button", { name: "Atualizar Senha" }).click();
  const refused = page.waitForResponse("**/api/notices/unread");
  await page.evaluate(() => dispatchEvent(new Event("online"))); // the news stream opens again, and asks what is new
  expect((await refused).status()).toBe(401);
  renewed = true;
  release();
  await expect(page.getByText("Sua senha foi alterada com sucesso!")).toBeVisible();
  await expect(form.getByLabel("Nova Senha", { exact: true })).toHaveValue("");
});

test("sessions: this one is marked, another is ended, then all others", { tag: "@long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const member = await signUp(context);
  const others = await Promise.all([1, 2, 3].map(() => otherDevice(browser, member)));
  await page.goto("/conta#sessoes");
  const list = part(page, "Sessões abertas");
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await expect(list.getByText("Esta sessão")).toHaveCount(1);
  await expect(list.getByRole("listitem").first()).toContainText("Em uso agora");
  await list
    .getByRole("button", { name: /^Encerrar: / })
    .first()
    .click();
  await expect(page.getByText("Sessão encerrada", { exact: true })).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(3);
  await list.getByRole("button", { name: "Encerrar as outras" }).click();
  await expect(page.getByText("2 sessões encerradas. Esta continua aberta.")).toBeVisible();
  await expect(list.getByText("Nenhuma outra sessão aberta.")).toBeVisible();
  for (const other of others) {
    expect((await other.request.get("/api/account/profile")).status()).toBe(401);
    await other.close();
  }
});

test("the data are downloaded as JSON and as a page; the consent is shown", { tag: "@long" }, async ({ page, context }) => {
  const member = await signUp(context);
  await page.goto("/conta#dados");
  const data = part(page, "Seus dados");
  await expect(data.getByText(/^Você autorizou o uso dos seus dados em .* Texto: versão 20/)).toBeVisible();
  const [json] = await Promise.all([
    page.waitForEvent("download"),
    data.getByRole("button", { name: "Exportar meus dados" }).click(),
  ]);
  expect(json.suggestedFilename()).toMatch(/^meus-dados-\d{4}-\d\d-\d\d\.json$/);
  const exported = JSON.parse(await readFile(await json.path(), "utf8"));
  expect(exported.data.profile[0]).toMatchObject({ fullName: member.name, email: member.email });
  await expect(page.getByText("Dados exportados")).toBeVisible();
  const [html] = await Promise.all([
    page.waitForEvent("download"),
    data.getByRole("button", { name: "Baixar como página" }).click(),
  ]);
  expect(await readFile(await html.path(), "utf8")).toContain(member.email);
});

test("the account is deleted with the password, and its owner lands on the home page, signed out everywhere", {
  tag: "@long",
}, async ({ page, context, browser, allowConsole }) => {
  allowConsole(REFUSED);
  const member = await signUp(context);
  const other = await otherDevice(browser, member);
  await page.goto("/conta#excluir");
  const section = part(page, "Excluir a conta");
  await expect(section.getByText("o progresso nas lições, as respostas, as avaliações, os exames e a revisão;")).toBeVisible();
  await section.getByRole("button", { name: "Excluir minha conta" }).click();
  const dialog = page.getByRole("dialog", { name: "Excluir minha conta" });
  await dialog.getByLabel("Senha atual", { exact: true }).fill("Errada&Demais1");
  await dialog.getByRole("button", { name: "Excluir minha conta" }).click();
  await expect(dialog.getByText("Senha atual incorreta")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
  await section.getByRole("button", { name: "Excluir minha conta" }).click();
  await dialog.getByLabel("Senha atual", { exact: true }).fill(member.password);
  await dialog.getByRole("button", { name: "Excluir minha conta" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByText("Conta excluída")).toBeVisible();
  await expect(page.getByRole("link", { name: "Entrar", exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("sessao"))).toBeNull();
  expect((await other.request.get("/api/account/profile")).status()).toBe(401);
  await page.goto("/conta");
  await expect(page).toHaveURL(/\/login/);
  await other.close();
});

test("a list that does not load says so and is tried again", { tag: "@long" }, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 503/);
  await signUp(context);
  let broken = true;
  await page.route("**/api/account/sessions", (route) =>
    broken
      ? route.fulfill({ status: 503, json: { code: "unavailable", message: "O serviço está se recuperando.", requestId: "" } })
      : route.continue(),
  );
  await page.goto("/conta#sessoes");
  const list = part(page, "Sessões abertas");
  await expect(list.getByText("Erro ao carregar as sessões abertas")).toBeVisible({ timeout: 15_000 });
  broken = false;
  await list.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(list.getByText("Esta sessão")).toBeVisible();
});

test("the page is accessible in both themes, at 320 px too, and works by keyboard", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await callApi(context.request, "post", "/api/account/degree-requests", {
    degree: "mestre",
    lodge: "Luz do Vale, nº 3",
    receivedOn: "2025-03-05",
  });
  await page.goto("/conta");
  await expect(part(page, "Grau").getByText("Em análise")).toBeVisible();
  await expect(part(page, "Sessões abertas").getByText("Esta sessão")).toBeVisible();
  await expect(part(page, "Seus dados").getByText(/^Você autorizou/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  const remove = part(page, "Excluir a conta").getByRole("button", { name: "Excluir minha conta" });
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Excluir minha conta" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
});
