import type { Page } from "@playwright/test";
import { mentor } from "./people.ts";
import { breakApi, expect, expectToast, holdApi, signIn, signUp, test } from "./support.ts";

const MENTORS = "**/api/mentoring/mentors";
const SESSIONS = "**/api/mentoring/sessions*";

const mentorCard = (page: Page, name: string) => page.locator(".mentor-list__mentor-card").filter({ hasText: name });
const sessionCard = (page: Page, title: string) => page.locator(".mentorship-session-card__card").filter({ hasText: title });

test("a mentor's card: name without address, bio, specialties, rating, sessions, places; the best rated come first", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/mentoria");
  const card = mentorCard(page, "Roberto Azevedo Prates");
  await expect(card).toContainText("Mestre Instalado, professor de história aposentado.");
  await expect(card.getByRole("list", { name: "Especialidades" }).getByRole("listitem")).toHaveText([
    "Ritual",
    "História",
    "Simbolismo",
  ]);
  await expect(card.locator(".mentor-list__figures div")).toHaveText(["Avaliação4,7", "sessões8", /^responde em\d+ horas$/]);
  await expect(card.locator(".mentor-list__places")).toHaveText("Até 8 alunos, 4 vagas livres");
  await expect(page.locator(".mentor-list__mentor-card").filter({ hasText: "@" })).toHaveCount(0); // the address is for who has a session
  const ratings = await page
    .locator(".mentor-list__figures div:first-child dd")
    .evaluateAll((all) => all.map((rating) => Number(rating.textContent!.replace(",", "."))));
  expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
});

test("the mentors are on their way, then there is none", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await page.route(MENTORS, (route) => route.fulfill({ json: { mentors: [] } }));
  const answer = await holdApi(page, MENTORS);
  await page.goto("/mentoria");
  await expect(page.getByText("Carregando mentores...")).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: "Nenhum mentor disponível no momento" })).toBeVisible();
  await expect(page.getByText("Carregando mentores...")).toHaveCount(0);
});

test("a session's card: description, state, the other side, date, duration; the newest first", {
  tag: ["@long", "@phone"],
}, async ({ page, context, browser }) => {
  await signIn(context, "aluno@academia.example");
  const answer = await holdApi(page, SESSIONS);
  await page.goto("/mentoria?aba=sessoes");
  await expect(page.getByRole("tabpanel", { name: "Minhas Sessões" }).getByText("Carregando...")).toBeVisible();
  answer();
  await expect(page.locator(".mentorship-session-card__card h2")).toHaveText([
    "Por que o esquadro vem antes do compasso",
    "O malho e o cinzel: do símbolo ao hábito",
    "Revisão do meu primeiro trabalho",
    "Primeiros passos como Aprendiz",
  ]);
  await expect(page.locator(".mentorship-session-card__card .badge")).toHaveText([
    "Pendente",
    "Aceita",
    "Cancelada",
    "Concluída",
  ]);
  const accepted = sessionCard(page, "O malho e o cinzel");
  await expect(accepted).toContainText("Sessão marcada");
  await expect(accepted).toContainText("Mentor: mentor@academia.example");
  await expect(accepted).toContainText("60 minutos");
  await expect(accepted.getByText(/^\d+ de \p{L}+ às 19:30$/u)).toBeVisible();
  await expect(sessionCard(page, "Revisão do meu").locator("time")).toHaveCount(0); // no date was set
  await expect(accepted.getByRole("link", { name: /^Mensagens/ })).toBeVisible();
  await expect(accepted.getByRole("link", { name: "Ver Detalhes" })).toBeVisible();

  const other = await browser.newContext();
  await signIn(other, "mentor@academia.example");
  const theirs = await other.newPage();
  await theirs.goto("/mentoria?aba=mentor");
  await expect(sessionCard(theirs, "O malho e o cinzel")).toContainText("Aprendiz: aluno@academia.example");
  await other.close();
});

test("the request dialog: busy while it sends, what fails is reported and kept, and it opens empty the next time", {
  tag: "@long",
}, async ({ page, context, browser, allowConsole }) => {
  allowConsole(/status of (500|401)/);
  const teacher = await mentor(browser, "Mentor Procurado");
  await signUp(context);
  // the card stays open to requests, so that the same dialog can be opened again
  await page.route(MENTORS, async (route) => {
    const response = await route.fetch();
    const { mentors } = await response.json();
    await route.fulfill({
      json: { mentors: mentors.map((each: object) => ({ ...each, can: { request: true }, refusal: null })) },
    });
  });
  await page.goto("/mentoria");
  const open = page.locator(`#mentor-${teacher.id}`).getByRole("button", { name: "Solicitar Mentoria" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  const fields = ["Título *", "Descrição *", "Data Preferencial (opcional)"].map((label) => dialog.getByLabel(label));
  await fields[0]!.fill("A pedra e o prumo");
  await fields[1]!.fill("Duas perguntas.");
  const send = dialog.getByRole("button", { name: /^Envia/ });
  await breakApi(page, SESSIONS, "POST");
  const answer = await holdApi(page, SESSIONS);
  await send.click();
  await expect(send).toHaveText("Enviando...");
  for (const control of [send, ...fields]) await expect(control).toBeDisabled();
  answer();
  await expectToast(page, "Erro ao enviar solicitação", "Algo falhou do nosso lado.");
  await expect(fields[0]!).toHaveValue("A pedra e o prumo");
  await page.unroute(SESSIONS);
  await send.click();
  await expectToast(page, "Solicitação enviada com sucesso!");
  await expect(dialog).toBeHidden();
  await open.click();
  for (const field of fields) await expect(field).toHaveValue("");

  await page.unroute(MENTORS);
  await context.clearCookies(); // they are not signed in any more
  await fields[0]!.fill("A pedra e o prumo");
  await fields[1]!.fill("Duas perguntas.");
  await send.click();
  await expect(page.locator(".toast").filter({ hasText: "Usuário não autenticado" })).toContainText("Erro ao enviar solicitação");
  await teacher.context.close();
});
