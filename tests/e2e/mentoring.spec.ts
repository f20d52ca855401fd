import type { Page } from "@playwright/test";
import { executable, pdf } from "#tests/support/books.ts";
import { askFor, inDays, mentor, type Person, person } from "./people.ts";
import { callApi, expect, expectAccessible, expectToast, paste, signIn, signUp, test } from "./support.ts";

async function request(page: Page, teacher: Person, title: string): Promise<void> {
  await page.goto("/mentoria");
  const card = page.locator(`#mentor-${teacher.id}`);
  await card.getByRole("button", { name: "Solicitar Mentoria" }).click();
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  await expect(dialog).toContainText(`Enviando solicitação para ${teacher.name}`);
  await dialog.getByLabel("Título *").fill(title);
  await dialog.getByLabel("Descrição *").fill("Gostaria de conversar sobre a lição.");
  await dialog.getByLabel("Data Preferencial (opcional)").fill(await inDays(page, 9));
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expectToast(page, "Solicitação enviada com sucesso!");
  await expect(dialog).toBeHidden();
}

test("two browsers: request, accept, messages as they are written, complete, rate", { tag: "@phone-long" }, async ({
  browser,
  allowConsole,
}) => {
  test.setTimeout(90_000); // two browsers go all the way
  allowConsole(/status of 415/);
  const teacher = await mentor(browser, "Mentor Paciente");
  const student = await person(browser, "Aprendiz Curioso");
  const title = "O prumo e o nível";
  await request(student.page, teacher, title);
  await expect(student.page.locator(`#mentor-${teacher.id}`)).toContainText(
    "Você já tem um pedido aguardando a resposta deste mentor.",
  );

  await student.page.getByRole("tab", { name: "Minhas Sessões" }).click();
  const card = student.page.locator(".mentorship-session-card__card");
  await expect(card).toContainText("Pendente");
  await expect(card).toContainText(`Mentor: ${teacher.email}`);
  await expect(card).toContainText("às 19:30");
  await card.getByRole("link", { name: "Ver Detalhes" }).click();
  await expect(student.page.getByRole("heading", { name: title })).toBeVisible();

  // the mentor finds the request, and accepts it
  await teacher.page.goto("/mentoria");
  await teacher.page.getByRole("button", { name: "1 pedido aguarda a sua resposta" }).click();
  await teacher.page.getByRole("link", { name: title }).click();
  await teacher.page.getByRole("button", { name: "Aceitar" }).click();
  const accept = teacher.page.getByRole("dialog", { name: "Aceitar a sessão" });
  await expect(accept.getByLabel("Duração em minutos *")).toHaveValue("60");
  await expect(accept.getByLabel("Data e hora *")).toHaveValue(/T19:30$/);
  await accept.getByRole("button", { name: "Aceitar a sessão" }).click();
  await expect(accept.getByText("Informe o local ou o link")).toBeVisible();
  await accept.getByLabel("Local ou link *").fill("javascript:alert(1)");
  await expect(accept.getByText("Use um endereço que comece com https:// ou escreva o local.")).toBeVisible();
  await accept.getByLabel("Local ou link *").fill("https://chamada.example/sala-7");
  await accept.getByRole("button", { name: "Aceitar a sessão" }).click();
  await expectToast(teacher.page, "Sessão aceita");

  // the student's open page shows it without being touched
  await expect(student.page.locator(".mentoring__mentorship-session-title .badge")).toHaveText("Aceita");
  await expect(student.page.getByRole("link", { name: "https://chamada.example/sala-7" })).toBeVisible();
  const [download] = await Promise.all([
    student.page.waitForEvent("download"),
    student.page.getByRole("link", { name: /agenda/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("sessao.ics");

  // each sees at once what the other writes
  await student.page.getByLabel("Sua mensagem").fill("Boa noite. Levo alguma leitura?");
  await student.page.getByRole("button", { name: "Enviar" }).click();
  await expect(teacher.page.locator(".mentoring__message")).toContainText("Boa noite. Levo alguma leitura?");
  await teacher.page.getByLabel("Sua mensagem").fill("Só as suas perguntas.");
  await teacher.page.getByLabel("Sua mensagem").press("Control+Enter");
  await expect(student.page.locator(".mentoring__message").nth(1)).toContainText("Só as suas perguntas.");
  await expect(student.page.locator(".mentoring__message").nth(1)).toContainText("Mentor");
  await expect(teacher.page.getByLabel("Sua mensagem")).toHaveValue("");

  // a sheet comes with a message: it is still chosen after a reload, and is refused in words where it is neither picture nor PDF
  const chooser = student.page.getByLabel("Anexar");
  await chooser.setInputFiles({ name: "meu-dia.exe", mimeType: "application/pdf", buffer: executable() });
  await expect(student.page.getByText("Envie uma imagem (JPEG, PNG ou WebP) ou um PDF")).toBeVisible();
  await chooser.setInputFiles({ name: "meu-dia.pdf", mimeType: "application/pdf", buffer: pdf(84_000) });
  await expect(student.page.getByRole("button", { name: "Retirar" })).toBeVisible();
  await student.page.reload();
  await expect(student.page.getByText("meu-dia.pdf")).toBeVisible();
  await student.page.getByRole("button", { name: "Enviar" }).click();
  await expect(student.page.getByRole("button", { name: "Retirar" })).toBeHidden();
  const [sheet] = await Promise.all([
    teacher.page.waitForEvent("download"),
    teacher.page.getByRole("link", { name: "meu-dia.pdf" }).click(),
  ]);
  expect(sheet.suggestedFilename()).toBe("meu-dia.pdf");
  await expect(teacher.page.locator(".mentoring__message").nth(2)).toContainText("82 kB");

  // done, and rated
  await teacher.page.getByRole("button", { name: "Marcar como concluída" }).click();
  await teacher.page.getByRole("button", { name: "Concluir a sessão" }).click();
  await expect(student.page.locator(".mentoring__mentorship-session-title .badge")).toHaveText("Concluída");
  await student.page.getByRole("button", { name: "Avaliar a sessão" }).click();
  const rate = student.page.getByRole("dialog", { name: "Avaliar a sessão" });
  await rate.getByRole("button", { name: "Enviar avaliação" }).click();
  await expect(rate.getByText("Escolha de 1 a 5")).toBeVisible();
  await rate.getByText("Muito boa").click();
  await rate.getByLabel("Comentário (opcional)").fill("Claro e paciente.");
  await rate.getByRole("button", { name: "Enviar avaliação" }).click();
  await expectToast(student.page, "Avaliação enviada");
  await expect(teacher.page.getByText("Claro e paciente.")).toBeVisible();
  await expect(student.page.locator(".mentoring__history li")).toHaveCount(4);
  await student.page.goto("/mentoria");
  await expect(student.page.locator(`#mentor-${teacher.id}`)).toContainText("4,0");
  await expect(student.page.locator(`#mentor-${teacher.id}`)).toContainText("sessão1");
  await expectAccessible(student.page);
  await teacher.context.close();
  await student.context.close();
});

test("messages that came meanwhile are counted, and 'Mensagens' opens them", { tag: "@long" }, async ({ browser }) => {
  const teacher = await mentor(browser, "Mentor Ausente");
  const student = await person(browser, "Aprendiz Falante");
  await request(student.page, teacher, "Perguntas soltas");
  await student.page.getByRole("tab", { name: "Como Aprendiz" }).click();
  await student.page.getByRole("link", { name: "Mensagens" }).click();
  await expect(student.page.getByRole("heading", { name: "Mensagens" })).toBeFocused();
  await paste(student.page.getByLabel("Sua mensagem"), "x".repeat(4_001));
  await student.page.getByRole("button", { name: "Enviar" }).click();
  await expect(student.page.getByText("Mensagem muito longa (até 4.000 caracteres)")).toBeVisible();
  await expect(student.page.getByLabel("Sua mensagem")).toHaveValue("x".repeat(4_001));
  for (const text of ["Primeira.", "Segunda."]) {
    await student.page.getByLabel("Sua mensagem").fill(text);
    await student.page.getByRole("button", { name: "Enviar" }).click();
    await expect(student.page.locator(".mentoring__message").filter({ hasText: text })).toBeVisible();
  }
  await teacher.page.goto("/mentoria");
  await teacher.page.getByRole("button", { name: "2 mensagens não lidas" }).click();
  await teacher.page.getByRole("link", { name: /^Mensagens ?, 2 não lidas$/ }).click();
  await expect(teacher.page.locator(".mentoring__message")).toHaveCount(2);
  await expectAccessible(teacher.page);
  await teacher.page.goto("/mentoria?aba=sessoes");
  await expect(teacher.page.getByRole("link", { name: "Mensagens", exact: true })).toBeVisible();
  await expect(teacher.page.getByRole("button", { name: /não lida/ })).toHaveCount(0);
  await teacher.context.close();
  await student.context.close();
});

test("a page that lost its connection catches up by itself", { tag: "@long" }, async ({ browser, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const teacher = await mentor(browser, "Mentor Distante");
  const student = await person(browser, "Aprendiz Viajante");
  await request(student.page, teacher, "Em viagem");
  await student.page.getByRole("tab", { name: "Como Aprendiz" }).click();
  await student.page.getByRole("link", { name: "Ver Detalhes" }).click();
  await expect(student.page.getByLabel("Sua mensagem")).toBeVisible();
  const id = student.page.url().split("/").at(-1)!;
  await student.context.setOffline(true);
  for (const [index, body] of ["Um.", "Dois.", "Três."].entries()) {
    const key = `00000000-0000-4000-8000-00000000000${index}`;
    await callApi(teacher.context.request, "post", `/api/mentoring/sessions/${id}/messages`, { body, key });
  }
  await student.context.setOffline(false);
  await expect(student.page.locator(".mentoring__message")).toHaveCount(3);
  await expect(student.page.locator(".mentoring__message").nth(2)).toContainText("Três.");
  await teacher.context.close();
  await student.context.close();
});

test("empty lists say so, and lead to the mentors", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/mentoria?aba=sessoes");
  await expect(page.getByRole("heading", { name: "Você ainda não tem sessões de mentoria" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Buscar Mentores" }).click();
  await expect(page.getByRole("tab", { name: "Mentores" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Como Mentor" }).click();
  await expect(page.getByRole("heading", { name: "Você não tem sessões como mentor" })).toBeVisible();
  await page.getByRole("tab", { name: "Como Aprendiz" }).click();
  await expect(page.getByRole("heading", { name: "Você não tem sessões como aprendiz" })).toBeVisible();
});

test("the notice of an incomplete request leaves the dialog's title free, and can be closed alone", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/mentoria");
  await page.getByRole("button", { name: "Solicitar Mentoria" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expectToast(page, "Preencha todos os campos obrigatórios");
  await expect(async () => {
    const form = (await dialog.boundingBox())!;
    const notice = (await page.locator(".toast").boundingBox())!;
    const apart = notice.y >= form.y + form.height || notice.x >= form.x + form.width;
    expect(apart, JSON.stringify({ form, notice })).toBe(true);
  }).toPass({ timeout: 8_000 });
  await page.locator(".toast button").click();
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(dialog.getByText("Informe o título")).toBeVisible();
});

test("an incomplete request sends nothing and keeps what was typed", { tag: ["@long", "@phone"] }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/mentoria");
  let sent = 0;
  page.on("request", (one) => {
    if (one.method() === "POST" && one.url().endsWith("/api/mentoring/sessions")) sent += 1;
  });
  await page.getByRole("button", { name: "Solicitar Mentoria" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  await dialog.getByLabel("Descrição *").fill("Só a descrição.");
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expectToast(page, "Preencha todos os campos obrigatórios");
  await expect(dialog.getByLabel("Título *")).toBeFocused();
  await expect(dialog.getByLabel("Descrição *")).toHaveValue("Só a descrição.");
  const title = dialog.getByLabel("Título *");
  await paste(title, "x".repeat(121));
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expect(dialog.getByText("Título muito longo (até 120 caracteres)")).toBeVisible();
  await expect(title).toHaveValue("x".repeat(121));
  // a date that is half typed has no value, but it was meant
  await title.fill("A pedra bruta");
  const date = dialog.getByLabel("Data Preferencial (opcional)");
  await date.press("1");
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expect(dialog.getByText("A data está incompleta ou não existe. Confira o dia, o mês, o ano e a hora.")).toBeVisible();
  await expect(date).toBeFocused();
  expect(await date.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(true); // what was typed is still there
  await date.press("Enter");
  await expect(dialog.getByText("A data está incompleta")).toBeVisible();
  expect(sent).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
});

test("somebody else's session is not found, and nothing of it is shown", { tag: "@long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  const teacher = await mentor(browser, "Mentor Reservado");
  const student = await person(browser, "Aprendiz Reservado");
  const title = "Assunto reservado";
  const id = await askFor(student, teacher, title);
  await student.page.goto(`/mentoria/sessao/${id}`);
  await expect(student.page.getByRole("heading", { name: title })).toBeVisible();
  await signUp(context);
  await page.goto(`/mentoria/sessao/${id}`);
  await expect(page.getByRole("heading", { name: "Sessão não encontrada" })).toBeVisible();
  for (const words of [title, teacher.name, teacher.email, student.name, student.email])
    await expect(page.locator("body")).not.toContainText(words);
  await teacher.context.close();
  await student.context.close();
});

test("the dashboard shows the demo student's next session", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "Seu mentor" });
  await expect(card).toContainText("Roberto Azevedo Prates");
  await expect(card).toContainText("Aceita");
  await expect(card).toContainText(/\d+ de \p{L}+ às 19:30, 60 min/u);
  await card.getByRole("link", { name: "Abrir a mentoria" }).click();
  await expect(page.locator(".mentorship-session-card__card").filter({ hasText: "O malho e o cinzel" })).toBeVisible();
});
