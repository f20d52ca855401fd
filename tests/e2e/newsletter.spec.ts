import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { letterTo, linkIn } from "./outbox.ts";
import { callApi, expect, expectAccessible, paste, signIn, test } from "./support.ts";

const REFUSED = /status of 4\d\d/;

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto("/faq");
  await page.getByLabel("Boletim por e-mail").fill(email);
  await page.getByRole("button", { name: "Inscrever" }).click();
  await expect(page.getByText("Pedido recebido.")).toBeVisible();
}

test("an address is asked for, confirmed by the mailed link, and taken off again", { tag: ["@long", "@phone"] }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = `${crypto.randomUUID()}@boletim.test`;
  await askFor(page, email);
  const link = linkIn(await letterTo(email, "Confirmar a inscrição"), "/boletim/confirmar");

  await page.goto(link);
  await expect(page).toHaveURL("/boletim/confirmar"); // the token does not stay in the address
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirmar a inscrição" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Inscrição confirmada" })).toBeFocused();

  await page.goto(link);
  await page.getByRole("button", { name: "Confirmar a inscrição" }).click();
  await expect(page.getByRole("alert")).toContainText("O link expirou ou já foi usado.");
  await expect(page.getByRole("alert")).toContainText("Se você já confirmou, não é preciso fazer mais nada.");
  await expectAccessible(page);

  await askFor(page, email); // the same answer as the first time
  await page.goto(linkIn(await letterTo(email, "já está inscrito"), "/boletim/sair"));
  await expect(page).toHaveURL("/boletim/sair");
  await page.getByRole("button", { name: "Sair do boletim" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Você saiu do boletim" })).toBeVisible();
  await expectAccessible(page);
});

test("an address that is too long is reported under its field, and nothing pasted is lost", { tag: "@long" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await page.goto("/faq");
  const field = page.getByLabel("Boletim por e-mail");
  const long = `nome@${"sub.".repeat(63)}academia.test`;
  await paste(field, long);
  await page.getByRole("button", { name: "Inscrever" }).click();
  await expect(page.getByText("Email muito longo")).toBeVisible();
  await expect(field).toHaveValue(long);
});

test("opening a link does nothing by itself: mail programs open links too", { tag: "@long" }, async ({ page, context }) => {
  const email = `${crypto.randomUUID()}@boletim.test`;
  await askFor(page, email);
  await page.goto(linkIn(await letterTo(email, "Confirmar a inscrição"), "/boletim/confirmar"));
  await expect(page).toHaveURL("/boletim/confirmar"); // its scripts have run
  await page.waitForLoadState("networkidle");
  await signIn(context, "admin@academia.example");
  const { subscribers } = await callApi(context.request, "post", "/api/newsletter/subscribers/search", { search: email });
  expect(subscribers).toMatchObject([{ email, status: "pending" }]);
});

test("an incomplete link says so and says what to do", { tag: "@long" }, async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  await page.goto("/boletim/confirmar");
  await expect(page.getByRole("alert")).toContainText("O link está incompleto.");
  await page.goto("/boletim/sair?token=x.y");
  await page.getByRole("button", { name: "Sair do boletim" }).click();
  await expect(page.getByRole("alert")).toContainText("Este link não é válido.");
});

test("a failure that may pass leaves the button to try again", { tag: "@long" }, async ({ page, allowConsole }) => {
  allowConsole(/status of 503|Failed to load/);
  await page.goto("/boletim/sair?token=x.y");
  await page.route("**/api/newsletter/unsubscribe", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", message: "O serviço está se recuperando.", requestId: "x" } }),
  );
  await page.getByRole("button", { name: "Sair do boletim" }).click();
  await expect(page.getByText("O serviço está se recuperando.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sair do boletim" })).toBeEnabled();
});

test("administrators see the addresses, download them, and delete one at its owner's wish", { tag: "@long" }, async ({
  page,
  context,
}) => {
  const email = `+soma${crypto.randomUUID()}@boletim.test`;
  await askFor(page, email);
  await letterTo(email, "Confirmar a inscrição");
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/boletim");
  const panel = page.getByRole("main");
  await expect(panel.getByText(/\d+ confirmados, \d+ a confirmar, \d+ cancelado/)).toBeVisible();
  await panel.getByLabel("Buscar").fill(email.slice(0, 20).toUpperCase());
  await expect(panel.getByRole("row")).toHaveCount(2); // the header and the one
  await expect(panel.getByRole("rowheader", { name: email })).toBeVisible();
  await expectAccessible(page);

  const [file] = await Promise.all([page.waitForEvent("download"), panel.getByRole("button", { name: "Exportar CSV" }).click()]);
  expect(file.suggestedFilename()).toBe("boletim.csv");
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(lines[0]).toContain('"E-mail";"Situação"');
  expect(lines.some((line) => line.startsWith(`"'${email}";"a confirmar"`))).toBe(true);

  await panel.getByRole("button", { name: `Excluir ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Excluir endereço" }).click();
  await expect(page.getByText("Endereço excluído")).toBeVisible();
  await expect(panel.getByText("Nenhum endereço encontrado")).toBeVisible();
  await panel.getByRole("button", { name: "Limpar a busca" }).click();
  await expect(panel.getByRole("rowheader", { name: "leitor.um@correio.example" })).toBeVisible();
});
