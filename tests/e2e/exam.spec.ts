import { eq, sql } from "drizzle-orm";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { examAttempts } from "#app/features/exam/exam.table.ts";
import { answerTo, askedIn, askedWithChoice, completeDegree } from "#app/features/exam/exam.test-support.ts";
import { backend } from "./backend.ts";
import { callApi, expect, expectAccessible, signIn, signUp, test } from "./support.ts";

const answer = (attemptId: string, place: number) => `/api/exam-attempts/${attemptId}/items/${place}/answer`;

/** The attempt that runs, as the server holds it. */
const running = async (request: Parameters<typeof callApi>[0]) =>
  (await (await request.get("/api/exams/aprendiz")).json()).running as { id: string; items: { given: string[] | null }[] };

test("an exam in two browsers of one member: one attempt, answers of both, a lost line, one delivery", {
  tag: "@phone-long",
}, async ({ browser, page: opened, context, allowConsole }) => {
  test.setTimeout(120_000); // twenty answers in two browsers
  let page = opened;
  allowConsole(/ERR_INTERNET_DISCONNECTED|409 \(Conflict\)/);
  const { db } = backend();
  const member = await signUp(context);
  await completeDegree(db, await loadCatalogue(db), member.id, "aprendiz");
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Ir ao exame" }).click();
  await page.getByRole("button", { name: "Começar o exame" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Questão 1 de 20");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const { id } = await running(page.request);
  const asked = await askedWithChoice(db, await loadCatalogue(db), id);
  await page.reload();

  const other = await browser.newContext();
  await signIn(other, member.email);
  const second = await other.newPage();
  await second.goto("/exame/aprendiz");
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Questão 1 de 20");
  expect((await running(second.request)).id).toBe(id);

  // the first question that is answered by choosing one
  const index = asked.findIndex(({ form }) => form === "choice");
  const goTo = async (where: typeof page) => {
    const title = where.getByRole("heading", { level: 1 });
    for (let place = 0; place !== index + 1; ) {
      await expect(title).toHaveText(/^Questão \d+ de 20$/);
      place = Number(/\d+/.exec((await title.textContent())!)![0]);
      if (place !== index + 1)
        await where.getByRole("button", { name: place < index + 1 ? "Próxima" : "Anterior", exact: true }).click();
    }
  };
  await goTo(page);
  await expectAccessible(page);
  let options = page.getByRole("radio");
  await options.nth(1).check();
  await expect(page.getByText("Resposta guardada")).toBeVisible();
  expect((await running(page.request)).items[index]!.given).toEqual([asked[index]!.shown[1]]);
  await second.reload();
  await goTo(second);
  await expect(second.getByRole("radio").nth(1)).toBeChecked();

  // the line is lost: the answer waits, and arrives when it is back
  await context.setOffline(true);
  await options.nth(2).check();
  await expect(page.getByText("Ainda não guardada.")).toBeVisible();
  const cell = page.getByRole("button", { name: new RegExp(`^Questão ${index + 1}: respondida`), includeHidden: true });
  await expect(cell.first()).toHaveAttribute("aria-label", /resposta ainda não guardada/);
  await expect(page.getByText("0 guardadas, 1 por enviar, faltam 19")).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText("Resposta guardada")).toBeVisible();
  expect((await running(page.request)).items[index]!.given).toEqual([asked[index]!.shown[2]]);

  // and one whose page is closed meanwhile arrives when the page is opened again, once
  await context.setOffline(true);
  await options.nth(0).check();
  await expect(page.getByText("Ainda não guardada.")).toBeVisible();
  await page.close();
  await context.setOffline(false);
  page = await context.newPage();
  await page.goto("/exame/aprendiz");
  await expect.poll(async () => (await running(page.request)).items[index]!.given).toEqual([asked[index]!.shown[0]]);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("exame")))).toEqual([]);
  await goTo(page);
  options = page.getByRole("radio");

  for (const [place, question] of asked.entries())
    await callApi(second.request, "put", answer(id, place + 1), { given: answerTo(question, place < 12) });
  await second.reload();

  // no way out but one, which says what becomes of the answers and of the time
  const header = second.getByRole("banner");
  const leave = header.getByRole("button", { name: "Sair do exame" });
  await expect(leave).toBeVisible();
  await expect(header.getByRole("link")).toHaveText(["Academia do Rito de York"]);
  await expect(second.getByRole("contentinfo")).toHaveCount(0);
  await leave.click();
  const leaving = second.getByRole("dialog", { name: "Sair do exame?" });
  await expect(leaving).toContainText(
    /As respostas dadas ficam guardadas\.O tempo continua a correr: restam \d+ minutos, e às \d\d:\d\d/,
  );
  await expectAccessible(second);
  await leaving.getByRole("button", { name: "Sair do exame" }).click();
  await expect(second.getByRole("link", { name: "Voltar ao exame" })).toBeVisible();
  await second.goto("/modulos");
  await second.getByRole("link", { name: "Voltar ao exame: exame de Aprendiz" }).click();
  await second.getByRole("button", { name: "Rever e entregar" }).last().click();
  await expect(second.getByText("As vinte questões estão respondidas.")).toBeVisible();
  await second.getByRole("button", { name: "Entregar", exact: true }).click();
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Desta vez, 12 de 20");
  await expect(second.getByRole("heading", { name: "Oito para rever" })).toBeVisible();
  await expectAccessible(second);
  await second.goBack();
  await expect(second.getByRole("link", { name: "Ver quando abre: exame de Aprendiz" })).toBeVisible();
  await other.close();

  // the first browser is told, and shows the result too
  await options.nth(3).click();
  await expect(page.getByRole("alert")).toContainText("Este exame já foi entregue, e as respostas não mudam mais.");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Desta vez, 12 de 20");
  await page.goto("/exame/aprendiz");
  await expect(page.getByText("O próximo exame abre um dia depois do começo do anterior.")).toBeVisible();
});

test("an evening with the exam on a phone that fails, what to read again, and the next day that passes", {
  tag: ["@phone", "@long"],
}, async ({ page, context }) => {
  const { db } = backend();
  const member = await signUp(context);
  await completeDegree(db, await loadCatalogue(db), member.id, "aprendiz");
  const sit = async (right: (place: number) => boolean) => {
    await page.goto("/exame/aprendiz");
    await page.getByRole("button", { name: "Começar o exame" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Questão 1 de 20");
    const { id } = await running(page.request);
    for (const [place, asked] of (await askedIn(db, id)).entries()) {
      const given = answerTo(asked, right(place));
      // each is answered on the page where it is one of four, and left there by “Próxima”
      if (asked.form === "choice") {
        await page.getByRole("radio").nth(asked.shown.indexOf(given[0]!)).check();
        await expect(page.getByText("Resposta guardada")).toBeVisible();
      } else await callApi(page.request, "put", answer(id, place + 1), { given });
      if (place < 19) await page.getByRole("button", { name: "Próxima", exact: true }).click();
    }
    await page.reload();
    await page.getByRole("button", { name: "Rever e entregar" }).last().click();
    await page.getByRole("button", { name: "Entregar", exact: true }).click();
  };

  await sit((place) => place < 9);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Desta vez, 9 de 20");
  await expect(page.getByText("As lições continuam concluídas; nada se perde.")).toBeVisible();
  await expect(page.getByText("Vinte questões sorteadas de novo")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Onze para rever" })).toBeVisible();
  await expectAccessible(page);
  // a missed question leads to its passage, and Back to the result
  const again = page
    .getByRole("region", { name: "Onze para rever" })
    .getByRole("link", { name: /Reler|Ler/ })
    .first();
  await again.click();
  await expect(page).toHaveURL(/\/modulo\/|\/documentos\//);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/Desta vez|Exame/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Desta vez, 9 de 20");
  await page.goto("/revisao");
  await expect(page.getByRole("progressbar", { name: "0 de 11 fichas revistas" })).toBeVisible();
  await page.goto("/exame/aprendiz");
  await expect(page.getByText("O próximo exame abre um dia depois do começo do anterior.")).toBeVisible();

  const day = sql`interval '25 hours'`;
  const { startedAt, finishedAt, closesAt } = examAttempts;
  await db
    .update(examAttempts)
    .set({ startedAt: sql`${startedAt} - ${day}`, finishedAt: sql`${finishedAt} - ${day}`, closesAt: sql`${closesAt} - ${day}` })
    .where(eq(examAttempts.userId, member.id));
  await sit((place) => place < 17);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Você passou, com 17 de 20");
  await expect(page.getByRole("heading", { name: "Certificado de estudo" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver o certificado" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the time of an exam ends while the line is lost: no question is shown any more, and the result when it is back", {
  tag: "@long",
}, async ({ context, page, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|409 \(Conflict\)/);
  const { db } = backend();
  const member = await signUp(context);
  await completeDegree(db, await loadCatalogue(db), member.id, "aprendiz");
  const { running: attempt } = await callApi(page.request, "post", "/api/exams/aprendiz/attempts");
  const [first] = await askedIn(db, attempt.id);
  await page.goto("/exame/aprendiz");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Questão 1 de 20");
  await callApi(page.request, "put", answer(attempt.id, 1), { given: answerTo(first!, true) });
  await db.update(examAttempts).set({ closesAt: sql`now() + interval '10 seconds'` }).where(eq(examAttempts.id, attempt.id));
  await page.reload();
  await expect(page.getByText("Resta 1 minuto.")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("O tempo acabou", { timeout: 25_000 });
  await expect(page.getByText("O resultado aparece aqui assim que houver conexão.")).toBeVisible();
  await expect(page.getByText(/^Fechou às/)).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Desta vez, 1 de 20");
  await expect(page.getByText(/^Encerrado pelo tempo/)).toBeVisible();
});

test("the certificate of who has passed: their page, the page that anybody checks, closed and unknown", { tag: "@long" }, async ({
  browser,
  context,
  page,
}) => {
  const { db } = backend();
  const member = await signUp(context, "Antônio Carlos Ferreira");
  await completeDegree(db, await loadCatalogue(db), member.id, "aprendiz");
  const { running: attempt } = await callApi(page.request, "post", "/api/exams/aprendiz/attempts");
  for (const [place, question] of (await askedIn(db, attempt.id)).entries())
    await callApi(page.request, "put", answer(attempt.id, place + 1), { given: answerTo(question, place < 16) });
  await callApi(page.request, "post", `/api/exam-attempts/${attempt.id}/delivery`);
  await page.goto(`/exame/aprendiz/resultado/${attempt.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Você passou, com 16 de 20");
  const { certificates } = await (await page.request.get("/api/certificates")).json();
  const { lessons, modules, minutes } = certificates[0] as { lessons: number; modules: number; minutes: number };
  const studied = `${lessons} lições, ${modules} módulos, ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min de estudo e o exame.`;
  await expect(page.getByRole("region", { name: "Certificado de estudo" })).toContainText(studied);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ver o certificado" }).click();
  await expect(page.getByRole("img", { name: "Certificado de estudo de Antônio Carlos Ferreira" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Nome que aparece").selectOption("A. C. Ferreira");
  await page.getByRole("button", { name: "Guardar o nome" }).click();
  await expect(page.getByRole("img", { name: "Certificado de estudo de A. C. Ferreira" })).toBeVisible();
  const address = (await page.getByRole("link", { name: "Ver a página" }).getAttribute("href"))!;

  // on paper: the sheet alone, on one page
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole("button", { name: "Imprimir" }).click();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("img", { name: "Certificado de estudo de A. C. Ferreira" })).toBeVisible();
  await expect(page.getByRole("heading")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen" });

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Válido");
  await expect(visitor.getByText("A. C. Ferreira")).toBeVisible();
  await expect(visitor.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expectAccessible(visitor);
  await page.getByRole("switch").click();
  await expect(page.getByText("Página fechada")).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("O titular fechou esta página");
  await visitor.getByLabel("Código, como está na folha").fill("RY-1234");
  await visitor.getByRole("button", { name: "Conferir" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Código desconhecido");
  await visitor.context().close();
});

test("administrators see how a question does, take it out of the draw and put it back", { tag: "@long" }, async ({
  context,
  page,
}) => {
  const { db } = backend();
  const member = await signUp(context);
  await completeDegree(db, await loadCatalogue(db), member.id, "aprendiz");
  const { running: attempt } = await callApi(page.request, "post", "/api/exams/aprendiz/attempts");
  const asked = await askedIn(db, attempt.id);
  const place = asked.findIndex(({ form }) => form === "choice" || form === "multiple");
  await callApi(page.request, "put", answer(attempt.id, place + 1), { given: answerTo(asked[place]!, true) });
  await callApi(page.request, "post", `/api/exam-attempts/${attempt.id}/delivery`);
  await context.clearCookies();
  await signIn(context, "admin@academia.example");
  await page.goto("/admin/questoes");
  await page.getByLabel("Procurar").fill(asked[place]!.prompt);
  const question = page
    .getByRole("region", { name: "Questões de Aprendiz" })
    .getByRole("listitem")
    .filter({ hasText: asked[place]!.prompt })
    .first();
  await question.locator("summary").click();
  await expect(question).toContainText(/\d+ (vez mostrada|vezes mostradas?)/);
  await expect(question.getByRole("row", { name: /certa/ })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Tirar do sorteio" }).click();
  await expect(question.locator("summary").getByText("Fora do sorteio")).toBeVisible();
  await page.getByLabel("Mostrar").selectOption({ label: "Fora do sorteio" });
  await question.getByRole("button", { name: "Devolver ao sorteio" }).click();
  await expect(page.getByText("Nenhuma questão aqui.")).toBeVisible();
});
