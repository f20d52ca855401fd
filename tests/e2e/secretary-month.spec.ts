import { inArray } from "drizzle-orm";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { invitations } from "#app/features/invitations/invitations.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectToast, signUp, test } from "./support.ts";

const [INVITED, WAITING] = [300, 40];
/** Of this try. */
const letters = () =>
  crypto
    .randomUUID()
    .replace(/[^a-f]/g, "")
    .slice(0, 6);

test("a secretary's month: 300 brothers invited by a list, 40 admitted, degrees confirmed, one contested, a report printed", {
  tag: "@long",
}, async ({ page, browser, context }) => {
  const { db } = backend();
  const [secretary, secondContext] = [await signUp(context, "Otávio Secretário"), await browser.newContext()];
  const second = await signUp(secondContext, "Lauro Segundo");
  for (const { id } of [secretary, second]) {
    await db.insert(userRoles).values({ userId: id, role: "admin" });
    await db
      .update(profiles)
      .set({ degree: "mestre" })
      .where(inArray(profiles.id, [id]));
  }
  const number = String(1000 + Math.floor(Math.random() * 8999));
  const [lodge] = await db
    .insert(lodges)
    .values({ name: "Esteio do Norte", number, city: "Natal", state: "RN", jurisdiction: "Grande Loja de exemplo" })
    .returning();

  // the list of the Lodges' secretaries, as a spreadsheet gives it
  const mark = letters();
  const lines = Array.from(
    { length: INVITED },
    (_, index) => `Irmão Convidado;${mark}${index}@correio.example;${number};Aprendiz`,
  );
  await page.goto("/admin/convites");
  await page.getByLabel("Colar a lista").fill(["nome;e-mail;Loja;grau", ...lines].join("\n"));
  await page.getByRole("button", { name: "Conferir antes de enviar" }).click();
  await page.getByRole("button", { name: `Enviar ${INVITED} convites` }).click();
  await expect(page.getByText(`${INVITED} de ${INVITED}`)).toBeVisible({ timeout: 60_000 });
  expect(await db.$count(invitations, inArray(invitations.lodgeId, [lodge!.id]))).toBe(INVITED);

  // forty who signed up by themselves, and wait
  const names = Array.from({ length: WAITING }, () => `Jair ${letters()}${letters()}`);
  const crowd = await browser.newContext();
  const people = [];
  for (const name of names) people.push(await signUp(crowd, name));
  const ids = people.map(({ id }) => id);
  await db
    .update(profiles)
    .set({ awaitsAdmission: true, lodge: `Esteio do Norte ${number}`, lodgeId: lodge!.id })
    .where(inArray(profiles.id, ids));
  await db.insert(admissionRequests).values(ids.map((userId) => ({ userId })));
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 3 }).filter({ hasText: "admissões" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Ver a fila/ }).click();
  for (const name of names) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: `Aceitar os ${WAITING}` }).click();
  await expectToast(page, "Feito");
  expect(await db.$count(profiles, inArray(profiles.lodgeId, [lodge!.id]))).toBe(WAITING);

  // degrees, several at once
  await page.goto("/admin/membros");
  await page.getByLabel("Loja").selectOption({ label: `Esteio do Norte nº ${number}` });
  const boxes = page.getByRole("checkbox", { name: /^Escolher Jair/ });
  await expect(boxes).not.toHaveCount(0);
  for (let index = 0; index < 5; index += 1) await boxes.nth(index).check();
  await page.getByRole("button", { name: "Confirmar grau" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirmar 5 graus" }).click();
  await expectToast(page, "Feito");
  const raised = await db.select().from(profiles).where(inArray(profiles.id, ids));
  expect(raised.filter(({ degree }) => degree === "companheiro")).toHaveLength(5);

  // one says that it is wrong, and another administrator answers
  const brother = await crowd.newPage(); // signed in as the last of them
  await brother.goto("/conta/quem-me-ve");
  await brother
    .getByRole("button", { name: /^Contestar: Otávio Secretário/ })
    .first()
    .click();
  await brother.getByLabel("Uma palavra").fill("Sou de outra Loja desde março.");
  await brother.getByRole("dialog").getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(brother.getByText("Sou de outra Loja desde março.")).toBeVisible();
  const other = await secondContext.newPage();
  await other.goto("/admin/contestacoes");
  const contestation = other.getByRole("article").filter({ hasText: "Sou de outra Loja desde março." });
  await contestation.getByLabel("Resposta").fill("Corrigimos o seu cadastro.");
  await contestation.getByRole("button", { name: "Responder" }).click();
  await expect(contestation).toHaveCount(0);
  await brother.reload();
  await expect(brother.getByText("Corrigimos o seu cadastro.")).toBeVisible();

  // the sheet for the meeting
  await page.goto(`/admin/relatorios?loja=${lodge!.id}`);
  await expect(page.getByText("Inscritos")).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Folha para a reunião" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1, name: "Relatórios" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Folha para a reunião" })).toBeHidden();
  await expect(page.locator("p", { hasText: `Esteio do Norte nº ${number}` }).first()).toBeVisible();
  for (const each of [secondContext, crowd]) await each.close();
});
