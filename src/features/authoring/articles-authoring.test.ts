import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { readLibraryFile } from "#app/content/library.ts";
import { loadCatalogue } from "#app/features/courses/catalogue.ts";
import { syncLibrary } from "#app/features/library/content/sync-library.ts";
import { OPEN_READING } from "#app/features/library/library.schema.ts";
import { libraryItems } from "#app/features/library/library.table.ts";
import { isOpenReadingChanged } from "#app/features/library/open-reading.service.ts";
import { notes } from "#app/features/notes/notes.table.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { ArticleBody, Part } from "./authoring.schema.ts";
import { authors } from "./authoring.table.ts";
import { exportContent } from "./export-content.service.ts";
import { noteRepositoryTexts } from "./repository-texts.service.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();

const folder = mkdtempSync(join(tmpdir(), "academia-articles-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MARKS = "marcas-de-pedreiro";
const aWriter = async (parts: Part[]) => {
  const member = await app.member({ degree: "mestre" });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree: "aprendiz", part });
  return member;
};
const at = (id: string) => `/api/authoring/texts/article/${id}`;
const bodyOf = async (writer: TestMember, id: string) => (await writer.get(at(id))).body.published.body as ArticleBody;
const submitted = async (author: TestMember, id: string, body: object, version = 0) => {
  const { body: saved } = await author.put(at(id), { version, body });
  const sent = await author.post(`${at(id)}/submit`, { version: saved.version, reason: "Uma correção" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return saved.version as number;
};
const published = async (author: TestMember, reviewer: TestMember, id: string, body: object, first = 0) => {
  const version = await submitted(author, id, body, first);
  const done = await reviewer.post(`${at(id)}/publish`, { version, at: null });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
};
const rowOf = async (slug: string) => (await app.services.db.select().from(libraryItems).where(eq(libraryItems.slug, slug)))[0]!;
const sync = async () => syncLibrary(app.services.db, await loadCatalogue(app.services.db));

test("an article that is corrected is read at once in the library, where its notes are, and at /leitura", {
  timeout: 60_000,
}, async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  const { id: itemId } = await rowOf(OPEN_READING);
  const body = await bodyOf(author, OPEN_READING);
  const gone = body.markdown.split("\n\n").find((text) => /^[A-ZÀ-Ú“][^[\]!*>|]{120,}$/.test(text))!;
  await app.services.db.insert(notes).values({
    ...{ id: crypto.randomUUID(), userId: reader.id, kind: "article", textId: itemId, title: "T", degree: "aprendiz" },
    ...{ colour: "gold", quote: gone.slice(0, 60), prefix: "", suffix: gone.slice(60, 120), position: 1, body: "Segredo meu" },
  });
  const changed = {
    ...{ ...body, title: "Um título zagunta", description: "Uma descrição zagunta, que cabe na ficha do artigo." },
    markdown: body.markdown.replace(gone, "Uma frase zagunta, que diz outra coisa com outras palavras."),
  };
  const version = await submitted(author, OPEN_READING, changed);
  expect((await reviewer.get(`${at(OPEN_READING)}/readers`)).body.lostNotes).toEqual({ count: 1, passages: [gone.slice(0, 60)] });
  expect(isOpenReadingChanged(app.services.catalogue())).toBe(false);
  expect((await author.post(`${at(OPEN_READING)}/publish`, { version, at: null })).status).toBe(403); // nobody reviews what they wrote
  expect((await reviewer.post(`${at(OPEN_READING)}/publish`, { version, at: null })).status).toBe(200);
  const item = (await reader.get(`/api/library/items/${itemId}`)).body;
  expect([item.title, item.text.html.includes("zagunta")]).toEqual(["Um título zagunta", true]);
  const open = (await app.visitor.get("/api/library/open")).body;
  expect([open.title, open.description, open.html.includes("zagunta")]).toEqual([changed.title, changed.description, true]);
  expect(isOpenReadingChanged(app.services.catalogue())).toBe(true);
  const found = (await reader.get("/api/search?q=zagunta")).body;
  expect(JSON.stringify(found)).toContain(`/biblioteca/${itemId}`);
  expect(await sync()).toBe(0); // a start keeps it
  expect((await reviewer.post(`${at(OPEN_READING)}/retire`, { retired: true })).status).toBe(409);
});

test("what an administrator made of its record stays: the degree above all", async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  await app.services.db
    .update(libraryItems)
    .set({ degree: "mestre", description: "O que o administrador disse da ficha.", editedAt: new Date() })
    .where(eq(libraryItems.slug, MARKS));
  expect((await author.get(at(MARKS))).status).toBe(403); // it is a text of Mestre now
  for (const { id } of [author, reviewer])
    await app.services.db
      .insert(authors)
      .values((["author", "reviewer"] as const).map((part) => ({ memberId: id, degree: "mestre" as const, part })));
  const body = await bodyOf(author, MARKS);
  expect(body.description).toBe("O que o administrador disse da ficha.");
  await published(author, reviewer, MARKS, { ...body, title: "As marcas, zaguntas" });
  const { id, degree, title } = await rowOf(MARKS);
  expect([degree, title]).toEqual(["mestre", "As marcas, zaguntas"]);
  expect((await reader.get(`/api/library/items/${id}`)).status).toBe(404);
});

test("a new article is complete before it is sent, stands in the library, is retired, and is exported and imported", {
  timeout: 60_000,
}, async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  const started = { shelf: "article", degree: "aprendiz", title: "A corda de nós" };
  const { id } = (await author.post("/api/authoring/texts", started)).body;
  const { draft } = (await author.get(at(id))).body;
  const { remarks } = (await author.post(`${at(id)}/preview`, { body: draft.body })).body;
  const blocks = remarks.filter((each: { blocks: boolean }) => each.blocks).map(({ message }: { message: string }) => message);
  expect(blocks).toEqual([expect.stringContaining("falta a descrição"), expect.stringContaining("a categoria é uma destas")]);
  const source = await bodyOf(author, "calendarios-maconicos");
  const filled = { ...source, title: "A corda de nós", description: 'Como “se” lê a corda: com "aspas" e # sinal.' };
  await published(author, reviewer, id, filled, 1);
  const row = await rowOf(id);
  const titles = async () => (await reader.get("/api/library/items")).body.items.map(({ title }: { title: string }) => title);
  expect((await reader.get(`/api/library/items/${row.id}`)).body.text.html).toBeTruthy();
  expect((await titles())[0]).toBe("A corda de nós");
  const { shelves } = (await author.get("/api/authoring/outline?degree=aprendiz")).body;
  const shelf = shelves.find((each: { id: string }) => each.id === "article");
  expect(shelf.texts.find((text: { id: string }) => text.id === id)).toMatchObject({ version: 1, draft: null });

  const to = join(folder, "first");
  await exportContent(app.services, to);
  const imported = readLibraryFile(to).items.find(({ slug }) => slug === id)!;
  expect([imported.description, imported.text]).toEqual([filled.description, `${filled.markdown}\n`]);
  const [was, is] = [CONTENT_FOLDER, to].map((from) => readFileSync(join(from, "library.yaml"), "utf8").split("\n"));
  expect(was!.filter((line) => !is!.includes(line)).map((line) => line.trim().split(":")[0])).toEqual([
    ...["title", "description"], // of the open reading
    ...["title", "description"], // of the marks
  ]);
  await syncLibrary(other.services.db, await loadCatalogue(other.services.db), to);
  const [copy] = await other.services.db.select().from(libraryItems).where(eq(libraryItems.slug, id));
  expect([copy!.title, copy!.html]).toEqual([row.title, row.html]);
  const again = join(folder, "second");
  await exportContent(other.services, again, to);
  expect(readFileSync(join(again, "library.yaml"), "utf8")).toBe(is!.join("\n"));
  await noteRepositoryTexts(app.services.db, to);
  expect((await author.get(at(id))).body.conflict).toBe(null);

  expect((await reviewer.post(`${at(id)}/retire`, { retired: true })).status).toBe(200);
  expect((await reader.get(`/api/library/items/${row.id}`)).status).toBe(404);
  expect(await titles()).not.toContain("A corda de nós");
  await sync();
  expect((await reviewer.post(`${at(id)}/retire`, { retired: false })).status).toBe(200);
  expect((await reader.get(`/api/library/items/${row.id}`)).status).toBe(200); // at its address of before
});
