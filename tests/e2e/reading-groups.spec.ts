import type { Browser, Page } from "@playwright/test";
import { eq, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { readingGroups } from "#app/features/reading-groups/reading-groups.table.ts";
import { backend } from "./backend.ts";
import { brother } from "./brothers.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, test } from "./support.ts";

/** An officer and two brothers of a new Lodge, each in a browser of their own. */
async function aLodge(browser: Browser, number: string) {
  const { db } = backend();
  const place = { city: "Lages", state: "SC", jurisdiction: "Grande Loja de exemplo" };
  const [lodge] = await db
    .insert(lodges)
    .values({ name: "Leitores do Sul", number, ...place })
    .returning();
  const [officer, shown, quiet] = [
    await brother(browser, "Olavo Leitor"),
    await brother(browser, "Abel Leitor"),
    await brother(browser, "Bento Leitor"),
  ];
  for (const { id } of [officer, shown, quiet])
    await db.update(profiles).set({ lodgeId: lodge!.id, lodgeConfirmedAt: new Date() }).where(eq(profiles.id, id));
  await db.insert(lodgeOfficers).values({
    ...{ lodgeId: lodge!.id, memberId: officer.id, office: "secretario" as const },
    startsAt: sql`now() - interval '1 day'`,
    endsAt: sql`now() + interval '90 days'`,
  });
  return { officer, shown, quiet };
}

/** Finds a text by its title, and gives it the next week. */
async function choose(page: Page, title: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Texto da/ }).fill(title);
  await page.getByRole("option", { name: title }).click();
  await expect(page.getByRole("listitem").filter({ hasText: title })).toBeVisible();
}

const PIECES = ["Oito horas para um irmão", "Chegou a minha vez", "A carona de quinta-feira", "Nada consta"];
const week = (page: Page, number: number) =>
  page
    .getByRole("list", { name: "As semanas do grupo" })
    .getByRole("listitem")
    .nth(number - 1);

test("an officer opens a group, two brothers join, one is seen to have read, they talk, and the sheet is printed", {
  tag: ["@phone", "@long"],
}, async ({ browser }) => {
  test.setTimeout(180_000);
  const { officer, shown, quiet } = await aLodge(browser, `${Date.now() % 100_000}`);

  const { page } = officer;
  await page.goto("/grupos");
  await expect(page.getByText("A sua Loja não tem grupo aberto agora")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Abrir um grupo" }).click();
  await page.getByRole("button", { name: "Abrir o grupo" }).click();
  await expect(page.getByText("Dê ao grupo um nome de pelo menos três letras")).toBeVisible();
  await expect(page.getByText("Escolha pelo menos 4 textos")).toBeVisible();
  await page.getByLabel("Nome do grupo").fill("Noites de quinta");
  await page.getByLabel("Uma palavra aos irmãos").fill("Leiam sem pressa.");
  await page.getByLabel("Primeira segunda-feira").selectOption({ index: 0 });
  for (const title of PIECES.slice(0, 3)) await choose(page, title);
  await page.reload();
  await expect(page.getByLabel("Nome do grupo"), "what was typed is still there").toHaveValue("Noites de quinta");
  await choose(page, PIECES[3]!);
  await page.getByRole("button", { name: `Subir: ${PIECES[1]}` }).click();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Abrir o grupo" }).click();
  await expectToast(page, "Grupo aberto");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Noites de quinta");
  await expect(week(page, 1)).toContainText(PIECES[1]!);
  await expectAccessible(page);
  await expectNoOverflow(page);
  const address = new URL(page.url()).pathname;
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 }), "not the form again").toHaveText("Grupo de leitura");

  const abel = shown.page;
  await abel.goto("/grupos");
  await abel.getByRole("link", { name: "Noites de quinta" }).click();
  await abel.getByRole("checkbox", { name: /podem ver que eu li/ }).check();
  await abel.getByRole("button", { name: "Participar" }).click();
  await expectToast(abel, "Você participa do grupo");
  await abel.reload();
  await expect(abel.getByRole("checkbox", { name: /podem ver que eu li/ })).toBeChecked();
  const bento = quiet.page;
  await bento.goto(address);
  await bento.getByRole("button", { name: "Participar" }).click();
  await expect(bento.getByText("2 irmãos participam.")).toBeVisible();

  for (const each of [abel, bento]) {
    await week(each, 1).getByRole("link", { name: PIECES[1]! }).click();
    await expect(each.getByRole("heading", { name: "Perguntas para a conversa" })).toBeVisible();
    const kept = each.waitForResponse((answer) => answer.url().endsWith("/position") && answer.ok());
    await each.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await each.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await kept;
    await each.goBack();
    await each.reload();
    await expect(week(each, 1)).toContainText("você leu");
  }
  await expect(week(bento, 1)).toContainText("Leu: Abel Leitor.");
  await expect(bento.getByText("Bento Leitor")).toHaveCount(0);
  await expectAccessible(bento);
  await expectNoOverflow(bento);

  await week(bento, 1).getByRole("button", { name: "Abrir a conversa da semana" }).click();
  await expect(bento.getByRole("heading", { level: 1 })).toHaveText(`Leitura em grupo: ${PIECES[1]}`);
  await abel.reload();
  await week(abel, 1).getByRole("link", { name: "Conversar sobre este texto" }).click();
  await expect(abel.getByRole("heading", { level: 1 })).toHaveText(`Leitura em grupo: ${PIECES[1]}`);
  await abel.goto("/dashboard");
  await abel.getByRole("link", { name: `Leitura em grupo: ${PIECES[1]}` }).click();
  await expect(abel).toHaveURL(address);

  await bento.goto(address);
  await bento.getByRole("link", { name: "Folha para imprimir" }).click();
  await expect(bento.getByRole("table", { name: "O programa" }).getByRole("row")).toHaveCount(5);
  await expectAccessible(bento);
  await expectNoOverflow(bento);
  await bento.emulateMedia({ media: "print" });
  await expect(bento.getByRole("button", { name: "Imprimir" })).toBeHidden();
  await bento.emulateMedia({ media: "screen" });
  await bento.goBack();
  await bento.getByRole("button", { name: "Sair do grupo" }).click();
  await expectToast(bento, "Você saiu do grupo");
  await expect(bento.getByText("Abel Leitor")).toHaveCount(0);
  for (const { context } of [officer, shown, quiet]) await context.close();
});

test("who keeps a group changes its texts and closes it; one that nobody keeps is taken over", { tag: "@phone" }, async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { officer, shown, quiet } = await aLodge(browser, `${(Date.now() % 100_000) + 1}`);
  const { db } = backend();
  const { page } = officer;
  await page.goto("/grupos/novo");
  await page.getByLabel("Nome do grupo").fill("Grupo de passagem");
  for (const title of PIECES) await choose(page, title);
  await page.getByRole("button", { name: "Abrir o grupo" }).click();
  await expectToast(page, "Grupo aberto");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Grupo de passagem");
  const address = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Mudar os textos" }).click();
  await page.getByRole("button", { name: `Tirar: ${PIECES[3]}` }).click();
  await page.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByText("Escolha pelo menos 4 textos")).toBeVisible();
  await choose(page, "William Preston");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Guardar" }).click();
  await expectToast(page, "Grupo guardado");
  await expect(week(page, 4)).toContainText("William Preston");
  await page.getByRole("button", { name: "Passar a outro" }).click();
  await expect(page.getByRole("dialog", { name: "Passar a outro" })).toContainText("agora não há outro");
  await page.keyboard.press("Escape");

  await db
    .update(readingGroups)
    .set({ keeperId: shown.id })
    .where(eq(readingGroups.id, address.split("/").at(-1)!));
  await page.reload();
  await expect(page.getByText("Este grupo está sem responsável.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Assumir o grupo" }).click();
  await expectToast(page, "O grupo é seu");
  await page.getByRole("button", { name: "Encerrar o grupo" }).click();
  await page.getByRole("dialog", { name: "Encerrar o grupo?" }).getByRole("button", { name: "Encerrar" }).click();
  await expectToast(page, "Grupo encerrado");
  await expect(page.getByText("Este grupo foi encerrado.")).toBeVisible();
  await quiet.page.goto(address);
  await expect(quiet.page.getByRole("button", { name: "Participar" })).toHaveCount(0);
  for (const { context } of [officer, shown, quiet]) await context.close();
});
