import type { Page } from "@playwright/test";
import { askFor, inDays, mentor, person } from "./people.ts";
import {
  breakApi,
  callApi,
  DEMO_PASSWORD,
  expect,
  expectToast,
  forgetSession,
  holdApi,
  PASSWORD,
  readLesson,
  signIn,
  signUp,
  test,
} from "./support.ts";

/** What goes wrong on an ordinary evening: pressing twice, losing the connection, leaving by mistake, a session ended elsewhere. */

const failure = (page: Page) => page.locator(".toast.error");

test("pressed twice, a move is made once, and is not reported as a failure", async ({ browser }) => {
  const teacher = await mentor(browser, "Mentor Apressado");
  const student = await person(browser, "Aprendiz Apressado");
  const id = await askFor(student, teacher, "Duas vezes");
  const { page } = teacher;
  await page.goto(`/mentoria/sessao/${id}`);
  await page.getByRole("button", { name: "Aceitar", exact: true }).click();
  await page.getByLabel("Data e hora *").fill(await inDays(page, 3));
  await page.getByLabel("Local ou link *").fill("Templo");
  await page.getByRole("button", { name: "Aceitar a sessão" }).dblclick();
  await expectToast(page, "Sessão aceita");
  await expect(failure(page)).toHaveCount(0);
  await teacher.context.close();
  await student.context.close();
});

test("pressed again while its dialog goes, a request is not sent again, nor reported as incomplete", { tag: "@long" }, async ({
  browser,
}) => {
  const teacher = await mentor(browser, "Mentor Requisitado");
  const { page, context } = await person(browser, "Aprendiz de Mão Pesada");
  await page.goto("/mentoria");
  const card = page.locator(`#mentor-${teacher.id}`);
  await card.getByRole("button", { name: "Solicitar Mentoria" }).click();
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  await dialog.getByLabel("Título *").fill("Uma só vez");
  await dialog.getByLabel("Descrição *").fill("Apertei o botão de novo.");
  await page.evaluate(() => {
    const popup = document.querySelector(".dialog-box")!;
    new MutationObserver(() => {
      if (popup.hasAttribute("data-closed")) popup.querySelector<HTMLElement>("[type=submit]")!.click();
    }).observe(popup, { attributes: true, attributeFilter: ["data-closed"] });
  });
  await dialog.getByRole("button", { name: "Enviar Solicitação" }).click();
  await expectToast(page, "Solicitação enviada com sucesso!");
  await expect(dialog).toHaveCount(0);
  await expect(failure(page)).toHaveCount(0);
  await teacher.context.close();
  await context.close();
});

test("pressed twice, signing in opens one session", { tag: "@long" }, async ({ page, context }) => {
  const { email } = await signUp(context);
  await context.clearCookies();
  await page.goto("/login");
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Entrar" }).dblclick();
  await expect(page).toHaveURL("/dashboard");
  const { sessions } = await (await context.request.get("/api/account/sessions")).json();
  expect(sessions).toHaveLength(2); // the one of the sign-up, and this one
});

test("without a connection sending fails at once and in words; what was typed stays, and can be sent again", {
  tag: "@long",
}, async ({ page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await signUp(context);
  await page.goto("/conta");
  const profile = page.locator("#perfil");
  await profile.getByLabel("Loja (opcional)").fill("Fraternidade, nº 3");
  await context.setOffline(true);
  await profile.getByRole("button", { name: "Salvar" }).click();
  await expectToast(page, "Erro ao atualizar o perfil", "Não encontramos sua conexão.");
  await expect(profile.getByLabel("Loja (opcional)")).toHaveValue("Fraternidade, nº 3");
  await context.setOffline(false);
  await profile.getByRole("button", { name: "Salvar" }).click();
  await expectToast(page, "Perfil atualizado");
  await expect(failure(page)).toHaveCount(0); // what failed before has succeeded now
});

test("a message written without a connection waits, says so, and goes out once when it is back", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const teacher = await mentor(browser, "Mentor do Interior");
  const student = await person(browser, "Aprendiz do Interior");
  const id = await askFor(student, teacher, "Sinal fraco");
  const { page, context } = student;
  await page.goto(`/mentoria/sessao/${id}`);
  await page.getByLabel("Sua mensagem").fill("Chegou?");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.getByText("Sem rede. Sai sozinha quando voltar.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator(".mentoring__mine")).toContainText("Chegou?");
  await expect(page.getByLabel("Sua mensagem")).toHaveValue("");
  await expect(failure(page)).toHaveCount(0);
  const { messages } = await callApi(teacher.context.request, "get", `/api/mentoring/sessions/${id}/messages`);
  expect(messages.map(({ body }: { body: string }) => body)).toEqual(["Chegou?"]);
  await teacher.context.close();
  await context.close();
});

test("the newsletter's form says that there is no connection, and takes the address afterwards", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  await page.goto("/faq");
  await page.waitForLoadState("networkidle");
  const form = page.getByRole("contentinfo");
  await form.getByLabel("Boletim por e-mail").fill("leitor.da.serra@academia.test");
  await context.setOffline(true);
  await form.getByRole("button", { name: "Inscrever" }).click();
  await expect(form.getByText("Não encontramos sua conexão.")).toBeVisible();
  await context.setOffline(false);
  await form.getByRole("button", { name: "Inscrever" }).click();
  await expect(form.getByText("Pedido recebido.")).toBeVisible();
});

test("a page that is not on this device says so without a connection, and comes by itself", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await signUp(context);
  await page.goto("/modulo/1"); // the page itself is loaded; what it shows of another module is not
  await page.getByRole("navigation", { name: "Você está em" }).getByRole("link", { name: "Módulos" }).click();
  await expect(page).toHaveURL("/modulos?nivel=aprendiz");
  await expect(page.getByRole("link", { name: "Ferramentas do Aprendiz", exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Ferramentas do Aprendiz", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Erro ao carregar o módulo" })).toBeInViewport();
  await expect(page.getByRole("status").getByText("Sem rede desde as")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Ferramentas do Aprendiz" })).toBeVisible();
});

test("reading the terms in the middle of signing up loses nothing but the password", { tag: ["@phone-long", "@long"] }, async ({
  page,
}) => {
  await page.goto("/login");
  await expect(async () => {
    await page.getByRole("link", { name: "Criar Minha Conta Grátis" }).click();
    await expect(page.getByRole("tab", { name: "Registrar" })).toHaveAttribute("aria-selected", "true", { timeout: 500 });
  }).toPass(); // before the script runs the link only goes to the form
  const form = page.getByRole("tabpanel", { name: "Registrar" });
  await form.getByLabel("Nome Completo").fill("José Aparecido");
  await form.getByLabel("Email").fill("jose@academia.test");
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Loja (opcional)").fill("Estrela do Sul");
  await form.getByRole("link", { name: "Política de Privacidade" }).click();
  await expect(page).toHaveURL("/privacidade");
  await page.goBack();
  await expect(form.getByLabel("Nome Completo")).toHaveValue("José Aparecido");
  await expect(form.getByLabel("Email")).toHaveValue("jose@academia.test");
  await expect(form.getByLabel("Loja (opcional)")).toHaveValue("Estrela do Sul");
  await expect(form.getByLabel("Senha", { exact: true })).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(PASSWORD);
  await form.getByLabel("Email").fill(`${crypto.randomUUID()}@academia.test`);
  await form.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page).toHaveURL("/dashboard");
  await forgetSession(page); // who comes back later finds the way in, not an empty sign-up
  await page.goto("/login");
  await expect(page.getByRole("tab", { name: "Entrar" })).toHaveAttribute("aria-selected", "true");
  expect(await page.evaluate(() => Object.keys({ ...sessionStorage }).filter((key) => key.startsWith("rascunho:")))).toEqual([]);
});

test("a message to the administration is still there after reloading, and gone once it was sent", { tag: "@long" }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/contato");
  const fields = {
    Nome: "Visitante",
    Email: "visitante@academia.test",
    Assunto: "Uma dúvida",
    Mensagem: "Escrevi isto com calma.",
  };
  for (const [label, text] of Object.entries(fields)) await page.locator("main").getByLabel(label, { exact: true }).fill(text);
  // what is typed before the scripts have come is theirs to keep only then
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(fields.Mensagem);
  await page.reload();
  for (const [label, text] of Object.entries(fields))
    await expect(page.locator("main").getByLabel(label, { exact: true })).toHaveValue(text);
  await page.clock.fastForward(5_000); // a person's time
  await page.getByRole("button", { name: "Enviar mensagem" }).click();
  await expect(page.getByRole("button", { name: "Escrever outra mensagem" })).toBeVisible();
  await page.reload();
  await expect(page.locator("main").getByLabel("Mensagem", { exact: true })).toHaveValue("");
});

test("a request to a mentor survives a press beside its dialog and the browser's back; signing out takes it away", {
  tag: ["@phone", "@long"],
}, async ({ browser }) => {
  const teacher = await mentor(browser, "Mentor Paciente");
  const { page, ...student } = await person(browser, "Aprendiz Distraído");
  const ask = page.locator(`#mentor-${teacher.id}`).getByRole("button", { name: "Solicitar Mentoria" });
  const dialog = page.getByRole("dialog", { name: "Solicitar Mentoria" });
  await page.goto("/dashboard");
  await page.goto("/mentoria");
  await ask.click();
  await dialog.getByLabel("Título *").fill("A régua");
  await dialog.getByLabel("Descrição *").fill("Meia hora de escrita.");
  const date = dialog.getByLabel("Data Preferencial (opcional)");
  const wish = await inDays(page, 9);
  await date.fill(wish);
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
  await ask.click();
  await expect(dialog.getByLabel("Descrição *")).toHaveValue("Meia hora de escrita.");
  await expect(date).toHaveValue(wish);
  await page.goBack(); // closes the dialog, and stays
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/mentoria");
  await page.goto("/dashboard");
  await page.goto("/mentoria");
  await ask.click();
  await expect(dialog.getByLabel("Título *")).toHaveValue("A régua");
  await expect(dialog.getByLabel("Descrição *")).toHaveValue("Meia hora de escrita.");
  await expect(date).toHaveValue(wish);
  await page.keyboard.press("Escape");
  await page.locator(".menu summary").click();
  await page.getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain("Meia hora");
  await teacher.context.close();
  await student.context.close();
});

test("a session ended elsewhere leads to signing in and back, and the long message is still there", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/401/);
  const teacher = await mentor(browser, "Mentor Atento");
  const student = await person(browser, "Aprendiz Lento");
  const id = await askFor(student, teacher, "Uma conversa");
  const { page, context } = student;
  await page.goto(`/mentoria/sessao/${id}`);
  await page.getByLabel("Sua mensagem").fill("Meia hora a escrever esta mensagem.");
  await context.clearCookies();
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page).toHaveURL(/\/login\?volta=/);
  await expect(page.getByText("Sua sessão terminou. Entre de novo para continuar de onde parou.")).toBeVisible();
  await expect(failure(page)).toHaveCount(0); // one thing is said, not two
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByLabel("Email").fill(student.email);
  await form.getByLabel("Senha", { exact: true }).fill(student.password);
  await form.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL(`/mentoria/sessao/${id}`);
  await expect(failure(page)).toHaveCount(0);
  await expect(page.getByLabel("Sua mensagem")).toHaveValue("Meia hora a escrever esta mensagem.");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(page.locator(".mentoring__mine")).toContainText("Meia hora a escrever");
  await page.getByLabel("Sua mensagem").blur();
  await expect(page.getByText("Escreva a mensagem")).toHaveCount(0); // an empty field that is left is no mistake
  await page.reload();
  await expect(page.getByLabel("Sua mensagem")).toHaveValue("");
  await teacher.context.close();
  await context.close();
});

test("what one member typed is not given to the next one at the same tab", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/401/);
  const teacher = await mentor(browser, "Mentor de Dois");
  const { page, context, ...first } = await person(browser, "Primeiro Leitor");
  const id = await askFor({ page, context, ...first }, teacher, "Só minha");
  await page.goto(`/mentoria/sessao/${id}`);
  await page.getByLabel("Sua mensagem").fill("Palavras do primeiro.");
  await context.clearCookies();
  await signUp(context, "Segundo Leitor");
  await page.goto("/mentoria");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain("Palavras");
  await teacher.context.close();
  await context.close();
});

test("a list that a session ended elsewhere cannot load leads to signing in, not to trying again", {
  tag: ["@long", "@phone"],
}, async ({ page, context, allowConsole }) => {
  allowConsole(/401/);
  await signUp(context);
  await page.goto("/biblioteca");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.clearCookies();
  const wide = page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Mentoria" });
  if (await wide.isVisible()) await wide.click();
  else {
    await page.locator("header summary").click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Mentoria" }).click();
  }
  await expect(page).toHaveURL(/\/login\?volta=%2Fmentoria/);
  await expect(page.getByText("Sua sessão terminou.")).toBeVisible();
});

test("the load that failed is not reported any more when trying again helped", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/500/);
  await signUp(context);
  await breakApi(page, "**/api/mentoring/mentors", "GET");
  await page.goto("/mentoria");
  await expectToast(page, "Erro ao carregar mentores");
  await page.unroute("**/api/mentoring/mentors");
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(page.getByRole("button", { name: "Solicitar Mentoria" }).first()).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("the assessment goes on where it was left, also after reloading", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/avaliacao");
  await page.getByLabel("O homem no início do seu aperfeiçoamento").check();
  await page.getByRole("button", { name: "Próxima" }).click();
  await page.getByLabel("A repartir bem as horas do dia").check();
  await page.getByRole("button", { name: "Próxima" }).click();
  await page.reload();
  await expect(page.getByText("Pergunta 3 de 5")).toBeVisible();
  await page.getByRole("button", { name: "Anterior" }).click();
  await expect(page.getByLabel("A repartir bem as horas do dia")).toBeChecked();
});

test("dates and choices come back with the texts, after Reload and after Back", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/conta#grau");
  const form = page.getByRole("form", { name: "Recebeu outro grau?" });
  const fields = {
    "Grau recebido": "mestre",
    "Loja em que o recebeu": "Loja Pedra Angular",
    "Data em que o recebeu": "2021-05-14",
  };
  const filled = async () => {
    for (const [label, value] of Object.entries(fields)) await expect(form.getByLabel(label)).toHaveValue(value);
  };
  await form.getByLabel("Grau recebido").selectOption("mestre");
  await form.getByLabel("Loja em que o recebeu").fill("Loja Pedra Angular");
  await form.getByLabel("Data em que o recebeu").fill("2021-05-14");
  await page.reload();
  await filled();
  await page.goto("/modulo/1/licao/1");
  const answer = page.locator("#questao").getByRole("radio").nth(2);
  await answer.check();
  await page.goBack();
  await filled();
  await page.goForward();
  await expect(answer).toBeChecked();
  await page.reload();
  await expect(answer).toBeChecked();
  await page.goto("/conta#grau");
  await form.getByRole("button", { name: "Solicitar confirmação de grau" }).click();
  await expect(form).toBeHidden();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("grau")))).toEqual([]);
});

test("a level above the degree says when its modules open, and where to go on", { tag: "@long" }, async ({ page, context }) => {
  await signUp(context);
  await callApi(context.request, "post", "/api/assessment", { answers: { q1: "b", q2: "d", q3: "b", q4: "c", q5: "c" } });
  await page.goto("/avaliacao");
  await expect(page.getByText("Os módulos de Mestre abrem quando esse grau for confirmado.")).toBeVisible();
  await page.getByRole("link", { name: "módulos de Aprendiz" }).click();
  await expect(page).toHaveURL("/modulos?nivel=aprendiz");
});

test("a finished module leads on; a lesson that was read says that its question waits", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/modulo/1");
  await expect(page.getByText("Módulo concluído", { exact: true })).toBeVisible();
  // not followed: opening the lesson would move the place where the demonstration's student stopped, which other tests look at
  await expect(page.getByRole("link", { name: "Próxima lição" })).toHaveAttribute("href", /^\/modulo\/\d+\/licao\/\d+$/);
  await forgetSession(page);
  await signUp(context);
  await readLesson(context, 1, 1);
  await page.goto("/modulo/1");
  await expect(page.getByText("Falta responder à questão")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("Você leu “O que é a Maçonaria”. Falta responder à questão.")).toBeVisible();
});

test("an invitation as it is pasted can be followed; a dialog that was overtaken stays, and says so", { tag: "@long" }, async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/409/);
  const teacher = await mentor(browser, "Mentor à Distância");
  const student = await person(browser, "Aprendiz à Distância");
  const place = "Pelo Meet: meet.google.com/abc-defg-hij. Senha: 12";
  const first = await askFor(student, teacher, "Com convite");
  const data = { scheduledDate: new Date(Date.now() + 86_400_000).toISOString(), durationMinutes: 60, place };
  await callApi(teacher.context.request, "post", `/api/mentoring/sessions/${first}/accept`, data);
  await student.page.goto(`/mentoria/sessao/${first}`);
  const link = student.page.getByRole("link", { name: "meet.google.com/abc-defg-hij", exact: true });
  await expect(link).toHaveAttribute("href", "https://meet.google.com/abc-defg-hij");
  await expect(student.page.getByText(place)).toBeVisible();
  await expect(student.page.getByText("A sessão está marcada para")).toBeVisible();

  const second = await askFor(student, teacher, "Retirada");
  await teacher.page.goto(`/mentoria/sessao/${second}`);
  await teacher.page.getByRole("button", { name: "Aceitar", exact: true }).click();
  await teacher.page.getByLabel("Local ou link *").fill("Templo");
  await callApi(student.context.request, "post", `/api/mentoring/sessions/${second}/withdraw`, { reason: "Viagem." });
  await expect(teacher.page.getByText("Cancelada", { exact: true })).toBeVisible();
  await teacher.page.getByLabel("Data e hora *").fill(await inDays(teacher.page, 3));
  await teacher.page.getByRole("button", { name: "Aceitar a sessão" }).click();
  await expectToast(teacher.page, "A sessão não foi alterada", "Esta sessão mudou enquanto isso: agora está cancelada.");
  await expect(teacher.page.getByRole("dialog", { name: "Aceitar a sessão" })).toBeHidden();
  await teacher.context.close();
  await student.context.close();
});

test("the form of a library item gives back what was typed after the session ended, and forgets it when it is left", {
  tag: "@long",
}, async ({ page, context, allowConsole }) => {
  allowConsole(/401/);
  await signIn(context, "admin@academia.example");
  await page.goto("/biblioteca/adicionar");
  await page.getByLabel("Título *").fill("Obra de uma noite");
  await page.getByLabel("Sobre a obra").fill("Uma hora de escrita.");
  await page.getByLabel("Autor *").fill("Autor");
  await page.getByLabel("Categoria *").selectOption("História");
  await page.getByLabel("Descrição *").fill("Descrição.");
  await context.clearCookies();
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  await expect(page).toHaveURL(/\/login\?volta=/);
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByLabel("Email").fill("admin@academia.example");
  await form.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL("/biblioteca/adicionar");
  await expect(page.getByLabel("Título *")).toHaveValue("Obra de uma noite");
  await expect(page.getByLabel("Sobre a obra")).toHaveValue("Uma hora de escrita.");
  await expect(page.getByLabel("Categoria *")).toHaveValue("História");
  await page.getByRole("link", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Sair sem salvar" }).click();
  await expect(page).toHaveURL("/biblioteca");
  await page.goto("/biblioteca/adicionar");
  await expect(page.getByLabel("Título *")).toHaveValue("");
});

test("who leaves while something is being saved reads on the next page that it was, and is not led back", {
  tag: "@long",
}, async ({ page, context }) => {
  await signIn(context, "admin@academia.example");
  await page.goto("/biblioteca/adicionar");
  await page.getByLabel("Título *").fill("Obra guardada de longe");
  await page.getByLabel("Autor *").fill("Autor");
  await page.getByLabel("Categoria *").selectOption("História");
  await page.getByLabel("Descrição *").fill("Descrição.");
  const answer = await holdApi(page, "**/api/library/items");
  await page.getByRole("button", { name: "Adicionar", exact: true }).click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Avaliação" }).click();
  await page.getByRole("button", { name: "Sair sem salvar" }).click();
  await expect(page).toHaveURL("/avaliacao");
  answer();
  await expectToast(page, "Item adicionado à biblioteca", "Obra guardada de longe");
  await expect(page).toHaveURL("/avaliacao");
});

test("a new password without the link from the mail says what is missing, and offers no form that could only fail", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/reset-password#token=x.y");
  await expect(page).toHaveURL("/reset-password");
  await page.reload(); // the token is gone from the address
  await expect(page.getByText("Abra de novo o link que enviamos por e-mail, ou peça outro abaixo.")).toBeVisible();
  await expect(page.getByLabel("Nova Senha", { exact: true })).toBeDisabled(); // it could only fail
  await expect(page.getByRole("button", { name: "Atualizar Senha" })).toBeDisabled();
  await page.getByRole("link", { name: "Pedir outro link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("a password that is shown is not corrected by the phone", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/login");
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByRole("button", { name: "Mostrar senha" }).click();
  const field = form.getByLabel("Senha", { exact: true });
  await expect(field).toHaveAttribute("type", "text");
  await expect(field).toHaveAttribute("autocapitalize", "none");
  await expect(field).toHaveAttribute("autocorrect", "off");
});
