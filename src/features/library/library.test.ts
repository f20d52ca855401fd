import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#app/features/audit/audit.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { LibraryCard, LibraryCategory, LibraryList, LibraryRecord } from "./library.answers.ts";
import { canAddItem, canDeleteItem, canEditItem, canUpload } from "./library.policy.ts";
import type { NewItemInput } from "./library.schema.ts";
import { findItems, readableFirst, subjectsOf } from "./use-library-search.ts";

const app = testApp();

const admin = () => app.member({ role: "admin" });
const ITEMS = "/api/library/items";
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

const fields: NewItemInput = {
  type: "book",
  category: "História",
  title: "Um Livro de Teste",
  author: "Autor Inventado",
  year: "1901",
  language: "português",
  description: "Uma linha que diz do que trata.",
  about: "",
  publicDomain: true,
  otherTitles: "",
  link: "",
  whereToFind: "",
  text: "",
  degree: null,
};

async function add(member: TestMember, changes: Partial<NewItemInput> = {}): Promise<LibraryRecord> {
  const { status, body } = await member.post<LibraryRecord>(ITEMS, { ...fields, ...changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** An update's body: what was read, with changes. */
const revised = (record: LibraryRecord, changes: Record<string, unknown> = {}) => ({
  ...fields,
  category: record.category,
  title: record.title,
  version: record.version,
  ...changes,
});

const listOf = async (member: TestMember) => (await member.get<LibraryList>(ITEMS)).body.items;
const findByTitle = (items: LibraryCard[], title: string) => items.find((item) => item.title === title);

test.each([canAddItem, canEditItem, canDeleteItem, canUpload])("%o is for administrators", (can) => {
  expect([can({ role: "user" }), can({ role: "admin" })]).toEqual([false, true]);
});

describe("the list", () => {
  test("holds the built-in books and articles, newest first, all at once", async () => {
    const member = await app.member();
    const { status, body } = await member.get<LibraryList>(ITEMS);
    expect(status).toBe(200);
    expect(body.can).toEqual({ add: false });
    expect(body.items.filter(({ type }) => type === "book").length).toBeGreaterThanOrEqual(24);
    expect(body.items.filter(({ type }) => type === "article")).toHaveLength(6);
    expect(body.items[0]).toMatchObject({
      type: "book",
      title: "The Constitutions of the Free-Masons",
      author: "James Anderson",
      category: "Constituições e Documentos",
      coverImageUrl: null,
    });
    const dates = body.items.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(Object.keys(body.items[0]!).sort()).toEqual(
      [
        ...["author", "category", "coverImageUrl", "createdAt", "degree", "description", "id", "minutes", "otherTitles"],
        ...["readHere", "title", "type", "year"],
      ].sort(),
    );
  });

  test("lets an administrator know that they may add", async () => {
    expect((await (await admin()).get<LibraryList>(ITEMS)).body.can).toEqual({ add: true });
  });

  test("is searched in the browser, where a search of 10,000 letters finds nothing, and the API takes no notice of one", async () => {
    const member = await app.member();
    const { body } = await member.get<LibraryList>(ITEMS);
    for (const search of ["a".repeat(10_000), "ã(.*)+$\\".repeat(1_000)]) {
      expect(findItems(body.items, search)).toEqual([]);
      expect(await member.get(`${ITEMS}?busca=${encodeURIComponent(search)}`)).toMatchObject({ status: 200, body });
    }
  });

  test("is searched by the Portuguese titles of foreign works, whatever the accents and the case", async () => {
    const { items } = (await (await app.member()).get<LibraryList>(ITEMS)).body;
    const titles = (search: string) => findItems(items, search).map(({ title }) => title);
    expect(titles("constituicoes dos franco")).toEqual(["The Constitutions of the Free-Masons"]);
    expect(titles("OS CONSTRUTORES")).toEqual(["The Builders"]);
    expect(titles("moral e dogma")).toEqual(["Morals and Dogma"]);
    expect(titles("espírito da maçonaria")).toEqual(["The Spirit of Masonry"]);
    const foreign = items.filter(
      ({ type, title, otherTitles }) => type === "book" && / of | the |Masonry/.test(title) && !otherTitles,
    );
    expect(foreign.map(({ title }) => title)).toEqual([]);
    expect(findItems(items, "an").length, "a short search finds by the other titles too").toBeGreaterThan(20);
  });

  test("names its categories in their order, and how long what is read here takes", async () => {
    const { items, categories } = (await (await app.member()).get<LibraryList>(ITEMS)).body;
    expect(categories.slice(0, 3)).toEqual(["Constituições e Documentos", "Monitores e Manuais", "Simbolismo"]);
    expect(categories).toHaveLength(9);
    const subjects = subjectsOf(items, categories);
    expect(subjects.map(({ name }) => name)).toEqual(categories);
    expect(subjects.reduce((sum, subject) => sum + subject.items, 0)).toBe(items.length);
    for (const { readHere, minutes } of items) expect(minutes !== null).toBe(readHere);
    const first = readableFirst(items);
    expect(first.slice(0, 6).every(({ type }) => type === "article")).toBe(true);
    expect(first).toHaveLength(items.length);
  });

  test("holds what the landing page promises of it", async () => {
    const { items } = (await (await app.member()).get<LibraryList>(ITEMS)).body;
    expect(items.some(({ year, category }) => year === "1797" && category === "Rito de York")).toBe(true); // "dos monitores de 1797"
    expect(items.filter(({ category }) => category === "Maçonaria no Brasil").length).toBeGreaterThan(2); // "à história no Brasil"
    expect(items.filter(({ readHere }) => readHere).length).toBeGreaterThan(2); // "artigos para ler aqui"
  });

  test("is closed to visitors, and so is everything else here", async () => {
    const answers = [
      await app.visitor.get(ITEMS),
      await app.visitor.get("/api/library/categories"),
      await app.visitor.get(`${ITEMS}/${UNKNOWN}`),
      await app.visitor.get(`${ITEMS}/${UNKNOWN}/document`),
      await app.visitor.get(`/api/library/covers/${UNKNOWN}`),
      await app.visitor.post(ITEMS, fields),
      await app.visitor.put(`${ITEMS}/${UNKNOWN}`, { ...fields, version: 1 }),
      await app.visitor.delete(`${ITEMS}/${UNKNOWN}`),
      await app.visitor.post("/api/library/preview", { text: "a" }),
      await app.visitor.post("/api/library/uploads/cover", {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  });
});

describe("an item", () => {
  test("a book whose text is free in a public collection links to it, and says what the link opens", async () => {
    const member = await app.member();
    const items = await listOf(member);
    const record = async (title: string) => (await member.get<LibraryRecord>(`${ITEMS}/${findByTitle(items, title)!.id}`)).body;
    expect(await record("A Manual of the Lodge")).toMatchObject({
      otherTitles: "Manual da Loja",
      link: "https://en.wikisource.org/wiki/Page:Manual_of_the_Lodge.pdf/77",
      whereToFind: expect.stringContaining("página a página"),
    });
    expect(await record("Manuscrito Cooke")).toMatchObject({ link: null, whereToFind: expect.stringContaining("Add. MS 23198") });
  });

  test("an administrator writes further titles and where it is found, and takes them away", async () => {
    const keeper = await admin();
    const made = await add(keeper, { otherTitles: " Livro de Prova ", whereToFind: "Na estante da Loja." });
    expect(made).toMatchObject({ otherTitles: "Livro de Prova", whereToFind: "Na estante da Loja." });
    expect(findItems(await listOf(keeper), "livro de prova").map(({ id }) => id)).toEqual([made.id]);
    const { body } = await keeper.put<LibraryRecord>(`${ITEMS}/${made.id}`, revised(made));
    expect(body).toMatchObject({ otherTitles: null, whereToFind: null });
  });

  test("a book's record says what is known of it, and that there is no text", async () => {
    const member = await app.member();
    const { id } = findByTitle(await listOf(member), "The Builders")!;
    const { status, body } = await member.get<LibraryRecord>(`${ITEMS}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      author: "Joseph Fort Newton",
      year: "1914",
      language: "inglês",
      publicDomain: true,
      link: "https://sacred-texts.com/mas/bui/index.htm",
      text: null,
      document: null,
      source: null,
      can: { edit: false, delete: false },
    });
    expect(body.about).toContain("Newton");
  });

  test("an article is read in the site, with its terms and without its source", async () => {
    const member = await app.member();
    const { id } = findByTitle(await listOf(member), "1717 ou 1721? Um debate em aberto")!;
    const { body } = await member.get<LibraryRecord>(`${ITEMS}/${id}`);
    const { html, headings, terms, minutes } = body.text!;
    expect(html).toContain('<p class="opening">');
    expect(html).toContain('href="/modulo/1/licao/3"');
    expect(html).toContain('<cite lang="en">');
    expect(headings.at(-1)).toEqual({ id: "fontes", title: "Fontes" });
    expect(terms.map(({ slug }) => slug)).toContain("grao-mestre");
    expect(minutes).toBeGreaterThan(5);
    expect(body.source).toBeNull();
  });

  test("unknown ids are not found", async () => {
    const member = await app.member();
    for (const id of [UNKNOWN, "1", "the-builders", `${UNKNOWN}x`]) expect((await member.get(`${ITEMS}/${id}`)).status).toBe(404);
  });
});

describe("categories", () => {
  test("come in the order of the content folder", async () => {
    const { body } = await (await app.member()).get<{ categories: LibraryCategory[] }>("/api/library/categories");
    expect(body.categories[0]).toMatchObject({ name: "Constituições e Documentos" });
    expect(body.categories.find(({ name }) => name === "Rito de York")!.items).toBeGreaterThan(3);
  });

  test("a new one is made with its first item, found again without accents, and gone with its last", async () => {
    const member = await admin();
    const names = async () =>
      (await member.get<{ categories: LibraryCategory[] }>("/api/library/categories")).body.categories.map(({ name }) => name);
    const one = await add(member, { category: "Poesia Maçônica" });
    const other = await add(member, { category: "poesia maconica" });
    expect(other.category).toBe("Poesia Maçônica");
    expect((await names()).filter((name) => name.startsWith("Poesia"))).toEqual(["Poesia Maçônica"]);
    await member.delete(`${ITEMS}/${one.id}`);
    await member.put(`${ITEMS}/${other.id}`, revised(other, { category: "História" }));
    expect(await names()).not.toContain("Poesia Maçônica");
    expect(await names()).toContain("História");
  });

  test("made by two at once is one", async () => {
    const member = await admin();
    const made = await Promise.all([1, 2, 3, 4].map(() => add(member, { category: "Geometria" })));
    expect(new Set(made.map(({ category }) => category))).toEqual(new Set(["Geometria"]));
  });
});

describe("adding", () => {
  test("an item comes first in the list, whole, and in the audit log", async () => {
    const member = await admin();
    const made = await add(member, {
      title: "O Primeiro da Lista",
      link: "https://example.org/livro?x=1",
      about: "Mais sobre ele.",
    });
    expect(made).toMatchObject({
      title: "O Primeiro da Lista",
      link: "https://example.org/livro?x=1",
      version: 1,
      can: { edit: true, delete: true },
    });
    expect((await listOf(await app.member()))[0]).toMatchObject({ id: made.id, title: "O Primeiro da Lista" });
    const [entry] = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, made.id));
    expect(entry).toMatchObject({ actorId: member.id, action: "library-item.create", details: { title: "O Primeiro da Lista" } });
  });

  test.each([
    ["type", "video", "Escolha livro ou artigo"],
    ["title", "   ", "Título é obrigatório"],
    ["title", "a".repeat(201), "Título muito longo"],
    ["author", "", "Autor é obrigatório"],
    ["description", "", "Descrição é obrigatória"],
    ["description", "a".repeat(401), "Descrição muito longa (até 400 caracteres)"],
    ["category", "", "Escolha uma categoria"],
    ["text", "a".repeat(100_001), "Texto muito longo (até 100.000 caracteres)"],
    ["coverId", UNKNOWN, "O envio expirou. Escolha o arquivo de novo."],
    ["documentId", UNKNOWN, "O envio expirou. Escolha o arquivo de novo."],
  ])("a wrong %s (%s) is refused under its field", async (field, value, message) => {
    const { status, body } = await (await admin()).post(ITEMS, { ...fields, [field]: value });
    expect(status).toBe(422);
    expect(body.fields).toEqual({ [field]: message });
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "jav\tascript:alert(1)",
    "jav&#x09;ascript:alert(1)",
    "\u0001javascript:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "//evil.example/x",
    "/\\evil.example/x",
    "https:evil.example",
    "https://user:senha@example.org",
    "https://nada",
  ])("the link %j is refused under its field", async (link) => {
    const member = await admin();
    const made = await add(member);
    const answers = [
      await member.post(ITEMS, { ...fields, link }),
      await member.put(`${ITEMS}/${made.id}`, revised(made, { link })),
    ];
    for (const { status, body } of answers)
      expect([status, body.fields]).toEqual([422, { link: "Use um endereço que comece com http:// ou https://" }]);
  });

  test("fields that are not asked for are refused", async () => {
    const member = await admin();
    for (const extra of [{ slug: "x" }, { html: "<b>" }, { id: UNKNOWN }, { coverImageUrl: "/x" }, { version: 3 }])
      expect((await member.post(ITEMS, { ...fields, ...extra })).status).toBe(422);
  });

  test("other members may not", async () => {
    const member = await app.member({ degree: "mestre" });
    expect((await member.post(ITEMS, fields)).status).toBe(403);
    expect((await member.post("/api/library/preview", { text: "a" })).status).toBe(403);
  });
});

describe("changing and deleting", () => {
  test("a change shows at once and counts the version", async () => {
    const member = await admin();
    const made = await add(member, { text: "Antes." });
    const { status, body } = await member.put<LibraryRecord>(
      `${ITEMS}/${made.id}`,
      revised(made, { title: "Outro Título", type: "article", text: "Depois.", link: "http://example.org" }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: "Outro Título",
      type: "article",
      link: "http://example.org/",
      version: 2,
      source: "Depois.",
    });
    expect(body.text!.html).toContain("Depois.");
    const cleared = await member.put<LibraryRecord>(`${ITEMS}/${made.id}`, revised(body, { text: "" }));
    expect(cleared.body).toMatchObject({ text: null, source: null, version: 3 });
  });

  test("of two changes at once one counts, and the other answer says so", async () => {
    const member = await admin();
    const made = await add(member);
    const answers = await Promise.all(
      ["Um", "Outro", "Terceiro"].map((title) => member.put(`${ITEMS}/${made.id}`, revised(made, { title }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: "conflict" });
  });

  test("a deleted item is gone, for everybody, and the log names it", async () => {
    const member = await admin();
    const made = await add(member, { title: "Vai Embora" });
    const answers = await Promise.all([1, 2].map(() => member.delete(`${ITEMS}/${made.id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await member.get(`${ITEMS}/${made.id}`)).status).toBe(404);
    const entries = await app.services.db.select().from(auditLog).where(eq(auditLog.targetId, made.id));
    expect(entries.map(({ action }) => action)).toEqual(["library-item.create", "library-item.delete"]);
  });

  test("other members may do neither; what does not exist is not found", async () => {
    const [member, keeper] = [await app.member(), await admin()];
    const made = await add(keeper);
    expect((await member.put(`${ITEMS}/${made.id}`, revised(made))).status).toBe(403);
    expect((await member.delete(`${ITEMS}/${made.id}`)).status).toBe(403);
    expect((await keeper.put(`${ITEMS}/${UNKNOWN}`, revised(made))).status).toBe(404);
    expect((await keeper.delete(`${ITEMS}/${UNKNOWN}`)).status).toBe(404);
    expect((await member.get<LibraryRecord>(`${ITEMS}/${made.id}`)).body).toMatchObject({ title: fields.title, version: 1 });
  });
});

describe("an item of a degree", () => {
  test("does not exist for those below: list, record, file, cover, search, notes and the log", async () => {
    const keeper = await app.member({ role: "admin", degree: "mestre" });
    const item = await add(keeper, {
      title: "Obra reservada",
      degree: "companheiro",
      text: "Palavras guardadas.",
    } as Partial<NewItemInput>);
    expect(item.degree).toBe("companheiro");
    const [below, own] = [await app.member({ role: "admin" }), await app.member({ degree: "companheiro" })];
    const titles = async (reader: TestMember) => (await reader.get<LibraryList>(ITEMS)).body.items.map(({ title }) => title);
    const found = async (reader: TestMember) => JSON.stringify((await reader.get("/api/search?q=reservada")).body);
    expect([await titles(below), await titles(own)].map((all) => all.includes("Obra reservada"))).toEqual([false, true]);
    for (const [reader, status] of [
      [below, 404],
      [own, 200],
    ] as const) {
      expect((await reader.get(`${ITEMS}/${item.id}`)).status).toBe(status);
      expect((await reader.get(`/api/notes/article/${item.id}`)).status).toBe(status);
    }
    expect([await found(below), await found(own)].map((body) => body.includes(item.id))).toEqual([false, true]);
    const log = async (reader: TestMember) => JSON.stringify((await reader.post("/api/admin/audit-log/search", {})).body);
    expect([await log(below), await log(keeper)].map((body) => body.includes("Obra reservada"))).toEqual([false, true]);
    expect((await below.put(`${ITEMS}/${item.id}`, revised(item, { title: "Outra" }))).status).toBe(404);
    expect((await below.delete(`${ITEMS}/${item.id}`)).status).toBe(404);
  });

  test("is not made or raised by who does not have the degree", async () => {
    const keeper = await app.member({ role: "admin" });
    const made = await keeper.post(ITEMS, { ...fields, degree: "mestre" });
    expect([made.status, made.body.code]).toEqual([403, "locked"]);
    const item = await add(keeper);
    expect((await keeper.put(`${ITEMS}/${item.id}`, revised(item, { degree: "companheiro" }))).status).toBe(403);
    expect((await keeper.put(`${ITEMS}/${item.id}`, revised(item, { degree: "grão-mestre" }))).body.fields).toEqual({
      degree: "Escolha o grau",
    });
  });
});
