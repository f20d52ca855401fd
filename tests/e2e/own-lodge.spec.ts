import { eq, sql } from "drizzle-orm";
import { profiles } from "#app/features/account/account.table.ts";
import { degreeRequests } from "#app/features/account/degree-requests.table.ts";
import { lodges } from "#app/features/lodges/lodges.table.ts";
import { lodgeOfficers } from "#app/features/lodges/officers.table.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, signUp, test } from "./support.ts";

test("an officer confirms a brother's degree in Minha Loja, and the brother reads who did", { tag: "@phone" }, async ({
  page,
  browser,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 403/); // of who holds no office
  const { db } = backend();
  const place = { city: "Lages", state: "SC", jurisdiction: "Grande Loja de exemplo" };
  const [lodge] = await db
    .insert(lodges)
    .values({ name: "Vigia do Sul", number: "301", ...place })
    .returning();
  const officer = await signUp(context, "Lauro Vigia");
  const theirs = await browser.newContext();
  const brother = await signUp(theirs, "Caio Vigia");
  for (const { id } of [officer, brother])
    await db.update(profiles).set({ lodgeId: lodge!.id, lodgeConfirmedAt: new Date() }).where(eq(profiles.id, id));
  await db.update(profiles).set({ degree: "mestre" }).where(eq(profiles.id, officer.id));
  await db.insert(lodgeOfficers).values({
    ...{ lodgeId: lodge!.id, memberId: officer.id, office: "secretario" },
    startsAt: sql`now() - interval '1 day'`,
    endsAt: sql`now() + interval '90 days'`,
  });
  await db
    .insert(degreeRequests)
    .values({ userId: brother.id, degree: "companheiro", lodge: "Vigia do Sul", receivedOn: "2026-03-05" });

  await page.goto("/dashboard");
  await page.getByRole("main").getByRole("link", { name: "Minha Loja" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vigia do Sul nº 301");
  await expect(page.getByText("Recebido, diz ele, em 5 de março de 2026.")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Confirmar o grau de Caio Vigia" }).click();
  await expectToast(page, "Grau confirmado");
  await expect(page.getByText("Nada espera.")).toBeVisible();
  await page.getByRole("link", { name: "Caio Vigia" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Caio Vigia");
  await expect(page.getByText("Companheiro, confirmado por Lauro Vigia, Secretário da Loja Vigia do Sul nº 301")).toBeVisible();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.goBack();
  await page.getByRole("link", { name: "Relatório da Loja" }).click();
  await expect(page.getByText("Menos de 5 pessoas neste recorte")).toBeVisible();
  const ofYear = page.waitForResponse((answer) => answer.url().includes("months=12"));
  await page.getByRole("combobox", { name: "Período" }).selectOption({ label: "Últimos 12 meses" });
  await ofYear;
  await expect(page).toHaveURL("/minha-loja/relatorio?meses=12");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0); // pale while the other period is on its way
  await expectAccessible(page);
  await expectNoOverflow(page);

  const own = await theirs.newPage();
  await own.goto("/conta#grau");
  await expect(
    own.getByText("Companheiro, confirmado por Lauro Vigia, Secretário da Loja Vigia do Sul nº 301, em"),
  ).toBeVisible();
  await own.goto("/conta/quem-me-ve");
  await expect(own.getByText("abriu a sua página")).toBeVisible();
  await own.goto("/minha-loja");
  await expect(own.getByRole("heading", { name: "Esta página é dos oficiais em exercício" })).toBeVisible();
  await theirs.close();
});
