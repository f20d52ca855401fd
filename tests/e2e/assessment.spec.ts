import type { Page } from "@playwright/test";
import { expect, expectAccessible, signUp, test } from "./support.ts";

/** Answers the five questions with these letters, and finishes. */
async function answer(page: Page, letters: string): Promise<void> {
  for (const [index, letter] of [...letters].entries()) {
    await expect(page.getByText(`Pergunta ${index + 1} de 5`)).toBeVisible();
    await page.getByRole("radio").nth("abcd".indexOf(letter)).check();
    await page.getByRole("button", { name: index === 4 ? "Finalizar" : "Próxima" }).click();
  }
}

test("the assessment: one question at a time, back keeps the answer, result with level, notice and explanations", {
  tag: "@phone-long",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/avaliacao");
  const next = page.getByRole("button", { name: "Próxima" });
  await expect(page.getByText("Pergunta 1 de 5")).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(page.getByRole("button", { name: "Anterior" })).toBeDisabled();
  await page.getByLabel("O homem no início do seu aperfeiçoamento").check();
  await next.click();
  await expect(page.getByText("Pergunta 2 de 5")).toBeVisible();
  await page.getByRole("button", { name: "Anterior" }).click();
  await expect(page.getByLabel("O homem no início do seu aperfeiçoamento")).toBeChecked();
  await next.click();
  await page.getByLabel("A repartir bem as horas do dia").check();
  await next.click();
  await page.getByLabel("Sete lâmpadas de ouro").check();
  await next.click();
  await page.getByLabel("A eloquência").check();
  await next.click();
  await page.getByLabel("O prestígio entre os homens do seu tempo").check();
  await page.getByRole("button", { name: "Finalizar" }).click();
  await expect(page.getByText("Seu nível", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Companheiro" })).toBeVisible();
  await expect(page.getByText("Grau maçônico só se recebe em Loja.")).toBeVisible();
  await expect(page.locator(".assessment__explained > li")).toHaveCount(5);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver Módulos Recomendados" }).click();
  await expect(page).toHaveURL("/modulos?nivel=companheiro");
  await expect(page.getByRole("tab", { name: "Companheiro" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("Reservado ao grau de Companheiro.").first()).toBeVisible(); // the level opens nothing
});

test("the mestre question alone gives mestre, all wrong gives aprendiz; each with its steps and its modules", {
  tag: "@long",
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/avaliacao");
  const steps = page.getByRole("region", { name: "Próximos passos" });
  const modules = steps.getByRole("link", { name: "Ver Módulos Recomendados" });
  await answer(page, "aaaca");
  await expect(page.getByRole("heading", { level: 1, name: "Mestre" })).toBeVisible();
  await expect(page.getByText("Você conhece os temas dos três graus.")).toBeVisible();
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await expect(modules).toHaveAttribute("href", "/modulos/mestre");
  await steps.getByRole("button", { name: "Refazer a avaliação" }).click();
  await answer(page, "aaaaa");
  await expect(page.getByRole("heading", { level: 1, name: "Aprendiz" })).toBeVisible();
  await expect(page.getByText("Comece pelo começo, sem pressa.")).toBeVisible();
  await expect(steps.getByRole("listitem").first()).toHaveText("Leia “O que é a Maçonaria”, a primeira lição.");
  await expect(modules).toHaveAttribute("href", "/modulos/aprendiz");
  await steps.getByRole("link", { name: "Ir para o painel" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("region", { name: "Grau e nível" })).toContainText("Nível de estudoAprendiz");
});
