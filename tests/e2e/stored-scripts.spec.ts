import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { oldBrother, openTopic, post, reply, topicAddress } from "./brothers.ts";
import { mentor, type Person, person } from "./people.ts";
import { callApi, expect, expectNoOverflow, signIn, signInByPassword, signUp, test } from "./support.ts";

const ADMIN = "admin@academia.example";

/** Stored-script attempts in every text field: shown as they were written, run nowhere. The console guard reports violations of the CSP and dialogs. */

/** What somebody tries to have run; it names its field, so that a failure says which one. */
const attempt = (field: string): string => `"><script>alert(__stored='${field}')</script><img src=x onerror=__stored='${field}'>`;
/** The same for fields of forty characters. */
const shortAttempt = (field: string): string => `"><img src=x onerror=__stored='${field}'>`;
const ADDRESS = "javascript:__stored='endereço'";

/** The texts are there to be read, and nothing came of them. */
async function expectHarmless(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  const found = await page.evaluate(() => ({
    ran: (window as { __stored?: string }).__stored,
    made: document.querySelectorAll("img[src='x'], [onerror], [onmouseover], [href^='javascript:' i]").length,
    scripts: [...document.scripts].filter(({ text }) => text.includes("__stored")).length,
  }));
  expect(found).toEqual({ ran: undefined, made: 0, scripts: 0 });
  await expectNoOverflow(page);
}

/** The export as a page, opened where no CSP of ours prevents it. */
async function openExport(page: Page): Promise<void> {
  const answer = await page.context().request.get("/api/account/export/page");
  await page.goto("about:blank");
  await page.setContent(await answer.text());
}

test("in mentoring: both parties' pages, what comes in live, the administration, the exports", { tag: "@long" }, async ({
  browser,
}) => {
  const bio = attempt("biografia");
  const specialties = [shortAttempt("especialidade"), "História"];
  const teacher = await mentor(browser, attempt("nome do mentor"), { bio, specialties });
  const student = await person(browser, attempt("nome do aprendiz"));
  const move = (who: Person, id: string, path: string, data: unknown) =>
    callApi(who.context.request, "post", `/api/mentoring/sessions/${id}/${path}`, data);
  const ask = async (): Promise<string> => {
    const asked = { mentorId: teacher.id, title: attempt("título"), description: attempt("descrição") };
    return (await callApi(student.context.request, "post", "/api/mentoring/sessions", asked)).id;
  };
  const write = (who: Person, id: string, body: string) => move(who, id, "messages", { body, key: randomUUID() });
  const accept = (id: string) =>
    move(teacher, id, "accept", { scheduledDate: new Date(Date.now() + 86_400_000), place: attempt("local") });

  const refused = await ask();
  await move(teacher, refused, "decline", { reason: attempt("motivo da recusa") });
  const withdrawn = await ask();
  await move(student, withdrawn, "withdraw", { reason: attempt("motivo da retirada") });
  const cancelled = await ask();
  await accept(cancelled);
  await move(student, cancelled, "cancel", { reason: attempt("motivo do cancelamento") });
  const held = await ask();
  await accept(held);
  await write(student, held, attempt("mensagem"));
  await move(teacher, held, "complete", undefined);
  await move(student, held, "rate", { rating: 1, comment: attempt("comentário") });
  await ask(); // stays open, so that the dashboard shows the mentor

  const { page } = student;
  await page.goto("/dashboard");
  await expectHarmless(page, teacher.name, specialties[0]!, 'Olá, "><script>alert');
  await page.goto("/mentoria");
  await expectHarmless(page, teacher.name, bio, specialties[0]!);
  await page.getByRole("tab", { name: "Minhas Sessões" }).click();
  await expectHarmless(page, attempt("título"), attempt("descrição"));
  await page.goto(`/mentoria/sessao/${held}`);
  const words = ["título", "descrição", "local", "mensagem", "comentário", "nome do mentor"].map(attempt);
  await expectHarmless(page, ...words);
  await write(teacher, held, attempt("ao vivo"));
  await expectHarmless(page, attempt("ao vivo"));
  await page.goto(`/mentoria/sessao/${refused}`);
  await expectHarmless(page, attempt("motivo da recusa"));
  await openExport(page);
  const kept = ["nome do aprendiz", "título", "descrição", "comentário", "mensagem", "motivo do cancelamento"];
  await expectHarmless(page, ...kept.map(attempt));

  await teacher.page.goto("/mentoria?aba=mentor");
  await expectHarmless(teacher.page, attempt("título"), attempt("descrição"));
  await teacher.page.goto(`/mentoria/sessao/${held}`);
  await expectHarmless(teacher.page, ...words.slice(0, -1), student.name, attempt("ao vivo"));
  await teacher.page.goto(`/mentoria/sessao/${withdrawn}`);
  await expectHarmless(teacher.page, attempt("motivo da retirada"));
  await teacher.page.goto(`/mentoria/sessao/${cancelled}`);
  await expectHarmless(teacher.page, attempt("motivo do cancelamento"));
  await openExport(teacher.page);
  await expectHarmless(teacher.page, bio, specialties[0]!, attempt("local"), attempt("motivo da recusa"), attempt("ao vivo"));

  const admin = await browser.newContext();
  await signIn(admin, ADMIN);
  const desk = await admin.newPage();
  await desk.goto("/gestao-mentores");
  await expectHarmless(desk, teacher.name, bio, specialties[0]!, `${student.name} com ${teacher.name}`);
  await desk.getByRole("button", { name: "Adicionar Mentor" }).click();
  await desk.getByRole("combobox", { name: "Usuário *" }).fill(student.email);
  await expect(desk.getByRole("option")).toContainText(student.name);
  await expectHarmless(desk);
  for (const context of [teacher.context, student.context, admin]) await context.close();
});

test("in the account and what it sends: their own pages, the administration, the export", { tag: "@long" }, async ({
  browser,
}) => {
  const userAgent = attempt("navegador");
  const { context, page, email, name, password } = await person(browser, attempt("nome"), { userAgent });
  await signInByPassword(context, email, password); // which keeps the browser's name
  const admin = await browser.newContext();
  await signIn(admin, ADMIN);
  const form = { name, lodge: attempt("Loja") };
  await callApi(context.request, "patch", "/api/account/profile", form);
  const degree = (lodge: string) =>
    callApi(context.request, "post", "/api/account/degree-requests", { degree: "mestre", lodge, receivedOn: "2026-01-10" });
  const { id } = await degree(attempt("Loja antiga"));
  await callApi(admin.request, "post", `/api/admin/degree-requests/${id}/refuse`, { reason: attempt("motivo") });
  await degree(attempt("Loja do pedido"));
  const letter = { name: attempt("remetente"), email, subject: attempt("assunto"), message: `${ADDRESS} ${attempt("mensagem")}` };
  await callApi(context.request, "post", "/api/contact", { ...letter, elapsedMs: 20_000 });
  const headers = { origin: process.env.E2E_BASE_URL! };
  const subscription = await context.request.post("/api/newsletter", {
    headers,
    data: { email: `${attempt("a")}@academia.test` },
  });
  expect(await subscription.json()).toMatchObject({ code: "invalid_input", fields: { email: "Email inválido" } });

  await page.goto("/conta");
  await expect(page.getByLabel("Nome Completo")).toHaveValue(name);
  await expect(page.getByLabel("Loja (opcional)")).toHaveValue(form.lodge);
  await page.getByText("Pedidos anteriores").click();
  await expectHarmless(page, attempt("Loja do pedido"), attempt("Loja antiga"), attempt("motivo"), "Dispositivo desconhecido");
  await page.goto("/contato");
  await expect(page.getByLabel("Nome", { exact: true })).toHaveValue(name);
  await expectHarmless(page);
  await openExport(page);
  await expectHarmless(
    page,
    "Dispositivo desconhecido",
    ...["nome", "Loja", "Loja do pedido", "motivo", "remetente", "assunto"].map(attempt),
  );

  const desk = await admin.newPage();
  await desk.goto("/admin");
  await desk.getByLabel("Buscar").fill(email);
  await expect(desk.getByText("1 usuário encontrado")).toBeVisible();
  await expectHarmless(desk, name, form.lodge);
  await desk.getByRole("button", { name: `Ações para ${name}` }).click();
  await desk.getByRole("menuitem", { name: "Deletar usuário" }).click();
  await expectHarmless(desk, email);
  await desk.goto("/admin/pedidos");
  await expectHarmless(desk, name, attempt("Loja do pedido"));
  await desk.goto("/admin/contato");
  await expectHarmless(desk, letter.name, letter.subject, letter.message);
  await desk.goto("/admin/registro");
  await expectHarmless(desk, `recusou o pedido de grau de ${name}`);
  await desk.goto("/admin/boletim");
  await desk.getByLabel("Buscar").fill(attempt("busca"));
  await expect(desk.getByRole("heading", { name: "Nenhum endereço encontrado" })).toBeVisible();
  await expectHarmless(desk);
  for (const each of [context, admin]) await each.close();
});

test("in the library: the list, both kinds of page, the form with its preview, the log", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, ADMIN);
  const escaped = (field: string) => attempt(field).replace(/[<>'"]/g, "\\$&");
  const text = `Palavra \`${attempt("código")}\` e [citada](lang:"onmouseover=__stored=1).

## ${escaped("seção um")}

${escaped("parágrafo")} com [${escaped("palavras")}](https://livros.example/"onmouseover=__stored=1)

## ${escaped("seção dois")}

Fim.`;
  const fields = {
    type: "book",
    category: attempt("c").slice(-60),
    title: attempt("título"),
    author: attempt("autor"),
    year: shortAttempt("ano"),
    language: shortAttempt("idioma"),
    description: attempt("descrição"),
    about: attempt("sobre"),
    publicDomain: false,
    otherTitles: attempt("outros títulos"),
    link: "",
    whereToFind: attempt("onde encontrar"),
    text: "",
  };
  for (const [field, value, message] of [
    ["link", ADDRESS, "Use um endereço que comece com http:// ou https://"],
    ["text", attempt("texto"), "No texto: HTML não é aceito no texto; use Markdown."],
    ["text", `[aqui](${ADDRESS})`, `No texto: endereço não aceito: ${ADDRESS}.`],
  ] as const) {
    const headers = { origin: process.env.E2E_BASE_URL! };
    const answer = await context.request.post("/api/library/items", { headers, data: { ...fields, [field]: value } });
    expect(await answer.json()).toMatchObject({ code: "invalid_input", fields: { [field]: message } });
  }
  const add = async (data: typeof fields): Promise<string> =>
    (await callApi(context.request, "post", "/api/library/items", data)).id;
  const [record, reading] = [await add(fields), await add({ ...fields, text })];
  const { category, title, author, year, language, description, about } = fields;

  await page.goto(`/biblioteca?busca=${encodeURIComponent(title)}`);
  await expect(page.getByPlaceholder("Buscar por título ou autor...")).toHaveValue(title);
  await expectHarmless(page, category, title, `Por ${author}`, description, year);
  await page.goto(`/biblioteca/${record}`);
  await expect(page).toHaveTitle(/ da biblioteca · Academia$/);
  await expect(page.getByRole("region", { name: "Na mesma estante" })).toContainText(title);
  await expectHarmless(page, category, title, `Por ${author}`, description, about, year, language);
  await page.goto(`/biblioteca/${reading}`);
  await expect(
    page
      .locator(".contents__list a")
      .filter({ hasText: attempt("seção um") })
      .first(),
  ).toBeAttached();
  const written = ["código", "seção um", "parágrafo", "palavras", "seção dois"].map(attempt);
  await expectHarmless(page, category, title, `Por ${author}`, about, ...written);

  await page.goto(`/biblioteca/${reading}/editar`);
  await expect(page.getByLabel("Título *")).toHaveValue(title);
  await expect(page.getByLabel("Categoria *")).toHaveValue(category);
  await expect(page.getByLabel("Texto", { exact: true })).toHaveValue(text);
  await page.getByRole("button", { name: "Pré-visualizar o texto" }).click();
  await expect(page.getByRole("dialog")).toContainText(attempt("seção um"));
  await expectHarmless(page, ...written);
  await page.goto("/admin/registro");
  await expectHarmless(page, `adicionou à biblioteca “${title}”`);
  for (const id of [record, reading]) await callApi(context.request, "delete", `/api/library/items/${id}`);
});

test("in the community: board, topic, posts, drafts, quotations, reports, a moderator's words, an announcement", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 404/);
  const writer = await oldBrother(browser, attempt("nome"));
  const reader = await oldBrother(browser, "Leitor Atento");
  const admin = await browser.newContext();
  await signIn(admin, ADMIN);
  const desk = await admin.newPage();
  const act = (path: string, data: unknown) => callApi(admin.request, "post", `/api/community/${path}`, data);
  const title = attempt("título");
  const topicId = await openTopic(writer, title, attempt("primeira"));
  await reply(writer, topicId, `[clique](https://x.example/"onmouseover=__stored='link') ${attempt("resposta")}`);
  const quote = { number: 1, words: attempt("primeira") };
  const data = { id: randomUUID(), boardId: "aprendiz", source: "Cito.", quote };
  await callApi(reader.context.request, "post", `/api/community/topics/${topicId}/posts`, data);
  await callApi(writer.context.request, "put", `/api/community/drafts/topic:${topicId}`, {
    title: "",
    body: attempt("rascunho"),
    version: 0,
  });
  const { posts } = await (await reader.context.request.get(`/api/community/topics/${topicId}`)).json();
  await callApi(reader.context.request, "post", `/api/community/posts/${posts[1].id}/reports`, { reason: attempt("denúncia") });

  await desk.goto("/comunidade/moderacao");
  await expectHarmless(desk, title, attempt("resposta"), attempt("denúncia"));
  await act(`posts/${posts[0].id}/word`, { body: attempt("palavra") });
  await act(`posts/${posts[1].id}/hide`, { reason: attempt("motivo") });
  await desk.goto("/admin/registro");
  await expectHarmless(desk, attempt("motivo"));
  const { page } = writer;
  await page.goto(topicAddress(topicId));
  await expectHarmless(page, title, attempt("primeira"), attempt("resposta"), attempt("motivo"), attempt("palavra"));
  await expect(page.getByRole("textbox", { name: "Sua resposta" })).toHaveValue(attempt("rascunho"));
  await expect(page.getByText("Prévia, como os outros lerão")).toBeVisible();
  await expectHarmless(page, attempt("rascunho"));
  await openExport(page);
  await expectHarmless(page, title, attempt("primeira"), attempt("resposta"), attempt("rascunho"));

  await reader.page.goto("/comunidade/sala/aprendiz");
  await expectHarmless(reader.page, title);
  await reader.page.goto(topicAddress(topicId));
  await expect(post(reader.page, 3).locator("blockquote")).toContainText(attempt("primeira"));
  await expectHarmless(reader.page, title);
  await callApi(reader.context.request, "put", `/api/community/topics/${topicId}/follow`, { following: true });
  await reply(writer, topicId, `ao vivo ${attempt("ao vivo")}`);
  await expect(async () => {
    await reader.page.goto("/notificacoes");
    await expect(reader.page.getByRole("link", { name: title }).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectHarmless(reader.page);
  await act(`topics/${topicId}/hide`, { reason: attempt("ocultado") });
  await page.goto(topicAddress(topicId));
  await expectHarmless(page, attempt("ocultado"));

  const id = `x${randomUUID().slice(0, 8)}`;
  await act("boards", { id, name: shortAttempt("sala"), description: attempt("descrição"), degree: null });
  await reader.page.goto(`/comunidade/sala/${id}`);
  await expectHarmless(reader.page, shortAttempt("sala"), attempt("descrição"));
  await callApi(admin.request, "put", `/api/community/boards/${id}`, {
    name: "Sala",
    description: "",
    position: 99,
    closed: true,
  });
  await callApi(admin.request, "post", "/api/admin/announcements", {
    title: attempt("aviso"),
    source: attempt("texto"),
    audience: "everyone",
    degree: null,
    lodgeId: null,
    asNotice: true,
    asLetter: true,
    startsAt: null,
    endsAt: null,
  });
  await reader.page.goto("/avisos");
  await expectHarmless(reader.page, attempt("aviso"), attempt("texto"));
  await desk.goto("/admin/cartas");
  await expectHarmless(desk, attempt("aviso"));
  for (const context of [writer.context, reader.context, admin]) await context.close();
});

test("in the address: searches, the way back after login, the level, the hash", { tag: "@long" }, async ({ page, context }) => {
  const tried = attempt("endereço");
  const query = encodeURIComponent(tried);
  await page.goto(`/dicionario?busca=${query}#${tried}`);
  await expectHarmless(page, `Nenhum resultado encontrado para "${tried}"`);
  await page.goto(`/login?volta=${encodeURIComponent(ADDRESS)}#${tried}`);
  await expectHarmless(page, "Esqueceu a senha?");
  await signUp(context);
  for (const back of [ADDRESS, tried, "//outro.example", "/\\outro.example"]) {
    await page.goto(`/login?volta=${encodeURIComponent(back)}`);
    await expect(page).toHaveURL("/dashboard");
  }
  await page.goto(`/modulos?nivel=${query}`);
  await expect(page.getByRole("tab", { name: "Aprendiz" })).toHaveAttribute("aria-selected", "true");
  await expectHarmless(page);
  await page.goto(`/biblioteca?busca=${query}`);
  await expectHarmless(page, `Nenhum título ou autor contém “${tried}”.`);
  const word = "y".repeat(100);
  await page.goto(`/biblioteca?busca=${word}`);
  await expectHarmless(page, `Nenhum título ou autor contém “${word}”.`);
});
