import { letterTo } from "./outbox.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, PASSWORD, signIn, test } from "./support.ts";

test("a list is pasted, mended where it is wrong, sent, and redeemed by a press", { tag: "@phone" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 401/); // the stream of news of the session that the accepted invitation ended
  test.setTimeout(90_000);
  const address = () => `${crypto.randomUUID()}@correio.example`;
  const [invited, second, third] = [address(), address(), address()];
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/convites");
  await page
    .getByLabel("Colar a lista")
    .fill(
      [
        "nome;e-mail;Loja;grau",
        `Gilberto Nóbrega;${invited};41;Aprendiz`,
        `Ivo Carneiro;${second};41;Companheiro do Arco`,
        `João Araújo;${third};41;Mestre`,
      ].join("\n"),
    );
  await page.getByRole("button", { name: "Conferir antes de enviar" }).click();
  await expect(page.getByRole("heading", { name: "Conferir a lista" })).toBeFocused();
  await expect(page.getByText("“Companheiro do Arco” não é um grau da lista")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Corrigir aqui a linha 3" }).click();
  await page.getByRole("form", { name: "Linha 3" }).getByLabel("Grau").selectOption("Companheiro");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Conferir a linha" }).click();
  await page.getByRole("button", { name: "Enviar 3 convites" }).click();
  await expect(page.getByRole("heading", { name: "Envio terminado" })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("3 de 3")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retirar o convite de Gilberto Nóbrega" }).first()).toBeVisible();
  await expectAccessible(page);

  await context.clearCookies();
  const link = /https?:\/\/\S+(\/convite#token=[\w-]+)/.exec((await letterTo(invited, "convite")).text)![1]!;
  await page.goto(link);
  await page.getByRole("button", { name: "Abrir o convite" }).click();
  await expect(page.getByText(invited)).toBeVisible();
  await expect(page).toHaveURL(/\/convite$/);
  await expect(page.getByLabel("Nome Completo")).toHaveValue("Gilberto Nóbrega");
  await expectAccessible(page);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Aceitar o convite" }).click();
  await expectToast(page, "Convite aceito", "A sua conta está pronta, e você já entrou.");
  await expect(page.getByRole("heading", { level: 1, name: "Olá, Gilberto." })).toBeVisible();
});

test("members are chosen, and the dialog names who is left out", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/membros");
  await page.getByLabel("Estado").selectOption("suspended");
  await page.getByRole("button", { name: "Limpar filtros" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Escolher \p{Lu}/u });
  await boxes.first().check();
  await boxes.nth(1).check();
  await expect(page.getByText("2 escolhidos")).toBeVisible();
  await page.getByRole("button", { name: "Confirmar grau" }).click();
  await expect(page.getByRole("dialog")).toContainText(/Confirmar o grau de/);
  await expectAccessible(page);
});
