import { eq, sql } from "drizzle-orm";
import { mentorshipSessions } from "#app/features/mentoring/mentorship-sessions/mentorship-sessions.table.ts";
import { backend } from "./backend.ts";
import { mentor, person } from "./people.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, test } from "./support.ts";

const PHONE = { viewport: { width: 360, height: 780 }, timezoneId: "America/Sao_Paulo" };

test("a month of two phones: an hour is chosen, moved twice, one meeting does not happen, another does and is rated", {
  tag: ["@long", "@phone"],
}, async ({ browser }) => {
  test.slow();
  const { db } = backend();
  const name = `Mentor ${crypto.randomUUID().replace(/[^a-f]/g, "")}`; // of this try
  const teacher = await mentor(browser, name, { rating: 5, totalMentorshipSessions: 999 }, PHONE);
  const student = await person(browser, "Aprendiz do Mês", PHONE);
  const [his, hers] = [teacher.page, student.page];
  for (const page of [his, hers]) page.setDefaultTimeout(10_000);
  const when = (id: string, date: ReturnType<typeof sql>) =>
    db.update(mentorshipSessions).set({ scheduledDate: date }).where(eq(mentorshipSessions.id, id));

  // the mentor says when they are free
  await his.goto("/mentoria?aba=mentor");
  await expect(his.getByText("Nenhum pedido sem resposta.")).toBeVisible();
  await his.getByRole("link", { name: "Minhas horas" }).click();
  await expect(his.getByRole("heading", { level: 1, name: "Minhas horas" })).toBeVisible();
  for (const day of ["Domingo", "Segunda", "Terça", "Quarta", "Quinta", "Sexta", "Sábado"])
    await his.getByRole("button", { name: `Abrir ${day}` }).click();
  await his.getByLabel("Sábado, às").fill("18:00");
  await his.getByRole("button", { name: "Guardar as horas" }).click();
  await expect(his.getByRole("region", { name: "Sábado" }).getByText("A hora do fim vem depois da do começo")).toBeVisible();
  await his.reload(); // what was typed stays
  await his.getByRole("button", { name: "Mudar Sábado" }).click();
  await expect(his.getByLabel("Sábado, às")).toHaveValue("18:00");
  await his.getByLabel("Sábado, às").fill("22:00");
  await expectAccessible(his);
  await expectNoOverflow(his);
  await his.getByRole("button", { name: "Guardar as horas" }).click();
  await expectToast(his, "Horas guardadas");
  await expect(his.getByText(/^Hora de Brasília\. Para você, \d\d:\d\d\.$/)).toBeVisible();

  // the student chooses one of the hours
  await hers.goto("/mentoria");
  const card = hers.getByRole("listitem").filter({ has: hers.getByRole("heading", { name: teacher.name }) });
  await expect(card.getByText(/^Próxima hora livre: /)).toBeVisible();
  await card.getByRole("button", { name: "Solicitar Mentoria" }).click();
  const dialog = hers.getByRole("dialog", { name: "Solicitar Mentoria" });
  await dialog.getByLabel("Título *").fill("A régua e o dia");
  await dialog.getByLabel("Descrição *").fill("Não sei onde pôr o trânsito.");
  const hour = dialog.getByRole("button", { name: /, 19:00$/ }).first();
  await hour.click();
  await expect(hour).toHaveAttribute("aria-pressed", "true");
  await expect(dialog.getByText(/fica guardada para você por dois dias/)).toBeVisible();
  await expectAccessible(hers);
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expectToast(hers, "Solicitação enviada com sucesso!");
  const [row] = await db.select().from(mentorshipSessions).where(eq(mentorshipSessions.menteeId, student.id));
  const { id } = row!;
  expect(row!.scheduledDate).not.toBeNull();

  // the mentor's day has it, and it is accepted for the hour that was chosen
  await his.goto("/mentoria?aba=mentor");
  await his.getByRole("link", { name: `Responder a ${student.name}` }).click();
  await his.getByRole("button", { name: "Aceitar", exact: true }).click();
  const accepting = his.getByRole("dialog", { name: "Aceitar a sessão" });
  await accepting.getByLabel("Local ou link *").fill("Por vídeo");
  await expect(accepting.getByText("Nesse dia você não tem outra sessão.")).toBeVisible();
  await accepting.getByRole("button", { name: "Aceitar a sessão" }).click();
  await expectToast(his, "Sessão aceita");

  // moved by the student, and again by the mentor
  await hers.goto(`/mentoria/sessao/${id}`);
  await hers.getByRole("button", { name: "Propor outra data" }).click();
  const proposing = hers.getByRole("dialog", { name: "Propor outra data" });
  await proposing
    .getByRole("button", { name: /, 20:00$/ })
    .last()
    .click();
  await proposing.getByLabel("Uma palavra (opcional)").fill("O dia virou reunião da Loja.");
  await proposing.getByRole("button", { name: "Propor esta data" }).click();
  await expectToast(hers, "Data proposta");
  await expect(hers.getByText("Você propôs outra data", { exact: true })).toBeVisible();
  await expect(his.getByText(`${student.name} propõe outra data`)).toBeVisible(); // their page is open, and follows
  await expect(his.getByText("“O dia virou reunião da Loja.”").first()).toBeVisible();
  await expectAccessible(his);
  await expectNoOverflow(his);
  await his.getByRole("button", { name: /^Aceitar \d/ }).click();
  await expectToast(his, "Nova data aceita");
  await his.getByRole("button", { name: "Propor outra data" }).click();
  const again = his.getByRole("dialog", { name: "Propor outra data" });
  const later = new Date(Date.now() + 20 * 86_400_000);
  later.setMinutes(0);
  const local = later.toLocaleString("sv-SE", { timeZone: PHONE.timezoneId }).replace(" ", "T").slice(0, 16);
  await again.getByLabel("Data e hora *").fill(local);
  await again.getByRole("button", { name: "Propor esta data" }).click();
  await expectToast(his, "Data proposta");
  await hers.getByRole("button", { name: /^Aceitar \d/ }).click();
  await expectToast(hers, "Nova data aceita");

  // the hour passes, and nobody came
  await when(id, sql`now() - interval '2 hours'`);
  await his.goto("/mentoria?aba=mentor");
  await expect(his.getByRole("heading", { name: "A sessão aconteceu?" })).toBeVisible();
  await expect(his.getByText("A confirmar").first()).toBeVisible();
  await his.getByRole("button", { name: "Não aconteceu" }).click();
  const missing = his.getByRole("dialog", { name: "A sessão não aconteceu" });
  await missing.getByRole("button", { name: "Confirmar que não aconteceu" }).click();
  await expect(missing.getByText("Escolha o que houve")).toBeVisible();
  await missing.getByLabel("Eu não pude").check();
  await missing.getByRole("button", { name: "Confirmar que não aconteceu" }).click();
  await expectToast(his, "Sessão não acontecida");
  await expect(his.getByRole("heading", { name: "A sessão aconteceu?" })).toBeHidden();
  await his.goto(`/mentoria/sessao/${id}`);
  await hers.reload();
  await expect(
    hers.getByText(/O mentor diz que a sessão de .+ não aconteceu: o mentor não pôde vir\. Foi assim\?/),
  ).toBeVisible();
  await hers.getByRole("button", { name: "Não foi assim" }).click();
  const objecting = hers.getByRole("dialog", { name: "Não foi assim" });
  await objecting.getByLabel("Motivo *").fill("Ele avisou na véspera, por mensagem.");
  await objecting.getByRole("button", { name: "Não foi assim" }).click();
  await expect(his.getByText("“Ele avisou na véspera, por mensagem.”")).toBeVisible();

  // another one, which takes place and is rated
  await hers.goto("/mentoria");
  await card.getByRole("button", { name: "Solicitar Mentoria" }).click();
  await dialog.getByLabel("Título *").fill("A régua, outra vez");
  await dialog.getByLabel("Descrição *").fill("Agora com o dia escrito.");
  await dialog
    .getByRole("button", { name: /, 21:00$|, 20:00$/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expectToast(hers, "Solicitação enviada com sucesso!");
  await his.goto("/mentoria?aba=mentor");
  await his.getByRole("link", { name: `Responder a ${student.name}` }).click();
  await his.getByRole("button", { name: "Aceitar", exact: true }).click();
  await accepting.getByLabel("Local ou link *").fill("Por vídeo");
  await accepting.getByRole("button", { name: "Aceitar a sessão" }).click();
  await expectToast(his, "Sessão aceita");
  const second = his.url().split("/").at(-1)!;
  await when(second, sql`now() - interval '90 minutes'`);
  await his.goto("/mentoria?aba=mentor");
  await his.getByRole("button", { name: "Concluir", exact: true }).click();
  const closing = his.getByRole("dialog", { name: "Concluir a sessão" });
  await closing.getByLabel("O que fica para a próxima (opcional)").fill("Trazer o capítulo lido.");
  await closing.getByRole("button", { name: "Concluir a sessão" }).click();
  await expectToast(his, "Sessão concluída");
  await hers.goto(`/mentoria/sessao/${second}`);
  await expect(hers.getByText("Trazer o capítulo lido.")).toBeVisible();
  await hers.getByRole("button", { name: "Avaliar a sessão" }).click();
  const rating = hers.getByRole("dialog", { name: "Avaliar a sessão" });
  await rating.getByLabel("5").check();
  await rating.getByRole("button", { name: "Enviar avaliação" }).click();
  await expectToast(hers, "Avaliação enviada");

  // the mentor notes something for themselves
  await his.goto("/mentoria?aba=mentor");
  await his.locator("summary").filter({ hasText: student.name }).click();
  const note = his.getByLabel(`Suas notas sobre ${student.name}`);
  await note.fill("Entende pelo objeto.");
  await his.reload();
  await his.locator("summary").filter({ hasText: student.name }).click();
  await expect(note).toHaveValue("Entende pelo objeto.");
  await his.getByRole("button", { name: "Guardar a anotação" }).click();
  await expectToast(his, "Anotação guardada");
  await expectAccessible(his);
  await expectNoOverflow(his);
  await teacher.context.close();
  await student.context.close();
});
