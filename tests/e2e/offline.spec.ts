import type { Browser, BrowserContext, Page } from "@playwright/test";
import { and, eq, ne, sql } from "drizzle-orm";
import { profiles, sessions } from "#app/features/account/account.table.ts";
import { authors } from "#app/features/authoring/authoring.table.ts";
import { lessonAnswers, lessonProgress } from "#app/features/courses/courses.table.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { keepFromMidnight } from "#app/features/review/review.test-support.ts";
import { SETTINGS_CHANNEL } from "#app/features/settings/settings.service.ts";
import { houseSettings } from "#app/features/settings/settings.table.ts";
import { png } from "#tests/support/books.ts";
import { backend } from "./backend.ts";
import { type Line, openLine } from "./line.ts";
import { askFor, mentor, person } from "./people.ts";
import { callApi, expect, expectAccessible, readLesson, signUp, test } from "./support.ts";

test.use({ serviceWorkers: "allow" });
test.describe.configure({ mode: "serial" }); // one of them switches reading without a connection off for everybody

let line: Line;
test.beforeEach(async ({ allowConsole }) => {
  line = await openLine(process.env.E2E_BASE_URL!);
  allowConsole(/ERR_|Failed to fetch|status of (40[134]|503)/); // what the browser says of requests that break off or are refused
});
test.afterEach(() => line.close());

/** A new member at the page of a module, by the line; the service worker is there. */
async function atModule(context: BrowserContext, page: Page, module = 1) {
  const member = await signUp(context);
  await page.goto(`${line.address}/modulo/${module}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  return member;
}

const isKept = (page: Page) =>
  expect(page.getByRole("heading", { name: "Guardado neste aparelho" })).toBeVisible({ timeout: 30_000 });

async function keepModule(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Baixar módulo" }).click();
  await isKept(page);
}

const LESSON = "/modulo/1/licao/2";
const text = (page: Page) => page.locator("article.text .lesson-text");
const bar = (page: Page) => page.getByText(/^Sem rede desde as \d\d:\d\d/);

/** A page that is opened without a connection has none of the lesson's text. */
async function expectNothingOpens(page: Page): Promise<void> {
  await line.cut();
  await page.goto(line.address + LESSON);
  await expect(page.locator("h1")).toHaveText(
    /não está neste aparelho|terminou|Página não carregada|Entrar|Login|A página não carregou/,
    {
      timeout: 20_000,
    },
  );
  await expect(text(page)).toHaveCount(0);
}

/** Two brothers put a picture into a lesson of module 1. */
async function putPicture(browser: Browser, id: string): Promise<void> {
  const [author, reviewer] = [await person(browser, "Bento Escreve"), await person(browser, "Ciro Revisa")];
  const { db } = backend();
  await db.insert(authors).values([
    { memberId: author.id, degree: "aprendiz", part: "author" },
    { memberId: reviewer.id, degree: "aprendiz", part: "reviewer" },
  ]);
  const data = await png(900, 600);
  const headers = { origin: process.env.E2E_BASE_URL!, "content-type": "application/octet-stream" };
  const sent = await author.context.request.post("/api/authoring/pictures/aprendiz", { data, headers });
  const picture = (await sent.json()).id;
  const at = `/api/authoring/texts/lesson/${id}`;
  const { body } = (await (await author.context.request.get(at)).json()).published;
  const markdown = body.markdown.replace("\n\n## ", `\n\n![Um avental](imagem:${picture} "Avental")\n\n## `);
  const { version } = await callApi(author.context.request, "put", at, { version: 0, body: { ...body, markdown } });
  await callApi(author.context.request, "post", `${at}/submit`, { version, reason: "Uma imagem" });
  await callApi(reviewer.context.request, "post", `${at}/publish`, { version, at: null });
}

test("a picture of a lesson that was taken along is shown without a connection", { tag: "@long" }, async ({
  browser,
  context,
  page,
}) => {
  test.setTimeout(120_000);
  await putPicture(browser, "m01-l02");
  await atModule(context, page);
  await keepModule(page);
  await line.cut();
  await page.goto(line.address + LESSON);
  const picture = page.getByRole("img", { name: "Um avental" });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(900);
});

/** All that IndexedDB holds, as a thief reads it, and what is in the caches. */
const readDevice = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open("guardado");
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const rows: string[] = [];
    const counts: Record<string, number> = {};
    for (const name of database.objectStoreNames) {
      const all = await new Promise<Record<string, unknown>[]>((resolve) => {
        const asked = database.transaction(name).objectStore(name).getAll();
        asked.onsuccess = () => resolve(asked.result);
      });
      counts[name] = all.length;
      for (const { data, ...row } of all) {
        rows.push(JSON.stringify(row));
        if (data instanceof ArrayBuffer) rows.push(new TextDecoder("latin1").decode(data));
      }
    }
    database.close();
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
    return { text: rows.join("\n"), counts, cached };
  });

test("a module that was taken along opens from a cold start without a connection, and what is done there goes out once", {
  tag: "@phone",
}, async ({ context, page }) => {
  test.setTimeout(120_000);
  const member = await atModule(context, page);
  await readLesson(context, 1, 2);
  await expect(page.getByText(/^\d+ lições, .*: [\d,]+ (kB|MB)\.$/)).toBeVisible();
  await keepModule(page);
  await expectAccessible(page);
  await line.cut();

  const cold = await context.newPage();
  await page.close();
  await cold.goto(line.address + LESSON);
  await expect(text(cold)).toContainText(/\w{3}/);
  await expect(bar(cold)).toBeVisible();
  await cold.reload();
  await expect(text(cold)).toContainText(/\w{3}/);

  const question = cold.locator("#questao");
  await question.getByRole("radio").first().check({ force: true });
  await question.getByRole("button", { name: "Responder" }).click();
  await expect(question.getByText(/^Resposta pendente, das \d\d:\d\d/)).toBeVisible();
  await cold.goto(`${line.address}/conta/aparelho`);
  await expect(cold.getByText("1 pendente, 0 enviados")).toBeVisible();
  await expectAccessible(cold);

  await cold.goto(`${line.address}/modulo/5/licao/1`);
  await expect(cold.getByRole("heading", { name: "Esta lição não está neste aparelho" })).toBeVisible({ timeout: 20_000 });
  await expect(cold.getByText(/há cinco lições guardadas aqui/)).toBeVisible();
  await expectAccessible(cold);
  for (const path of [
    "/dashboard",
    "/modulos",
    "/revisao",
    "/estudos",
    "/pecas",
    "/vidas",
    "/semana",
    "/dicionario",
    "/rito-york",
    "/faq",
  ]) {
    await cold.goto(line.address + path);
    await expect(cold.locator("h1"), path).toHaveText(/\w/);
    await expect(cold.getByText("Carregando..."), path).toHaveCount(0);
    await expect(cold.getByRole("button", { name: "Tentar novamente" }), path).toHaveCount(0);
  }
  await cold.goto(`${line.address}/dicionario/acacia`);
  await expect(cold.getByRole("link", { name: "Acácia" }).first()).toBeVisible();

  await line.mend();
  await cold.goto(`${line.address}/conta/aparelho`);
  await expect(cold.getByText("0 pendentes, 1 enviado")).toBeVisible({ timeout: 20_000 });
  const given = await backend().db.select().from(lessonAnswers).where(eq(lessonAnswers.userId, member.id));
  expect(given).toHaveLength(1);
});

test("an evening without a connection: a message, a note, the review, an answer; then all of it goes out once, in order", {
  tag: "@long",
}, async ({ browser, context, page }) => {
  test.setTimeout(180_000);
  const { db } = backend();
  const teacher = await mentor(browser, "Mentor da Serra");
  const member = await signUp(context, "Irmão da Serra");
  await keepFromMidnight(db, member.id);
  const cards = ["avental", "malhete"].map((subject) => ({
    kind: "term" as const,
    subject,
    userId: member.id,
    source: "lesson:m01-l01",
  }));
  await db.insert(reviewCards).values(cards.map((card) => ({ ...card, due: new Date(Date.now() - 60_000) })));
  await readLesson(context, 1, 2);
  const session = await askFor({ ...member, context, page }, teacher, "Sem sinal na serra");
  const known = {
    id: crypto.randomUUID(),
    kind: "lesson",
    textId: "m01-l01",
    quote: "avental",
    prefix: "",
    suffix: "",
    position: 3,
  };
  const headers = { origin: process.env.E2E_BASE_URL! };
  await context.request.post("/api/notes", { headers, data: { ...known, colour: "gold", body: "De ontem." } });
  await page.goto(`${line.address}/modulo/1`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await keepModule(page);
  const talk = await context.newPage();
  await talk.goto(`${line.address}/mentoria/sessao/${session}`);
  await talk.getByLabel("Sua mensagem").fill("Escrevo do caminho.");
  await line.cut();

  await talk.getByRole("button", { name: "Enviar", exact: true }).click();
  await expect(talk.getByText("Sem rede. Sai sozinha quando voltar.")).toBeVisible();
  await talk.close();

  await page.goto(`${line.address}/modulo/1/licao/1`);
  await page.getByRole("button", { name: "Anotar" }).click();
  await text(page)
    .locator("p")
    .nth(1)
    .click({ position: { x: 30, y: 10 } });
  await page.getByRole("dialog").getByLabel("Anotação (opcional)").fill("Ler de novo em casa.");
  await page.getByRole("dialog").getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("region", { name: "Anotação ainda não guardada" })).toContainText("Ler de novo em casa.");

  await page.goto(`${line.address}/anotacoes`);
  const change = async (from: string, to: string) => {
    await page.getByRole("listitem").filter({ hasText: "De ontem." }).getByRole("button", { name: "Mudar" }).click();
    const field = page.getByRole("dialog").getByLabel("Anotação (opcional)");
    await expect(field).toHaveValue(from);
    await field.fill(to);
    await page.getByRole("dialog").getByRole("button", { name: "Guardar" }).click();
    await expect(page.getByRole("region", { name: "Anotação ainda não guardada" }).filter({ hasText: to })).toHaveCount(1);
  };
  await change("De ontem.", "De ontem, e de hoje.");
  await change("De ontem, e de hoje.", "De ontem, de hoje e do caminho.");

  await page.goto(`${line.address}/revisao`);
  for (let card = 0; card < 2; card += 1) {
    await page.getByRole("button", { name: "Mostrar a resposta" }).click();
    await page.getByRole("button", { name: /^Bem/ }).click();
  }
  await page.goto(line.address + LESSON);
  await page.locator("#questao").getByRole("radio").first().check({ force: true });
  await page.locator("#questao").getByRole("button", { name: "Responder" }).click();
  await page.goto(`${line.address}/conta/aparelho`);
  for (const what of ["Mensagem da mentoria", "Anotação em", "Mudança na anotação", "Ficha da revisão", "Resposta à questão de"])
    await expect(page.getByRole("heading", { name: what }).first()).toBeVisible();

  await line.mend();
  await page.goto(`${line.address}/dashboard`);
  const moments = async () => {
    const rows = await db.execute<{ what: string; at: Date }>(sql`
      select 'message' as what, created_at as at from mentorship_messages where author_id = ${member.id} and body = 'Escrevo do caminho.'
      union all select 'note', created_at from notes where user_id = ${member.id} and body = 'Ler de novo em casa.'
      union all select 'change', updated_at from notes where user_id = ${member.id} and body = 'De ontem, de hoje e do caminho.'
      union all select 'review', reviewed_at from review_log where user_id = ${member.id}
      union all select 'answer', created_at from lesson_answers where user_id = ${member.id}
      order by at`);
    return rows.rows.map(({ what }) => what);
  };
  const ALL = ["message", "note", "change", "review", "review", "answer"];
  await expect.poll(moments, { timeout: 30_000 }).toEqual(ALL);
  await page.goto(`${line.address}/conta/aparelho`);
  await expect(page.getByText(/^0 pendentes, [5-9] enviados$/)).toBeVisible();
  await page.reload();
  await page.goto(`${line.address}/revisao`);
  await expect(page.getByRole("heading", { level: 1, name: "Revisão" })).toBeVisible();
  await expect(page.getByText("Carregando...")).toHaveCount(0);
  expect(await moments()).toEqual(ALL);
  await teacher.context.close();
});

test("what is kept is encrypted, and no answer of the API is in a cache", { tag: "@long" }, async ({ context, page }) => {
  await atModule(context, page);
  const title = (await page.locator("h1").textContent())!.trim();
  await keepModule(page);
  const device = await readDevice(page);
  expect(device.counts).toMatchObject({ packages: 1, lease: 1, device: 1 });
  expect(device.counts.answers).toBeGreaterThan(15);
  for (const word of [title, "Maçonaria", "lesson-text", "standfirst"]) expect(device.text).not.toContain(word);
  expect(device.cached.length).toBeGreaterThan(50);
  expect(device.cached.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("signing out without a connection makes it unreadable at once, and ends the session when the line is back", {
  tag: "@long",
}, async ({ context, page }) => {
  const member = await atModule(context, page);
  await keepModule(page);
  await line.cut();
  await page.goto(`${line.address}/conta/aparelho`);
  await expect(bar(page)).toBeVisible();
  const open = async () => (await backend().db.select().from(sessions).where(eq(sessions.userId, member.id))).length;
  await page.locator("summary[aria-label=Menu]").click();
  await page.getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL(/\/login/);
  const device = await readDevice(page);
  expect(device.counts).toMatchObject({ packages: 0, lease: 0, answers: 0 });
  expect(device.cached.filter((path) => /modulo|conta/.test(path) && !path.includes("."))).toEqual([]);
  expect(await open()).toBe(1);
  await page.goto(line.address + LESSON);
  await expect(text(page)).toHaveCount(0);
  await line.mend();
  await page.goto(line.address + LESSON);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(open).toBe(0);
});

test("who was suspended, or whose session was ended elsewhere, opens nothing more once the line was back", {
  tag: "@long",
}, async ({ context, page }) => {
  const member = await atModule(context, page);
  await keepModule(page);
  await line.cut();
  await backend()
    .db.update(profiles)
    .set({ suspendedAt: new Date(), suspensionReason: "Teste" })
    .where(eq(profiles.id, member.id));
  await line.mend();
  await page.goto(`${line.address}/dashboard`);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await readDevice(page)).counts.lease).toBe(0);
  await expectNothingOpens(page);
});

test("another account on the same device sees nothing of it", { tag: "@long" }, async ({ context, page }) => {
  await atModule(context, page);
  await keepModule(page);
  await context.clearCookies();
  await signUp(context, "Outro Irmão");
  await page.goto(`${line.address}/conta/aparelho`);
  await expect(page.getByRole("heading", { name: "Nada guardado neste aparelho" })).toBeVisible({ timeout: 15_000 });
  await expectNothingOpens(page);
});

test("terms that were changed, a key of another lease, and a clock that was turned back open nothing", { tag: "@long" }, async ({
  context,
  page,
}) => {
  await atModule(context, page);
  await keepModule(page);
  const change = (how: "later" | "seen" | "back") =>
    page.evaluate(async (how) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open("guardado");
        asked.onsuccess = () => resolve(asked.result);
      });
      const lease = database.transaction("lease", "readwrite").objectStore("lease");
      const row = await new Promise<{ terms: { until: string }; seen: number }>((resolve) => {
        const asked = lease.get("lease");
        asked.onsuccess = () => resolve(asked.result);
      });
      const year = 365 * 86_400_000;
      if (how === "later") row.terms.until = new Date(Date.parse(row.terms.until) + year).toISOString();
      if (how === "seen") row.seen += 3 * 86_400_000;
      if (how === "back") row.seen -= 3 * 86_400_000;
      await new Promise((resolve) => {
        lease.put(row, "lease").onsuccess = resolve;
      });
      database.close();
    }, how);
  await line.cut();
  await page.goto(line.address + LESSON);
  await expect(text(page)).toContainText(/\w{3}/);
  for (const how of ["seen", "later"] as const) {
    await change(how);
    await page.goto(line.address + LESSON);
    await expect(page.locator("h1"), how).toHaveText(/não está neste aparelho|terminou/, { timeout: 20_000 });
    await expect(text(page)).toHaveCount(0);
    if (how === "seen") await change("back");
  }
});

test("what is kept opens every day for a fortnight, not on the fifteenth, and again when there is a line", {
  tag: "@long",
}, async ({ context, page }) => {
  test.setTimeout(180_000);
  await atModule(context, page);
  await keepModule(page);
  await line.cut();
  /** A day passes by the device's clock: by what it knows to be ahead of it, as the clock of a worker cannot be set. */
  const aDayLater = () =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          indexedDB.open("guardado").onsuccess = ({ target }) => {
            const { result: database } = target as IDBOpenDBRequest;
            const lease = database.transaction("lease", "readwrite").objectStore("lease");
            lease.get("lease").onsuccess = (got) => {
              const row = (got.target as IDBRequest<{ ahead: number }>).result;
              lease.put({ ...row, ahead: row.ahead + 86_400_000 }, "lease").onsuccess = () => {
                database.close();
                resolve();
              };
            };
          };
        }),
    );
  for (let day = 1; day < 14; day += 1) {
    await aDayLater();
    await page.goto(`${line.address}/modulo/1/licao/${1 + (day % 5)}`);
    await expect(text(page), `day ${day}`).toContainText(/\w{3}/);
  }
  await aDayLater();
  await page.goto(line.address + LESSON);
  await expect(page.getByRole("heading", { name: "O prazo deste aparelho terminou" })).toBeVisible({ timeout: 20_000 });
  await expect(text(page)).toHaveCount(0);
  await line.mend();
  await page.goto(`${line.address}/dashboard`);
  await page.goto(`${line.address}/conta/aparelho`);
  await expect(page.getByText(/^5 lições, .* Abre sem rede até/)).toBeVisible({ timeout: 15_000 });
  await line.cut();
  await page.goto(line.address + LESSON);
  await expect(text(page)).toContainText(/\w{3}/);
});

test("a download that is cut goes on by itself when a page is opened again", { tag: "@long" }, async ({ context, page }) => {
  await atModule(context, page);
  await expect(page.getByRole("button", { name: "Baixar módulo" })).toBeVisible();
  await keepModule(page); // brings the pages; the second module is cut
  await readLesson(context, 1, 1);
  await page.goto(`${line.address}${LESSON}`);
  await page.getByRole("button", { name: "Guardar para ler sem rede" }).click();
  await page.getByRole("button", { name: "Baixar lição" }).waitFor();
  await line.cut(12);
  await page.getByRole("button", { name: "Baixar lição" }).click();
  await expect(page.getByRole("heading", { name: "Baixando" })).toBeVisible();
  await expect(bar(page)).toBeVisible({ timeout: 15_000 });
  await page.goto("about:blank");
  await line.mend();
  await page.goto(`${line.address}/conta/aparelho`);
  const lines = page.getByRole("listitem").filter({ hasText: "Remover" });
  await expect(lines).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByText("Baixado em parte")).toHaveCount(0);
  await expect(page.getByText("Baixando")).toHaveCount(0, { timeout: 20_000 });
});

test("a text that has changed since is told, and its new version taken by a press", { tag: "@long" }, async ({
  context,
  page,
}) => {
  await atModule(context, page);
  await keepModule(page);
  line.change("/api/offline/packages/module/1", (of) => of.replace(/"version":"[^"]+"/, '"version":"de-outra-edicao"'));
  await page.goto(`${line.address}/conta/aparelho`);
  await expect(page.getByText(/Abre sem rede até .* O texto mudou desde então\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Baixar a versão nova de Introdução à Maçonaria" }).click();
  await expect(page.getByRole("button", { name: "Remover Introdução à Maçonaria deste aparelho" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText("O texto mudou desde então.")).toHaveCount(0);
  await line.cut();
  await page.goto(line.address + LESSON);
  await expect(text(page)).toContainText(/\w{3}/);
});

test("a device without room says so before, and in the middle keeps what came and goes on later", { tag: "@long" }, async ({
  context,
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { room: 1_000_000_000 });
    const { room } = window as unknown as { room: number };
    navigator.storage.estimate = async () => ({ quota: (window as unknown as { quota?: number }).quota ?? room, usage: 0 });
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...given) {
      const known = window as unknown as { left?: number };
      if (this.name === "answers" && known.left !== undefined && known.left-- <= 0)
        throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await atModule(context, page);
  const refusal = page.getByText(/^Não há espaço no aparelho/);
  await page.evaluate(() => Object.assign(window, { quota: 3_000_000 }));
  await page.getByRole("button", { name: "Baixar módulo" }).click();
  await expect(refusal).toBeVisible();
  await page.evaluate(() => Object.assign(window, { quota: undefined, left: 14 }));
  await page.getByRole("button", { name: "Baixar módulo" }).click();
  await expect(page.getByRole("button", { name: "Continuar" })).toBeVisible({ timeout: 30_000 });
  await expect(refusal).toBeVisible();
  expect((await readDevice(page)).counts.answers).toBe(14);
  await page.evaluate(() => Object.assign(window, { left: undefined }));
  await page.getByRole("button", { name: "Continuar" }).click();
  await isKept(page);
});

test("an update leaves the open page alone, says so, and takes over by a press with all its files", { tag: "@long" }, async ({
  context,
  page,
}) => {
  await atModule(context, page);
  await keepModule(page);
  const version = await page.evaluate(async () => (await (await fetch("/guardar.json")).json()).version as string);
  for (const path of ["/avisos.js", "/guardar.json"]) line.change(path, (of) => of.replaceAll(version, "outra-versao"));
  await page.goto(line.address + LESSON);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/"))!.update());
  await expect(page.getByText("Há uma versão nova da Academia")).toBeVisible({ timeout: 20_000 });
  await expect(text(page)).toContainText(/\w{3}/);
  expect(await page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining([`casa-${version}`, "casa-outra-versao"]));
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Abrir agora" }).click()]);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["casa-outra-versao"]);
  await line.cut();
  await page.goto(line.address + LESSON);
  await expect(text(page)).toContainText(/\w{3}/);
});

test("the server switches it off: the worker goes, and with it all that is kept", { tag: "@long" }, async ({ context, page }) => {
  await atModule(context, page);
  await keepModule(page);
  const { db } = backend();
  const tell = () => db.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);
  try {
    await db.insert(houseSettings).values({ key: "offline", value: "refused" });
    await tell();
    await expect
      .poll(
        async () => (await (await context.request.get(`${line.address}/avisos.js`)).text()).includes("navigationPreload.disable"),
        {
          timeout: 15_000,
        },
      )
      .toBe(true);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/"))!.update());
    await expect.poll(async () => (await readDevice(page)).cached.length, { timeout: 15_000 }).toBe(0);
    expect((await readDevice(page)).counts).toMatchObject({ packages: 0, answers: 0, lease: 0 });
    await page.goto(`${line.address}/modulo/1`);
    await expect(page.getByRole("heading", { name: "Lições" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Baixar módulo" })).toHaveCount(0);
  } finally {
    await db.delete(houseSettings).where(eq(houseSettings.key, "offline"));
    await tell();
  }
});

test("a visitor reads without a connection what they have seen, and elsewhere a calm page", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto(`${line.address}/faq`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await caches.match("/faq")) !== undefined)).toBe(true);
  await line.cut();
  await page.reload();
  await expect(page.locator("h1")).toHaveText("Perguntas frequentes");
  await page.goto(`${line.address}/contato`);
  await expect(page.locator("h1")).toHaveText("Sem rede");
  await line.mend();
  await page.goto(`${line.address}/rito-york`);
  await expect(page.locator("h1")).toHaveText(/York/);
  await line.cut();
  await page.goto(`${line.address}/faq`);
  await expect(page.locator("h1")).toHaveText("Perguntas frequentes");
  await page.goto(`${line.address}/contato`);
  await expect(page.getByText(/Verifique a internet e tente de novo/).first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("button", { name: "Tentar novamente" }).first()).toBeVisible();
});

test("the browser's offer to put the site on the home screen is made once, after the third lesson, and waits in Minha conta", {
  tag: "@long",
}, async ({ context, page }) => {
  const member = await signUp(context);
  for (const number of [1, 2, 3]) await readLesson(context, 1, number);
  const done = and(eq(lessonProgress.userId, member.id), ne(lessonProgress.lessonId, "m01-l03"));
  await backend().db.update(lessonProgress).set({ completedAt: new Date() }).where(done);
  /** Headless browsers make no such offer: this is the event that others send. */
  const offer = () =>
    page.evaluate(() => {
      const prompt = async () => {
        document.documentElement.dataset.asked = "yes";
      };
      return dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
    });
  await page.goto("/modulo/1/licao/3");
  await expect(page.getByRole("button", { name: "Responder" })).toBeVisible();
  expect(await offer(), "the browser shows nothing by itself").toBe(false);
  for (let index = 0; !(await page.getByText("Certo. Lição concluída.").isVisible()); index += 1) {
    await page.locator("#questao").getByRole("radio").nth(index).check({ force: true });
    await page.locator("#questao").getByRole("button", { name: "Responder" }).click();
    await expect(page.locator(".lesson__verdict p").first()).toBeVisible();
  }
  const offered = page.getByRole("region", { name: "Na tela de início" });
  await offered.getByRole("button", { name: "Agora não" }).click();
  await expect(offered).toBeHidden();
  await page.reload();
  await offer();
  await expect(
    page
      .getByText("Certo. Lição concluída.")
      .or(page.getByRole("link", { name: /Próxima lição/ }))
      .first(),
  ).toBeVisible();
  await expect(offered).toBeHidden();
  await page.goto("/conta/aparelho");
  await expect(page.getByRole("heading", { name: "Nada guardado neste aparelho" })).toBeVisible();
  await offer();
  await page.getByRole("button", { name: "Pôr na tela de início" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-asked", "yes");
  await expect(page.getByRole("button", { name: "Pôr na tela de início" })).toBeHidden();
});
