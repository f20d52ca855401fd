import { letterTo } from "./outbox.ts";
import { expect, expectAccessible, expectToast, PASSWORD, test } from "./support.ts";

test("a new member confirms their address by a code that they asked for again; until then the library is closed", {
  tag: ["@long", "@phone"],
}, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  const email = `${crypto.randomUUID()}@academia.test`;
  const data = { fullName: "Antônio Figueira", email, password: PASSWORD };
  const made = await context.request.post("/api/account/sign-up", { headers: { origin: process.env.E2E_BASE_URL! }, data });
  expect(made.status()).toBe(200);
  await page.goto("/modulo/1");
  const banner = page.getByRole("complementary", { name: "Confirmação do e-mail" });
  await expect(banner).toContainText(email);
  await expectAccessible(page);
  const codeOf = async () => /\b(\d{3} \d{3})\b/.exec((await letterTo(email, "Confirm")).text)![1]!;
  const first = await codeOf();
  await banner.getByRole("button", { name: "Reenviar" }).click();
  await expectToast(page, "Mensagem enviada", "Procure também no spam. Só o último código vale.");
  await expect.poll(codeOf).not.toBe(first);

  await page.goto("/biblioteca");
  await expect(page.getByRole("heading", { level: 1, name: "Confirme o seu e-mail" })).toBeVisible();
  await page.getByLabel("Código de 6 números").fill("000 000");
  await page.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByText(/Código incorreto/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Código de 6 números").fill(await codeOf());
  await page.getByRole("button", { name: "Confirmar" }).click();
  await expectToast(page, "E-mail confirmado", "Obrigado.");
  await expect(page.getByRole("heading", { level: 1, name: /Biblioteca/ })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("on another device the confirming link asks for a name and a new password, which is judged while one types", {
  tag: ["@phone", "@long"],
}, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 4\d\d/);
  const email = `${crypto.randomUUID()}@academia.test`;
  const data = { fullName: "Fulano Estranho", email, password: PASSWORD };
  await context.request.post("/api/account/sign-up", { headers: { origin: process.env.E2E_BASE_URL! }, data });
  await context.clearCookies();
  const link = /https?:\/\/\S+(\/confirmar-email#token=[\w-]+)/.exec((await letterTo(email, "Confirm")).text)![1]!;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto(link);
  await page.getByRole("button", { name: "Confirmar o e-mail" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Falta um passo" })).toBeVisible();
  expect(asked.filter((line) => line.includes("token="))).toEqual([]);
  await expectAccessible(page);
  await page.getByLabel("Nome Completo").fill("Antônio Figueira");
  const advice = page.getByText(/Junte duas palavras/);
  await page.getByLabel("Nova Senha").fill("Palmeiras@62");
  await expect(advice).toBeVisible();
  await page.getByLabel("Nova Senha").fill("Jangada+Violino8");
  await expect(advice).toHaveCount(0);
  await page.getByRole("button", { name: "Confirmar e entrar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Olá, Antônio." })).toBeVisible();
  await expect(page.getByText("Este é o seu primeiro acesso.")).toHaveCount(0);
});

test("before the confirmation Minha conta says what opens with it, and nothing of an error", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  const email = `${crypto.randomUUID()}@academia.test`;
  const data = { fullName: "Antônio Figueira", email, password: PASSWORD };
  await context.request.post("/api/account/sign-up", { headers: { origin: process.env.E2E_BASE_URL! }, data });
  await page.goto("/conta");
  await expect(page.getByText("Abre quando você confirmar o e-mail.")).toHaveCount(2);
  await expect(page.getByText(/Erro ao carregar/)).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Confirmação do e-mail" })).toContainText("spam");
});
