import type { Page } from "@playwright/test";
import { brother, openTopic, topicAddress } from "./brothers.ts";
import { expect, signIn, test } from "./support.ts";

const ID = "00000000-0000-4000-8000-000000000000";
const ADMIN_TEXT = "Não foi possível carregar os dados.";

/** Opens a page of which one call fails: the toast of the specification is there once, and so is what the page itself says of it. */
async function expectTold(page: Page, call: string, address: string, title: string, inline = title): Promise<void> {
  await page.route(call, (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "Algo falhou do nosso lado. Tente de novo em instantes." } }),
  );
  await page.goto(address);
  const toast = page.locator(".toast strong", { hasText: new RegExp(`^${title}$`) });
  await expect(toast, `${call} at ${address}`).toBeVisible();
  await expect(page.locator("main").getByText(inline, { exact: true }), `${call} at ${address}`).toBeVisible();
  await expect(page.locator("main").getByRole("button", { name: "Tentar novamente" })).toBeVisible();
  await expect(toast).toHaveCount(1);
  await page.unroute(call);
}

test("what a member cannot load is reported by toast, once, and in its place", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  await signIn(context, "aluno@academia.example");
  await expectTold(page, "**/api/library/items", "/biblioteca", "Erro ao carregar biblioteca");
  await expectTold(page, "**/api/library/items/*", `/biblioteca/${ID}`, "Erro ao carregar biblioteca");
  await expectTold(page, "**/api/mentoring/mentors", "/mentoria", "Erro ao carregar mentores");
  await expectTold(page, "**/api/mentoring/sessions", "/mentoria?aba=sessoes", "Erro ao carregar sessões");
  await expectTold(page, "**/api/mentoring/sessions/*", `/mentoria/sessao/${ID}`, "Erro ao carregar sessões");
  // trying again and failing again is another failure, but the same notice does not pile up
  await page.route("**/api/library/items", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/biblioteca");
  const again = page.waitForResponse("**/api/library/items");
  await page.locator("main").getByRole("button", { name: "Tentar novamente" }).click();
  await again;
  await expect(page.locator("main").getByRole("button", { name: "Tentar novamente" })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(1);
});

test("what an administrator cannot load is reported by toast, once, and in its place", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 500/);
  await signIn(context, "admin@academia.example");
  await expectTold(page, "**/api/mentors", "/gestao-mentores", "Erro ao carregar mentores");
  await expectTold(page, "**/api/mentoring/states*", "/gestao-mentores", "Erro ao carregar sessões");
  for (const [call, address] of [
    ["**/api/admin/members/search", "/admin"],
    ["**/api/admin/degree-requests", "/admin/pedidos"],
    ["**/api/contact/messages*", "/admin/contato"],
    ["**/api/newsletter/subscribers/search", "/admin/boletim"],
    ["**/api/admin/audit-log/search", "/admin/registro"],
    ["**/api/admin/summary", "/admin"],
  ] as const) {
    await expectTold(page, call, address, "Erro", ADMIN_TEXT);
    await expect(page.locator(".toast")).toContainText(ADMIN_TEXT);
  }
  await expect(page.locator(".admin__figures")).toContainText("–");
  await page.getByRole("button", { name: "Tentar novamente" }).click();
  await expect(page.locator(".admin__figures > div").filter({ hasText: "Módulos" })).toContainText("12");
  await expect(page.getByRole("button", { name: "Tentar novamente" })).toHaveCount(0);
});

test("what the community, the notices and the announcements cannot load is told in its place, and comes when it is tried again", {
  tag: "@long",
}, async ({ browser, allowConsole }) => {
  allowConsole(/status of 500/);
  const one = await brother(browser, "Horácio Brum");
  const topic = topicAddress(await openTopic(one, "Não carrega"));
  const { page, context } = one;
  for (const [call, address, title, then] of [
    ["**/api/community", "/comunidade", "Erro ao carregar a comunidade", "Conversa de irmãos"],
    ["**/api/community", "/comunidade/novo/aprendiz", "Erro ao carregar a comunidade", "Abrir assunto"],
    ["**/api/community/boards/*/topics*", "/comunidade/sala/aprendiz", "Erro ao carregar os assuntos", "Não carrega"],
    ["**/api/community/topics/*", topic, "Erro ao carregar o assunto", "Não carrega"],
    ["**/api/notices*", "/notificacoes", "Erro ao carregar as notificações", "Notificações"],
    ["**/api/announcements*", "/avisos", "Erro ao carregar os avisos", "Avisos"],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto(address);
    const told = page.locator("main").getByRole("alert").filter({ hasText: title });
    await expect(told, address).toBeVisible();
    await page.unroute(call);
    await expect(async () => {
      // the stream's beginning may have asked again by itself
      if (await told.isVisible()) await told.getByRole("button", { name: "Tentar novamente" }).click({ timeout: 1_000 });
      await expect(told, address).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(page.getByRole("heading", { name: then }).first(), address).toBeVisible();
  }
  await context.close();
});
