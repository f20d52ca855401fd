import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { questionOptions, questions } from "#app/features/courses/courses.table.ts";
import { projectFile } from "#app/project-files.ts";
import { backend } from "./backend.ts";
import { letterTo, linkIn } from "./outbox.ts";
import { mentor } from "./people.ts";
import { expect, expectToast, isPhone, PASSWORD, readLesson, test } from "./support.ts";

/** A member's finger: every press and every field that is begun counts, under the name of the step that it belongs to. */
class Finger {
  readonly steps: { name: string; taps: number }[] = [];

  begin(name: string): void {
    this.steps.push({ name, taps: 0 });
  }

  async tap(target: Locator): Promise<void> {
    this.steps.at(-1)!.taps += 1;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await field.fill(text);
  }
}

/** The table of docs/walks.md: each step and its taps. */
const documented = () =>
  [...readFileSync(projectFile("docs/walks.md"), "utf8").matchAll(/^\| ([^|]+) \| (\d+) \|/gm)].map(([, name, taps]) => ({
    name: name!.trim(),
    taps: Number(taps),
  }));

/** Scrolls to this part of the text, and stays there as a reader does. */
async function readOn(page: Page, part: number): Promise<void> {
  await page.evaluate((share) => {
    const text = document.querySelector(".lesson-text")!.getBoundingClientRect();
    window.scrollTo(0, window.scrollY + text.top + text.height * share - window.innerHeight * 0.8);
  }, part);
  await page.clock.runFor(25_000);
}

/** Reads the first half of a lesson, screen by screen, and rests there; the page's clock runs ahead meanwhile. */
async function readHalf(page: Page): Promise<void> {
  await page.locator(".lesson-text").waitFor();
  for (const part of [0.1, 0.2, 0.3, 0.4, 0.5, 0.5]) await readOn(page, part);
}

/** Answers the question of a lesson that was read, rightly and at the first try. */
async function answer(page: Page, finger: Finger, lessonId: string): Promise<void> {
  const [right] = await backend()
    .db.select({ text: questionOptions.text })
    .from(questionOptions)
    .innerJoin(questions, eq(questions.id, questionOptions.questionId))
    .where(and(eq(questions.lessonId, lessonId), eq(questions.use, "check"), eq(questionOptions.right, true)));
  const question = page.locator("#questao");
  await finger.tap(question.getByText(right!.text, { exact: true }));
  await finger.tap(question.getByRole("button", { name: "Responder" }));
  await expect(question.getByText("Certo. Lição concluída.")).toBeVisible();
}

/** Most pages are in the phone's menu. */
async function open(page: Page, finger: Finger, name: string): Promise<void> {
  await finger.tap(page.locator(".menu summary"));
  await finger.tap(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true }));
}

test("a whole evening: from the home page to a second lesson, a book, a mentor and a forgotten password", {
  tag: ["@long", "@phone"],
}, async ({ page, browser }) => {
  test.skip(!isPhone(page), "the walk is that of a hand on a phone, whose header leads on");
  const teacher = await mentor(browser, "Mentor da Noite");
  const email = `${crypto.randomUUID()}@academia.test`;
  const finger = new Finger();
  const stopped = page.getByText("Você parou aqui.");
  await page.clock.install();

  finger.begin("Registrar-se");
  await page.goto("/");
  await finger.tap(page.locator(".home__hero").getByRole("link", { name: "Fazer a avaliação de nível" }));
  await expect(page.getByText("Para fazer a avaliação, crie a sua conta")).toBeVisible();
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await finger.type(form.getByLabel("Nome Completo"), "Joaquim Prado");
  await finger.type(form.getByLabel("Email"), email);
  await finger.type(form.getByLabel("Senha", { exact: true }), PASSWORD);
  await finger.tap(form.getByRole("button", { name: "Criar Conta" }));

  finger.begin("Avaliação de nível");
  for (let question = 1; question <= 5; question += 1) {
    await expect(page.getByText(`Pergunta ${question} de 5`)).toBeVisible();
    await finger.tap(page.getByRole("radio").first());
    await finger.tap(page.getByRole("button", { name: question === 5 ? "Finalizar" : "Próxima" }));
  }
  await expect(page.getByText("Seu nível", { exact: true })).toBeVisible();

  finger.begin("Primeira lição");
  await finger.tap(page.getByRole("banner").getByRole("link", { name: "Continuar" }));
  await expect(page).toHaveURL("/modulo/1/licao/1");
  await readLesson(page.context(), 1, 1);
  await answer(page, finger, "m01-l01");

  finger.begin("Sair no meio da segunda");
  await finger.tap(page.getByRole("link", { name: "Próxima lição" }).first());
  await expect(page).toHaveTitle("Lição 2, módulo 1 · Academia");
  await readHalf(page);
  await finger.tap(page.getByRole("banner").getByRole("link", { name: "Academia do Rito de York" }));
  await expect(page).toHaveURL("/");

  finger.begin("Voltar a ela");
  await finger.tap(page.getByRole("banner").getByRole("link", { name: "Continuar" }));
  await expect(page).toHaveURL("/modulo/1/licao/2");
  await expect(stopped).toBeInViewport();

  finger.begin("O resto do módulo");
  await readLesson(page.context(), 1, 2);
  await answer(page, finger, "m01-l02");
  for (const number of [3, 4, 5]) {
    await finger.tap(page.getByRole("link", { name: "Próxima lição" }).first());
    await expect(page).toHaveURL(`/modulo/1/licao/${number}`);
    await readLesson(page.context(), 1, number);
    await answer(page, finger, `m01-l0${number}`);
  }
  await expect(page.getByRole("heading", { name: "A pedra tem mais uma face." })).toBeVisible();

  finger.begin("Confirmar o e-mail");
  await page.goto(linkIn(await letterTo(email, "confirmar-email"), "confirmar-email"));
  await finger.tap(page.getByRole("button", { name: "Confirmar o e-mail" }));
  await expect(page.getByRole("heading", { name: "E-mail confirmado" })).toBeVisible();

  finger.begin("Um termo, no meio de uma lição");
  await finger.tap(page.getByRole("banner").getByRole("link", { name: "Continuar" }));
  await expect(page).toHaveTitle("Lição 1, módulo 2 · Academia");
  await readHalf(page);
  const term = page.locator(".term:visible").first();
  await finger.tap(term);
  await expect(page.getByRole("complementary", { name: /^Dicionário:/ })).toBeVisible();
  await finger.tap(page.getByRole("button", { name: "Fechar o verbete" }));
  await readOn(page, 0.55);

  finger.begin("Um livro");
  await open(page, finger, "Biblioteca");
  await finger.tap(page.getByRole("tab", { name: "Livros" }));
  await finger.tap(page.getByRole("tabpanel", { name: "Livros" }).getByRole("link").first());
  await expect(page).toHaveTitle("Livro da biblioteca · Academia");

  finger.begin("Um pedido ao mentor");
  await open(page, finger, "Mentoria");
  const card = page.locator(`#mentor-${teacher.id}`);
  await finger.tap(card.getByRole("button", { name: "Solicitar Mentoria" }));
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  await finger.type(dialog.getByLabel("Título *"), "A primeira face");
  await finger.type(dialog.getByLabel("Descrição *"), "Gostaria de conversar sobre o primeiro módulo.");
  await finger.tap(dialog.getByRole("button", { name: "Enviar Solicitação" }));
  await expectToast(page, "Solicitação enviada com sucesso!");

  finger.begin("Sair");
  await finger.tap(page.locator(".menu summary"));
  await finger.tap(page.locator(".menu nav").getByRole("button", { name: "Sair" }));
  await expect(page).toHaveURL("/login");

  finger.begin("Senha esquecida");
  await finger.tap(page.getByRole("link", { name: "Esqueceu a senha?" }));
  await expect(page.getByRole("heading", { name: "Esqueceu a senha?" })).toBeVisible();
  await finger.type(page.getByLabel("Email"), email);
  await finger.tap(page.getByRole("button", { name: "Enviar Link de Recuperação" }));
  await expectToast(page, "Email enviado");
  await page.goto(linkIn(await letterTo(email, "reset-password"), "reset-password"));
  await finger.type(page.getByLabel("Nova Senha", { exact: true }), "Prumo&Nivel10x");
  await finger.type(page.getByLabel("Confirmar Nova Senha"), "Prumo&Nivel10x");
  await finger.tap(page.getByRole("button", { name: "Atualizar Senha" }));
  await expect(page).toHaveURL("/dashboard");

  finger.begin("De volta à lição");
  await finger.tap(page.getByRole("banner").getByRole("link", { name: "Continuar" }));
  await expect(page).toHaveURL("/modulo/2/licao/1");
  await expect(stopped).toBeInViewport();

  expect(finger.steps).toEqual(documented());
});
