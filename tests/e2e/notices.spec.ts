import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { notices, pushSubscriptions } from "#app/server/notify/notices.table.ts";
import { writeNotice } from "#app/server/notify/write-notice.ts";
import { backend } from "./backend.ts";
import { person } from "./people.ts";
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

  await page.goto("/notificacoes");
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

test("on a wide screen the bell unrolls the latest over any page, and gives the focus back; a line of several unfolds on the page", {
  tag: "@long",
}, async ({ page, context, browser }) => {
  const { db } = backend();
  const [member, mentor] = [await signUp(context), await person(browser, "Roberto Azevedo")];
  const message = { mentorshipSessionId: randomUUID(), scheduledDate: null };
  const write = () =>
    db.transaction((tx) => writeNotice(tx, "mentoring-message", { memberId: member.id, from: mentor.id }, message));
  for (let count = 0; count < 5; count += 1)
    await db.transaction((tx) => writeNotice(tx, "certificate-issued", { memberId: member.id }, {}));
  for (let count = 0; count < 3; count += 1) await write();
  await page.goto("/dashboard");
  const bell = page.getByRole("banner").getByRole("link", { name: "Notificações, 6 por ler" });
  await bell.click();
  const panel = page.getByRole("dialog", { name: "Notificações" });
  await expect(panel.getByRole("listitem")).toHaveCount(4);
  await expect(panel.getByRole("link", { name: "3 mensagens de Roberto Azevedo em uma sessão" })).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(bell).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel).toBeVisible();
  await bell.click(); // a second press closes it
  await expect(panel).toHaveCount(0);
  await bell.click();
  await panel.getByRole("button", { name: "Marcar como lidas" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Notificações", exact: true })).toBeVisible();
  await panel.getByRole("link", { name: "Ver todas" }).click();
  await expect(page).toHaveURL("/notificacoes");
  await expect(panel).toHaveCount(0);
  await page.getByText("Uma por uma").click();
  const line = page.getByRole("listitem").filter({ hasText: "3 mensagens de Roberto Azevedo" });
  await expect(line.getByRole("listitem")).toHaveText([/^Roberto Azevedo/, /^Roberto Azevedo/, /^Roberto Azevedo/]);
  await mentor.context.close();
});

test("what one chooses for a topic is kept and stands under its heading; quiet hours are switched on and off", {
  tag: ["@phone-long", "@long"],
}, async ({ page, context }) => {
  await signUp(context);
  await page.goto("/notificacoes");
  const topic = page.getByRole("group", { name: "Mensagens" });
  const keeps = async (act: Promise<unknown>) => {
    const kept = page.waitForResponse((response) => response.request().method() === "PATCH");
    await Promise.all([act, kept]); // it shows at once, and is kept a moment later
  };
  await keeps(topic.getByRole("radio", { name: "Nunca" }).click());
  await expect(topic.getByRole("radio", { name: "Nunca" })).toBeChecked();
  await keeps(page.getByRole("button", { name: "Ligar das 22:30 às 7:00" }).click());
  await expect(page.getByRole("img", { name: "Silêncio das 22:30 às 7:00" })).toBeVisible();
  await keeps(page.getByLabel("Às", { exact: true }).selectOption("06:00"));
  await expect(page.getByRole("img", { name: "Silêncio das 22:30 às 6:00" })).toBeVisible();
  await page.reload();
  await expect(topic.getByRole("radio", { name: "Nunca" })).toBeChecked();
  await expect(page.getByLabel("Às", { exact: true })).toHaveValue("06:00");
  const heads = page.locator("[class*=ledgerHead] span").filter({ visible: true });
  if ((await heads.count()) > 0) {
    const [head, choice] = [(await heads.last().boundingBox())!, (await topic.getByRole("radio").last().boundingBox())!];
    expect(Math.abs(head.x + head.width / 2 - (choice.x + choice.width / 2))).toBeLessThan(12);
  }
  await page.getByRole("button", { name: "Desligar o silêncio" }).click();
  await expect(page.getByRole("button", { name: "Ligar das 22:30 às 7:00" })).toBeVisible();
});

test("the device is asked only after a press; a push shows one sentence, and nothing of the notice", { tag: "@long" }, async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: "allow" });
  const page = await context.newPage();
  const member = await signUp(context);
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  // no push service can be reached here: what the browser would answer stands in for it
  await page.addInitScript((address) => {
    let subscription: object | null = null;
    let permission: NotificationPermission = "default";
    const asked = { permission: 0 };
    Object.assign(window, { asked });
    Object.defineProperty(Notification, "permission", { get: () => permission });
    Notification.requestPermission = async () => {
      asked.permission += 1;
      permission = "granted";
      return permission;
    };
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      const unsubscribe = async () => {
        subscription = null;
        return true;
      };
      subscription = { endpoint: address, unsubscribe };
      return subscription as PushSubscription;
    };
  }, endpoint);
  await context.grantPermissions(["notifications"]);
  await page.goto("/notificacoes");
  const allow = page.getByRole("button", { name: "Permitir avisos neste aparelho" });
  await expect(allow).toBeVisible();
  const asked = () => page.evaluate(() => (window as unknown as { asked: { permission: number } }).asked.permission);
  expect(await asked()).toBe(0);
  const cdp = await context.newCDPSession(page);
  const worker = Promise.withResolvers<string>();
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    if (registrations[0]) worker.resolve(registrations[0].registrationId);
  });
  await cdp.send("ServiceWorker.enable");
  await allow.click();
  await expect(page.getByRole("button", { name: "Desligar os avisos neste aparelho" })).toBeVisible();
  expect(await asked()).toBe(1);
  const { db } = backend();
  const stored = () => db.$count(pushSubscriptions, eq(pushSubscriptions.userId, member.id));
  expect(await stored()).toBe(1);
  // this browser has no screen to show it on: what the worker asks for is looked at instead
  const [script] = context.serviceWorkers();
  await script!.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    registration.showNotification = async (title, options) => void shown.push({ title, ...options });
  });
  const origin = new URL(page.url()).origin;
  const data = "Roberto escreveu"; // whatever a push carried
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await worker.promise, data });
  const shown = () => script!.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);
  const notice = { title: "Academia", body: "Há novidade na Academia", tag: "novidade", icon: "/mark.svg", lang: "pt-BR" };
  await expect.poll(shown).toEqual([notice]);
  await page.getByRole("button", { name: "Desligar os avisos neste aparelho" }).click();
  await expect(allow).toBeVisible();
  expect(await stored()).toBe(0);
  await context.close();
});
