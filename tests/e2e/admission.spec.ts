import { eq } from "drizzle-orm";
import { profiles, userRoles } from "#app/features/account/account.table.ts";
import { admissionRequests } from "#app/features/admission/admission.table.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, signUp, test } from "./support.ts";

test("who waits reads what they wait for and writes a word; an administrator admits them", {
  tag: "@phone",
}, async ({ page, browser, context }) => {
  const { db } = backend();
  const admin = await signUp(context, "Olegário Admissão");
  await db.insert(userRoles).values({ userId: admin.id, role: "admin" });
  const theirs = await browser.newContext();
  const name = `Jair ${crypto
    .randomUUID()
    .replace(/[^a-f]/g, "")
    .slice(0, 8)}`; // of this try
  const person = await signUp(theirs, name);
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
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("“Fui iniciado em setembro.”");
  await expect(row).toContainText("Não achamos a Loja por esta grafia");
  await expectAccessible(page);
  await row.getByRole("button", { name: `Recusar ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Recusar", exact: true }).click();
  await expect(dialog.getByText("Escreva o motivo da recusa")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: `Aceitar ${name}` }).click();
  await expectToast(page, "Feito");
  await page.goto(`/admin/membros/${person.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expectAccessible(page);
  await expectNoOverflow(page);
  await waiting.goto("/esperando");
  await expect(waiting).toHaveURL(/\/dashboard$/);
  await theirs.close();
});
