import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { sessions, userRoles } from "#app/features/account/account.table.ts";
import { recordAudit } from "#app/features/audit/audit.service.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectToast, isPhone, signUp, test } from "./support.ts";

const REFUSED = /status of 403/;

test("the log is narrowed by who, whom, what and when, and taken away after a proof", { tag: ["@phone-long", "@long"] }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { db } = backend();
  const member = await signUp(context, "Fulgêncio Registro");
  const admin = await signUp(context, "Olegário Registro");
  await db.insert(userRoles).values({ userId: admin.id, role: "admin" });
  const about = { actorId: admin.id, targetType: "member", targetId: member.id } as const;
  await recordAudit(db, { ...about, action: "member.suspend", details: { reason: "Pediu a Loja." } });
  await recordAudit(db, { ...about, action: "member.suspension-lift" });
  await db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` }).where(eq(sessions.userId, admin.id));

  await page.goto("/admin/registro");
  const entries = page.getByRole("list", { name: "Registro de ações" }).getByRole("listitem");
  await expect(entries.filter({ hasText: "reabriu a conta de Fulgêncio Registro." }).first()).toBeVisible();
  if (isPhone(page)) await page.getByRole("button", { name: "Filtrar" }).click();
  await page.getByLabel("Quem fez").fill("olegario registro"); // without accents
  await page.getByLabel("Sobre quem").fill(member.email);
  await expect(entries).toHaveCount(2);
  await page.getByLabel("O quê").selectOption("member");
  await page.getByLabel("Até").fill("2026-01-01");
  await page.getByLabel("De", { exact: true }).fill("2026-01-02");
  await expect(page.getByText("A data final vem antes da inicial")).toBeVisible();
  await expect(page.getByRole("button", { name: "Exportar CSV" })).toBeDisabled();
  await page.getByLabel("Até").fill("2026-01-03");
  await expect(page.getByRole("heading", { name: "Nenhuma ação encontrada" })).toBeVisible();
  await page.getByLabel("Até").fill("");
  await expect(entries).toHaveCount(2);
  expect(new URL(page.url()).search).toBe(""); // whom one looks for is in no address
  await expectAccessible(page);

  await page.getByRole("button", { name: "Exportar CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirme que é você" });
  await dialog.getByLabel("Senha da sua conta").fill(admin.password);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Confirmar" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("registro-de-acoes.csv");
  const content = await readFile(await file.path(), "utf8");
  expect(content).toContain("suspendeu Fulgêncio Registro. Motivo: Pediu a Loja.");
  expect(content.trim().split("\r\n")).toHaveLength(3);
  await expectToast(page, "Registro exportado");
});
