import type { Page } from "@playwright/test";
import { callApi, expect, expectAccessible, isPhone, PASSWORD, signUp, test } from "./support.ts";

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
  await expect(steps.getByRole("listitem").first()).toContainText("Leia “O que é a Maçonaria”");
  await expect(modules).toHaveAttribute("href", "/modulos/aprendiz");
  await steps.getByRole("link", { name: "Ir para o painel" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("region", { name: "Grau e nível" })).toContainText("Nível de estudoAprendiz");
});

test("on a phone each question shows its options and the way on without scrolling; the introduction is on the first alone", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  test.skip(!isPhone(page), "about small screens");
  await signUp(context);
  await page.goto("/avaliacao");
  const introduction = page.getByText("Cinco perguntas sugerem um nível de estudo.");
  for (let question = 1; question <= 5; question += 1) {
    await expect(page.getByText(`Pergunta ${question} de 5`)).toBeVisible();
    await expect(introduction).toHaveCount(question === 1 ? 1 : 0);
    const options = page.getByRole("radio");
    for (const each of [...(await options.all()), page.getByRole("button", { name: /Próxima|Finalizar/ })])
      await expect(each).toBeInViewport({ ratio: 1 });
    await options.first().check();
    if (question < 5) await page.getByRole("button", { name: "Próxima" }).click();
  }
});

test("on a phone the notice of a new account covers none of the question's options, nor the way on", {
  tag: ["@phone", "@long"],
}, async ({ page }) => {
  test.skip(!isPhone(page), "on wide screens notices are beside the page");
  await page.goto("/avaliacao");
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await form.getByLabel("Nome Completo").fill("Joaquim Prado");
  await form.getByLabel("Email").fill(`${crypto.randomUUID()}@academia.test`);
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page.getByText("Pergunta 1 de 5")).toBeVisible();
  const told = page.locator(".toast");
  await expect(told).toBeVisible();
  const covered = () =>
    page.evaluate(() => {
      const toast = document.querySelector(".toast")?.getBoundingClientRect();
      const controls = [...document.querySelectorAll("main .choice, main button")].map((control) =>
        control.getBoundingClientRect(),
      );
      return toast && controls.filter(({ top, bottom }) => bottom > toast.top && top < toast.bottom).length;
    });
  await expect.poll(covered).toBe(0);
});

test("where the level is above the degree the result leads to what is open, and to the confirmation, once", {
  tag: "@long",
}, async ({ page, context }) => {
  await signUp(context);
  await callApi(context.request, "post", "/api/assessment", { answers: { q1: "b", q2: "d", q3: "b", q4: "c", q5: "c" } });
  await page.goto("/avaliacao");
  const steps = page.getByRole("region", { name: "Próximos passos" });
  await expect(steps.locator(".btn:not(.btn-2)")).toHaveText(["Ver Módulos Recomendados"]);
  await page.getByRole("link", { name: "Solicitar confirmação de grau" }).click();
  await expect(page).toHaveURL("/conta#grau");
  await callApi(context.request, "post", "/api/account/degree-requests", {
    degree: "mestre",
    lodge: "Loja da Prova",
    receivedOn: "2020-05-05",
  });
  for (const path of ["/avaliacao", "/dashboard", "/modulos?nivel=mestre"]) {
    await page.goto(path);
    await expect(page.getByText(/^Pedido enviado em \d+ de [a-zç]+, aguardando$/).first()).toBeVisible();
    await expect(page.getByText("Solicitar confirmação de grau")).toHaveCount(0);
  }
  await page.goto("/avaliacao");
  await page.getByRole("link", { name: "módulos de Aprendiz" }).click();
  await expect(page).toHaveURL("/modulos?nivel=aprendiz");
});
