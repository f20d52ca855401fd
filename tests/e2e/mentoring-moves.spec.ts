import type { Page } from "@playwright/test";
import { askFor, inDays, mentor, type Person, person } from "./people.ts";
import { callApi, expect, expectAccessible, expectToast, test } from "./support.ts";

const badge = (page: Page) => page.locator(".mentoring__mentorship-session-title .badge");

/** Opens a session on both sides. */
async function openBoth(id: string, ...people: Person[]): Promise<void> {
  for (const { page } of people) {
    await page.goto(`/mentoria/sessao/${id}`);
    await expect(page.getByLabel("Sua mensagem")).toBeVisible();
  }
}

/** Ends a session by one of the moves that ask for a reason. */
async function end(page: Page, button: string, title: string, reason: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog.getByText("Escreva o motivo")).toBeVisible();
  await dialog.getByLabel("Motivo *").fill(reason);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("two browsers: decline, withdraw and cancel ask for a reason, which the other side reads at once", { tag: "@long" }, async ({
  browser,
}) => {
  test.slow(); // three sessions
  const teacher = await mentor(browser, "Mentor Ocupado");
  const student = await person(browser, "Aprendiz Insistente");
  const stories = [
    {
      by: teacher,
      to: student,
      button: "Recusar",
      title: "Recusar o pedido",
      done: "Pedido recusado",
      said: "O mentor recusou o pedido.",
    },
    {
      by: student,
      to: teacher,
      button: "Retirar o pedido",
      title: "Retirar o pedido",
      done: "Pedido retirado",
      said: "O aprendiz retirou o pedido.",
    },
    {
      by: student,
      to: teacher,
      button: "Cancelar a sessão",
      title: "Cancelar a sessão",
      done: "Sessão cancelada",
      said: "O aprendiz cancelou a sessão.",
    },
  ];
  for (const { by, to, button, title, done, said } of stories) {
    const id = await askFor(student, teacher, `Sessão a encerrar: ${button}`);
    if (button === "Cancelar a sessão") {
      const scheduledDate = new Date(Date.now() + 5 * 86_400_000).toISOString();
      const data = { scheduledDate, durationMinutes: 45, place: "Loja" };
      await callApi(teacher.context.request, "post", `/api/mentoring/sessions/${id}/accept`, data);
    }
    await openBoth(id, by, to);
    const arranged = student.page.getByText(
      /^A sessão está marcada para .+ Se não puder ir, proponha outra data, avise por mensagem ou cancele\.$/,
    );
    await expect(arranged).toBeVisible({ visible: button === "Cancelar a sessão" });
    await end(by.page, button, title, `Motivo de prova: ${button}.`);
    await expectToast(by.page, done);
    for (const { page } of [by, to]) {
      await expect(badge(page)).toHaveText("Cancelada");
      await expect(page.getByText(`Motivo: Motivo de prova: ${button}.`)).toBeVisible();
      await expect(page.getByText(/^A sessão foi encerrada. A conversa continua aberta até /)).toBeVisible();
      await expect(page.getByLabel("Sua mensagem")).toBeVisible();
    }
    await expect(to.page.getByText(said)).toBeVisible();
  }
  await teacher.context.close();
  await student.context.close();
});

test("of two moves at once one wins, and the other side is told that the session was not changed", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  const teacher = await mentor(browser, "Mentor Veloz");
  const student = await person(browser, "Aprendiz Hesitante");
  await openBoth(await askFor(student, teacher, "Dois gestos ao mesmo tempo"), teacher, student);
  await student.page.getByRole("button", { name: "Retirar o pedido" }).click();
  const withdraw = student.page.getByRole("dialog", { name: "Retirar o pedido" });
  await withdraw.getByLabel("Motivo *").fill("Mudei de ideia.");

  await teacher.page.getByRole("button", { name: "Aceitar" }).click();
  const accept = teacher.page.getByRole("dialog", { name: "Aceitar a sessão" });
  await accept.getByLabel("Data e hora *").fill(await inDays(teacher.page, 7));
  await accept.getByLabel("Local ou link *").fill("Loja Pedra Angular");
  await accept.getByRole("button", { name: "Aceitar a sessão" }).click();
  await expectToast(teacher.page, "Sessão aceita");

  await withdraw.getByRole("button", { name: "Retirar o pedido" }).click();
  await expectToast(student.page, "A sessão não foi alterada");
  await expect(withdraw).toBeHidden();
  await expect(badge(student.page)).toHaveText("Aceita");
  await expect(badge(teacher.page)).toHaveText("Aceita");
  await teacher.context.close();
  await student.context.close();
});

test("who deletes their account leaves the conversation without their name and their words", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 401/); // their own page, which is still open
  const teacher = await mentor(browser, "Mentor Que Fica");
  const student = await person(browser, "Aprendiz Que Parte");
  const id = await askFor(student, teacher, "Um título que some");
  await openBoth(id, teacher, student);
  for (const [{ page }, text] of [
    [student, "Palavras do aprendiz."],
    [teacher, "Palavras do mentor."],
  ] as const) {
    await page.getByLabel("Sua mensagem").fill(text);
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
    await expect(teacher.page.locator(".mentoring__message").filter({ hasText: text })).toBeVisible();
  }
  await callApi(student.context.request, "post", "/api/account/deletion", { currentPassword: student.password });

  // the open page follows by itself
  await expect(badge(teacher.page)).toHaveText("Cancelada");
  const messages = teacher.page.locator(".mentoring__message");
  await expect(messages.nth(0)).toContainText("Membro removido");
  await expect(messages.nth(0)).toContainText("Mensagem removida");
  await expect(messages.nth(1)).toContainText("Palavras do mentor.");
  await expect(
    teacher.page.getByText("A outra pessoa removeu a conta. A conversa fica aqui, sem as palavras dela."),
  ).toBeVisible();
  await expect(teacher.page.getByRole("complementary", { name: "Sobre a sessão" })).toContainText("Membro removido");
  for (const gone of ["Palavras do aprendiz.", "Um título que some", student.name, student.email])
    await expect(teacher.page.getByText(gone)).toHaveCount(0);
  await expectAccessible(teacher.page);
  await teacher.page.goto("/mentoria?aba=mentor");
  const card = teacher.page.locator(".mentorship-session-card__card");
  await expect(card).toContainText("Membro removido");
  await expect(card).toContainText("Cancelada");
  await teacher.context.close();
  await student.context.close();
});
