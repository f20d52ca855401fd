import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContext, Page } from "@playwright/test";
import { projectFile } from "#app/project-files.ts";
import { callApi, expect, expectAccessible, expectToast, paste, signIn, signInByPassword, signUp, test } from "./support.ts";

const ADMIN = "admin@academia.example";
const run = promisify(execFile);

/** Names are letters only: accents and all, and unlike any other test's. */
const uniqueName = (first: string) =>
  `${first} ${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;

async function openPanel(page: Page, context: BrowserContext): Promise<void> {
  await signIn(context, ADMIN);
  await page.goto("/admin");
  await expect(page.getByText("Painel Admin", { exact: true })).toBeVisible();
}

/** To another page of the administration, by the index of its rooms. */
const enter = (page: Page, entry: string) =>
  page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^${entry}(,|$)`) })
    .last()
    .click();

/** Searches for one member. */
async function find(page: Page, name: string): Promise<void> {
  await page.getByLabel("Buscar").fill(name);
  await expect(page.getByText("1 usuário encontrado")).toBeVisible();
}

/** Types the name that making an administrator asks for. */
async function nameAdministrator(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Tornar administrador?" });
  await dialog.getByLabel("Nome do membro").fill(name);
  await dialog.getByRole("button", { name: "Tornar administrador" }).click();
}

test("a member is sent to their dashboard, a visitor to the login", { tag: "@long" }, async ({ page, context }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/login\?volta=%2Fadmin/);
  await signUp(context);
  await page.goto("/admin");
  await expect(page).toHaveURL("/dashboard");
});

test("the panel shows its figures and columns, accessible in light and dark", { tag: ["@phone-long", "@long"] }, async ({
  page,
  context,
}) => {
  await openPanel(page, context);
  await expect(page).toHaveTitle("Painel Admin · Academia");
  await expect(page.locator(".admin__figures > div").filter({ hasText: "Módulos" })).toContainText("12");
  for (const heading of ["Email", "Permissão", "Data de Cadastro", "Ações"])
    await expect(page.getByRole("columnheader", { name: heading })).toBeAttached();
  await expectAccessible(page);
});

test("the queue of requests is accessible in light and dark", { tag: ["@long", "@phone"] }, async ({ page, context }) => {
  await openPanel(page, context);
  await enter(page, "Pedidos de grau");
  await expect(page.getByRole("heading", { name: "Gilberto Nóbrega Paz" })).toBeVisible();
  await expectAccessible(page);
});

test("Sistema shows what waits and what is wrong, and letters are tried again", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
}) => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await page.route("**/api/admin/system", (route) =>
    route.fulfill({
      json: {
        warnings: ["O disco das cópias de segurança (BACKUP_DIR) tem só 7% livres. Libere espaço."],
        backup: {
          mode: "automatic",
          last: ago(600),
          failure: { count: 1, at: ago(120), message: "ENOSPC: no space left on device" },
          diskFree: 0.07,
        },
        letters: { waiting: 3, failing: 2, oldest: ago(90), error: "connect ECONNREFUSED 192.0.2.1:465", filed: 1 },
        jobs: [
          { name: "deliver-mail", waiting: 3, failing: 2, oldest: ago(90) },
          { name: "of-a-newer-version", waiting: 1, failing: 0, oldest: ago(3) },
        ],
        diskFree: 0.42,
      },
    }),
  );
  await openPanel(page, context);
  await enter(page, "Sistema");
  const panel = page.getByRole("main");
  for (const text of [
    "tem só 7% livres",
    "Espaço livre no disco: 42%",
    "A última tentativa falhou",
    "3 cartas esperam o envio, a mais antiga de há",
    "2 já foram tentadas e falharam: connect ECONNREFUSED",
    "1 carta ficou em disco",
    "Envio de cartas (deliver-mail): 3 à espera, 2 com falha",
    "of-a-newer-version: 1 à espera",
  ])
    await expect(panel).toContainText(text);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Tentar agora o que falhou" }).click();
  await expectToast(page, "Na fila");
});

test("Sistema says in whole sentences that nothing waits", { tag: "@long" }, async ({ page, context }) => {
  await page.route("**/api/admin/system", (route) =>
    route.fulfill({
      json: {
        warnings: [],
        backup: { mode: "automatic", last: new Date().toISOString(), failure: null, diskFree: 0.5 },
        letters: { waiting: 0, failing: 0, oldest: null, error: null, filed: 0 },
        jobs: [],
        diskFree: 0.5,
      },
    }),
  );
  await openPanel(page, context);
  await enter(page, "Sistema");
  const panel = page.getByRole("main");
  await expect(panel.getByText("Nada pede atenção agora.")).toBeVisible();
  await expect(panel.getByText("Nenhuma carta espera o envio.", { exact: true })).toBeVisible();
  await expect(panel.getByText("Nenhuma tarefa espera.", { exact: true })).toBeVisible();
});

test("the log is accessible in light and dark", { tag: ["@long", "@phone"] }, async ({ page, context }) => {
  await openPanel(page, context);
  await enter(page, "Registro de ações");
  await expect(page.getByRole("list", { name: "Registro de ações" }).getByRole("listitem").first()).toBeVisible();
  await expectAccessible(page);
});

test("a role that the server refuses goes back to what it was, with the reason", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await openPanel(page, context);
  await page.route("**/api/admin/members/*/role", (route) =>
    route.fulfill({ status: 409, json: { code: "last_admin", message: "Este é o único administrador." } }),
  );
  await find(page, "Vicente Aragão Mattos");
  const role = page.getByRole("combobox", { name: "Permissão de Vicente Aragão Mattos" });
  await role.click();
  await page.getByRole("listbox").getByRole("option", { name: "Admin", exact: true }).click();
  await nameAdministrator(page, "Vicente Aragão Mattos");
  await expectToast(page, "Não foi possível atualizar a permissão.", "Este é o único administrador.");
  await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
  await expect(role).toHaveText("Usuário");
});

test("search forgets accents, and an empty result leads back", { tag: "@long" }, async ({ page, context, browser }) => {
  const name = uniqueName("Conceição");
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  await signUp(other, name);
  await openPanel(page, context);
  await find(page, name.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase());
  await expect(page.getByText(name)).toBeVisible();
  await page.getByLabel("Buscar").fill("zzqqzzqq");
  await expect(page.getByRole("heading", { name: "Nenhum usuário encontrado" })).toBeVisible();
  await page.getByRole("button", { name: "Limpar a busca" }).click();
  await expect(page.getByLabel("Buscar")).toHaveValue("");
  await other.close();
});

test("a search over 100 characters is not made, and is reported under its field", { tag: "@long" }, async ({ page, context }) => {
  const long = "x".repeat(101);
  await openPanel(page, context);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url() + (request.postData() ?? "")));
  for (const address of ["/admin", "/admin/boletim"]) {
    await page.goto(address);
    const search = page.getByRole("searchbox", { name: "Buscar" });
    await paste(search, long);
    await expect(page.getByText("A busca aceita até 100 caracteres. Encurte o texto.")).toBeVisible();
    await expect(search).toHaveValue(long);
    const shorter = page.waitForResponse(/members\/search|newsletter\/subscribers/);
    await search.fill("zzqqzzqq");
    await shorter;
    await expect(page.getByText("A busca aceita até 100 caracteres.")).toBeHidden();
  }
  expect(calls.filter((call) => call.includes(long))).toEqual([]);
});

test("the role is changed with a toast, by the keyboard too, and the log shows it", { tag: "@long" }, async ({
  page,
  context,
  browser,
}) => {
  const name = uniqueName("Benedito");
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  await signUp(other, name);
  await openPanel(page, context);
  await find(page, name);
  const role = page.getByRole("combobox", { name: `Permissão de ${name}` });
  await expect(role).toHaveText("Usuário");
  await role.click();
  await page.getByRole("listbox").getByRole("option", { name: "Admin", exact: true }).click();
  await nameAdministrator(page, name);
  await expectToast(page, "Sucesso", "Permissão atualizada com sucesso!");
  await expect(role).toHaveText("Admin");
  await role.focus();
  await page.keyboard.press("Enter");
  // the list takes its keys once it has opened, a moment after it is drawn
  await expect(page.getByRole("option", { name: "Admin", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { name: "Usuário", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(role).toHaveText("Usuário");
  await enter(page, "Registro de ações");
  await expect(page.getByText(`mudou a permissão de ${name} de Admin para Usuário.`)).toBeVisible();
  await other.close();
});

test("deleting asks the fixed question, and ends the member's session in their own browser", { tag: "@phone-long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  const name = uniqueName("Teodorico".repeat(5)); // a word that must break
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  const { email } = await signUp(other, name);
  const theirs = await other.newPage();
  await theirs.goto("/dashboard");
  await openPanel(page, context);
  await find(page, name);
  const panel = page.url();
  for (const [role, list] of [
    ["button", "menu"],
    ["combobox", "listbox"],
  ] as const) {
    await page.getByRole(role, { name: new RegExp(`^(Ações para|Permissão de) ${name}`) }).click();
    await expect(page.getByRole(list)).toBeVisible();
    await page.goBack(); // closes what is open, and stays
    await expect(page.getByRole(list)).toBeHidden();
    expect(page.url()).toBe(panel);
  }
  await page.getByRole("button", { name: `Ações para ${name}` }).click();
  await page.getByRole("menuitem", { name: "Deletar usuário" }).click();
  const dialog = page.getByRole("dialog", { name: "Tem certeza que deseja deletar este usuário?" });
  await expect(dialog).toContainText(email);
  expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), "sideways overflow").toBe(0);
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: `Ações para ${name}` }).click();
  await page.getByRole("menuitem", { name: "Deletar usuário" }).click();
  await dialog.getByRole("button", { name: "Deletar usuário" }).click();
  await expectToast(page, "Usuário deletado com sucesso!");
  await expect(page.getByText(email)).toBeHidden();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/login/);
  await other.close();
});

test("two browsers: one administrator takes the role away while the other is on the panel", { tag: "@long" }, async ({
  page,
  context,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const name = uniqueName("Sebastião");
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  const { id } = await signUp(other, name);
  await signIn(context, ADMIN);
  await callApi(context.request, "put", `/api/admin/members/${id}/role`, { role: "admin", typedName: name });
  const theirs = await other.newPage();
  await theirs.goto("/admin");
  await expect(theirs.getByText("Painel Admin", { exact: true })).toBeVisible();

  await openPanel(page, context);
  await find(page, name);
  await page.getByRole("combobox", { name: `Permissão de ${name}` }).click();
  await page.getByRole("listbox").getByRole("option", { name: "Usuário", exact: true }).click();
  await expectToast(page, "Sucesso", "Permissão atualizada com sucesso!");

  await enter(theirs, "Registro de ações");
  await expect(theirs.getByRole("heading", { name: "Acesso Negado" })).toBeVisible();
  await expect(theirs.getByText("Você não tem permissão para acessar esta página.")).toBeVisible();
  await expect(theirs.getByRole("table")).toHaveCount(0);
  await expectAccessible(theirs);
  await theirs.getByRole("link", { name: "Ir para o meu painel" }).click();
  await expect(theirs).toHaveURL("/dashboard");
  await theirs.goto("/admin");
  await expect(theirs).toHaveURL("/dashboard");
  await other.close();
});

test("a degree is confirmed from the list, after a question", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
  browser,
}) => {
  const name = uniqueName("Lázaro");
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  await signUp(other, name);
  await openPanel(page, context);
  await find(page, name);
  const degree = page.getByRole("combobox", { name: `Grau de ${name}` });
  await degree.click();
  await page.getByRole("listbox").getByRole("option", { name: "Mestre", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Confirmar o grau de Mestre?" });
  expect((await (await other.request.get("/api/session")).json()).member.degree).toBe("aprendiz");
  await dialog.getByRole("button", { name: "Confirmar grau" }).click();
  await expectToast(page, "Sucesso", "Grau atualizado.");
  await expect(degree).toHaveText("Mestre");
  const session = await (await other.request.get("/api/session")).json();
  expect(session.member.degree).toBe("mestre");
  await other.close();
});

test("a request of a degree is refused with a reason, another one approved", { tag: "@long" }, async ({
  page,
  context,
  browser,
}) => {
  const name = uniqueName("Abílio");
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
  await signUp(other, name);
  const ask = () =>
    callApi(other.request, "post", "/api/account/degree-requests", {
      degree: "companheiro",
      lodge: "Luz, nº 2",
      receivedOn: "2026-02-10",
    });
  await ask();
  await openPanel(page, context);
  await enter(page, "Pedidos de grau");
  await page.getByRole("button", { name: `Recusar o pedido de ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Recusar o pedido de grau" });
  await dialog.getByRole("button", { name: "Recusar pedido" }).click();
  await expect(dialog.getByText("Escreva o motivo da recusa")).toBeVisible();
  await paste(dialog.getByLabel("Motivo"), "x".repeat(501));
  await expect(dialog.getByText("O motivo deve ter no máximo 500 caracteres")).toBeVisible();
  await expect(dialog.getByLabel("Motivo")).toHaveValue("x".repeat(501));
  await dialog.getByLabel("Motivo").fill("A Loja ainda não confirmou a data.");
  await dialog.getByRole("button", { name: "Recusar pedido" }).click();
  await expectToast(page, "Pedido recusado");
  await expect(page.getByRole("heading", { name })).toBeHidden();
  await ask();
  await page.reload();
  await page.getByRole("button", { name: `Aprovar o pedido de ${name}` }).click();
  await expectToast(page, "Grau confirmado", `${name}: Companheiro.`);
  const session = await (await other.request.get("/api/session")).json();
  expect(session.member.degree).toBe("companheiro");
  await other.close();
});

test("several requests of a degree are approved at once; the one that another administrator decided meanwhile is named", {
  tag: "@long",
}, async ({ page, context, browser, allowConsole }) => {
  allowConsole(/status of 409/);
  const [first, second] = [uniqueName("Quirino"), uniqueName("Rufino")];
  const contexts = [];
  for (const name of [first, second]) {
    const theirs = await browser.newContext({ baseURL: process.env.E2E_BASE_URL! });
    await signUp(theirs, name);
    const request = { degree: "companheiro", lodge: "Luz, nº 2", receivedOn: "2026-02-10" };
    await callApi(theirs.request, "post", "/api/account/degree-requests", request);
    contexts.push(theirs);
  }
  await openPanel(page, context);
  await enter(page, "Pedidos de grau");
  for (const name of [first, second]) await page.getByRole("checkbox", { name: `Escolher ${name}` }).check();
  await expectAccessible(page);
  const queue = await (await context.request.get("/api/admin/degree-requests")).json();
  const { id } = queue.requests.find(({ member }: { member: { name: string } }) => member.name === second);
  await callApi(context.request, "post", `/api/admin/degree-requests/${id}/approve`);
  await page.getByRole("button", { name: "Aprovar os 2" }).click();
  await expectToast(page, "1 grau confirmado.", second);
  const degreeOf = async (theirs: BrowserContext) => (await (await theirs.request.get("/api/session")).json()).member.degree;
  expect([await degreeOf(contexts[0]!), await degreeOf(contexts[1]!)]).toEqual(["companheiro", "companheiro"]);
  for (const theirs of contexts) await theirs.close();
});

test("a load that fails says so in the list and by toast, and is tried again", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  let broken = true;
  await page.route("**/api/admin/members/search", (route) =>
    broken
      ? route.fulfill({
          status: 500,
          json: { code: "internal", message: "Algo falhou do nosso lado. Tente de novo em instantes." },
        })
      : route.fallback(),
  );
  await openPanel(page, context);
  await expectToast(page, "Erro", "Não foi possível carregar os dados.");
  await expect(page.getByRole("heading", { name: "Não foi possível carregar os dados." })).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(page.getByRole("table", { name: "Usuários" })).toBeVisible();
});

test("the command makes an administrator while the application runs", { tag: "@long" }, async ({ page, context }) => {
  const email = `${crypto.randomUUID()}@academia.test`;
  const script = projectFile("build/program/admin.js");
  const env = { PATH: process.env.PATH, DATA_DIR: process.env.E2E_DATA_DIR };
  const { stdout } = await run(process.execPath, [script, "create", "--email", email, "--name", "Zeferino Prado"], {
    cwd: process.env.E2E_DATA_DIR!,
    env,
  });
  await signInByPassword(context, email, /Senha .*: (\S+)/.exec(stdout)![1]!);
  await page.goto("/admin");
  await expect(page.getByText("Painel Admin", { exact: true })).toBeVisible();
});
