import { brother } from "./brothers.ts";
import { expect, expectAccessible, expectToast, test } from "./support.ts";

test("an evening with the week: a step is taken, a line is written and found among the notes, the piece is shown on the wall and its day kept", {
  tag: "@phone",
}, async ({ browser }) => {
  const { page, context } = await brother(browser, "Valdir Nunes");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^A semana: / }).click();
  await expect(page.getByRole("heading", { name: "Quatro passos, um por noite" })).toBeVisible();
  await expectAccessible(page);

  const step = (number: number) =>
    page
      .getByRole("list", { name: "O caminho da semana" })
      .getByRole("listitem")
      .nth(number - 1);
  await step(2).getByRole("button", { name: "Já fiz" }).click();
  await expect(step(2)).toContainText(/lido n[ao] /);
  await step(2).getByRole("button", { name: "Ainda não" }).click();
  await expect(step(2).getByRole("button", { name: "Já fiz" })).toBeVisible();

  await step(3).getByRole("button", { name: "Escrever uma linha" }).click();
  await step(3).getByRole("button", { name: "Guardar" }).click();
  await expect(step(3)).toContainText("Escreva a linha, ou feche sem escrever");
  await step(3).getByLabel("O que lhe ocorre").fill("O meu cunhado, que nunca perguntou por quê.");
  await step(3).getByRole("button", { name: "Guardar" }).click();
  await expectToast(page, "Guardada nas suas anotações");
  await expect(step(3)).toContainText(/pensada n[ao] /);
  await page.reload();
  await expect(page.getByText("Um passo já está dado").or(page.getByText("1 passo já está dado"))).toBeVisible();

  const mondays = page.getByRole("region", { name: "Às segundas" });
  await mondays.getByRole("button", { name: "Receber às segundas" }).click();
  await expect(mondays).toContainText("O caminho da semana chega ao seu e-mail");
  await page.reload();
  await expect(mondays.getByRole("button", { name: "Não receber mais" })).toBeVisible();
  await mondays.getByRole("link", { name: "Outras escolhas" }).click();
  await expect(page.getByRole("group", { name: "Semana", exact: true }).getByLabel("E-mail já")).toBeChecked();
  await page.goBack();

  await step(4).getByRole("heading").getByRole("link").click();
  await expect(page.getByText("minutos em voz alta")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Perguntas para a conversa" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Apresentar na Loja" }).click();
  await expect(page.getByRole("dialog", { name: /^Apresentação/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const kept = page.getByRole("region", { name: "Lida na nossa Loja" });
  await kept.getByLabel("Dia da reunião").fill("2026-03-12");
  await kept.getByRole("button", { name: "Guardar a data" }).click();
  await expect(kept.getByText("12 de março de 2026")).toBeVisible();
  await page.reload();
  await expect(kept.getByText("12 de março de 2026")).toBeVisible();
  await kept.getByRole("button", { name: "Apagar 12 de março de 2026" }).click();
  await expect(kept.getByText("12 de março de 2026")).toHaveCount(0);

  await page.goto("/anotacoes");
  await expect(page.getByText("O meu cunhado, que nunca perguntou por quê.")).toBeVisible();
  await context.close();
});
