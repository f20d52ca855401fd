import { randomUUID } from "node:crypto";
import { brother } from "./brothers.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, signIn, test } from "./support.ts";

test("a letter is written, proved, sent to all, read, changed and taken back; what was typed outlives a reload", {
  tag: "@long",
}, async ({ page, context, browser }) => {
  const reader = await brother(browser, "Plínio Vaz");
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/cartas");
  const composer = page.getByRole("main");
  const title = `Noite de estudos ${randomUUID().slice(0, 8)}`;
  await composer.getByRole("button", { name: /^Enviar a / }).click();
  await expect(composer).toContainText("Escreva um assunto de pelo menos três letras");
  await composer.getByLabel("Assunto").fill("Noite da Loja");
  await composer.getByLabel("Texto").fill("Na *primeira* quarta-feira de dezembro.");
  await expect(composer).toContainText("diga-o sem “loja”");
  await composer.getByLabel("Assunto").fill(title);
  await composer.getByLabel("A um grau").check();
  await composer.getByLabel("Grau", { exact: true }).selectOption("companheiro");
  await page.reload();
  await expect(composer.getByLabel("Assunto")).toHaveValue(title);
  await expect(composer.getByLabel("Grau", { exact: true })).toHaveValue("companheiro"); // what was meant for few is not sent to all
  await expect(composer.locator("em")).toHaveText("primeira");
  await composer.getByRole("button", { name: "Telefone" }).click();
  await expect(composer.getByText("à vista de quem estiver perto")).toBeVisible();
  await composer.getByRole("button", { name: "Enviar prova a mim" }).click();
  await expect(composer.getByText("A prova saiu para admin@academia.example")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await composer.getByLabel("A todos").check();
  await composer.getByRole("button", { name: /^Enviar a \d+ irmãos/ }).click();
  await expectToast(page, "Enviada");
  await expect(composer.getByLabel("Assunto")).toHaveValue("");
  await expect(composer.getByRole("button", { name: `Mudar: ${title}` })).toBeVisible({ timeout: 90_000 }); // the task runs once a minute
  await reader.page.goto("/avisos");
  await expect(reader.page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(reader.page);
  await page.getByRole("button", { name: `Mudar: ${title}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Assunto").fill(`${title}, com outra data`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Mudar: ${title}` }).click();
  await expect(dialog.getByLabel("Assunto")).toHaveValue(`${title}, com outra data`);
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await page.getByRole("button", { name: `Excluir: ${title}, com outra data` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Excluir" }).click();
  await expectToast(page, "Excluído");
  await reader.page.reload();
  await expect(reader.page.getByRole("heading", { level: 1, name: "Avisos" })).toBeVisible();
  await expect(reader.page.getByRole("heading", { name: title })).toHaveCount(0);
  await reader.context.close();
});

test("a letter waits for its hour, is held and goes on", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/cartas");
  const title = `Encontro ${randomUUID().slice(0, 8)}`;
  await page.getByLabel("Assunto").fill(title);
  await page.getByLabel("Texto").fill("Em dezembro, na primeira quinta-feira.");
  const tomorrow = new Date(Date.now() + 86_400_000);
  await page.getByLabel("Enviar em").fill(`${tomorrow.toISOString().slice(0, 10)}T20:00`);
  await page.getByRole("button", { name: /^Marcar o envio a / }).click();
  await expectToast(page, "Marcada");
  const run = page.getByRole("region", { name: "Marcada" });
  await expect(run).toContainText(title);
  await run.getByRole("button", { name: "Pausar" }).click();
  await expect(page.getByRole("region", { name: "Pausada" })).toContainText("Retomar escreve aos que faltam");
  await page.getByRole("region", { name: "Pausada" }).getByRole("button", { name: "Retomar" }).click();
  await expect(run).toBeVisible();
  await expectAccessible(page);
});
