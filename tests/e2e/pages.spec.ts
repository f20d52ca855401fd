import type { Page } from "@playwright/test";
import { pages } from "#app/pages.ts";
import { underEachCondition } from "./conditions.ts";
import {
  COLOUR_RULES,
  expect,
  expectAccessible,
  expectNoOverflow,
  largeLetters,
  showTheme,
  signIn,
  test,
  violations,
} from "./support.ts";
import { DESKTOP, PHONE } from "./viewports.ts";

/** Every page of the list: an address to visit it at, where the page has parameters, and its title. */
const PAGES: Record<string, { address?: string; title: string }> = {
  "": { title: "Academia do Rito de York: o Rito de York, lição por lição" },
  login: { title: "Entrar ou criar conta · Academia do Rito de York" },
  "forgot-password": { title: "Recuperar a senha · Academia" },
  "reset-password": { title: "Nova senha · Academia" },
  dicionario: { title: "Dicionário Maçônico · Academia" },
  "dicionario/:slug": { address: "dicionario/acacia", title: "Acácia · Dicionário Maçônico · Academia" },
  busca: { address: "busca?q=esquadro", title: "Busca · Academia" },
  "rito-york": { title: "Rito de York: 13 graus em 4 corpos · Academia" },
  leitura: { title: "1717 ou 1721? Um debate em aberto · Academia" },
  faq: { title: "Perguntas frequentes · Academia" },
  contato: { title: "Contato · Academia" },
  termos: { title: "Termos de Serviço · Academia" },
  acessibilidade: { title: "Acessibilidade · Academia" },
  privacidade: { title: "Política de Privacidade · Academia" },
  "boletim/confirmar": { title: "Confirmar a inscrição · Academia" },
  "boletim/sair": { title: "Sair do boletim · Academia" },
  avaliacao: { title: "Avaliação de nível · Academia" },
  dashboard: { title: "Painel do Aluno · Academia" },
  conta: { title: "Minha conta · Academia" },
  modulos: { title: "Módulos · Academia" },
  "modulos/:nivel": { address: "modulos/mestre", title: "Módulos · Academia" },
  "modulo/:moduleId": { address: "modulo/2", title: "Módulo 2 · Academia" },
  "modulo/:moduleId/licao/:number": { address: "modulo/2/licao/7", title: "Lição 7, módulo 2 · Academia" },
  "confirmar-email": { address: "confirmar-email#token=x.y", title: "Confirmar o e-mail · Academia" },
  "cartas/sair": { address: "cartas/sair#token=x", title: "Não receber mais cartas · Academia" },
  convite: { address: "convite#token=x", title: "O seu convite · Academia" },
  "desfazer-email": { address: "desfazer-email?token=x.y", title: "Desfazer a troca de e-mail · Academia" },
  "exame/:degree": { address: "exame/aprendiz", title: "Exame · Academia" },
  revisao: { title: "Revisão · Academia" },
  estudos: { title: "Estudos · Academia" },
  semana: { title: "Semana · Academia" },
  grupos: { title: "Grupo de leitura · Academia" },
  pecas: { title: "Peças · Academia" },
  pranchas: { title: "Pranchas · Academia" },
  "pecas/:studyId": { address: "pecas/oito-horas-para-um-irmao", title: "Peça 10 · Academia" },
  vidas: { title: "Vidas · Academia" },
  "vidas/:studyId": { address: "vidas/william-preston", title: "Vida 7 · Academia" },
  "estudos/:studyId": { address: "estudos/antigos-e-modernos", title: "Estudo 12 · Academia" },
  anotacoes: { title: "Minhas anotações · Academia" },
  documentos: { title: "Documentos · Academia" },
  "documentos/:documentId": { address: "documentos/anderson-obrigacao-i", title: "Documento · Academia" },
  efemerides: { title: "Efemérides · Academia" },
  mapa: { title: "Mapa e tempo · Academia" },
  certificados: { title: "Certificados · Academia" },
  certificado: { title: "Conferência de certificado · Academia" },
  "certificado/:code": { address: "certificado/RY-0000", title: "Conferência de certificado · Academia" },
  notificacoes: { title: "Notificações · Academia" },
  avisos: { title: "Avisos · Academia" },
  mentoria: { title: "Mentoria · Academia" },
  comunidade: { title: "Comunidade · Academia" },
  "comunidade/sala/:boardId": { address: "comunidade/sala/aprendiz", title: "Comunidade · Academia" },
  "comunidade/novo/:boardId": { address: "comunidade/novo/geral", title: "Abrir assunto · Academia" },
  "comunidade/moderacao": { title: "Moderação · Academia" },
  "comunidade/regras": { title: "Regras da casa · Academia" },
  biblioteca: { title: "Biblioteca · Academia" },
  "biblioteca/adicionar": { title: "Adicionar item · Academia" },
  "gestao-mentores": { title: "Gestão de Mentores · Academia" },
  "admin/membros": { title: "Membros · Academia" },
  "admin/convites": { title: "Convites · Academia" },
  admin: { title: "Painel Admin · Academia" },
  "admin/admissao": { title: "Admissão · Academia" },
  "conta/aparelho": { title: "Neste aparelho · Academia" },
  "conta/quem-me-ve": { title: "Quem me vê · Academia" },
  "admin/contestacoes": { title: "Contestações · Academia" },
  "admin/lojas": { title: "Casas · Academia" },
  "admin/relatorios": { title: "Relatórios · Academia" },
  "admin/autores": { title: "Autores e revisores · Academia" },
  "admin/pedidos": { title: "Pedidos · Academia" },
  "admin/questoes": { title: "Questões · Academia" },
  "admin/certificados": { title: "Certificados emitidos · Academia" },
  "admin/salas": { title: "Salas · Academia" },
  "admin/contato": { title: "Contato · Academia" },
  "admin/boletim": { title: "Boletim · Academia" },
  "admin/correio": { title: "Cartas que não chegam · Academia" },
  "admin/registro": { title: "Registro de ações · Academia" },
  "admin/sistema": { title: "Sistema · Academia" },
  "admin/cartas": { title: "Cartas e avisos · Academia" },
  "admin/configuracoes": { title: "Configurações · Academia" },
};
/** Pages of what the tests of their feature make first, where axe looks at them, and one that only leads on. */
const MADE_ELSEWHERE = [
  "continuar",
  "esperando",
  "admin/conteudo",
  "admin/conteudo/licoes/:id",
  "admin/conteudo/licoes/:id/questoes",
  "admin/conteudo/licoes/:id/publicar",
  "admin/conteudo/textos/:kind/:id",
  "admin/conteudo/textos/:kind/:id/publicar",
  "admin/conteudo/textos/:kind/:id/questoes",
  "admin/conteudo/questoes/:id",
  "admin/conteudo/questoes/:id/publicar",
  "minha-loja",
  "minha-loja/irmaos/:userId",
  "minha-loja/relatorio",
  "grupos/novo",
  "grupos/:groupId",
  "grupos/:groupId/mudar",
  "grupos/:groupId/imprimir",
  "exame/:degree/resultado/:attemptId",
  "mentoria/agenda",
  "mentoria/sessao/:mentorshipSessionId",
  "comunidade/assunto/:topicId",
  "biblioteca/:id",
  "biblioteca/:id/editar",
  "admin/lojas/:lodgeId",
  "admin/membros/:userId",
];

const addressOf = (path: string) => `/${PAGES[path]?.address ?? path}`;

test("each page of the application is visited here, or where what it shows is made", () => {
  expect([...Object.keys(PAGES), ...MADE_ELSEWHERE].toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});

/** Pages that one context opens one after the other: a new one costs as much as a page. Short enough for a test's time on a busy machine. */
const WALK = 6;

for (const access of ["public", "member", "admin"] as const) {
  const paths = pages.filter((page) => page.access === access && page.path in PAGES).map(({ path }) => path);
  for (let first = 0; first < paths.length; first += WALK) {
    const walk = paths.slice(first, first + WALK);
    const names = walk.map((path) => `/${path}`).join(" ");
    const visit = async (page: Page, look: (path: string) => Promise<void>) => {
      test.setTimeout(WALK * 15_000);
      if (access !== "public")
        await signIn(page.context(), access === "admin" ? "admin@academia.example" : "aluno@academia.example");
      for (const path of walk)
        await test.step(`/${path}`, async () => {
          await page.goto(addressOf(path));
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.locator("[data-shell]")).toHaveCount(0); // axe looks at the page itself, which takes its shell's place
          await look(path);
          await expectNoOverflow(page);
        });
    };
    // in the long run what the walks of each feature look at by axe where it is used: the administration, and members' pages but for the first
    const tag = access === "admin" || (access === "member" && first >= 2 * WALK) ? ["@long"] : [];
    test(`${names}: title, axe in light, nothing sideways on the phone`, { tag }, async ({ page }) => {
      await page.setViewportSize(PHONE);
      await visit(page, async (path) => {
        await showTheme(page, "light");
        await expect(page).toHaveTitle(PAGES[path]!.title);
        expect.soft(await violations(page), `/${path}`).toEqual([]);
      });
    });
    test(`${names}: colours in dark, nothing sideways on a wide screen`, { tag: "@long" }, async ({ page }) => {
      await page.setViewportSize(DESKTOP);
      await visit(page, async (path) => {
        await showTheme(page, "dark");
        expect.soft(await violations(page, COLOUR_RULES), `/${path}`).toEqual([]);
      });
    });
  }
}

test("the 404 page: text, link to home, the path on the console, status 404", { tag: "@phone" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404|^404: /);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const answer = await page.goto("/nao/existe");
  expect(answer!.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect.poll(() => logged).toContainEqual(expect.stringContaining("/nao/existe")); // once the scripts run
  await expectAccessible(page);
  await page.getByRole("link", { name: "Voltar ao início" }).click();
  await expect(page).toHaveURL("/");
});

test("home: calls, six features, three degrees, three testimonials, closing call", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".home__feature h3")).toHaveText([
    "Módulos por grau",
    "Avaliação de nível",
    "Biblioteca digital",
    "Dicionário",
    "Mentoria",
    "Questionários",
  ]);
  await expect(page.locator(".home__degree")).toHaveCount(3);
  await expect(page.locator(".home__quotes figure")).toHaveCount(3);
  for (const degree of ["aprendiz", "companheiro", "mestre"])
    await expect(page.locator(`a[href="/modulos?nivel=${degree}"]`)).toBeVisible();
  await expect(page.locator(".home__hero").getByRole("link", { name: "Fazer a avaliação de nível" })).toHaveAttribute(
    "href",
    "/avaliacao",
  );
  await expect(page.locator(".home__hero").getByRole("link", { name: "Ver os módulos" })).toHaveAttribute("href", "/modulos");
  await expect(page.locator(".home__hero").getByRole("link", { name: "Criar uma conta" })).toHaveAttribute("href", "/login");
  const closing = page.getByRole("region", { name: "Comece por cinco perguntas" });
  await expect(closing.getByRole("link", { name: "Fazer a avaliação de nível" })).toHaveAttribute("href", "/avaliacao");
});

test("the address on a certificate's sheet asks for the code, and reads it however it is typed", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/certificado");
  const code = "0123456789ABCDEFGHJKMNPQRS";
  await page.getByLabel("Código, como está na folha").fill(`ry ${code.toLowerCase()}`);
  await page.getByRole("button", { name: "Conferir" }).click();
  await expect(page).toHaveURL(`/certificado/${code}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Código desconhecido");
});

test("the public pages can be read before any script runs", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.E2E_BASE_URL! });
  const page = await context.newPage();
  for (const { path } of pages.filter(({ path, access }) => access === "public" && !path.includes(":"))) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("a signed-in visitor's header is right at the first paint", async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await page.goto("/dashboard");
  await expect(page.locator(".menu summary")).toBeVisible();
  await page.route("**/api/session", () => {}); // the session never answers
  await page.goto("/");
  await page.locator(".menu summary").click();
  await expect(page.getByRole("button", { name: "Sair" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Entrar" })).toBeHidden();
});

test("the theme can be changed and stays", { tag: ["@phone", "@long"] }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  if (page.viewportSize()!.width === PHONE.width) {
    await page.locator(".menu summary").click();
    await page.getByRole("button", { name: "Tema escuro" }).click();
  } else await page.getByRole("button", { name: "Alternar tema claro e escuro" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the footer's newsletter form asks for an address and keeps it", { tag: ["@phone", "@long"] }, async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" }); // a press before the scripts run is made again once they do
  const field = page.getByLabel("Boletim por e-mail");
  await page.getByRole("button", { name: "Inscrever" }).click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true);
  await field.fill(`${crypto.randomUUID()}@academia.test`);
  await page.getByRole("button", { name: "Inscrever" }).click();
  await expect(page.getByText("Pedido recebido.")).toBeVisible();
});

test("at 200% text nothing is lost and nothing sticks out sideways", { tag: ["@long", "@phone"] }, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await largeLetters(page);
  for (const { path } of pages.filter(({ path, access }) => access !== "admin" && path in PAGES)) {
    await page.goto(addressOf(path));
    await page.getByRole("heading", { level: 1 }).waitFor();
    // With the page's own fonts: the machine's stand-ins may be wider.
    await page.evaluate(async () => {
      await Promise.all(["1em Playfair", "italic 1em Playfair", "1em Commissioner"].map((font) => document.fonts.load(font)));
    });
    await page.waitForTimeout(100);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `/${path}`).toBeLessThanOrEqual(0);
  }
});

test("at 200% text what is told beside a form stays within it", { tag: ["@long", "@phone"] }, async ({ page, allowConsole }) => {
  allowConsole(/status of 4/);
  await largeLetters(page);
  await page.goto("/login");
  const form = page.getByRole("tabpanel", { name: "Entrar" });
  await form.getByLabel("Email").fill("ninguem@academia.test");
  await form.getByLabel("Senha", { exact: true }).fill("Esquadro&Compasso8");
  await form.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.getByLabel("Fechar aviso").click();
  const told = form.getByRole("alert");
  await expect(told).toBeVisible();
  expect(await told.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test("at 200% text each reading choice is whole in its field", { tag: ["@long", "@phone"] }, async ({ page, context }) => {
  await signIn(context, "aluno@academia.example");
  await largeLetters(page);
  await page.goto("/modulo/1/licao/2");
  await page.getByRole("button", { name: "Ajustes" }).click();
  const choices = page.getByRole("region", { name: "Ajustes de leitura" }).locator("label");
  await expect(choices.first()).toBeVisible();
  await page.evaluate(() => document.fonts.load("1em Commissioner"));
  const cut = await choices.evaluateAll((labels) =>
    labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
  );
  expect(cut).toEqual([]);
});

test("what is pressed and typed before the scripts have come is kept, and no form becomes an address", { tag: "@phone" }, async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/start-*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/login");
  await page.getByRole("textbox", { name: "Email" }).fill("cedo@academia.test");
  await page.getByRole("textbox", { name: "Senha" }).fill("Esquadro&Compasso9");
  await page.getByRole("textbox", { name: "Senha" }).press("Enter");
  await expect(page.getByRole("button", { name: "Entrar", exact: true })).toHaveAttribute("aria-busy", "true");
  expect(new URL(page.url()).search).toBe("");
  const tab = page.getByRole("tab", { name: "Registrar" });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-selected", "false");
  scripts.resolve();
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Entrar" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("cedo@academia.test");
  await expect(page.getByRole("textbox", { name: "Senha" })).toHaveValue("Esquadro&Compasso9");
});

test("a choice made while React takes the page over is kept", { tag: "@long" }, async ({ page }) => {
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 4 }); // taking over lasts many tasks, with room between them
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const letter = document.querySelector<HTMLSelectElement>(".dictionary__dict-letter-select select");
      const reached = letter && Object.keys(letter).some((key) => key.startsWith("__react"));
      if (!reached) return port2.postMessage("again");
      letter.value = "C";
      for (const event of ["input", "change"]) letter.dispatchEvent(new Event(event, { bubbles: true }));
    };
    port2.postMessage("first");
  });
  await page.goto("/dicionario");
  await expect(page).toHaveURL("/dicionario?letra=C");
  await expect(page.getByText("Cadeia de União").first()).toBeVisible();
});

test("an address with a dot, or with two slashes, shows the page that says so and tells the console", { tag: "@long" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/./);
  for (const path of ["/nada.php", "//nada.html", "/wp-login.php?x=1"]) {
    const answer = await page.goto(new URL(page.url() === "about:blank" ? process.env.E2E_BASE_URL! : page.url()).origin + path);
    expect(answer!.status()).toBe(404);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
  }
});

/** What a tab, seen over one's shoulder, is not to say. */
const SUBJECT = /ma[çc][oô]n|ma[çc]om|\bloja|\brito|\bordem\b|aprendiz|companheiro|mestre/i;

test("titles of the protected area do not name the subject", async ({ page, context }) => {
  const titles = pages.filter(({ access, path }) => access !== "public" && path in PAGES).map(({ path }) => PAGES[path]!.title);
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.filter((title) => SUBJECT.test(title))).toEqual([]);
  await signIn(context, "aluno@academia.example");
  await page.goto("/modulo/1/licao/4");
  await expect(page).toHaveTitle("Lição 4, módulo 1 · Academia");
  await page.goto("/modulo/10");
  await expect(page).toHaveTitle("Módulo 10 · Academia");
  await page.goto("/biblioteca?busca=builders");
  await page.getByRole("link", { name: "Ver Detalhes: The Builders" }).click();
  await expect(page).toHaveTitle("Livro da biblioteca · Academia");
  await page.goto("/comunidade/sala/geral");
  await page.getByRole("main").locator('a[href^="/comunidade/assunto/"]').first().click();
  await expect(page).toHaveTitle("Assunto · Academia");
});

for (const access of ["public", "member", "admin"] as const) {
  const paths = pages.filter((page) => page.access === access && page.path in PAGES).map(({ path }) => path);
  for (let first = 0; first < paths.length; first += WALK) {
    const walk = paths.slice(first, first + WALK);
    test(`${walk.map((path) => `/${path}`).join(" ")}: narrow, spaced out, in forced colours, without motion`, {
      tag: "@long",
    }, async ({ page, context }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (access !== "public") await signIn(context, access === "admin" ? "admin@academia.example" : "aluno@academia.example");
      for (const path of walk)
        await test.step(`/${path}`, async () => {
          await page.goto(addressOf(path));
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expect(page.locator("[data-shell]")).toHaveCount(0);
          expect.soft(await underEachCondition(page), `/${path}`).toEqual({});
        });
    });
  }
}

/** Pages of what the demonstration has, with the list in which they are found, by whose they are. */
const FOUND: Record<string, ({ at: string } | { in: string; link: string })[]> = {
  aluno: [
    { in: "/comunidade/sala/geral", link: "/comunidade/assunto/" },
    { in: "/biblioteca?busca=builders", link: "/biblioteca/" },
    { in: "/mentoria?aba=sessoes", link: "/mentoria/sessao/" },
  ],
  mentor: [{ at: "/mentoria/agenda" }],
  secretario: [{ at: "/minha-loja" }, { in: "/minha-loja", link: "/minha-loja/irmaos/" }, { at: "/minha-loja/relatorio" }],
  admin: [
    { in: "/admin/lojas", link: "/admin/lojas/" },
    { in: "/admin/membros", link: "/admin/membros/" },
  ],
};

for (const [who, found] of Object.entries(FOUND))
  test(`what ${who} finds in the demonstration: narrow, spaced out, in forced colours, without motion`, {
    tag: "@long",
  }, async ({ page, context }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(context, `${who}@academia.example`);
    for (const one of found) {
      await page.goto("in" in one ? one.in : one.at);
      if ("in" in one) {
        const link = page.getByRole("main").locator(`a[href^="${one.link}"]:not([href$="adicionar"])`).first();
        await page.goto((await link.getAttribute("href"))!);
      }
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[data-shell]")).toHaveCount(0);
      expect.soft(await underEachCondition(page), page.url()).toEqual({});
    }
  });
