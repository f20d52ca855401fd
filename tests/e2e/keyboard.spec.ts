import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import type { Part } from "#app/features/authoring/authoring.schema.ts";
import { authors } from "#app/features/authoring/authoring.table.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { completeDegree } from "#app/features/exam/exam.test-support.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { keepFromMidnight } from "#app/features/review/review.test-support.ts";
import { backend } from "./backend.ts";
import { brother, openTopic, topicAddress } from "./brothers.ts";
import { underEachCondition } from "./conditions.ts";
import { keysOf } from "./keyboard.ts";
import { mentor, person } from "./people.ts";
import { callApi, expect, expectToast, PASSWORD, readLesson, signUp, test } from "./support.ts";

// Each task of the product by somebody who has no mouse: nothing here is clicked, and nothing is focused but by keys. `keysOf` looks
// at each stop: that the focus is seen, and that nothing lies over it.

const dialog = (page: Page, name?: string | RegExp) => page.getByRole("dialog", name ? { name } : {});
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const heading = (page: Page, name?: string | RegExp) => page.getByRole("heading", { level: 1, ...(name && { name }) });
/** The page has come: its own words, and not their place. */
const arrive = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator("[data-shell]")).toHaveCount(0);
};

test("a visitor passes the header by its first stop, signs in, and signs out from the menu", async ({ page, context }) => {
  const { email } = await signUp(context);
  await context.clearCookies();
  const { enter, fill, press, to } = keysOf(page);
  await arrive(page, "/login");
  await press("Tab");
  await expect(page.getByRole("link", { name: "Ir para o conteúdo" })).toBeFocused();
  await press("Enter");
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await fill(form.getByLabel("Email"), email);
  await fill(form.getByLabel("Senha", { exact: true }), PASSWORD);
  await press("Enter");
  await expect(page).toHaveURL("/dashboard");
  await to(page.getByLabel("Menu", { exact: true }), { within: 20 });
  await press("Enter");
  await enter(page.getByRole("navigation", { name: "Menu" }).getByRole("button", { name: "Sair" }));
  await expect(page).toHaveURL("/login");
});

test.describe("the tasks of a visitor and of a new member", { tag: "@long" }, () => {
  test("an account is made in the second tab, which the arrows open", async ({ page }) => {
    const { enter, fill, press, to } = keysOf(page);
    await arrive(page, "/login");
    await to(page.getByRole("tab", { name: "Entrar" }));
    await press("ArrowRight");
    const tab = page.getByRole("tab", { name: "Registrar" });
    await expect(tab).toBeFocused();
    await press("Enter");
    await expect(tab).toHaveAttribute("aria-selected", "true");
    const form = page.getByRole("tabpanel", { name: "Registrar" });
    await fill(form.getByLabel("Nome Completo"), "Teclado Sem Mouse");
    await fill(form.getByLabel("Email"), `${crypto.randomUUID()}@academia.test`);
    await fill(form.getByLabel("Senha", { exact: true }), PASSWORD);
    await enter(form.getByRole("button", { name: "Criar Conta" }));
    await expectToast(page, "Conta criada com sucesso");
    await expect(page).toHaveURL(/\/(dashboard|avaliacao)$/);
  });

  test("the dictionary: search, letter, next page; the frequent questions open; a message is written", async ({ page }) => {
    const { enter, fill, press, to } = keysOf(page);
    await arrive(page, "/dicionario");
    await fill(page.getByRole("searchbox", { name: "Pesquisar no dicionário" }), "acacia");
    await expect(page).toHaveURL(/busca=acacia/);
    await press("ControlOrMeta+a");
    await press("Delete");
    await enter(page.getByRole("navigation", { name: "Índice de A a Z" }).getByRole("link", { name: "C", exact: true }));
    await expect(page).toHaveURL("/dicionario?letra=C");
    await enter(button(page, "Próximos termos"));
    await expect(page).toHaveURL(/pagina=2/);
    await arrive(page, "/faq");
    const question = page.locator("summary").filter({ hasText: "Esqueci a senha" });
    await enter(question);
    await expect(page.getByText("O link que enviamos vale por uma hora")).toBeVisible();
    await arrive(page, "/contato");
    await fill(page.getByRole("main").getByLabel("Nome"), "Teclado Sem Mouse");
    await fill(page.getByRole("main").getByLabel("Email"), `${crypto.randomUUID()}@academia.test`);
    await to(page.getByRole("main").getByRole("button", { name: /Enviar/ }));
  });

  test("the search opens by a key, is answered by arrows, and gives the focus back", async ({ page, context }) => {
    await signUp(context);
    const { enter, press, to, type } = keysOf(page);
    await arrive(page, "/biblioteca");
    const opener = page.getByRole("link", { name: "Buscar" }).first();
    await to(opener);
    await press("Control+k");
    await type("pedra brut");
    await expect(page.getByRole("option").first()).toContainText("Pedra Bruta");
    await press("Escape");
    await expect(opener).toBeFocused();
    await press("Control+k");
    await type("pedra brut");
    await expect(page.getByRole("option").first()).toContainText("Pedra Bruta");
    await press("ArrowDown");
    await press("Enter");
    await expect(page).toHaveURL("/dicionario/pedra-bruta");
    await arrive(page, "/busca?q=loja");
    await enter(page.getByRole("link", { name: "Mais resultados" }));
    await expect(page).toHaveURL(/pagina=2/);
  });

  test("the assessment: five questions, each with the arrows, and the result", async ({ page, context }) => {
    await signUp(context);
    const { choose, enter, to } = keysOf(page);
    await arrive(page, "/avaliacao");
    for (const last of [false, false, false, false, true]) {
      await choose(page.getByRole("radio").nth(1));
      if (!last) await to(button(page, "Próxima"));
      await enter(button(page, last ? "Finalizar" : "Próxima"));
    }
    await expect(page.getByRole("button", { name: /Refazer/ })).toBeVisible();
  });
});

test.describe("the tasks of who studies", { tag: "@long" }, () => {
  test("a lesson is read, a term's card opened and closed, a note written, the question answered", async ({ page, context }) => {
    await signUp(context);
    await readLesson(context, 1, 1);
    const { choose, enter, fill, press, to } = keysOf(page);
    await arrive(page, "/modulo/1/licao/1");
    const text = page.locator(".lesson-text");
    await expect(text.locator("p").first()).toBeVisible();
    const before = await page.evaluate(() => window.scrollY);
    await press("PageDown");
    await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(before);

    const term = text.locator(".term").first();
    await to(term);
    await press("Enter");
    const card = page.getByRole("complementary", { name: /^Dicionário: / });
    await expect(card).toBeFocused();
    await to(card.getByRole("link", { name: "Ver no dicionário" }), { within: 3 });
    await press("Escape");
    await expect(card).toBeHidden();
    await expect(term).toBeFocused();

    await to(button(page, "Anotar"), { back: true });
    await press("Enter");
    await to(text.locator("p[role=button]").nth(1));
    await press("Enter");
    await fill(dialog(page).getByLabel("Anotação (opcional)"), "Escrita sem mouse.");
    await enter(dialog(page).getByRole("button", { name: "Guardar" }));
    await expect(dialog(page)).toBeHidden();
    const mark = text.getByRole("button", { name: "Sua anotação: Escrita sem mouse." });
    await enter(mark);
    await press("Escape");
    await expect(mark).toBeFocused();

    const options = page.locator("#questao").getByRole("radio");
    const count = await options.count();
    for (let index = 0; index < count; index += 1) {
      await choose(options.nth(index), { back: index > 0 }); // the verdict, which has the focus then, is behind them
      await enter(button(page, "Responder"));
      await expect(page.locator(".lesson__verdict p").first()).toBeVisible();
      if (await page.getByText("Certo. Lição concluída.").isVisible()) break;
    }
    await expect(page.getByText("Certo. Lição concluída.")).toBeVisible();
    await enter(page.getByRole("link", { name: /Próxima lição/ }));
    await expect(page).toHaveURL("/modulo/1/licao/2");
  });

  test("the reading's choices, and the text on the wall, which the arrows turn and Escape ends", async ({ page, context }) => {
    await signUp(context);
    const { choose, enter, press, to } = keysOf(page);
    await arrive(page, "/pecas/oito-horas-para-um-irmao");
    await enter(button(page, "Ajustes"));
    const panel = page.getByRole("region", { name: "Ajustes de leitura" });
    await choose(panel.getByRole("radio", { name: "130%", exact: true }));
    await press("Escape");
    await expect(panel).toBeHidden();
    await expect(button(page, "Ajustes")).toBeFocused();
    const present = button(page, "Apresentar na Loja");
    await to(present, { back: true });
    await press("Enter");
    const stage = dialog(page, /^Apresentação/);
    await expect(stage).toBeFocused();
    await press("ArrowRight");
    await expect(stage.getByRole("status")).toHaveText(/^2 de/);
    await enter(stage.getByRole("button", { name: "Próxima página" }));
    await expect(stage.getByRole("status")).toHaveText(/^3 de/);
    await press("Escape");
    await expect(stage).toBeHidden();
    await expect(present).toBeFocused();
  });

  test("an exam: begun, answered, a question marked, delivered after a look back", async ({ page, context }) => {
    const { db } = backend();
    const member = await signUp(context);
    await completeDegree(db, await loadCatalogue(db), member.id, "aprendiz");
    const { enter, press, to } = keysOf(page);
    await arrive(page, "/exame/aprendiz");
    await enter(button(page, "Começar o exame"));
    await expect(heading(page)).toHaveText("Questão 1 de 20");
    await expect(heading(page)).toBeFocused();
    for (let place = 1; place <= 3; place += 1) {
      // whatever its form, the first of its controls can be worked: chosen, marked, moved or set
      const control = page
        .locator("fieldset")
        .locator("input:enabled, select:enabled, button:not([aria-disabled=true]):enabled")
        .first();
      await to(control);
      await press((await control.evaluate(({ tagName }) => tagName)) === "SELECT" ? "ArrowDown" : "Space");
      await enter(button(page, "Marcar para rever"));
      await expect(button(page, "Marcada para rever")).toBeFocused();
      await enter(button(page, "Próxima"));
      await expect(heading(page)).toHaveText(`Questão ${place + 1} de 20`);
    }
    await enter(page.getByRole("complementary", { name: "Entregar" }).getByRole("button", { name: "Rever e entregar" }));
    await expect(dialog(page)).toContainText("para rever:");
    await press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole("complementary", { name: "Entregar" }).getByRole("button")).toBeFocused();
    await press("Enter");
    await enter(dialog(page).getByRole("button", { name: "Entregar", exact: true }));
    await expect(heading(page)).toHaveText(/Desta vez/);
  });

  test("a review: the card is turned and graded", async ({ page, context }) => {
    const { db } = backend();
    const { id } = await signUp(context);
    await keepFromMidnight(db, id);
    const due = new Date(Date.now() - 60_000);
    await db.insert(reviewCards).values({ kind: "term", subject: "avental", userId: id, source: "lesson:m01-l01", due });
    const { enter } = keysOf(page);
    await arrive(page, "/revisao");
    await enter(button(page, "Mostrar a resposta"));
    await enter(button(page, /^Fácil/));
    await expect(page.getByRole("heading", { name: /revista/ })).toBeFocused();
  });

  test("the library: a search, a kind by the arrows, a shelf; a work is opened", async ({ page, context }) => {
    await signUp(context);
    const { enter, fill, press, space, to } = keysOf(page);
    await arrive(page, "/biblioteca");
    await space(page.getByRole("checkbox", { name: "Para ler aqui" }));
    await expect(page).toHaveURL("/biblioteca?aqui=sim");
    await press("Space");
    await fill(page.getByPlaceholder("Buscar por título ou autor..."), "builders");
    await expect(page).toHaveURL("/biblioteca?busca=builders");
    await to(page.getByRole("tab", { name: "Todos" }));
    await press("ArrowRight");
    await press("Enter");
    await expect(page.getByRole("tab", { name: "Livros" })).toHaveAttribute("aria-selected", "true");
    await enter(page.getByRole("link", { name: "Ver Detalhes: The Builders" }));
    await expect(heading(page)).toContainText("The Builders");
  });

  test("the week: a step is taken and given back, a line written", async ({ browser }) => {
    const { page, context } = await brother(browser, "Valdo Semana");
    const { enter, fill, to } = keysOf(page);
    await arrive(page, "/semana");
    const step = (number: number) =>
      page
        .getByRole("list", { name: "O caminho da semana" })
        .getByRole("listitem")
        .nth(number - 1);
    await enter(step(2).getByRole("button", { name: "Já fiz" }));
    await enter(step(2).getByRole("button", { name: "Ainda não" }));
    await to(step(2).getByRole("button", { name: "Já fiz" }));
    await enter(step(3).getByRole("button", { name: "Escrever uma linha" }));
    await fill(step(3).getByLabel("O que lhe ocorre"), "Sem mouse também se pensa.");
    await enter(step(3).getByRole("button", { name: "Guardar" }));
    await expectToast(page, "Guardada nas suas anotações");
    await context.close();
  });
});

test.describe("the tasks of who talks with others", { tag: "@long" }, () => {
  test("a topic is opened, and answered", async ({ browser }) => {
    const one = await brother(browser, "Teodoro Teclas");
    const { page, context } = one;
    const { enter, fill, to } = keysOf(page);
    await arrive(page, "/comunidade/novo/aprendiz");
    await fill(page.getByLabel("Título"), "Sem mouse");
    await fill(page.getByRole("textbox", { name: "Mensagem" }), "Como se estuda sem mouse?");
    await enter(button(page, "Publicar assunto"));
    await expect(heading(page)).toHaveText("Sem mouse");
    const other = await openTopic(one, "Outro sem mouse");
    await arrive(page, topicAddress(other));
    await fill(page.getByRole("textbox", { name: "Sua resposta" }), "Com as teclas.");
    await to(button(page, "Publicar resposta"));
    await enter(button(page, "Publicar resposta"));
    await expect(page.locator("#p2")).toContainText("Com as teclas.");
    await context.close();
  });

  test("a session is asked for, and the mentor accepts it", async ({ browser }) => {
    const teacher = await mentor(browser, "Mentor Teclado");
    const student = await person(browser, "Aprendiz Teclado");
    const asks = keysOf(student.page);
    await arrive(student.page, "/mentoria");
    const ask = student.page.locator(`#mentor-${teacher.id}`).getByRole("button", { name: "Solicitar Mentoria" });
    await asks.enter(ask);
    await expect(dialog(student.page, "Solicitar Mentoria")).toBeVisible();
    await asks.press("Escape");
    await expect(ask).toBeFocused();
    await asks.press("Enter");
    const form = dialog(student.page, "Solicitar Mentoria");
    await asks.fill(form.getByLabel("Título *"), "Sem mouse");
    await asks.fill(form.getByLabel("Descrição *"), "Gostaria de conversar sobre a lição.");
    await asks.enter(form.getByRole("button", { name: "Enviar Solicitação" }));
    await expectToast(student.page, "Solicitação enviada com sucesso!");

    const { page } = teacher;
    const answers = keysOf(page);
    await arrive(page, "/mentoria");
    await answers.enter(button(page, "1 pedido aguarda a sua resposta"));
    await answers.enter(page.getByRole("link", { name: "Sem mouse" }));
    await answers.enter(button(page, "Aceitar"));
    const accept = dialog(page, "Aceitar a sessão");
    await answers.to(accept.getByLabel("Data e hora *"));
    // the same in whichever order the browser has its parts, and whether or not it knows of forenoon
    await answers.type("1212");
    await answers.type("2027");
    await answers.press("ArrowRight");
    await answers.type("0730a");
    await answers.fill(accept.getByLabel("Local ou link *"), "https://chamada.example/sala-8");
    await answers.enter(accept.getByRole("button", { name: "Aceitar a sessão" }));
    await expectToast(page, "Sessão aceita");
    await answers.fill(page.getByLabel("Sua mensagem"), "Até lá.");
    await answers.press("Control+Enter");
    await expect(page.locator(".mentoring__message")).toContainText("Até lá.");
    await teacher.context.close();
    await student.context.close();
  });
});

test.describe("the tasks about oneself", { tag: "@long" }, () => {
  test("notices: how one is told is chosen with the arrows", async ({ page, context }) => {
    await signUp(context);
    const { choose } = keysOf(page);
    await arrive(page, "/notificacoes");
    const never = page.getByRole("complementary", { name: "Preferências" }).getByRole("radio", { name: "Nunca" }).first();
    const kept = page.waitForResponse(
      (answer) => answer.url().endsWith("/api/notices/preferences") && answer.request().method() !== "GET",
    );
    await choose(never);
    expect((await kept).ok()).toBe(true);
  });

  test("the account: profile, export, the second factor's dialog and the deletion's, both left again", async ({
    page,
    context,
  }) => {
    await signUp(context);
    const { enter, fill, press, to } = keysOf(page);
    await arrive(page, "/conta");
    const part = (name: string) => page.getByRole("region", { name, exact: true });
    await fill(part("Perfil").getByLabel("Nome Completo"), "Joaquim Sem Mouse");
    await enter(part("Perfil").getByRole("button", { name: "Salvar" }));
    await expectToast(page, "Perfil atualizado");
    const set = part("Verificação em duas etapas").getByRole("button", { name: "Usar um aplicativo autenticador" });
    await enter(set);
    await to(dialog(page, "Aplicativo autenticador").getByLabel("Código do aplicativo"));
    await press("Escape");
    await expect(dialog(page, "Aplicativo autenticador")).toBeHidden();
    await expect(set).toBeFocused();
    await to(button(page, "Exportar meus dados"));
    const download = page.waitForEvent("download");
    await press("Enter");
    expect((await download).suggestedFilename()).toMatch(/\.json$/);
    const remove = button(page, "Excluir minha conta");
    await enter(remove);
    const removal = dialog(page, "Excluir minha conta");
    await enter(removal.getByRole("button", { name: "Cancelar" }));
    await expect(removal).toBeHidden();
    await expect(remove).toBeFocused();
  });
});

test.describe("the tasks of who administers and of who writes", { tag: "@long" }, () => {
  test("a degree is confirmed, a Lodge registered and opened, a setting changed and left as it is, a member found", async ({
    page,
    browser,
    context,
  }) => {
    const { db } = backend();
    const admin = await signUp(context, "Admar Teclas");
    await db.insert(userRoles).values({ userId: admin.id, role: "admin" });
    await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, admin.id)); // nobody gives a degree that they do not have
    const asking = await person(
      browser,
      `Pedro ${crypto
        .randomUUID()
        .replace(/[^a-f]/g, "")
        .slice(0, 8)}`,
    );
    const request = { degree: "companheiro", lodge: "Luz do Vale, nº 3", receivedOn: "2025-03-05" };
    await callApi(asking.context.request, "post", "/api/account/degree-requests", request);
    const { choose, enter, fill } = keysOf(page);
    await arrive(page, "/admin/pedidos");
    const row = page.getByRole("listitem").filter({ hasText: asking.name });
    await enter(row.getByRole("button", { name: /^Aprovar/ }));
    await expectToast(page, "Grau confirmado");

    await arrive(page, "/admin/lojas");
    await enter(button(page, "Cadastrar Loja"));
    const form = dialog(page, "Cadastrar Loja");
    await fill(
      form.getByLabel("Nome"),
      `Teclas do Vale ${crypto
        .randomUUID()
        .replace(/[^a-f]/g, "")
        .slice(0, 8)}`,
    );
    await fill(form.getByLabel("Cidade (Oriente)"), "Itu");
    await fill(form.getByLabel("Potência"), "Grande Loja");
    await enter(form.getByRole("button", { name: "Guardar" }));
    await expectToast(page, "Loja cadastrada");
    await expect(page).toHaveURL(/\/admin\/lojas\/./);

    await arrive(page, "/admin/configuracoes");
    await choose(page.getByRole("radio", { name: /^Com aprovação/ }));
    await enter(button(page, "Deixar como está"));

    await arrive(page, "/admin/membros");
    await fill(page.getByLabel("Buscar"), asking.email);
    await enter(page.getByRole("link", { name: `Abrir ${asking.name}` }));
    await expect(heading(page)).toHaveText(asking.name);
    await asking.context.close();
  });

  test("the editor is written in and left by Escape and Tab, or by Tab alone", async ({ browser }) => {
    const { db } = backend();
    const one = await person(browser, "Edu Teclas");
    await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, one.id));
    for (const part of ["author", "reviewer"] satisfies Part[])
      await db.insert(authors).values({ memberId: one.id, degree: "companheiro", part });
    const { page } = one;
    const { press, to, type } = keysOf(page);
    await arrive(page, "/admin/conteudo/licoes/m07-l03");
    const editor = page.getByRole("textbox", { name: "Texto da lição" });
    await expect(editor).toBeVisible();
    await to(editor);
    await press("ControlOrMeta+Home");
    await type("Sem mouse. ");
    await expect(page.getByText(/^Guardado às \d\d:\d\d\.$/)).toBeVisible();
    await press("Escape");
    await press("Tab");
    await expect(editor).not.toBeFocused();
    await press("Shift+Tab");
    await expect(editor).toBeFocused();
    await press("Tab");
    await expect(editor).not.toBeFocused();
    // these pages are seen by who writes alone, and so in no other walk
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const path of ["?grau=companheiro", "/licoes/m07-l03", "/licoes/m07-l03/questoes"]) {
      await arrive(page, `/admin/conteudo${path}`);
      expect.soft(await underEachCondition(page), path).toEqual({});
    }
    await one.context.close();
  });
});
