import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { readTerms } from "#app/content/dictionary.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { pagesSinceBuild, termFiles } from "#app/features/dictionary/dictionary.service.ts";
import { reviewCards } from "#app/features/review/review.table.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { LessonBody, Part, TermBody } from "./authoring.schema.ts";
import { authors } from "./authoring.table.ts";
import { exportContent } from "./export-content.service.ts";
import { noteRepositoryTexts } from "./repository-texts.service.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();

const folder = mkdtempSync(join(tmpdir(), "academia-terms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aWriter = async (parts: Part[], degree: Degree = "aprendiz") => {
  const member = await app.member({ degree: "mestre" });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree, part });
  return member;
};
const at = (id: string, kind = "term") => `/api/authoring/texts/${kind}/${id}`;
const bodyOf = async <Body = TermBody>(writer: TestMember, id: string, kind = "term") =>
  (await writer.get(at(id, kind))).body.published.body as Body;
const published = async (author: TestMember, reviewer: TestMember, id: string, body: object, version = 0, kind = "term") => {
  const { body: saved } = await author.put(at(id, kind), { version, body });
  const sent = await author.post(`${at(id, kind)}/submit`, { version: saved.version, reason: "Uma correção" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const done = await reviewer.post(`${at(id, kind)}/publish`, { version: saved.version, at: null });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
};
const definition =
  "Corda com nós que corre ao redor do templo, no alto das paredes, em alguns ritos. Lembra a união dos irmãos e zagunta o que os laços de cada um sustentam.";

/** One that a lesson of module 1 calls. */
const called = () =>
  app.services
    .catalogue()
    .byId.get(1)!
    .lessons.flatMap(({ id, number, text }) => (text?.terms ?? []).map((slug) => ({ slug, lesson: id, number })))[0]!;

test("an entry that is corrected is read at once in the dictionary, in the texts that call it, in the search and in the review", {
  timeout: 60_000,
}, async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  const { slug, number } = called();
  await app.services.db
    .insert(reviewCards)
    .values({ userId: reader.id, kind: "term", subject: slug, source: "lesson:m01-l01", due: new Date() });
  const body = await bodyOf(author, slug);
  const text = async () => (await reader.get(`/api/modules/1/lessons/${number}/text`)).body.terms;
  expect(JSON.stringify(await text())).not.toContain("zagunta");
  await published(author, reviewer, slug, { ...body, definition });
  expect((await text()).find((term: { slug: string }) => term.slug === slug).definition).toBe(definition);
  const { visitor } = app;
  expect((await visitor.get(`/api/dictionary/entry?slug=${slug}`)).body).toMatchObject({ term: body.title, definition });
  const all = (await visitor.get("/api/dictionary/entries")).body;
  expect(all.find((entry: { slug: string }) => entry.slug === slug).definition).toBe(definition);
  const [found] = await app.services.db
    .select()
    .from(searchDocuments)
    .where(and(eq(searchDocuments.kind, "term"), eq(searchDocuments.id, slug)));
  expect(found!.body).toContain("zagunta");
  const review = (await reader.get("/api/review")).body;
  expect(JSON.stringify(review)).toContain("zagunta");
  // the page that the build wrote gives way; those that send to the entry show its line, and the others are as they were
  const pages = pagesSinceBuild(app.services.catalogue());
  expect(pages.get(`/dicionario/${slug}`)).toBe(true);
  for (const { slug: own, see } of termFiles()) expect(pages.has(`/dicionario/${own}`)).toBe(own === slug || see.includes(slug));
});

test.each([
  ["a name of another", { aliases: ["Ramo de Acácia"] }, "já é um nome de “Acácia”"],
  ["an entry that is not there", { see: ["nao-ha"] }, "este verbete não existe"],
  ["itself", { see: ["altar"] }, "leva ao próprio verbete"],
  ["nothing", { definition: " " }, "falta a definição"],
  ["a reserved word", { definition: `${definition} A palavra semestral.` }, ""],
])("an entry with %s is neither sent nor published, and the margin says why", async (_, change, words) => {
  const author = await aWriter(["author"]);
  const body = { ...(await bodyOf(author, "altar")), ...change };
  const { remarks } = (await author.post(`${at("altar")}/preview`, { body })).body;
  const blocks = remarks.filter((each: { blocks: boolean }) => each.blocks).map(({ message }: { message: string }) => message);
  expect([blocks.length, blocks.join("\n")]).toEqual([1, expect.stringContaining(words)]);
  const { version } = (await author.get(at("altar"))).body.draft ?? { version: 0 };
  const saved = (await author.put(at("altar"), { version, body })).body;
  expect((await author.post(`${at("altar")}/submit`, { version: saved.version, reason: "Uma tentativa" })).status).toBe(422);
});

test("a short definition is remarked, and does not keep the entry back", async () => {
  const author = await aWriter(["author"]);
  const body = { ...(await bodyOf(author, "acacia")), definition: "Árvore do deserto, emblema do mestre." };
  expect((await author.post(`${at("acacia")}/preview`, { body })).body.remarks).toEqual([
    { message: "6 palavras na definição; o normal é de 20 a 45", blocks: false },
  ]);
});

test("a new entry is called by a lesson, and not retired before the lesson lets it go; it is exported in its place and imported again", {
  timeout: 60_000,
}, async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  const ofAnother = await aWriter(["author", "reviewer"], "companheiro");
  const started = { shelf: "term", degree: "aprendiz", title: "Corda de nós" };
  expect((await ofAnother.post("/api/authoring/texts", started)).status).toBe(403);
  expect((await ofAnother.post("/api/authoring/texts", { ...started, degree: "companheiro" })).status).toBe(422);
  const { id } = (await author.post("/api/authoring/texts", started)).body;
  expect(id).toBe("corda-de-nos");
  expect((await reader.get(`/api/dictionary/entry?slug=${id}`)).status).toBe(404);
  const filled = { title: "Corda de nós", grade: "Escocês", definition, aliases: ["Corda de 81 nós"], see: ["templo"] };
  await published(author, reviewer, id, filled, 1);
  expect((await reader.get(`/api/dictionary/entry?slug=${id}`)).body.see[0].slug).toBe("templo");
  expect(pagesSinceBuild(app.services.catalogue()).get(`/dicionario/${id}`)).toBe(true);
  const { shelves } = (await author.get("/api/authoring/outline?degree=aprendiz")).body;
  const shelf = shelves.find((each: { id: string }) => each.id === "term");
  expect(shelf.texts.find((text: { id: string }) => text.id === id)).toMatchObject({ version: 1, draft: null, retiredAt: null });

  const { lesson, number } = called();
  const before = await bodyOf<LessonBody>(author, lesson, "lesson");
  const after = { ...before, markdown: before.markdown.replace(/^## /m, "Uma [corda](termo:corda-de-nos) basta.\n\n## ") };
  await published(author, reviewer, lesson, after, 0, "lesson");
  const { terms } = (await reader.get(`/api/modules/1/lessons/${number}/text`)).body;
  expect(terms.map(({ slug }: { slug: string }) => slug)).toContain(id);
  const kept = await reviewer.post(`${at(id)}/retire`, { retired: true });
  expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining(`“${before.title}” mostra este verbete`)]);

  const to = join(folder, "first");
  await exportContent(app.services, to);
  const imported = readTerms(to);
  expect(imported.find(({ slug }) => slug === id)).toEqual({ slug: id, term: filled.title, ...without(filled) });
  const names = imported.map(({ term }) => term);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "pt-BR", { sensitivity: "base" })));
  const [was, is] = [CONTENT_FOLDER, to].map((from) => readFileSync(join(from, "dictionary.yaml"), "utf8").split("\n"));
  expect(was!.filter((line) => !is!.includes(line))).toHaveLength(1); // the definition that the first test changed
  const again = join(folder, "second");
  await exportContent(other.services, again, to);
  expect(readFileSync(join(again, "dictionary.yaml"), "utf8")).toBe(is!.join("\n"));
  await noteRepositoryTexts(app.services.db, to);
  expect((await author.get(at(id))).body.conflict).toBe(null);

  await published(author, reviewer, lesson, before, 0, "lesson");
  expect((await reviewer.post(`${at(id)}/retire`, { retired: true })).status).toBe(200);
  expect((await reader.get(`/api/dictionary/entry?slug=${id}`)).status).toBe(404);
  expect(pagesSinceBuild(app.services.catalogue()).has(`/dicionario/${id}`)).toBe(false);
  expect((await reviewer.post(`${at(id)}/retire`, { retired: false })).status).toBe(200);
  expect((await reader.get(`/api/dictionary/entry?slug=${id}`)).status).toBe(200);
});

const without = ({ title: _, ...rest }: { title: string }) => rest;
