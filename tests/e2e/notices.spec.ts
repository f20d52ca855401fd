import { eq } from "drizzle-orm";
import { notices } from "#app/server/notify/notices.table.ts";
import { writeNotice } from "#app/server/notify/write-notice.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, signUp, test } from "./support.ts";

test("the bell counts live in all tabs; the list opens, marks and is empty in words", { tag: "@phone" }, async ({
  page,
  context,
}) => {
  const { db } = backend();
  const member = await signUp(context);
  const tell = () => db.transaction((tx) => writeNotice(tx, "certificate-issued", { memberId: member.id }, {}));
  await page.goto("/notificacoes");
  await expect(page.getByRole("heading", { name: "Nenhuma notificação ainda" })).toBeVisible();
  const second = await context.newPage();
  await second.goto("/faq");
  const bells = [page, second].map((tab) =>
    tab
      .getByRole("banner")
      .getByRole("link", { name: /^Notificações/ })
      .first(),
  );
  for (const bell of bells) await expect(bell).toHaveAccessibleName("Notificações");

  await tell();
  await tell();
  for (const bell of bells) await expect(bell).toHaveAccessibleName("Notificações, 2 por ler");
  await expect(page.getByText("2 por ler. A mais antiga é de hoje.")).toBeVisible();
  await expectAccessible(page);

  // opening one marks it, in the other tab too
  await page.getByRole("link", { name: "Seu certificado está pronto" }).first().click();
  await expect(page).toHaveURL(/\/certificados$/);
  for (const bell of bells) await expect(bell).toHaveAccessibleName("Notificações, 1 por ler");

  await bells[0]!.click();
  await page.getByRole("button", { name: "Marcar todas como lidas" }).click();
  await expect(page.getByText("Nada por ler.")).toBeVisible();
  for (const bell of bells) await expect(bell).toHaveAccessibleName("Notificações");
  await page.getByRole("link", { name: "Por ler" }).click();
  await expect(page.getByRole("heading", { name: "Tudo lido" })).toBeVisible();

  // the tab that held the connection goes; the other one takes it over
  await second.close();
  await tell();
  await expect(bells[0]!).toHaveAccessibleName("Notificações, 1 por ler");
  expect(await db.$count(notices, eq(notices.userId, member.id))).toBe(3);
});
