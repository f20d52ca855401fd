import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TestMember, testApp } from "../../../tests/support/app.ts";
import { auditLog } from "../audit/audit.table.ts";
import { canAddItem, canDeleteItem, canEditItem, canUpload } from "./library.policy.ts";
import type { LibraryCard, LibraryCategory, LibraryList, LibraryRecord, LibraryText, NewItemInput } from "./library.schema.ts";

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
  link: "",
  text: "",
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
      ["author", "category", "coverImageUrl", "createdAt", "description", "id", "title", "type", "year"].sort(),
    );
  });

  test("tells an administrator that he may add", async () => {
    expect((await (await admin()).get<LibraryList>(ITEMS)).body.can).toEqual({ add: true });
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
      link: null,
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
  test("an item stands first in the list, whole, and in the audit log", async () => {
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

  test("a text in Markdown becomes sanitised HTML", async () => {
    const member = await admin();
    const text = [
      "Abre com [pedra bruta](termo:pedra-bruta) e [uma lição](licao:m01-l02).",
      "## Seção",
      "Um **grifo**, de novo a [pedra](termo:pedra-bruta), e [um sítio](https://example.org).[^1]",
      "### Detalhe",
      "Escreva a contato@example.org.",
      "[^1]: Fonte.",
    ].join("\n\n");
    const { html, headings, terms } = (await add(member, { type: "article", text })).text!;
    expect(html).toContain('<button type="button" class="term" data-term="pedra-bruta" aria-expanded="false">');
    expect(html).toContain('href="/modulo/1/licao/2"');
    expect(html).toContain('<a href="https://example.org" rel="noopener noreferrer" target="_blank">um sítio</a>');
    expect(html).toContain("<h3>Detalhe</h3>");
    expect(html).toContain("<strong>grifo</strong>");
    expect(html).not.toContain("mailto");
    expect(headings.map(({ id }) => id)).toEqual(["s1", "fontes"]);
    expect(terms.map(({ slug }) => slug)).toEqual(["pedra-bruta"]);
  });

  test.each([
    ["an address that runs", "[x](javascript:alert(1))", "endereço não aceito"],
    ["one that is hidden in a reference", "[x][y]\n\n[y]: javascript:alert(1)", "endereço não aceito"],
    ["data", "[x](data:text/html;base64,PHNjcmlwdD4=)", "endereço não aceito"],
    ["HTML", "<img src=x onerror=alert(1)>", "HTML não é aceito"],
    ["an image", "![x](https://example.org/x.png)", "imagens não são aceitas"],
    ["a table", "| a | b |\n|---|---|\n| c | d |", "tabelas não são aceitas"],
    ["a term that does not exist", "[x](termo:nao-existe)", 'o termo "nao-existe" não existe'],
    ["a lesson that does not exist", "[x](licao:m99-l01)", 'a lição "m99-l01" não existe'],
  ])("a text with %s is refused in words", async (_, text, message) => {
    const member = await admin();
    const count = (await listOf(member)).length;
    for (const answer of [await member.post(ITEMS, { ...fields, text }), await member.post("/api/library/preview", { text })]) {
      expect(answer.status).toBe(422);
      expect(answer.body.fields.text).toContain(message);
    }
    expect(await listOf(member)).toHaveLength(count);
  });

  describe("a text that costs too much to read", () => {
    const message =
      "O texto tem formatação demais para ser lido. Simplifique as listas, citações e ênfases, ou divida-o em dois.";

    test("is refused under its field, in the preview and when it is saved", async () => {
      const member = await admin();
      const made = await add(member);
      const text = `${"- ".repeat(1_000)}a`;
      const answers = [
        await member.post("/api/library/preview", { text }),
        await member.post(ITEMS, { ...fields, text }),
        await member.put(`${ITEMS}/${made.id}`, revised(made, { text })),
      ];
      for (const { status, body } of answers) expect([status, body.fields]).toEqual([422, { text: message }]);
      expect((await member.get<LibraryRecord>(`${ITEMS}/${made.id}`)).body).toMatchObject({ version: 1, text: null });
    });

    test("is given up after three seconds, and holds up nobody else meanwhile", async () => {
      const member = await admin();
      const text = "**a ".repeat(4_000) + "b* ".repeat(4_000);
      const preview = member.post("/api/library/preview", { text });
      let longest = 0;
      for (let count = 0; count < 10; count += 1) {
        const asked = performance.now();
        expect((await member.get(ITEMS)).status).toBe(200);
        longest = Math.max(longest, performance.now() - asked);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(longest).toBeLessThan(1_500);
      expect((await preview).body.fields).toEqual({ text: message });
    });
  });

  test("a long text of usual Markdown is read", async () => {
    const paragraph = "Um **grifo**, uma *ênfase* e [um sítio](https://example.org/livro).\n\n- um\n- dois\n\n";
    const { status, body } = await (await admin()).post("/api/library/preview", { text: paragraph.repeat(1_200) });
    expect([status, body.code]).toEqual([200, undefined]);
  });

  test("the preview shows what would be stored, and stores nothing", async () => {
    const member = await admin();
    const { status, body } = await member.post<LibraryText>("/api/library/preview", { text: "## Título\n\nTexto." });
    expect(status).toBe(200);
    expect(body.html).toContain('<h2 id="s1">');
  });

  test.each([
    ["link", "javascript:alert(1)", "Use um endereço que comece com http:// ou https://"],
    ["link", "data:text/html,x", "Use um endereço que comece com http:// ou https://"],
    ["link", "//example.org/x", "Use um endereço que comece com http:// ou https://"],
    ["link", "https://user:senha@example.org", "Use um endereço que comece com http:// ou https://"],
    ["link", "https://nada", "Use um endereço que comece com http:// ou https://"],
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

  test("of two changes at once one counts, and the other is told so", async () => {
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
