import { Writable } from "node:stream";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { moduleCompletions } from "#app/features/courses/courses.table.ts";
import { DEGREES } from "#app/lib/degrees.ts";
import type { Ctx } from "#app/server/context.ts";
import { createLog } from "#app/server/log.ts";
import { type Caller, ORIGIN, testApp } from "#tests/support/app.ts";
import { PAGE_SIZE } from "./kinds.ts";
import type { Piece, SearchBrief, SearchPage, SearchResult } from "./search.answers.ts";
import { searchAll } from "./search.service.ts";
import { searchDocuments } from "./search.table.ts";
import { indexForSearch, removeFromSearch, type Searchable, textOfHtml } from "./search-index.service.ts";
import { syncSearch } from "./search-sync.service.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });

const find = async (caller: Caller, q: string, more = ""): Promise<SearchPage> => {
  const { status, body } = await caller.get(`/api/search?q=${encodeURIComponent(q)}${more}`);
  expect(status, q).toBe(200);
  return body;
};
const findBriefly = async (caller: Caller, q: string): Promise<SearchBrief> =>
  (await caller.get(`/api/search/brief?q=${encodeURIComponent(q)}`)).body;
const paths = (results: SearchResult[]) => results.map(({ path }) => path);
const textOf = (pieces: Piece[]) => pieces.map(({ text }) => text).join("");
const hits = (pieces: Piece[]) => pieces.filter(({ hit }) => hit).map(({ text }) => text);

const plant = (...documents: (Partial<Searchable> & { id: string })[]) =>
  indexForSearch(
    app.services.db,
    documents.map((document) => ({
      kind: "note",
      degree: null,
      path: `/x/${document.id}`,
      title: document.id,
      context: "",
      source: "",
      ...document,
    })),
  );
const uproot = async (...ids: string[]) => {
  await removeFromSearch(app.services.db, "note", ids);
};

describe("what is found", () => {
  test("every kind, the title before the text, whatever accents, plurals and the end of the last word", async () => {
    const mestre = await app.member({ degree: "mestre" });
    const { results, counts } = await find(mestre, "esquadro");
    expect(paths(results)[0]).toBe("/dicionario/esquadro");
    const inTitle = results.map(({ title }) => hits(title).length > 0);
    expect(inTitle).toEqual(inTitle.toSorted((a, b) => Number(b) - Number(a)));
    expect(counts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["lesson", "term", "document", "study", "degree"]));
    for (const [one, other] of [
      ["ação", "ACOES"],
      ["maçom", "macons"],
      ["ritual", "rituais"],
      ["grau", "graus"],
    ])
      expect((await find(mestre, other!)).counts, other).toEqual((await find(mestre, one!)).counts);
    expect(paths((await findBriefly(mestre, "pedra bru")).groups.flatMap(({ results }) => results))).toContain(
      "/dicionario/pedra-bruta",
    );
  });

  test("excerpts are plain text with their hits apart, whatever the content or the search holds", async () => {
    const member = await app.member();
    await plant({
      id: "arapuca",
      title: "Arapuca <img src=x onerror=alert(1)> \u{E000}falsa\u{E001}",
      source: 'Antes da arapuca <script>alert("x")</script> &lt;b&gt; e depois \u{E001}dela.',
    });
    const { results } = await find(member, "arapuca");
    expect(hits(results[0]!.title)).toEqual(["Arapuca"]);
    expect(textOf(results[0]!.title)).toBe("Arapuca <img src=x onerror=alert(1)> falsa");
    expect(hits(results[0]!.excerpt)).toEqual(["arapuca"]);
    expect(textOf(results[0]!.excerpt)).toMatch(/^Antes da arapuca .+ &lt;b&gt; e depois dela\.$/);
    await uproot("arapuca");
    for (const q of ["<b>loja</b>", "' | ! & ( :* loja", "%_\\", "\u{E000}loja\u{E001}", "loja ".repeat(19), "—", "1717"])
      expect((await find(member, q)).page, q).toBe(1);
  });

  test("studies, pieces and lives apart, each with its own number", async () => {
    const mestre = await app.member({ degree: "mestre" });
    const { counts } = await find(mestre, "Loja");
    for (const [kind, path] of [
      ["study", "/estudos/"],
      ["piece", "/pecas/"],
      ["life", "/vidas/"],
    ]) {
      const { results } = await find(mestre, "Loja", `&kind=${kind}`);
      expect(results.length, kind).toBeGreaterThan(0);
      expect(results.every((each) => each.kind === kind && each.path.startsWith(path!))).toBe(true);
      expect(counts).toContainEqual({ kind, total: expect.any(Number) });
    }
  });

  test("the brief answer has the best four of each kind and how many there are; the pages have each once", async () => {
    const member = await app.member({ degree: "mestre" });
    const { groups } = await findBriefly(member, "loja");
    expect(groups.length).toBeGreaterThan(4);
    for (const { total, results } of groups) expect(results).toHaveLength(Math.min(4, total));
    const first = await find(member, "loja");
    expect(first.counts.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual(
      groups.map(({ kind, total }) => ({ kind, total })).toSorted((a, b) => a.kind.localeCompare(b.kind)),
    );
    const all = [...first.results];
    for (let page = 2; page <= first.pages; page += 1) all.push(...(await find(member, "loja", `&page=${page}`)).results);
    expect(new Set(paths(all)).size).toBe(first.counts.reduce((sum, { total }) => sum + total, 0));
    const terms = await find(member, "loja", "&kind=term&page=2");
    expect(terms.results.every(({ kind }) => kind === "term")).toBe(true);
    expect(terms.pages).toBe(Math.ceil(first.counts.find(({ kind }) => kind === "term")!.total / PAGE_SIZE));
  });

  test("of more texts than are ranked whole, each is found once, those with the word in their title first", async () => {
    await app.asOwner(`insert into search_documents (kind, id, path, title, context, names, body, source_hash)
      select 'note', 'n' || n, '/n/' || n, case n when 777 then 'A jaguatirica' else 'Peça ' || n end, '', '', 'jaguatirica', ''
      from generate_series(1, 1000) n`);
    const first = await find(app.visitor, "jaguatirica");
    expect(first).toMatchObject({ counts: [{ kind: "note", total: 1_000 }], pages: 50 });
    expect(first.results[0]!.path).toBe("/n/777");
    const all = paths(first.results);
    for (let page = 2; page <= first.pages; page += 1)
      all.push(...paths((await find(app.visitor, "jaguatirica", `&page=${page}`)).results));
    expect([all.length, new Set(all).size]).toEqual([1_000, 1_000]);
    await app.asOwner("delete from search_documents where kind = 'note'");
  });

  test("a misspelled name is asked back, by the names that the reader may see", async () => {
    await plant({ id: "segredo", title: "Esquadrilha oculta", degree: "mestre" });
    for (const [typed, path] of [
      ["esquado", "/dicionario/esquadro"],
      ["simbulo", "/dicionario/simbolo"],
      ["hiran abife", "/dicionario/hiram-abif"],
    ]) {
      const { results, near } = await find(app.visitor, typed!);
      expect(results).toEqual([]);
      if ((await app.services.db.select().from(searchDocuments).where(eq(searchDocuments.path, path!))).length > 0)
        expect(paths(near), typed).toContain(path);
    }
    expect(paths((await find(app.visitor, "esquadrilia")).near)).not.toContain("/x/segredo");
    expect(paths((await find(await app.member({ degree: "mestre" }), "esquadrilia")).near)).toContain("/x/segredo");
    await uproot("segredo");
    expect((await find(app.visitor, "zzzzqqq")).near).toEqual([]);
  });

  test.each([
    ["/api/search?q=%20", { q: "Escreva o que procura." }],
    [`/api/search?q=${"a".repeat(101)}`, { q: "A busca aceita até 100 caracteres. Encurte o texto." }],
    ["/api/search?q=a&kind=senha", { kind: "Este tipo de resultado não existe." }],
    ["/api/search?q=a&page=0", { page: "Página desconhecida." }],
  ])("%s is refused in words", async (address, fields) => {
    const { status, body } = await app.visitor.get(address);
    expect(status).toBe(422);
    expect(body.fields).toEqual(fields);
  });
});

describe("conversations", () => {
  const post = (id: string, text: string, postedAt: Date): Searchable => ({
    kind: "topic",
    id,
    degree: "aprendiz",
    path: `/comunidade/assunto/${id}#p2`,
    title: text,
    context: "",
    postedAt,
    source: text,
  });

  test("with a word that they all have are the newest ones; a word of a few is found however old they are", async () => {
    const member = await app.member();
    await app.asOwner(`
      insert into search_documents (kind, id, degree, path, title, context, names, body, source_hash, posted_at)
      select 'topic', gen_random_uuid()::text, 'aprendiz', '/comunidade/assunto/x#p' || n, 'Trolha ' || n, '', '', 'trolha', '', now() - make_interval(hours => n)
      from generate_series(1, 2500) n`);
    const [old, above] = [crypto.randomUUID(), crypto.randomUUID()];
    const long = new Date(Date.now() - 5_000 * 3_600_000);
    await indexForSearch(app.services.db, [
      post(old, "Trolha do velho alvenel", long),
      { ...post(above, "Trolha de outro velho alvenel", long), degree: "mestre" },
    ]);
    const { groups } = await findBriefly(member, "trolha");
    expect(groups.find(({ kind }) => kind === "topic")).toMatchObject({
      total: 2_000,
      results: [1, 2, 3, 4].map((n) => ({ path: `/comunidade/assunto/x#p${n}` })),
    });
    expect(paths((await find(member, "alvenel")).results)).toEqual([`/comunidade/assunto/${old}#p2`]);
    expect((await findBriefly(member, "alvenell")).near).toEqual([]);
  });
});

describe("who finds it", () => {
  test("a canary of each degree, of a locked module and of another member is found by those who may read it, and by nobody else", async () => {
    const [owner, ...others] = [
      await app.member(),
      await app.member({ degree: "companheiro" }),
      await app.member({ degree: "mestre" }),
    ];
    const unconfirmed = await app.member({ degree: "mestre", unconfirmed: true });
    const admin = await app.member({ role: "admin" });
    await plant(
      { id: "canario-publico", source: "canarinho" },
      ...DEGREES.map((degree) => ({ id: `canario-${degree}`, degree, source: "canarinho" })),
      { id: "canario-fechado", degree: "aprendiz", moduleId: 2, source: "canarinho" },
      { id: "canario-de-outrem", ownerId: owner!.id, source: "canarinho" },
    );
    const seen = async (caller: Caller) => {
      const page = await find(caller, "canarinho");
      const brief = (await findBriefly(caller, "canarinho")).groups.flatMap(({ results }) => results);
      expect(page.counts.reduce((sum, { total }) => sum + total, 0)).toBe(page.results.length);
      expect(brief.length).toBe(Math.min(4, page.results.length));
      const near = (await find(caller, "canaryo fexado")).near;
      expect(paths(page.results)).toEqual(expect.arrayContaining(paths(near)));
      return paths(page.results)
        .map((path) => path.replace("/x/canario-", ""))
        .toSorted();
    };
    expect(await seen(app.visitor)).toEqual(["publico"]);
    expect(await seen(unconfirmed)).toEqual(["publico"]);
    expect(await seen(admin)).toEqual(["aprendiz", "publico"]);
    expect(await seen(owner!)).toEqual(["aprendiz", "de-outrem", "publico"]);
    await app.services.db.insert(moduleCompletions).values({ userId: owner!.id, moduleId: 1 });
    await app.services.db.execute(sql`insert into lesson_progress (user_id, lesson_id) values (${owner!.id}, 'm01-l01')`);
    expect(await seen(owner!)).toEqual(["aprendiz", "de-outrem", "fechado", "publico"]);
    expect(await seen(others[0]!)).toEqual(["aprendiz", "companheiro", "fechado", "publico"]);
    expect(await seen(others[1]!)).toEqual(["aprendiz", "companheiro", "fechado", "mestre", "publico"]);
    await uproot("canario-publico", "canario-fechado", "canario-de-outrem", ...DEGREES.map((degree) => `canario-${degree}`));
  });

  test("of what the academy teaches, nobody finds what their degree does not open", async () => {
    const rows = await app.services.db.select().from(searchDocuments);
    const open = new Set(rows.filter(({ degree }) => degree === null).map(({ kind }) => kind));
    expect([...open].toSorted()).toEqual(["degree", "term"]);
    const modules = new Map(app.services.catalogue().modules.map(({ id, degree }) => [id, degree]));
    for (const row of rows.filter(({ kind }) => kind === "lesson")) expect(row.degree).toBe(modules.get(row.moduleId!));
    const aprendiz = await app.member();
    for (const { title } of rows.filter(({ kind, degree }) => kind !== "work" && degree === "mestre").slice(0, 12)) {
      const { results, near } = await find(aprendiz, title.slice(0, 100));
      for (const { path } of [...results, ...near])
        expect(rows.find((row) => row.path === path)!.degree, `${title}: ${path}`).not.toBe("mestre");
    }
  });

  test("what is searched for is in no line of the log", async () => {
    const lines: string[] = [];
    const log = createLog(
      "trace",
      new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk)) as undefined) }),
    );
    const hono = createApp({ ...app.services, log }, async () => true);
    for (const address of ["/api/search?q=segredissimo", "/api/search/brief?q=segredissimo", "/api/search?q=segredissimo&page=0"])
      await hono.request(address, { headers: { host: "academia.test", origin: ORIGIN } }, { remoteAddress: "127.0.0.1" });
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.join("")).not.toContain("segredissimo");
  });
});

describe("what it is kept from", () => {
  test("an item of the library is found as soon as it is added, changed or deleted", async () => {
    const admin = await app.member({ role: "admin" });
    const item = {
      type: "article",
      category: "História",
      title: "Zarabatana ritual",
      otherTitles: "Blowgun Rites",
      author: "Autor de Teste",
      year: "",
      language: "",
      description: "Uma descrição.",
      about: "",
      publicDomain: false,
      link: "",
      whereToFind: "",
      text: "Um texto com *quirquincho* e mais.",
    };
    const { body, status } = await admin.post("/api/library/items", item);
    expect(status).toBe(200);
    for (const q of ["zarabatana", "blowgun"]) expect(paths((await find(admin, q)).results)).toEqual([`/biblioteca/${body.id}`]);
    expect(hits((await find(admin, "quirquincho")).results[0]!.excerpt)).toEqual(["quirquincho"]);
    const { coverId: _, ...changed } = { ...item, title: "Outra coisa", version: body.version, coverId: null };
    expect((await admin.put(`/api/library/items/${body.id}`, changed)).status).toBe(200);
    expect((await find(admin, "zarabatana")).results).toEqual([]);
    expect((await admin.delete(`/api/library/items/${body.id}`)).status).toBe(200);
    expect((await find(admin, "quirquincho")).results).toEqual([]);
  });

  test("a start writes nothing where nothing changed, and mends whatever is stale", async () => {
    const { db } = app.services;
    const catalogue = await loadCatalogue(db);
    expect(await syncSearch(db, catalogue)).toBe(0);
    await db.delete(searchDocuments).where(eq(searchDocuments.id, "m01-l01"));
    await db.update(searchDocuments).set({ sourceHash: "alt", title: "Velho" }).where(eq(searchDocuments.id, "acacia"));
    await plant({ kind: "document", id: "que-saiu", title: "Que saiu" }, { id: "nota", title: "Uma anotação" });
    expect(await syncSearch(db, catalogue)).toBe(3);
    expect(paths((await find(app.visitor, "acácia")).results)[0]).toBe("/dicionario/acacia");
    expect(await db.$count(searchDocuments, eq(searchDocuments.id, "nota"))).toBe(1); // members' own are no matter of the start
    await uproot("nota");
  });

  test("texts of any sort and length can be searched", async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `${(index * 7919).toString(36)}ç`).join(" ");
    await plant(
      { id: "longo", source: words },
      { id: "chinês", source: "文".repeat(300_000) },
      { id: "metade", source: `${"a ".repeat(99_999)}a😀😀` },
    );
    await uproot("longo", "chinês", "metade");
    expect(
      textOfHtml(
        '<h2><span class="sec">§ 1</span> A <em>luz</em></h2><p>5 &#x3C; 6 &amp; &quot;x&quot;</p><svg><text>não</text></svg>',
      ).trim(),
    ).toBe('A luz  5 < 6 & "x"');
  });

  test("thousands of documents are read by the indexes", async () => {
    await app.asOwner(`insert into search_documents (kind, id, path, title, context, names, body, source_hash)
      select 'note', 'n' || n, '/n/' || n, 'Peça ' || md5(n::text), '', '', 'texto comum ' || md5(n::text) || ' ' || md5((n + 1)::text), ''
      from generate_series(1, 4000) n; analyze search_documents`);
    const pool = new pg.Pool({ connectionString: app.services.databaseUrl, max: 1 });
    const statements: [string, unknown[]][] = [];
    const logger = { logQuery: (text: string, values: unknown[]) => void statements.push([text, values]) };
    const planFor = async (actor: object | null) => {
      const ctx = { ...app.services, db: drizzle(pool, { logger }), actor, ip: "203.0.113.9" } as unknown as Ctx;
      await searchAll(ctx, { q: "esquadro e compasso", kind: undefined, page: 1 });
      const [text, values] = statements.at(-1)!;
      const plan = await pool.query({ text: `explain ${text}`, values });
      return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    const [visitors, members] = [
      await planFor(null),
      await planFor({
        id: (await app.member()).id,
        degree: "mestre",
        standing: "full",
        lodgeId: null,
        role: "user",
        office: null,
      }),
    ];
    for (const lines of [visitors, members]) expect(lines).not.toContain("Seq Scan on search_documents");
    expect(visitors).toContain("Bitmap Index Scan on search_documents_common_idx");
    expect(members).toContain("Index Scan using search_documents_posted_idx");
    expect(visitors).not.toContain("search_documents_pos"); // who may read no topic has none looked at
    await pool.query("set pg_trgm.word_similarity_threshold = 0.45");
    const near = await pool.query("explain select * from search_documents where folded %> 'esquado' and kind <> 'topic'");
    expect(JSON.stringify(near.rows)).toContain("Bitmap Index Scan on search_documents_named_idx");
    await pool.end();
    await app.asOwner("delete from search_documents where kind = 'note'");
  });
});

test("without a session tries are counted by network: an IPv6 house has one limit, whatever address it writes under", async () => {
  const statusOf = async (address: string) => (await app.visitorFrom(address).get("/api/search?q=pedra")).status;
  const spent = (subject: string) => app.services.limits.used("search", subject);
  const before = await spent("2001:db8:7:7::/64");
  for (const tail of ["1", "2", "a:b"]) expect(await statusOf(`2001:db8:7:7::${tail}`)).toBe(200);
  expect(await spent("2001:db8:7:7::/64")).toBeCloseTo(before + 3 / 240_000, 8);
});
