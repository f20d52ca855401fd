import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { readDocuments } from "#app/content/documents.ts";
import { CONTENT_FOLDER } from "#app/content/files.ts";
import { searchDocuments } from "#app/features/search/search.table.ts";
import type { Degree } from "#app/lib/degrees.ts";
import { type TestMember, testApp } from "#tests/support/app.ts";
import type { DocumentBody, Part } from "./authoring.schema.ts";
import { authors } from "./authoring.table.ts";
import { exportContent } from "./export-content.service.ts";
import { noteRepositoryTexts } from "./repository-texts.service.ts";

const app = testApp({ LIMITS_FACTOR: "1000" });
const other = testApp();

const folder = mkdtempSync(join(tmpdir(), "academia-documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const all = readDocuments();
const shownIn = (html: string, id: string) => html.includes(`id="doc-${id}"`);
/** One that a lesson of module 1 shows. */
const shown = () => {
  const lessons = app.services.catalogue().byId.get(1)!.lessons;
  return all.find(({ id, degree }) => degree === "aprendiz" && lessons.some(({ text }) => shownIn(text!.html, id)))!;
};
const ofMestre = all.find(({ degree }) => degree === "mestre")!;

const aWriter = async (parts: Part[], degree: Degree = "aprendiz") => {
  const member = await app.member({ degree: "mestre" });
  for (const part of parts) await app.services.db.insert(authors).values({ memberId: member.id, degree, part });
  return member;
};
const at = (id: string) => `/api/authoring/texts/document/${id}`;
const bodyOf = async (writer: TestMember, id: string) => (await writer.get(at(id))).body.published.body as DocumentBody;
const submitted = async (author: TestMember, id: string, body: object, version = 0) => {
  const { body: saved } = await author.put(at(id), { version, body });
  const sent = await author.post(`${at(id)}/submit`, { version: saved.version, reason: "Uma correção" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return saved.version as number;
};
const publish = (reviewer: TestMember, id: string, version: number) => reviewer.post(`${at(id)}/publish`, { version, at: null });

test("a document that is corrected is read on its page, in the lessons that show it, and found", {
  timeout: 60_000,
}, async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  const { id } = shown();
  const body = await bodyOf(author, id);
  const changed = {
    ...body,
    title: "Um título zagunta",
    markdown: body.markdown.replace("## O que diz\n\n", "## O que diz\n\nUma frase zagunta. "),
  };
  const version = await submitted(author, id, changed);
  expect((await reviewer.get(`${at(id)}/readers`)).body).toMatchObject({ answers: 0, exams: 0, lostNotes: { count: 0 } });
  expect((await publish(author, id, version)).status).toBe(403); // nobody reviews what they wrote
  expect((await publish(reviewer, id, version)).status).toBe(200);
  const page = (await reader.get(`/api/documents/${id}`)).body;
  expect([page.title, page.commentary[0].html.includes("zagunta")]).toEqual(["Um título zagunta", true]);
  const lesson = app.services
    .catalogue()
    .byId.get(1)!
    .lessons.find(({ text }) => shownIn(text!.html, id))!;
  expect(lesson.text!.html).toContain("Um título zagunta");
  const [found] = await app.services.db
    .select()
    .from(searchDocuments)
    .where(and(eq(searchDocuments.kind, "document"), eq(searchDocuments.id, id)));
  expect([found!.title, found!.body.includes("zagunta")]).toEqual(["Um título zagunta", true]);
  // what a text shows is not retired before the text lets it go
  const kept = await reviewer.post(`${at(id)}/retire`, { retired: true });
  expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining(lesson.title)]);
});

test.each([
  [
    "without its second part",
    (body: DocumentBody) => ({ markdown: body.markdown.replace("## O que não diz", "## Outra") }),
    "três partes",
  ],
  ["with a lesson of a lower degree", () => ({ lessons: ["m01-l01"] }), "antes de este documento se poder ler"],
  ["with the number of another", () => ({ number: all.find(({ id }) => id !== ofMestre.id)!.number }), "já é de"],
  ["with half a link", () => ({ link: "https://pt.wikisource.org/wiki/Livro", linkLabel: "" }), "vêm juntos"],
])("a document %s is neither sent nor published, and the margin says why", async (_, change, words) => {
  const author = await aWriter(["author"], "mestre");
  const body = await bodyOf(author, ofMestre.id);
  const wrong = { ...body, ...change(body) };
  const { remarks } = (await author.post(`${at(ofMestre.id)}/preview`, { body: wrong })).body;
  const blocks = remarks.filter((each: { blocks: boolean }) => each.blocks).map(({ message }: { message: string }) => message);
  expect(blocks.join("\n")).toContain(words);
  const { version } = (await author.get(at(ofMestre.id))).body.draft ?? { version: 0 };
  const saved = (await author.put(at(ofMestre.id), { version, body: wrong })).body;
  expect((await author.post(`${at(ofMestre.id)}/submit`, { version: saved.version, reason: "Uma tentativa" })).status).toBe(422);
});

test("a new document is written by its degree's authors, stands in the collection, is retired, and is exported with its own lines", {
  timeout: 60_000,
}, async () => {
  const [author, reviewer, reader] = [await aWriter(["author"]), await aWriter(["reviewer"]), await app.member()];
  const ofAnother = await aWriter(["author", "reviewer"], "companheiro");
  const source = shown();
  const { id } = (await author.post("/api/authoring/texts", { shelf: "document", degree: "aprendiz", title: "A ata da oficina" }))
    .body;
  const { draft } = (await author.get(at(id))).body;
  expect(draft.body.number).toBe(Math.max(...all.map(({ number }) => number)) + 1);
  expect((await ofAnother.get(at(id))).status).toBe(403);
  const filled = { ...(await bodyOf(author, source.id)), title: "A ata da oficina", number: draft.body.number };
  const version = await submitted(author, id, filled, 1);
  expect((await reader.get(`/api/documents/${id}`)).status).toBe(404);
  expect((await publish(reviewer, id, version)).status).toBe(200);
  expect((await reader.get(`/api/documents/${id}`)).body.title).toBe("A ata da oficina");
  const { shelves } = (await author.get("/api/authoring/outline?degree=aprendiz")).body;
  const shelf = shelves.find((each: { id: string }) => each.id === "document");
  expect(shelf.texts.at(-1)).toMatchObject({ id, kind: "document", version: 1, draft: null });

  const to = join(folder, "first");
  expect(await exportContent(app.services, to)).toMatchObject({ texts: 2, retired: 0 });
  const imported = new Map(readDocuments(to).map((document) => [document.id, document]));
  expect(imported.get(id)).toMatchObject({ title: "A ata da oficina", degree: "aprendiz" });
  const [was, is] = [CONTENT_FOLDER, to].map((from) => readFileSync(join(from, `documents/${source.id}.md`), "utf8").split("\n"));
  expect(is!.filter((line) => !was!.includes(line))).toEqual(["title: Um título zagunta", expect.stringContaining("zagunta")]);
  const again = join(folder, "second");
  await exportContent(other.services, again, to);
  for (const each of [id, source.id])
    expect(readFileSync(join(again, `documents/${each}.md`), "utf8")).toBe(
      readFileSync(join(to, `documents/${each}.md`), "utf8"),
    );
  await noteRepositoryTexts(app.services.db, to);
  expect((await author.get(at(id))).body.conflict).toBe(null);

  expect((await reviewer.post(`${at(id)}/retire`, { retired: true })).status).toBe(200);
  expect((await reader.get(`/api/documents/${id}`)).status).toBe(404);
  expect((await reviewer.post(`${at(id)}/retire`, { retired: false })).status).toBe(200);
  expect((await reader.get(`/api/documents/${id}`)).status).toBe(200);
});
