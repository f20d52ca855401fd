import { eq } from "drizzle-orm";
import { sessions } from "#app/features/account/account.table.ts";
import { factors } from "#app/features/account/second-factor/factors.table.ts";
import { codeOf } from "#tests/support/totp.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectToast, forgetSession, holdApi, PASSWORD, signUp, test } from "./support.ts";

const REFUSED = /status of 4\d\d/;

test("an authenticator app is set up by its key, its codes are shown once, and the login asks for it", {
  tag: ["@phone-long", "@long"],
}, async ({ page, context, allowConsole }) => {
  test.setTimeout(90_000); // seven hashes and as many pages
  allowConsole(REFUSED);
  const member = await signUp(context);
  await page.goto("/conta#duas-etapas");
  const part = page.getByRole("region", { name: "Verificação em duas etapas", exact: true });
  await part.getByRole("button", { name: "Usar um aplicativo autenticador" }).click();
  const dialog = page.getByRole("dialog", { name: "Aplicativo autenticador" });
  const qr = dialog.getByRole("img", { name: "Código QR para o aplicativo" });
  await expect(qr).toBeVisible();
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const key = (await dialog.getByText("Chave:").textContent())!.replace("Chave:", "").trim();
  await dialog.getByLabel("Código do aplicativo").fill("000000");
  await dialog.getByRole("button", { name: "Ativar" }).click();
  await expect(dialog.getByText("Código incorreto. Confira a hora do celular e tente o próximo.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Código do aplicativo").fill(codeOf(key));
  await dialog.getByRole("button", { name: "Ativar" }).click();
  const codes = page.getByRole("dialog", { name: "Guarde estes códigos" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = (await codes.getByRole("listitem").first().textContent())!;
  await expectAccessible(page);
  await page.mouse.click(2, 2); // beside the dialog: a slip does not lose what is shown once
  await expect(codes).toBeVisible();
  await codes.getByRole("button", { name: "Já guardei" }).click();
  await expect(part.getByText("10 códigos por usar")).toBeVisible();
  await expect(part.getByText("Ativo", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await forgetSession(page);
  await page.goto("/login");
  await page.getByLabel("Email").first().fill(member.email);
  await page.getByLabel("Senha", { exact: true }).first().fill(PASSWORD);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  const step = page.getByRole("region", { name: "Confirme que é você" });
  await expect(step).toBeVisible();
  await expectAccessible(page);
  await page.reload(); // as a phone does while its owner looks at the other app
  await step.getByLabel("Código do aplicativo").fill("000000");
  await step.getByRole("button", { name: "Confirmar" }).click();
  await expect(step.getByText("Código incorreto ou já usado.")).toBeVisible();
  await step.getByRole("button", { name: "Usar um código de recuperação" }).click();
  await step.getByLabel("Código de recuperação").fill(recoveryCode.toLowerCase());
  await step.getByLabel("Confiar neste aparelho por 30 dias").check();
  await step.getByRole("button", { name: "Confirmar" }).click();
  await expectToast(page, "Login bem-sucedido", "Bem-vindo de volta!");
  await expect(page).toHaveURL("/dashboard");
});

test("a passkey is made, signs in alone, and passes the second step", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(REFUSED); // without its cookies a page may ask once for what is a member's
  const site = new URL(process.env.E2E_BASE_URL!);
  site.hostname = "localhost"; // passkeys are for names, not for bare addresses
  const device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  const member = await signUp(context);
  const signInByForm = async () => {
    await page.getByLabel("Email").first().fill(member.email);
    await page.getByLabel("Senha", { exact: true }).first().fill(PASSWORD);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
  };
  await page.goto(`${site.origin}/login?volta=/conta`);
  await signInByForm();
  const part = page.getByRole("region", { name: "Verificação em duas etapas", exact: true });
  const make = part.getByRole("button", { name: "Criar uma chave de acesso" });
  await expect(make).toBeVisible();
  const answer = await holdApi(page, "**/api/account/factors"); // the list is read again before the codes are shown
  await make.click();
  await expect(part.getByRole("button", { name: "Esperando o aparelho..." })).toBeVisible();
  await page.getByRole("link", { name: "Módulos", exact: true }).first().click();
  await expect(page).toHaveURL(/\/modulos/);
  await page.goBack();
  answer(); // the codes are shown once: they wait for who went away meanwhile
  await page.getByRole("dialog", { name: "Guarde estes códigos" }).getByRole("button", { name: "Já guardei" }).click();
  await expect(part.getByText("Chave deste computador")).toBeVisible();

  await forgetSession(page);
  await page.goto(`${site.origin}/login`);
  await page.getByRole("button", { name: "Entrar com chave de acesso" }).click();
  await expectToast(page, "Login bem-sucedido", "Bem-vindo de volta!");
  await expect(page).toHaveURL(`${site.origin}/dashboard`);

  await forgetSession(page);
  await page.goto(`${site.origin}/login`);
  await signInByForm();
  await page.getByRole("region", { name: "Confirme que é você" }).getByRole("button", { name: "Confirmar" }).click();
  await expect(page).toHaveURL(`${site.origin}/dashboard`);
  const { db } = backend();
  const rows = await db.select().from(sessions).where(eq(sessions.userId, member.id)).orderBy(sessions.createdAt);
  expect(rows.map(({ proof, secondProof }) => [proof, secondProof]).slice(-2)).toEqual([
    ["passkey", null],
    ["password", "passkey"],
  ]);
  expect(await db.$count(factors, eq(factors.userId, member.id))).toBe(1);
});

test("an act that weighs asks again who is there, and goes on by itself", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const member = await signUp(context);
  const { db } = backend();
  await db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - 3_600_000) })
    .where(eq(sessions.userId, member.id));
  await page.goto("/conta");
  const part = page.getByRole("region", { name: "Verificação em duas etapas", exact: true });
  await part.getByRole("button", { name: "Usar um aplicativo autenticador" }).click();
  const proof = page.getByRole("dialog", { name: "Confirme que é você" });
  await proof.getByLabel("Senha da sua conta").fill("errada");
  await proof.getByRole("button", { name: "Confirmar" }).click();
  await expect(proof.getByText("Senha atual incorreta")).toBeVisible();
  await expectAccessible(page);
  await proof.getByLabel("Senha da sua conta").fill(PASSWORD);
  await proof.getByRole("button", { name: "Confirmar" }).click();
  await expect(page.getByRole("dialog", { name: "Aplicativo autenticador" })).toBeVisible();
  await expect(proof).toHaveCount(0);
});
