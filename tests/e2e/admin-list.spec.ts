import type { BrowserContext, Page } from "@playwright/test";
import { breakApi, expect, expectToast, signIn, signUp, test } from "./support.ts";

const SEARCH = "**/api/admin/members/search";

async function openList(page: Page, context: BrowserContext): Promise<void> {
  await signIn(context, "admin@academia.example");
  await page.goto("/admin");
  await expect(page.getByRole("table", { name: "Usuários" })).toBeVisible();
}

const rows = (page: Page) => page.getByRole("table", { name: "Usuários" }).locator("tbody tr");
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

test("the cards show how many users and administrators there are, and the table when each joined", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(context, "admin@academia.example");
  const answer = page.waitForResponse("**/api/admin/summary");
  await page.goto("/admin");
  const { members, admins } = await (await answer).json();
  expect(members).toBeGreaterThanOrEqual(25); // the demo members
  expect(members).toBeGreaterThan(admins);
  await expect(page.locator(".admin__figures > div")).toHaveText([`Usuários${members}`, `Administradores${admins}`, "Módulos12"]);
  await page.getByLabel("Buscar").fill("aluno@academia.example");
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, "Antônio Figueira Lopes").locator(".email")).toHaveText("aluno@academia.example");
  const date = row(page, "Antônio Figueira Lopes").locator("time");
  const joined = new Date((await date.getAttribute("datetime"))!);
  await expect(date).toHaveText(joined.toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" }));
});

test("the list goes on page by page, is filtered by role and degree, and put in order", { tag: ["@long", "@phone"] }, async ({
  page,
  context,
  browser,
}) => {
  const other = await browser.newContext();
  await signUp(other, "Mais Um Membro"); // one more than a page holds
  await openList(page, context);
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole("button", { name: "Mostrar mais" }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(25);
  const emails = await rows(page).locator(".email").allTextContents();
  expect(new Set(emails).size).toBe(emails.length);

  await page.getByLabel("Buscar").fill("academia.example");
  await page.getByLabel("Ordem").selectOption("Nome, de A a Z");
  await expect(rows(page).first()).toContainText("Abílio Torres Maia");
  const shown = await rows(page).getByRole("rowheader").allTextContents();
  const names = shown.map((name) => name.replace(/E-mail por confirmar|Suspenso/, ""));
  expect(names).toEqual(names.toSorted(new Intl.Collator("pt-BR").compare));
  await page.getByLabel("Grau", { exact: true }).selectOption("Companheiro");
  await expect(page.getByText(/^\d+ usuários encontrados$/)).toBeVisible();
  await expect(rows(page).filter({ hasText: "Mestre" })).toHaveCount(0);
  for (const degree of await rows(page)
    .getByRole("combobox", { name: /^Grau de/ })
    .all())
    await expect(degree).toHaveText("Companheiro");
  await page.getByLabel("Grau", { exact: true }).selectOption("Todos");
  await page.getByLabel("Permissão", { exact: true }).selectOption("Admins");
  await expect(page.getByText("1 usuário encontrado")).toBeVisible();
  await expect(rows(page)).toContainText("Otávio Sampaio Leal (você)");
  await page.getByLabel("Permissão", { exact: true }).selectOption("Usuários");
  await expect(rows(page).filter({ hasText: "Otávio Sampaio Leal" })).toHaveCount(0);
  await other.close();
});

test("the last administrator can be neither demoted nor deleted", { tag: "@long" }, async ({ page, context }) => {
  // other tests make administrators, so the answer is made to say that there is none but them
  await page.route(SEARCH, async (route) => {
    const answer = await (await route.fetch()).json();
    const last = (member: { self: boolean; can: object }) =>
      member.self ? { ...member, lastAdmin: true, can: { ...member.can, changeRole: false, delete: false } } : member;
    await route.fulfill({ json: { ...answer, members: answer.members.map(last) } });
  });
  await openList(page, context);
  await page.getByLabel("Buscar").fill("Otávio Sampaio Leal");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: "Permissão de Otávio Sampaio Leal" })).toBeDisabled();
  await expect(rows(page).getByText("Único administrador")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ações para Otávio Sampaio Leal" })).toHaveCount(0);
  await expect(rows(page).getByRole("link", { name: "Minha conta" })).toBeVisible();
});

test("a deletion that fails is reported, and the member stays in the list", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  await openList(page, context);
  await breakApi(page, "**/api/admin/members/*", "DELETE");
  await page.getByLabel("Buscar").fill("Raul Tavares Campos");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Ações para Raul Tavares Campos" }).click();
  await page.getByRole("menuitem", { name: "Deletar usuário" }).click();
  const dialog = page.getByRole("dialog", { name: "Tem certeza que deseja deletar este usuário?" });
  await dialog.getByRole("button", { name: "Deletar usuário" }).click();
  await expectToast(page, "Não foi possível deletar o usuário.");
  await expect(dialog).toBeHidden();
  await expect(row(page, "Raul Tavares Campos")).toBeVisible();
});
