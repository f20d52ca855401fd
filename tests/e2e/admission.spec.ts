import { eq } from "drizzle-orm";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, signUp, test } from "./support.ts";

test("who waits reads what they wait for and writes a word; an administrator refuses, they ask again, and are admitted", {
  tag: "@phone",
}, async ({ page, browser, context }) => {
  const { db } = backend();
  const admin = await signUp(context, "Olegário Admissão");
  await db.insert(userRoles).values({ userId: admin.id, role: "admin" });
  const theirs = await browser.newContext();
  const person = await signUp(theirs, "Jair Esperança");
  await db.update(profiles).set({ awaitsAdmission: true, lodge: "Luz da Cerra 130" }).where(eq(profiles.id, person.id));
  await db.insert(admissionRequests).values({ userId: person.id });

  const waiting = await theirs.newPage();
  await waiting.goto("/mentoria");
  await expect(waiting.getByRole("heading", { level: 1 })).toHaveText("Esta parte abre com a admissão");
  await waiting.getByRole("link", { name: "Ver o seu pedido" }).click();
  await expect(waiting.getByRole("heading", { level: 1 })).toHaveText("Falta a palavra da sua Loja, Jair");
  await waiting.getByLabel("Uma palavra (opcional)").fill("Fui iniciado em setembro.");
  await waiting.getByRole("button", { name: "Guardar a palavra" }).click();
  await expectToast(waiting, "Palavra guardada");
  await expectAccessible(waiting);
  await expectNoOverflow(waiting);

  await page.goto("/admin/admissao");
  const row = page.getByRole("listitem").filter({ hasText: "Jair Esperança" });
  await expect(row).toContainText("“Fui iniciado em setembro.”");
  await expect(row).toContainText("não achamos a Loja por esta grafia");
  await expectAccessible(page);
  await row.getByRole("button", { name: "Recusar Jair Esperança" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Recusar", exact: true }).click();
  await expect(dialog.getByText("Escreva o motivo da recusa")).toBeVisible();
  await dialog.getByLabel("Motivo").fill("Confirme com o Secretário o número da Loja.");
  await dialog.getByRole("button", { name: "Recusar", exact: true }).click();
  await expectToast(page, "Feito");
  await expect(row).toHaveCount(1); // among those decided lately

  await waiting.reload();
  await expect(waiting.getByText("Confirme com o Secretário o número da Loja.")).toBeVisible();
  await waiting.getByRole("button", { name: "Pedir admissão de novo" }).click();
  await expectToast(waiting, "Pedido enviado");
  await page.reload();
  await page.getByRole("button", { name: "Aceitar Jair Esperança" }).click();
  await expectToast(page, "Feito");
  await waiting.goto("/esperando");
  await expect(waiting).toHaveURL(/\/dashboard$/);
  await theirs.close();
});
