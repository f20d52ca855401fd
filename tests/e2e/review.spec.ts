import type { BrowserContext, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { type CatalogueLesson, loadCatalogue } from "#app/features/courses/catalogue.ts";
import { reviewCards, reviewLog } from "#app/features/review/review.table.ts";
import { keepFromMidnight } from "#app/features/review/review.test-support.ts";
import { backend } from "./backend.ts";
import { expect, expectAccessible, expectNoOverflow, expectToast, isPhone, signIn, signUp, test } from "./support.ts";

const TERMS = ["avental", "malhete", "esquadro"];

/** A member with three terms and a question to review, in this order. */
async function reviewer(context: BrowserContext): Promise<{ id: string; email: string; lesson: CatalogueLesson }> {
  const { db } = backend();
  const member = await signUp(context);
  await keepFromMidnight(db, member.id);
  const lesson = (await loadCatalogue(db)).modules[0]!.lessons.find(({ check }) => check?.form === "choice")!;
  const subjects = [
    ...TERMS.map((subject) => ({ kind: "term" as const, subject })),
    { kind: "question" as const, subject: lesson.check!.id },
  ];
  await db.insert(reviewCards).values(
    subjects.map((card, index) => ({
      ...card,
      userId: member.id,
      source: `lesson:${lesson.id}`,
      due: new Date(Date.now() - 60_000 * (10 - index)),
    })),
  );
  return { id: member.id, email: member.email, lesson };
}

const logged = async (userId: string) =>
  (await backend().db.select().from(reviewLog).where(eq(reviewLog.userId, userId)).orderBy(reviewLog.reviewedAt)).map(
    ({ subject, grade }) => [subject, grade],
  );

const show = (page: Page) => page.getByRole("button", { name: "Mostrar a resposta" });
const grade = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const title = (page: Page) => page.getByRole("article").getByRole("heading", { level: 2 });

test("a day's review, by keys and by touch: terms are turned and graded, a question is asked, and the end says what comes", {
  tag: "@phone-long",
}, async ({ page, context }) => {
  const { id, lesson } = await reviewer(context);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "4 para rever hoje" }).click();
  await expect(page.getByRole("progressbar", { name: "0 de 4 fichas revistas" })).toBeVisible();
  const first = await title(page).textContent();

  // keys: space turns the card, which is read out; 4 grades it
  await expect(grade(page, "Errei")).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Resposta" })).toBeFocused();
  await expect(grade(page, "Errei")).toContainText("em 10 minutos");
  if (isPhone(page))
    for (const name of ["Errei", "Difícil", "Bem", "Fácil"]) await expect(grade(page, name)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("4");
  await expect(title(page)).not.toHaveText(first!);
  await expect(title(page)).toBeFocused();

  // touch
  await show(page).click();
  await grade(page, "Fácil").click();
  await show(page).click();
  await grade(page, "Errei").click();

  // the question is answered wrongly: its answer is told, and the card has been graded
  const { options, prompt } = lesson.check!;
  await expect(title(page)).toHaveText(prompt);
  await page.getByRole("radio", { name: options.find(({ right }) => !right)!.text }).check();
  await page.getByRole("button", { name: "Responder" }).click();
  await expect(page.getByText("Desta vez, não.")).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("A ficha volta ainda hoje, em 10 minutos.")).toBeVisible();
  await expectNoOverflow(page);
  await page.getByRole("button", { name: "Próxima ficha" }).click();

  // the two that were missed come once more
  await expect(page.getByRole("progressbar", { name: "2 de 4 fichas revistas" })).toBeVisible();
  await show(page).click();
  await grade(page, "Bem").click();
  await page.getByRole("radio", { name: options.find(({ right }) => right)!.text }).check();
  await page.getByRole("button", { name: "Responder" }).click();
  await expect(page.getByText("Certo.", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await grade(page, "Bem").click();
  await expect(page.getByRole("heading", { name: "As quatro de hoje estão revistas" })).toBeFocused();
  await expect(page.getByText("Você lembrou duas; duas voltaram a ser perguntadas.")).toBeVisible();
  await expectAccessible(page);
  expect((await logged(id)).map(([, each]) => each)).toEqual(["easy", "easy", "again", "again", "good", "good"]);
});

test("a lost line keeps the answers and sends each once; a second window is told that a card is answered", {
  tag: "@long",
}, async ({ browser, page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|409 \(Conflict\)/);
  const { id, email } = await reviewer(context);
  await page.goto("/revisao");
  const other = await browser.newContext();
  await signIn(other, email);
  const second = await other.newPage();
  await second.goto("/revisao");
  await show(second).click();

  await context.setOffline(true);
  for (const _ of ["first", "second"]) {
    await show(page).click();
    await grade(page, "Fácil").click();
  }
  await expect(page.getByText("2 respostas estão guardadas e seguem assim que a internet voltar")).toBeVisible();
  expect(await logged(id)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText("assim que a internet voltar")).toHaveCount(0);
  await expect.poll(async () => (await logged(id)).map(([, each]) => each)).toEqual(["easy", "easy"]);

  await grade(second, "Errei").click();
  await expectToast(second, "Resposta não contada", "Esta ficha já foi respondida em outra janela");
  expect(await logged(id)).toHaveLength(2);
  await other.close();
});

test("who leaves while an answer waits for the connection is not shown its card again", { tag: "@long" }, async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { id } = await reviewer(context);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "4 para rever hoje" }).click();
  const first = (await title(page).textContent())!;
  await context.setOffline(true);
  await show(page).click();
  await grade(page, "Fácil").click();
  await expect(page.getByText("A sua resposta está guardada")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/dashboard");
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Erro ao carregar a revisão" })).toBeVisible();
  await expect(title(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(title(page)).toBeVisible();
  await expect(title(page)).not.toHaveText(first);
  expect(await logged(id)).toHaveLength(1);
});

test.describe("a member in Lisbon", () => {
  test.use({ timezoneId: "Europe/Lisbon" });

  test("has their days end at midnight there from the first review on, and may change it", { tag: "@long" }, async ({
    page,
    context,
  }) => {
    await signUp(context);
    const kept = page.waitForResponse("**/api/review/time-zone");
    await page.goto("/revisao");
    expect((await kept).status()).toBe(200);
    await page.goto("/conta#revisao");
    const zone = page.getByLabel("Fuso horário");
    await expect(zone).toHaveValue("Europe/Lisbon");
    await zone.selectOption("America/Manaus");
    await page.getByRole("region", { name: "Revisão diária" }).getByRole("button", { name: "Salvar" }).click();
    await expectToast(page, "Revisão atualizada");
    await page.reload();
    await expect(zone).toHaveValue("America/Manaus");
  });
});
