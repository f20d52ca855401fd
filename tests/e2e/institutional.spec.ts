import type { Page } from "@playwright/test";
import { letterTo } from "./outbox.ts";
import { expect, expectAccessible, signIn, test } from "./support.ts";

test("every answer is in the page before any script, and opens without one", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.E2E_BASE_URL! });
  const page = await context.newPage();
  await page.goto("/faq");
  await expect(page.locator(".faq__faq-item")).toHaveCount(22);
  for (const answer of await page.locator(".faq__faq-answer > p:first-child").all())
    expect((await answer.textContent())!.length).toBeGreaterThan(60);
  const question = page.getByRole("heading", { name: "Quanto custa estudar aqui?" });
  await question.click();
  await expect(page.getByText("A conta é gratuita, e não há parte paga")).toBeVisible();
  await context.close();
});

test("the address of a question opens it, on arriving and inside the page", { tag: ["@phone-long", "@long"] }, async ({
  page,
}) => {
  await page.goto("/faq#quanto-custa-estudar-aqui");
  await expect(page.getByText("A conta é gratuita, e não há parte paga")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Quanto custa estudar aqui?" })).toBeInViewport();
  await page.goto("/faq#ha-exame-e-certificado");
  await expect(page.locator("#ha-exame-e-certificado")).toHaveAttribute("open", "");
  await page.getByRole("link", { name: /^Endereço desta pergunta ?: Há exame/ }).click();
  await expect(page).toHaveURL("/faq#ha-exame-e-certificado");
});

test("questions open by keyboard, and the open page is accessible", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/faq");
  await page.locator(".faq__faq-item summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".faq__faq-item").first()).toHaveAttribute("open", "");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Escrever para a Academia" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contato" })).toBeVisible();
});

for (const { path, title, other } of [
  { path: "/termos", title: "Termos de Serviço", other: "Política de Privacidade" },
  { path: "/privacidade", title: "Política de Privacidade", other: "Termos de Serviço" },
]) {
  test(`${path} shows its version and date, and its contents lead to its sections`, { tag: "@long" }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(/Versão \d{4}-\d{2}(\.\d+)?, de \d{1,2} de \p{L}+ de \d{4}/u)).toBeVisible();
    const folded = page.locator("details.contents__folded");
    if (await folded.isVisible()) await folded.locator("summary").click();
    const contents = page.getByRole("navigation", { name: "Nesta página" });
    if (path === "/privacidade") await expect(page.getByText("Encarregado: pela página de contato.")).toBeVisible();
    const links = contents.getByRole("link");
    expect(await links.count()).toBeGreaterThan(8);
    const last = links.last();
    const heading = page.locator(`[id="${(await last.getAttribute("href"))!.slice(1)}"]`);
    await last.click();
    await expect(heading).toBeInViewport();
    // on to the other document inside the application: its text comes from the file that the build wrote
    await page.locator(".folio__folio-end").getByRole("link", { name: other }).click();
    await expect(page.getByRole("heading", { level: 1, name: other })).toBeVisible();
    await expect(page.locator(".folio__folio-sec").first()).toBeVisible();
  });
}

test("at 200% text nothing of the page sticks out sideways", { tag: "@long" }, async ({ page }) => {
  for (const path of ["/faq", "/contato", "/termos", "/privacidade", "/boletim/confirmar", "/boletim/sair"]) {
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "225%";
    });
    await page.waitForTimeout(100);
    const beyond = await page
      .locator("main")
      .evaluate((main) =>
        [...main.querySelectorAll(":not(.visually-hidden, .visually-hidden *)")]
          .filter((part) => part.getBoundingClientRect().right > window.innerWidth + 1)
          .map((part) => part.outerHTML.slice(0, 80)),
      );
    expect(beyond, path).toEqual([]);
  }
});

const form = (page: Page) => page.locator("form.contact__contact-form");

async function fill(page: Page, subject: string): Promise<void> {
  await form(page).getByLabel("Nome").fill("Joaquim Prado");
  await form(page).getByLabel("Email").fill("joaquim@visita.test");
  await form(page).getByLabel("Assunto").fill(subject);
  await form(page).getByLabel("Mensagem").fill("Boa noite.\n\nA biblioteca recebe doações em papel?");
}

const send = (page: Page) => form(page).getByRole("button", { name: "Enviar mensagem" });

test("a visitor writes; the administrator gets a letter to answer, and resolves the message in the panel", {
  tag: ["@long", "@phone"],
}, async ({ page, context }) => {
  const subject = `Doação ${crypto.randomUUID()}`;
  await page.clock.install();
  // typed before the scripts have come: it is in the draft once they have, and a person's time is counted from there
  const { promise: typed, resolve: letScriptsCome } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto("/contato", { waitUntil: "commit" });
  await fill(page, subject);
  letScriptsCome();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(subject);
  await page.clock.fastForward(5_000);
  await send(page).click();
  await expect(page.getByRole("heading", { name: "Mensagem enviada" })).toBeFocused();
  await expect(page.getByText("joaquim@visita.test")).toBeVisible();
  await expectAccessible(page);
  const letter = await letterTo("admin@academia.example", subject);
  expect(letter.headers).toMatch(/^Reply-To: joaquim@visita\.test$/m);
  expect(letter.headers).toMatch(/^Subject: Nova mensagem pelo site$/m);

  await page.getByRole("button", { name: "Escrever outra mensagem" }).click();
  await expect(form(page).getByLabel("Mensagem")).toHaveValue("");

  await signIn(context, "admin@academia.example");
  await page.goto("/admin/contato");
  const panel = page.getByRole("main");
  const message = panel.getByRole("article", { name: subject });
  await expect(message.getByText("A biblioteca recebe doações em papel?")).toBeVisible();
  await expect(message.getByRole("link", { name: "Responder a Joaquim Prado por e-mail" })).toHaveAttribute(
    "href",
    /^mailto:joaquim%40visita\.test\?subject=Re%3A/,
  );
  await expectAccessible(page);
  await panel.getByRole("button", { name: `Marcar como resolvida: ${subject}` }).click();
  await expect(page.getByText("Mensagem resolvida")).toBeVisible();
  await expect(message).toBeHidden();
  await panel.getByLabel("Mostrar").selectOption("resolved");
  await expect(message.getByText(/Resolvida hoje, .* por Otávio Sampaio Leal/)).toBeVisible();
  await panel.getByRole("button", { name: `Excluir: ${subject}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Excluir mensagem" }).click();
  await expect(page.getByText("Mensagem excluída")).toBeVisible();
  await expect(message).toBeHidden();
});

test("wrong fields are reported in words, the first one focused, and nothing goes out", { tag: "@long" }, async ({ page }) => {
  await page.goto("/contato");
  let sent = 0;
  await page.route("**/api/contact", (route) => {
    sent += 1;
    return route.continue();
  });
  await form(page).getByLabel("Email").fill("nada");
  await send(page).click();
  for (const message of [
    "Nome deve ter no mínimo 3 caracteres",
    "Email inválido",
    "Assunto deve ter no mínimo 3 caracteres",
    "Mensagem deve ter no mínimo 10 caracteres",
  ])
    await expect(form(page).getByText(message)).toBeVisible();
  await expect(form(page).getByLabel("Nome")).toBeFocused();
  await expectAccessible(page);
  expect(sent).toBe(0);
});

test("what was typed survives a refusal, a failure and a lost connection", async ({ page, allowConsole }) => {
  allowConsole(/status of (429|500)|ERR_/);
  await page.goto("/contato");
  await fill(page, "Assunto que fica");
  const answers = [
    { status: 429, json: { code: "too_many_tries", message: "Muitas tentativas em pouco tempo.", requestId: "x" } },
    { status: 500, json: { code: "internal", message: "Algo falhou do nosso lado.", requestId: "x" } },
  ];
  for (const answer of answers) {
    await page.route("**/api/contact", (route) => route.fulfill(answer));
    await send(page).click();
    await expect(form(page).getByRole("alert")).toHaveText(answer.json.message);
    await page.unroute("**/api/contact");
  }
  await page.route("**/api/contact", (route) => route.abort());
  await send(page).click();
  await expect(form(page).getByRole("alert")).toContainText("Não encontramos sua conexão.");
  await expect(form(page).getByLabel("Assunto")).toHaveValue("Assunto que fica");
  await expect(form(page).getByLabel("Mensagem")).toHaveValue("Boa noite.\n\nA biblioteca recebe doações em papel?");
  await expect(send(page)).toBeEnabled();
});

test("a member finds their name and address filled in", { tag: "@long" }, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/contato");
  await expect(form(page).getByLabel("Nome")).toHaveValue("Antônio Figueira Lopes");
  await expect(form(page).getByLabel("Email")).toHaveValue("aluno@academia.example");
  await expect(page.getByText("a mensagem fica ligada à sua conta")).toBeVisible();
});
